//! What SAT solvers and model counters say: text comes in, [`Answer`]s go out.
//!
//! Read are `s` and `v` lines (SAT competitions), the result file of MiniSat (`SAT`, then literals), literals
//! alone, z3's `sat`, the counts of the Model Counting Competition (`s mc N`, `c s exact arb int N`) and the models that
//! `clasp -n 0` and `picosat --all` list. Whatever is not plainly a verdict is [`Answer::Unknown`], never unsatisfiable.

mod lines;

use std::fmt;

use super::Lit;
use super::syntax::{BYTE_ORDER_MARK, Place, SyntaxError, is_utf16};
use lines::Answers;

/// One answer to one formula. Its text is that of the SAT competitions, in `s` and `v` lines.
///
/// ```
/// use queensat::cnf::answer::{Answer, read_all};
/// let answers = read_all(b"s SATISFIABLE\nv -1 2\nv 3 0\n").unwrap();
/// assert_eq!(answers[0].to_string(), "s SATISFIABLE\nv -1 2 3 0\n");
/// assert_eq!(read_all(b"c stopped\n").unwrap(), [Answer::Unknown]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model, in which these literals are true and variables not mentioned are false. A
    /// solver that prints no model leaves the list empty.
    Satisfiable(Vec<Lit>),
    /// There is no model.
    Unsatisfiable,
    /// The solver does not know.
    Unknown,
    /// How many models there are.
    Count(u128),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Satisfiable(literals) => {
                f.write_str("s SATISFIABLE\n")?;
                value_lines(literals, f)
            }
            Self::Unsatisfiable => f.write_str("s UNSATISFIABLE\n"),
            Self::Unknown => f.write_str("s UNKNOWN\n"),
            Self::Count(models) => writeln!(f, "s mc {models}"),
        }
    }
}

/// `v` lines of at most 78 characters, the last ended by 0.
fn value_lines(literals: &[Lit], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const WIDTH: usize = 78;
    let mut line = "v".to_owned();
    let words = literals.iter().map(Lit::to_string).chain(["0".to_owned()]);
    for word in words {
        if line.len() + 1 + word.len() > WIDTH {
            writeln!(f, "{line}")?;
            "v".clone_into(&mut line);
        }
        line.push(' ');
        line.push_str(&word);
    }
    writeln!(f, "{line}")
}

/// Reads every answer in a text; a text without any is one [`Answer::Unknown`].
///
/// # Errors
/// The first line that no solver's answer has, the first literal that contradicts its own model, or values and a
/// verdict that contradict each other.
pub fn read_all(text: &[u8]) -> Result<Vec<Answer>, SyntaxError> {
    let mut answers = stated(text)?;
    if answers.is_empty() {
        answers.push(Answer::Unknown);
    }
    Ok(answers)
}

/// As [`read_all`], but a text that states nothing gives nothing: a solver that crashed before it
/// could answer is told from one that says that it does not know.
///
/// # Errors
/// As [`read_all`].
pub fn stated(text: &[u8]) -> Result<Vec<Answer>, SyntaxError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if is_utf16(text) {
        return Err(SyntaxError::utf16());
    }
    let mut answers = Answers::default();
    for (line, bytes) in (1..).zip(text.split(|&byte| byte == b'\n')) {
        answers.line(Place { line, column: 1 }, bytes)?;
    }
    answers.finish()
}

#[cfg(test)]
mod tests {
    use super::Answer::{Count, Unknown, Unsatisfiable};
    use super::*;

    fn model(integers: &[i32]) -> Answer {
        let literal = |&integer| Lit::from_dimacs(integer).expect("not 0");
        Answer::Satisfiable(integers.iter().map(literal).collect())
    }

    #[track_caller]
    fn assert_read(text: &str, answers: &[Answer]) {
        assert_eq!(read_all(text.as_bytes()).as_deref(), Ok(answers), "{text}");
    }

    #[test]
    fn one_answer_in_every_dialect() {
        for text in [
            "s SATISFIABLE\nv 1 -2 0\n",
            "s SATISFIABLE\nv 1\nc between\n\nv -2\nv 0",
            "c banner\ns SATISFIABLE\r\nv 1 -2\r\n",
            "v 1 -2 0\ns SATISFIABLE\nc Models : 1+\n",
            "v 1 -2\ns SATISFIABLE\n",
            "SAT\n1 -2 0\n",
            "sat\n1 -2",
            "SATISFIABLE\n 1 -2 0",
            "1\n-2\n0\n",
            "\u{feff}1 -2",
        ] {
            assert_read(text, &[model(&[1, -2])]);
        }
        assert_read("s SATISFIABLE\n", &[model(&[])]);
        assert_read("v  0\ns SATISFIABLE\n", &[model(&[])]);
        for text in [
            "s UNSATISFIABLE",
            "UNSAT\n",
            "unsat\n",
            "c x\n s UNSATISFIABLE \r\n",
        ] {
            assert_read(text, &[Unsatisfiable]);
        }
    }

    #[test]
    fn whatever_is_no_verdict_is_unknown() {
        for text in [
            "",
            "\n \n",
            "c UNSATISFIABLE\n",
            "c UNKNOWN\n",
            "c UNKNOWN\ns UNKNOWN\n",
            "s UNKNOWN\nc UNKNOWN",
            "s INDETERMINATE",
            "INDET\n",
            "INDETERMINATE\n",
            "timeout\n",
            "c s approx arb int 7\n",
        ] {
            assert_read(text, &[Unknown]);
        }
        assert_eq!(stated(b"c banner of a solver that crashed\n"), Ok(vec![]));
    }

    #[test]
    fn counts_are_read_once() {
        for text in [
            "s mc 92",
            "s 92",
            "s pmc 92\n",
            "s SATISFIABLE\nc s type mc\nc s log10-estimate 1.96\nc s exact arb int 92\n",
            "s SATISFIABLE\ns mc 92\nc s exact arb int 92\n",
        ] {
            assert_read(text, &[Count(92)]);
        }
        assert_read("s UNSATISFIABLE\nc s exact arb int 0", &[Unsatisfiable]);
        assert_read("s mc 0", &[Count(0)]);
        let largest = format!("s mc {}", u128::MAX);
        assert_read(&largest, &[Count(u128::MAX)]);
    }

    /// In either order; what clasp and picosat print when they list models stays an answer.
    #[test]
    fn values_and_a_verdict_that_allows_none_contradict_each_other() {
        let denials = [
            "s UNSATISFIABLE",
            "UNSAT",
            "s UNKNOWN",
            "INDET",
            "c UNKNOWN",
        ];
        for (denial, values) in denials
            .iter()
            .flat_map(|denial| ["v 2 0", "v 2", "-2 1 0", "v 0"].map(|values| (denial, values)))
        {
            for (text, line) in [
                (
                    format!(
                        "{values}
{denial}
"
                    ),
                    2,
                ),
                (
                    format!(
                        "{denial}
{values}
"
                    ),
                    2,
                ),
                (
                    format!(
                        "{denial}
c
{values}
{denial}
"
                    ),
                    3,
                ),
                (
                    format!(
                        "{denial}
{values}
s mc 3
"
                    ),
                    2,
                ),
                (
                    format!(
                        "v 1 0
s SATISFIABLE
{values}
{denial}"
                    ),
                    4,
                ),
            ] {
                let fault = read_all(text.as_bytes()).expect_err(&text);
                assert_eq!(fault.line, line, "{text}: {fault}");
                assert!(fault.expected.contains("`s SATISFIABLE`"), "{fault}");
            }
            let behind = format!(
                "SAT
{values}
{denial}
"
            );
            assert_eq!(read_all(behind.as_bytes()).map(|all| all.len()), Ok(2));
            let between = format!(
                "{denial}
{values}
s SATISFIABLE
"
            );
            assert_eq!(read_all(between.as_bytes()).map(|all| all.len()), Ok(2));
        }
        let listed = "s SATISFIABLE
v 1 0
v 2 0
s SATISFIABLE
v 3 0
s UNSATISFIABLE
";
        let models = [model(&[1]), model(&[2]), model(&[3]), Unsatisfiable];
        assert_read(listed, &models);
        let counted = read_all(
            b"s UNSATISFIABLE
c s exact arb int 5",
        );
        assert!(counted.is_err_and(|fault| fault.line == 2));
    }

    #[test]
    fn several_answers_stay_apart() {
        let two = [model(&[1]), model(&[-1])];
        assert_read(
            "c Answer: 1\nv 1 0\nc Answer: 2\nv -1 0\ns SATISFIABLE\n",
            &two,
        );
        assert_read("s SATISFIABLE\nv 1 0\nv -1 0\n", &two);
        assert_read("1 0 -1 0", &two);
        let listed = "s SATISFIABLE\nv 1 0\ns SATISFIABLE\nv -1 0\ns SOLUTIONS 2\n";
        assert_read(listed, &[model(&[1]), model(&[-1]), Count(2)]);
        assert_read(
            "s SATISFIABLE\nv 1\ns UNSATISFIABLE\ns UNKNOWN\ns UNKNOWN\nv 2 0\ns SATISFIABLE\nSAT\n3 0\n",
            &[
                model(&[1]),
                Unsatisfiable,
                Unknown,
                Unknown,
                model(&[2]),
                model(&[3]),
            ],
        );
    }

    #[test]
    fn faults_are_told_by_line_and_column() {
        let line = "a line of `s`, `v` or `c`, literals, or SAT, UNSAT or UNKNOWN";
        let status = "SATISFIABLE, UNSATISFIABLE, UNKNOWN or `mc` with a count behind `s`";
        let expected = [
            ("\nsegmentation fault", format!("line 2, column 1: expected {line}, found `segmentation`")),
            ("sat is what I want", format!("line 1, column 1: expected {line}, found `sat`")),
            ("s SATISFIABLE?", format!("line 1, column 3: expected {status}, found `SATISFIABLE?`")),
            ("s", format!("line 1, column 1: expected {status}, found `s`")),
            ("v 1 2x 0", "line 1, column 5: expected a literal or 0, found `2x`".into()),
            (
                "SAT\n1 -2\n  2 0",
                "line 3, column 3: expected a model that has not both signs, after `-2`, found `2`".into(),
            ),
            ("s mc many", "line 1, column 6: expected a number of models below 2^128, found `many`".into()),
            (
                "s mc 340282366920938463463374607431768211456",
                "line 1, column 6: expected a number of models below 2^128, found `340282366920938463463374..`".into(),
            ),
            (
                "s mc 4\nc s exact arb int 5",
                "line 2, column 19: expected the count 4 that was said before, found `5`".into(),
            ),
            (
                "s SATISFIABLE\ns mc 0",
                "line 2, column 6: expected at least one model, since it is satisfiable, found `0`".into(),
            ),
        ];
        for (text, message) in expected {
            assert_eq!(
                read_all(text.as_bytes()).expect_err(text).to_string(),
                message
            );
        }
        let utf16 = read_all(b"s\0 \0").expect_err("UTF-16");
        assert!(utf16.to_string().contains("UTF-16"));
    }
}
