//! DIMACS CNF, streamed: clauses come in, text goes out, and nothing is kept of them.
//!
//! The order of a file is comments, header, projection line, clauses. The header promises a
//! [`Size`]; [`Writer::finish`] fails if what followed was another one, so a file never lies.
//! Source of the format: DIMACS Challenge, "Satisfiability: Suggested Format", 1993.

use std::io::{self, Write};

use super::{ClauseSink, Lit, Size};

/// How much text is gathered before one write to the target.
const BUFFER: usize = 64 * 1024;
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
    buffer: Vec<u8>,
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
            buffer: Vec::with_capacity(2 * BUFFER),
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
        self.buffer.extend_from_slice(b"a ");
        for &literal in literals {
            self.tokens.print(literal, &mut self.buffer);
        }
        self.line(&["0"]);
    }

    /// A projection after the header: `prefix`, the variables from 1 to `last`, and 0, in one line.
    pub fn projection(&mut self, prefix: &str, last: u32) {
        self.buffer.extend_from_slice(prefix.as_bytes());
        for variable in 1..=last {
            write!(self.buffer, " {variable}").expect("a vector takes every write");
            self.flush_if_full();
        }
        self.line(&[" 0"]);
    }

    /// Bytes of text so far.
    pub fn bytes(&self) -> u64 {
        self.bytes + self.buffer.len() as u64
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
            self.buffer.extend_from_slice(part.as_bytes());
        }
        self.buffer.push(b'\n');
        self.flush_if_full();
    }

    fn flush_if_full(&mut self) {
        if self.buffer.len() >= BUFFER {
            self.flush();
        }
    }

    #[cold]
    fn flush(&mut self) {
        if self.failure.is_none()
            && let Err(failure) = self.out.write_all(&self.buffer)
        {
            self.failure = Some(failure);
        }
        self.bytes += self.buffer.len() as u64;
        self.buffer.clear();
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
        for &literal in clause {
            self.tokens.print(literal, &mut self.buffer);
        }
        self.buffer.extend_from_slice(b"0\n");
        self.flush_if_full();
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

/// One literal's text, `-123 `, left-aligned in a fixed width so that copying it needs no loop.
#[derive(Clone, Copy)]
struct Token {
    text: [u8; Token::WIDTH],
    length: u8,
}

impl Token {
    /// A sign, up to ten digits and a blank.
    const WIDTH: usize = 12;

    /// The text of the *negative* literal; the positive one is the same without its first byte.
    fn negative(variable: u32) -> Self {
        let mut text = [0; Self::WIDTH];
        let mut rest = &mut text[..];
        write!(rest, "-{variable} ").expect("a sign, ten digits and a blank fit");
        let length = Self::WIDTH - rest.len();
        Self {
            text,
            length: u8::try_from(length).expect("at most 12"),
        }
    }
}

/// The printed literals of the first variables; later ones, past the table's bounded size, are
/// printed afresh, so the writer's memory does not grow without end.
#[derive(Default)]
struct Tokens(Vec<Token>);

impl Tokens {
    /// 2^20 entries of 13 bytes.
    const LIMIT: usize = 1 << 20;

    fn push(&mut self, literal: Lit) {
        if self.0.len() < Self::LIMIT {
            self.0.push(Token::negative(literal.variable()));
        }
    }

    #[inline]
    fn print(&self, literal: Lit, buffer: &mut Vec<u8>) {
        let fresh;
        let token = if let Some(known) = self.0.get(literal.variable() as usize - 1) {
            known
        } else {
            fresh = Token::negative(literal.variable());
            &fresh
        };
        // The whole fixed width is copied and the surplus cut off: cheaper than a copy of known length.
        let skip = usize::from(literal.is_positive());
        let end = buffer.len() + usize::from(token.length) - skip;
        buffer.extend_from_slice(&token.text[skip..]);
        buffer.truncate(end);
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
    fn variables_past_the_table_print_alike() {
        let mut tokens = Tokens::default();
        let x = Lit::from_dimacs(-2_147_483_647).expect("a literal");
        let mut buffer = Vec::new();
        tokens.print(x, &mut buffer);
        tokens.print(!x, &mut buffer);
        assert_eq!(buffer, b"-2147483647 2147483647 ");
        buffer.clear();
        let y = Lit::from_dimacs(1).expect("a literal");
        tokens.push(y);
        tokens.print(!y, &mut buffer);
        tokens.print(y, &mut buffer);
        assert_eq!(buffer, b"-1 1 ");
    }
}
