//! DIMACS CNF, streamed: clauses come in, text goes out, and nothing is kept of them.
//!
//! The order of a file is comments, header, projection line, clauses. The header promises a
//! [`Size`]; [`Writer::finish`] fails if what followed was another one, so a file never lies.
//! Source of the format: DIMACS Challenge, "Satisfiability: Suggested Format", 1993.

use std::io::{self, Write};

use super::{ClauseSink, Lit, Size};

/// How much text is gathered before one write to the target.
const BUFFER: usize = 128 * 1024;
/// Comments are cut into lines of at most this many characters, each of up to four bytes: some
/// readers have room for a thousand bytes.
const COMMENT_WIDTH: usize = 240;

/// Writes one formula to `out`.
///
/// ```
/// use queensat::cnf::{ClauseSink, Size, dimacs::Writer};
/// let mut writer = Writer::new(Vec::new());
/// writer.comment("two inputs, at most one");
/// writer.header(Size::new(2, 1, 2));
/// let (x, y) = (writer.new_var(), writer.new_var());
/// writer.add_clause(&[!x, !y]);
/// let text = writer.finish().unwrap();
/// assert_eq!(text, b"c two inputs, at most one\np cnf 2 1\n-1 -2 0\n");
/// ```
pub struct Writer<W: Write> {
    out: W,
    buffer: Box<[u8]>,
    /// How much of the buffer is filled.
    filled: usize,
    tokens: Tokens,
    promised: Option<Size>,
    incremental: bool,
    written: Size,
    bytes: u64,
    failure: Option<io::Error>,
}

impl<W: Write> Writer<W> {
    /// A writer with its own buffer; `out` needs none.
    pub fn new(out: W) -> Self {
        Self {
            out,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            filled: 0,
            tokens: Tokens::default(),
            promised: None,
            incremental: false,
            written: Size::ZERO,
            bytes: 0,
            failure: None,
        }
    }

    /// A comment before the header. Text that other programs would obey is defused: `drat-trim`
    /// takes any `p cnf` for the header, `CaDiCaL` and `Kissat` read `--option=value`.
    pub fn comment(&mut self, text: &str) {
        debug_assert!(self.promised.is_none(), "comments stand before the header");
        for line in text.lines() {
            let safe = line.replace("p cnf", "p-cnf").replace("--", "- -");
            let characters: Vec<char> = safe.chars().collect();
            for piece in characters.chunks(COMMENT_WIDTH) {
                self.line(&["c ", &piece.iter().collect::<String>()]);
            }
        }
    }

    /// The name of a variable, as `c varname ID NAME`.
    pub fn varname(&mut self, literal: Lit, name: &str) {
        self.line(&["c varname ", &literal.to_string(), " ", name]);
    }

    /// The header line, which promises `size.variables` and `size.clauses`.
    pub fn header(&mut self, size: Size) {
        self.promised = Some(size);
        self.tokens.reserve(size.variables);
        self.line(&[
            "p cnf ",
            &size.variables.to_string(),
            " ",
            &size.clauses.to_string(),
        ]);
    }

    /// The header of iCNF, which promises nothing: cubes may follow the clauses.
    /// Source: Wieringa, the format of cube-and-conquer's solvers, 2011.
    pub fn incremental_header(&mut self) {
        self.incremental = true;
        self.line(&["p inccnf"]);
    }

    /// A cube of iCNF, `a LITERALS 0`: solve with these literals true.
    pub fn cube(&mut self, literals: &[Lit]) {
        debug_assert!(self.incremental, "only iCNF has cubes");
        self.push(b"a ");
        self.literals(literals);
        self.push(b"0\n");
    }

    /// A projection after the header: `prefix`, the variables from 1 to `last`, and 0, in one line.
    pub fn projection(&mut self, prefix: &str, last: u32) {
        self.push(prefix.as_bytes());
        for variable in 1..=last {
            self.push(format!(" {variable}").as_bytes());
        }
        self.push(b" 0\n");
    }

    /// Bytes of text so far.
    pub fn bytes(&self) -> u64 {
        self.bytes + self.filled as u64
    }

    /// Flushes, checks the header's promise and hands `out` back.
    ///
    /// # Errors
    /// The first failure of a write, or `InvalidData` if the formula is not of the promised size.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        self.out.flush()?;
        let agree = |promised: Size| {
            (promised.variables, promised.clauses) == (self.written.variables, self.written.clauses)
        };
        if self.incremental || self.promised.is_some_and(agree) {
            Ok(self.out)
        } else {
            let message = format!(
                "header promised {:?}, written {:?}",
                self.promised, self.written
            );
            Err(io::Error::new(io::ErrorKind::InvalidData, message))
        }
    }

    fn line(&mut self, parts: &[&str]) {
        for part in parts {
            self.push(part.as_bytes());
        }
        self.push(b"\n");
    }

    #[inline]
    fn push(&mut self, mut text: &[u8]) {
        loop {
            let room = &mut self.buffer[self.filled..];
            if text.len() <= room.len() {
                room[..text.len()].copy_from_slice(text);
                self.filled += text.len();
                return;
            }
            let (fits, rest) = text.split_at(room.len());
            room.copy_from_slice(fits);
            self.filled += fits.len();
            text = rest;
            self.flush();
        }
    }

    #[inline]
    fn literals(&mut self, literals: &[Lit]) {
        for &literal in literals {
            let token = match self.tokens.get(literal) {
                Some(known) => *known,
                None => Token::new(literal),
            };
            // The whole fixed width is copied and the next text written over the surplus: cheaper than a
            // copy of known length.
            if self.filled + Token::WIDTH > self.buffer.len() {
                self.flush();
            }
            let room = &mut self.buffer[self.filled..self.filled + Token::WIDTH];
            room.copy_from_slice(&token.0);
            self.filled += token.length();
        }
    }

    #[cold]
    fn flush(&mut self) {
        if self.failure.is_none()
            && let Err(failure) = self.out.write_all(&self.buffer[..self.filled])
        {
            self.failure = Some(failure);
        }
        self.bytes += self.filled as u64;
        self.filled = 0;
    }
}

impl<W: Write> ClauseSink for Writer<W> {
    fn new_var(&mut self) -> Lit {
        let literal = self.written.new_var();
        self.tokens.push(literal);
        literal
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.written.add_clause(clause);
        self.literals(clause);
        self.push(b"0\n");
    }

    fn has_failed(&self) -> bool {
        self.failure.is_some()
    }
}

/// The DIMACS text of a small formula: `send` gets the literals of `inputs` variables and a sink, twice,
/// once to count and once to print.
pub fn text_of(inputs: u32, send: impl Fn(&[Lit], &mut dyn ClauseSink)) -> String {
    let fill = |sink: &mut dyn ClauseSink| {
        let literals: Vec<Lit> = (0..inputs).map(|_| sink.new_var()).collect();
        send(&literals, sink);
    };
    let mut size = Size::ZERO;
    fill(&mut size);
    let mut writer = Writer::new(Vec::new());
    writer.header(size);
    fill(&mut writer);
    let text = writer
        .finish()
        .expect("a vector takes every write, and both runs send the same");
    String::from_utf8(text).expect("DIMACS is ASCII")
}

/// One literal's text, `-123 `, left-aligned in a fixed width whose last byte is the text's length.
#[derive(Clone, Copy)]
struct Token([u8; Token::WIDTH]);

impl Token {
    /// A sign, up to ten digits, a blank and the length fit 16 bytes, which one register holds.
    const WIDTH: usize = 16;

    /// Out of line, or it takes the registers of the loop over literals.
    #[cold]
    #[inline(never)]
    fn new(literal: Lit) -> Self {
        Self::both(literal.variable())[usize::from(literal.is_positive())]
    }

    /// The variable's negative literal and its positive one. The text grows at its front, digit by digit from the last, in
    /// the low bytes of one number. The standard formatter took half of an export with many variables.
    fn both(variable: u32) -> [Self; 2] {
        let (mut text, mut length, mut rest) = (u128::from(b' '), 1, variable);
        while rest > 0 {
            text = (text << 8) | u128::from(b'0' + u8::try_from(rest % 10).expect("a digit"));
            length += 1;
            rest /= 10;
        }
        let token = |text: u128, length: u128| {
            Self((text | (length << (8 * (Self::WIDTH - 1)))).to_le_bytes())
        };
        [
            token((text << 8) | u128::from(b'-'), length + 1),
            token(text, length),
        ]
    }

    fn length(&self) -> usize {
        self.0[Self::WIDTH - 1].into()
    }
}

/// The printed literals of the first variables, the negative one first; later ones, past the table's
/// bounded size, are printed afresh, so the writer's memory does not grow without end.
#[derive(Default)]
struct Tokens(Vec<[Token; 2]>);

impl Tokens {
    /// 2^20 entries of 32 bytes.
    const LIMIT: usize = 1 << 20;

    /// Makes room for those of so many variables.
    fn reserve(&mut self, variables: u64) {
        let all = usize::try_from(variables).unwrap_or(Self::LIMIT);
        self.0.reserve_exact(all.min(Self::LIMIT));
    }

    fn push(&mut self, literal: Lit) {
        if self.0.len() < Self::LIMIT {
            self.0.push(Token::both(literal.variable()));
        }
    }

    #[inline]
    fn get(&self, literal: Lit) -> Option<&Token> {
        let both = self.0.get(literal.variable() as usize - 1)?;
        Some(&both[usize::from(literal.is_positive())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_defused_and_wrapped() {
        let mut writer = Writer::new(Vec::new());
        writer.comment("see p cnf and --sat=1");
        writer.comment(&"x".repeat(2000));
        writer.header(Size::ZERO);
        let text =
            String::from_utf8(writer.finish().expect("a vector takes every write")).expect("ASCII");
        assert!(text.starts_with("c see p-cnf and - -sat=1\n"), "{text}");
        assert!(text.lines().all(|line| line.len() < 1000));
        assert_eq!(text.matches('x').count(), 2000);
    }

    #[test]
    fn a_header_that_lies_is_an_error() {
        let mut writer = Writer::new(Vec::new());
        writer.header(Size::new(1, 2, 2));
        let x = writer.new_var();
        writer.add_clause(&[x]);
        assert_eq!(
            writer.finish().expect_err("one clause short").kind(),
            io::ErrorKind::InvalidData
        );
    }

    #[test]
    fn literals_outside_the_table_and_long_clauses_print_alike() {
        let mut writer = Writer::new(Vec::new());
        let x = writer.new_var();
        let far = Lit::from_dimacs(-2_147_483_647).expect("a literal");
        writer.incremental_header();
        writer.add_clause(&[far, !far, x, !x]);
        writer.cube(&[!x]);
        let long = vec![!far; BUFFER / 8];
        writer.add_clause(&long);
        assert!(writer.bytes() > BUFFER as u64);
        let text = writer.finish().expect("a vector takes every write");
        let text = String::from_utf8(text).expect("ASCII");
        let clause = "2147483647 ".repeat(long.len());
        let expected = format!("p inccnf\n-2147483647 2147483647 1 -1 0\na -1 0\n{clause}0\n");
        assert!(text == expected);
    }
}
