//! What a formula's file says beside its clauses: header, names of variables, comments, and what is doubtful.

use std::collections::BTreeMap;

use super::Size;
use super::syntax::literal;

/// What a file says beside its clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The formula as it was sent; its variables are those of the header or those used, whichever are more.
    pub size: Size,
    /// Variables and clauses by the header, if there is one.
    pub declared: Option<(u64, u64)>,
    /// The names of variables, from lines `c varname ID NAME`.
    pub names: BTreeMap<u32, String>,
    /// The other comments before the first clause, without `c`; cut at 1,000 bytes.
    pub comments: Vec<String>,
    /// What is doubtful about the file.
    pub warnings: Vec<Warning>,
}

impl Reading {
    /// The values of the comments `c KEY VALUE` before the first clause, in order.
    ///
    /// ```
    /// use queensat::cnf::{Size, reader::read};
    /// let text = "c board 2 3\nc queen 0 0\nc varname 1 x_1_2\np cnf 1 1\n1 0\n";
    /// let reading = read(text.as_bytes(), &mut Size::default()).unwrap();
    /// assert_eq!(reading.notes("board").next(), Some("2 3"));
    /// assert_eq!(reading.notes("queen").collect::<Vec<_>>(), ["0 0"]);
    /// assert_eq!(reading.names[&1], "x_1_2");
    /// ```
    pub fn notes(&self, key: &str) -> impl Iterator<Item = &str> {
        self.comments.iter().filter_map(move |comment| {
            let value = comment.strip_prefix(key)?;
            value
                .starts_with(char::is_whitespace)
                .then_some(value.trim())
        })
    }

    /// Takes the comment `text`, which stood on `line`.
    pub(super) fn comment(&mut self, line: u64, text: &str) {
        if let Some((variable, name)) = varname(text) {
            let known = self.names.entry(variable);
            if known.or_insert_with(|| name.to_owned()) != name {
                self.warnings.push(Warning::Renamed { line, variable });
            }
        } else if self.size.clauses == 0 {
            self.comments.push(text.to_owned());
        }
    }

    /// Warns where the clauses, which use variables up to `used`, are not what the header says. A variable may stand
    /// in no clause, but variables without any clause are more likely a program that forgot to write them.
    pub(super) fn compare_with_header(&mut self, used: u32) {
        let Some((variables, clauses)) = self.declared else {
            self.warnings.push(Warning::NoHeader);
            return;
        };
        if variables < u64::from(used) || (variables > 0 && self.size.clauses == 0) {
            let declared = variables;
            self.warnings.push(Warning::Variables { declared, used });
        }
        if clauses != self.size.clauses {
            self.warnings.push(Warning::Clauses {
                declared: clauses,
                found: self.size.clauses,
            });
        }
    }
}

/// Something about a formula that was read all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// No line `p cnf`.
    #[error("there is no header `p cnf VARIABLES CLAUSES`; all clauses found were read")]
    NoHeader,
    /// The clauses use more variables than the header counts, or there are variables but no clause.
    #[error("the header says {declared} variables, the clauses use variables up to {used}")]
    Variables {
        /// By the header.
        declared: u64,
        /// The largest in a clause.
        used: u32,
    },
    /// The header counts other clauses than follow.
    #[error("the header says {declared} clauses, {found} were found and read")]
    Clauses {
        /// By the header.
        declared: u64,
        /// In the file.
        found: u64,
    },
    /// The last clause does not end.
    #[error("the last clause, begun on line {line}, has no 0 at its end; it was read as if it had")]
    Unterminated {
        /// Where it begins.
        line: u64,
    },
    /// A second name for a variable.
    #[error(
        "line {line} names variable {variable} again, otherwise than before; the first name was kept"
    )]
    Renamed {
        /// Where.
        line: u64,
        /// The variable.
        variable: u32,
    },
}

/// The variable and its name in the comment `varname ID NAME`; any other text is an ordinary comment.
fn varname(comment: &str) -> Option<(u32, &str)> {
    let rest = comment.strip_prefix("varname")?;
    let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
    let (variable, name) = rest.split_once(char::is_whitespace)?;
    let literal = literal(variable.as_bytes()).ok()??;
    literal
        .is_positive()
        .then_some((literal.variable(), name.trim_start()))
}
