//! DIMACS CNF as it is met in the wild: text comes in, clauses go into any sink, and nothing is kept of them.
//!
//! Accepted are blanks of every kind, CR LF, comments and empty lines anywhere, clauses over several
//! lines and several on a line, a missing last 0, SATLIB's `%` as the end of the data, and a header that
//! is absent or counts wrongly. What is doubtful is returned as a [`Warning`]; what cannot be meant is an error
//! with its place. Source: DIMACS Challenge, "Satisfiability: Suggested Format", 1993; SATLIB's benchmark files.

use std::io::{self, Read};

use super::scanner::Scanner;
use super::syntax::{Place, SyntaxError, is_utf16, literal, words};
use super::{ClauseSink, Lit, Size};

pub use super::reading::{Reading, Warning};

/// How much of a comment or header is looked at.
const LINE_BYTES: usize = 1000;

/// Why a formula was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The text is none.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The text could not be had.
    #[error("the formula could not be read: {0}")]
    Io(#[from] io::Error),
    /// The sink failed; its own `finish` has the cause.
    #[error("the formula could not be passed on")]
    SinkFailed,
}

/// Reads a formula into `sink`, which must be fresh. Every variable is introduced before a clause names
/// it, and at the end those up to the header's number or the largest used exist. `input` needs no buffer.
///
/// # Errors
/// The first fault in the text, by line and column, a failure of `input`, or of `sink`. Clauses before it were sent.
pub fn read(input: impl Read, sink: &mut dyn ClauseSink) -> Result<Reading, ReadError> {
    let text = Scanner::new(input)?;
    if is_utf16(text.ahead()) {
        return Err(SyntaxError::utf16().into());
    }
    let mut reader = Reader {
        text,
        sink,
        reading: Reading::default(),
        used: 0,
        clause: Vec::new(),
        clause_line: 1,
    };
    while let Some(byte) = reader.text.next_token()? {
        // A letter inside a clause is a fault, but a comment may stand between the lines of one.
        let free = reader.text.first_on_line() || reader.clause.is_empty();
        match byte {
            b'c' if free => reader.comment()?,
            b'p' if reader.clause.is_empty() && reader.text.first_on_line() => reader.header()?,
            b'%' if free => {
                reader.end_of_satlib()?;
                break;
            }
            _ => reader.literal()?,
        }
    }
    reader.finish()
}

struct Reader<'a, R> {
    text: Scanner<R>,
    sink: &'a mut dyn ClauseSink,
    reading: Reading,
    /// The largest variable in a clause.
    used: u32,
    /// The literals since the last 0.
    clause: Vec<Lit>,
    clause_line: u64,
}

impl<R: Read> Reader<'_, R> {
    fn comment(&mut self) -> Result<(), ReadError> {
        let line = self.text.place().line;
        let text = self.text.line(LINE_BYTES)?;
        let text = String::from_utf8_lossy(&text[1..]);
        self.reading.comment(line, text.trim());
        Ok(())
    }

    fn header(&mut self) -> Result<(), ReadError> {
        let start = self.text.place();
        let line = self.text.line(LINE_BYTES)?.to_vec();
        let column = start.column + line.len() as u64;
        let end = Place { column, ..start };
        let mut words = words(start, &line);
        let mut expect = |expected: &str, fits: &dyn Fn(&[u8]) -> bool| {
            let (place, word) = words.next().unwrap_or((end, &[]));
            if fits(word) {
                Ok(word)
            } else {
                Err(SyntaxError::new(place, expected, word))
            }
        };
        expect("`p cnf VARIABLES CLAUSES`", &|word| word == b"p")?;
        expect("`cnf`, the only format read", &|word| word == b"cnf")?;
        let limit = self.sink.max_variables();
        let most = format!("a number of variables of at most {limit}");
        let variables = expect(&most, &|word| {
            number(word).is_some_and(|variables| variables <= limit.into())
        })?;
        let clauses = expect("a number of clauses", &|word| number(word).is_some())?;
        expect("nothing more in the header", &<[u8]>::is_empty)?;
        if self.reading.declared.is_some() {
            let once = "clauses after the one header";
            return Err(SyntaxError::new(start, once, line.trim_ascii()).into());
        }
        let declared = (number(variables), number(clauses));
        self.reading.declared = declared.0.zip(declared.1);
        self.introduce(declared.0.unwrap_or(0))
    }

    /// Makes the variables up to `last` known to the sink.
    fn introduce(&mut self, last: u64) -> Result<(), ReadError> {
        while self.reading.size.variables < last {
            self.sink.new_var();
            self.reading.size.variables += 1;
            if self.sink.has_failed() {
                return Err(ReadError::SinkFailed);
            }
        }
        Ok(())
    }

    fn literal(&mut self) -> Result<(), ReadError> {
        let place = self.text.place();
        let token = self.text.token()?;
        match literal(token) {
            Ok(None) => self.end_clause(),
            Ok(Some(literal)) => {
                let limit = self.sink.max_variables();
                if literal.variable() > limit {
                    let most = format!("a variable of at most {limit}");
                    return Err(SyntaxError::new(place, most, token).into());
                }
                if self.clause.is_empty() {
                    self.clause_line = place.line;
                }
                self.clause.push(literal);
                Ok(())
            }
            Err(expected) => Err(SyntaxError::new(place, expected, token).into()),
        }
    }

    fn end_clause(&mut self) -> Result<(), ReadError> {
        let largest = self.clause.iter().map(|literal| literal.variable()).max();
        self.used = self.used.max(largest.unwrap_or(0));
        self.introduce(self.used.into())?;
        self.sink.add_clause(&self.clause);
        self.reading.size += Size::clause(self.clause.len() as u64);
        self.clause.clear();
        if self.sink.has_failed() {
            return Err(ReadError::SinkFailed);
        }
        Ok(())
    }

    /// SATLIB's files end in a line `%` and a line `0`. Anything else behind a `%` would be lost silently.
    fn end_of_satlib(&mut self) -> Result<(), ReadError> {
        while self.text.next_token()?.is_some() {
            let place = self.text.place();
            let token = self.text.token()?;
            if token.starts_with(b"c") {
                self.text.line(0)?;
            } else if token != b"%" && token != b"0" {
                let nothing = "nothing but a 0 after `%`, the end of the data";
                return Err(SyntaxError::new(place, nothing, token).into());
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Reading, ReadError> {
        if !self.clause.is_empty() {
            let line = self.clause_line;
            self.reading.warnings.push(Warning::Unterminated { line });
            self.end_clause()?;
        }
        self.reading.compare_with_header(self.used);
        Ok(self.reading)
    }
}

/// A decimal number without sign.
fn number(word: &[u8]) -> Option<u64> {
    let digits = word.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(word)
        .ok()?
        .parse()
        .ok()
        .filter(|_| digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps what it is sent, and sees to it that variables exist before clauses name them.
    #[derive(Debug, Default, PartialEq)]
    struct Formula {
        variables: u32,
        clauses: Vec<Vec<i32>>,
    }

    impl ClauseSink for Formula {
        fn new_var(&mut self) -> Lit {
            self.variables += 1;
            Lit::positive(self.variables).expect("at most 1,000")
        }

        fn add_clause(&mut self, clause: &[Lit]) {
            assert!(clause.iter().all(|lit| lit.variable() <= self.variables));
            let integers = clause.iter().map(|lit| lit.to_dimacs()).collect();
            self.clauses.push(integers);
        }

        fn max_variables(&self) -> u32 {
            1000
        }
    }

    fn parsed(text: impl AsRef<[u8]>) -> Result<(Formula, Reading), String> {
        let mut formula = Formula::default();
        match read(text.as_ref(), &mut formula) {
            Ok(reading) => Ok((formula, reading)),
            Err(error) => Err(error.to_string()),
        }
    }

    fn warnings(text: &str) -> Vec<String> {
        let (_, reading) = parsed(text).expect("a formula");
        reading.warnings.iter().map(Warning::to_string).collect()
    }

    #[test]
    fn every_layout_gives_the_same_formula() {
        let clauses = vec![vec![1, -2], vec![], vec![3], vec![-1, 2, -3]];
        let plain = "p cnf 3 4\n1 -2 0\n0\n3 0\n-1 2 -3 0\n";
        for text in [
            plain,
            &plain.replace('\n', "\r\n"),
            &plain.replace(' ', " \t  "),
            &plain.replace('\n', "\n\n c a comment with p cnf 9 9\n\t"),
            &format!("\u{feff}{plain}"),
            "c p cnf 7 7\n p  cnf\t3 4 \n1\n-2\nc in the middle\n\n0 0 3 0 -1 2 -3 0 c behind",
            "p cnf 3 4\n1 -2 0\n0\n3 0\n-1 2 -3 0\n%\n0\n\n",
        ] {
            let (formula, reading) = parsed(text).expect(text);
            assert_eq!(
                (formula.variables, &formula.clauses),
                (3, &clauses),
                "{text}"
            );
            assert_eq!(reading.size, Size::new(3, 4, 6), "{text}");
            assert_eq!(reading.warnings, [], "{text}");
        }
    }

    #[test]
    fn doubtful_files_are_read_whole_and_warned_of() {
        let expected = [
            (
                "p cnf 2 1\n1 0\n2 0\n",
                "the header says 1 clauses, 2 were found and read",
            ),
            (
                "p cnf 2 3\n1 2 0\n",
                "the header says 3 clauses, 1 were found and read",
            ),
            (
                "p cnf 4 1\n16 0\n",
                "the header says 4 variables, the clauses use variables up to 16",
            ),
            (
                "p cnf 4 0\n",
                "the header says 4 variables, the clauses use variables up to 0",
            ),
            (
                "1 -2 0",
                "there is no header `p cnf VARIABLES CLAUSES`; all clauses found were read",
            ),
            (
                "p cnf 2 1\n1\n2\n%\n0",
                "the last clause, begun on line 2, has no 0 at its end; it was read as if it had",
            ),
            (
                "c varname 1 x_0_0\nc varname 1 x_0_0\nc varname 1 y\np cnf 1 1\n1 0",
                "line 3 names variable 1 again, otherwise than before; the first name was kept",
            ),
        ];
        for (text, warning) in expected {
            assert_eq!(warnings(text), [warning], "{text}");
        }
        let variables = |text| parsed(text).expect("a formula").0.variables;
        assert_eq!(variables("p cnf 4 1\n16 0\n"), 16);
        assert_eq!(variables("p cnf 20 1\n16 0\n"), 20);
    }

    #[test]
    fn faults_are_told_by_line_and_column() {
        let literal = "a literal from -2147483647 to 2147483647";
        let expected = [
            ("p cnf 2 1\n1 99999999999 0", format!("line 2, column 3: expected {literal}, found `99999999999`")),
            ("p cnf 2 1\n 1 x 0", "line 2, column 4: expected a literal or 0, found `x`".into()),
            ("p cnf 2 1\n1 c 0", "line 2, column 3: expected a literal or 0, found `c`".into()),
            ("1 1001 0", "line 1, column 3: expected a variable of at most 1000, found `1001`".into()),
            ("p cnf 1001 0", "line 1, column 7: expected a number of variables of at most 1000, found `1001`".into()),
            ("p cnf -1 0", "line 1, column 7: expected a number of variables of at most 1000, found `-1`".into()),
            ("\np wcnf 1 0", "line 2, column 3: expected `cnf`, the only format read, found `wcnf`".into()),
            ("p cnf 1", "line 1, column 8: expected a number of clauses, found the end of the line".into()),
            ("p cnf 1 1 7", "line 1, column 11: expected nothing more in the header, found `7`".into()),
            ("p cnf 1 0\np cnf 1 0", "line 2, column 1: expected clauses after the one header, found `p cnf 1 0`".into()),
            ("1\np cnf 1 0", "line 2, column 1: expected a literal or 0, found `p`".into()),
            ("%\n0\n1 0", "line 3, column 1: expected nothing but a 0 after `%`, the end of the data, found `1`".into()),
        ];
        for (text, message) in expected {
            assert_eq!(parsed(text).expect_err(text), message, "{text}");
        }
        for utf16 in [&b"\xff\xfep\0 \0"[..], b"\xfe\xff\0p", b"p\0 \0", b"\0p\0 "] {
            let message = parsed(utf16).expect_err("UTF-16");
            assert!(message.starts_with("line 1, column 1:") && message.contains("UTF-16"));
        }
    }

    #[test]
    fn names_and_notes_come_back() {
        let text = "c board 8 8\nc queen 0 0\nc queens 9\nc varname y\nc varname 12 x_1_3\n\
                    p cnf 1 1\nc queen 2 1\n1 0\nc queen 4 4\n";
        let (_, reading) = parsed(text).expect("a formula");
        let notes = |key| reading.notes(key).collect::<Vec<_>>();
        assert_eq!(notes("board"), ["8 8"]);
        assert_eq!(notes("queen"), ["0 0", "2 1"]);
        assert_eq!(reading.comments[3], "varname y");
        assert_eq!(
            reading.names.into_iter().collect::<Vec<_>>(),
            [(12, "x_1_3".to_owned())]
        );
    }
}
