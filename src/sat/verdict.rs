//! From a program's answers and its exit code to one verdict, or why they cannot be right.

use std::process::ExitStatus;

use crate::cnf::answer::Answer;
use crate::cnf::{Lit, Model, Size, SyntaxError};

/// What a program said of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It gave these models, one at least. None was checked.
    Models(Vec<Model>),
    /// There is no model.
    Unsatisfiable,
    /// It does not know.
    Unknown,
    /// It counted the models, and found one at least.
    Count(u128),
}

/// Whether a program that ended so came to an end of its own. 10 and 20 are the codes of the SAT
/// competitions, 30 is clasp's "all models seen"; behind any other, only what can be checked or promises nothing counts.
pub(super) fn is_orderly(status: ExitStatus, answers: Result<&[Answer], &SyntaxError>) -> bool {
    let harmless = |answer: &Answer| matches!(answer, Answer::Satisfiable(_) | Answer::Unknown);
    match (status.code(), answers) {
        (Some(0 | 10 | 20 | 30), _) => true,
        (Some(_), Ok(answers)) => !answers.is_empty() && answers.iter().all(harmless),
        _ => false,
    }
}

/// What `answers` to a formula of this size come to, or why they cannot be right.
pub(super) fn verdict(
    mut answers: Vec<Answer>,
    size: Size,
    status: ExitStatus,
) -> Result<Verdict, String> {
    let mut models = Vec::new();
    for answer in &answers {
        if let Answer::Satisfiable(literals) = answer {
            models.push(model(literals, size)?);
        }
    }
    if !models.is_empty() {
        return Ok(Verdict::Models(models));
    }
    answers.dedup();
    let says_satisfiable = status.code() == Some(10);
    match answers[..] {
        [] if says_satisfiable => Err("exit code 10, satisfiable, but no model".to_owned()),
        [] | [Answer::Unknown] => Ok(Verdict::Unknown),
        [Answer::Unsatisfiable | Answer::Count(0)] if says_satisfiable => {
            Err("unsatisfiable, but exit code 10, satisfiable".to_owned())
        }
        [Answer::Unsatisfiable | Answer::Count(0)] => Ok(Verdict::Unsatisfiable),
        [Answer::Count(models)] => Ok(Verdict::Count(models)),
        _ => Err("several verdicts that differ".to_owned()),
    }
}

fn model(literals: &[Lit], size: Size) -> Result<Model, String> {
    let variables = size.variables;
    let largest = literals.iter().map(|literal| literal.variable()).max();
    match largest {
        None if variables > 0 => Err("satisfiable, but no model".to_owned()),
        Some(largest) if u64::from(largest) > variables => Err(format!(
            "a model with variable {largest} of a formula with {variables}"
        )),
        _ => Ok(Model::new(literals.iter().copied())),
    }
}
