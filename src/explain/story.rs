//! A set of givens that excludes every completion, told in chess terms.
//!
//! The shortest argument that suffices is told: an attack, a row or column without a square, a
//! chain of forced queens; and where there is none, that a search was needed. Rows are numbered from 1
//! and columns lettered, as on the drawn board. Of more than twenty squares only the first are named.

use super::core::{Candidates, Core, reduced_to};
use super::propagate::{self, Refutation};
use super::{ExplainError, Given};
use crate::board::{Line, Square, file_name};
use crate::control::Control;
use crate::problem::Problem;

/// Why a set of givens excludes every completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Two of its queens attack each other, or a queen stands on a blocked square.
    Contradiction,
    /// It leaves a row or column without a square.
    EmptyLine,
    /// It forces queens, one after the other, until a row or column has no square.
    ForcedQueens,
    /// No row or column shows it; every way to go on was tried.
    Search,
}

/// Why there is no completion, in words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Story {
    /// The kind of argument.
    pub reason: Reason,
    /// The argument, a sentence each.
    pub sentences: Vec<String>,
}

/// Squares and steps up to which all are named.
const NAMED: usize = 20;
/// Squares named of a longer list.
const FIRST: usize = 5;

/// Tells why `core`, found for `problem` with these `candidates`, excludes every completion.
///
/// # Errors
/// A problem too large, or a control that stops.
pub fn tell(
    problem: &Problem,
    core: &Core,
    candidates: Candidates,
    control: &Control,
) -> Result<Story, ExplainError> {
    let reduced = reduced_to(problem, candidates, core.members.iter().copied());
    if let Some(conflict) = reduced.conflict() {
        return Ok(Story {
            reason: Reason::Contradiction,
            sentences: vec![capitalised(&format!("{conflict}."))],
        });
    }
    let free = |given| candidates == Candidates::Queens && matches!(given, Given::Blocked(_));
    Ok(match propagate::refute(&reduced, free, control)? {
        Some(refutation) if refutation.steps.is_empty() => Story {
            reason: Reason::EmptyLine,
            sentences: vec![empty_line(&refutation)],
        },
        Some(refutation) => Story {
            reason: Reason::ForcedQueens,
            sentences: forced_queens(&refutation),
        },
        None => Story {
            reason: Reason::Search,
            sentences: search(
                core,
                candidates == Candidates::Queens && reduced.blocked().next().is_some(),
            ),
        },
    })
}

/// "b4, d5 and f2 leave no square in row 7."
fn empty_line(refutation: &Refutation) -> String {
    let (queens, blocked) = apart(refutation.givens.iter().copied());
    let line = name(refutation.line);
    match (queens.len(), blocked.len()) {
        (0, 0) => format!("{} has no square.", capitalised(&line)),
        (0, _) => format!("Every square of {line} is blocked."),
        (1, 0) => format!("{} leaves no square in {line}.", queens_named(&queens)),
        (_, 0) => format!("{} leave no square in {line}.", queens_named(&queens)),
        _ => format!(
            "{} and {} leave no square in {line}.",
            queens_named(&queens),
            blocked_named(&blocked)
        ),
    }
}

/// "With b4 and d5, row 3 has only e3 left.", "Then column g has no square left."
fn forced_queens(refutation: &Refutation) -> Vec<String> {
    let steps = &refutation.steps;
    let (queens, blocked) = apart(refutation.givens.iter().copied());
    let mut sentences = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        if steps.len() > NAMED && index == FIRST {
            let rest = steps.len() - FIRST;
            sentences.push(format!(
                "Then {rest} more queens are forced in the same way."
            ));
            break;
        }
        let what = format!("{} has only {} left", name(step.line), step.queen);
        sentences.push(if index > 0 {
            format!("Then {what}.")
        } else {
            match (queens.len(), blocked.len()) {
                (0, 0) => format!("{}.", capitalised(&what)),
                (0, _) => format!("With the squares that are blocked, {what}."),
                (_, 0) => format!("With {}, {what}.", queens_named(&queens)),
                _ => format!(
                    "With {} and the squares that are blocked, {what}.",
                    queens_named(&queens)
                ),
            }
        });
    }
    sentences.push(format!(
        "Then {} has no square left.",
        name(refutation.line)
    ));
    sentences
}

/// `holes`: whether squares are blocked that are not up for discussion.
fn search(core: &Core, holes: bool) -> Vec<String> {
    let (queens, blocked) = apart(core.members.iter().copied());
    let what = match (queens.len(), blocked.len()) {
        (0, 0) if holes => {
            "The blocked squares leave no solution, with or without queens".to_owned()
        }
        (0, 0) => "The board has no solution, with or without givens".to_owned(),
        (1, 0) if holes => format!(
            "With the squares that are blocked, {} has no completion",
            queens_named(&queens)
        ),
        (_, 0) if holes => format!(
            "With the squares that are blocked, {} have no completion",
            queens_named(&queens)
        ),
        (0, 1) => format!("With {} there is no solution", blocked_named(&blocked)),
        (0, _) => format!("Together {} leave no solution", blocked_named(&blocked)),
        (1, 0) => format!("{} alone has no completion", queens_named(&queens)),
        (_, 0) => format!("{} together have no completion", queens_named(&queens)),
        _ => format!(
            "{} and {} together leave no completion",
            queens_named(&queens),
            blocked_named(&blocked)
        ),
    };
    vec![format!(
        "{what}: no row or column shows it, every way to go on was tried."
    )]
}

fn apart(givens: impl Iterator<Item = Given> + Clone) -> (Vec<Square>, Vec<Square>) {
    let queens = givens
        .clone()
        .filter(|given| matches!(given, Given::Queen(_)));
    let blocked = givens.filter(|given| matches!(given, Given::Blocked(_)));
    (
        queens.map(Given::square).collect(),
        blocked.map(Given::square).collect(),
    )
}

/// The squares of queens; with a count where not all are named.
fn queens_named(queens: &[Square]) -> String {
    if queens.len() > NAMED {
        format!("{} queens ({})", queens.len(), list(queens))
    } else {
        list(queens)
    }
}

/// The same of blocked squares.
fn blocked_named(blocked: &[Square]) -> String {
    match blocked {
        [only] => format!("the blocked square {only}"),
        _ if blocked.len() > NAMED => {
            format!("{} blocked squares ({})", blocked.len(), list(blocked))
        }
        _ => format!("the blocked squares {}", list(blocked)),
    }
}

/// "b4, d5 and f2", or the area and the first few.
fn list(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    match &names[..] {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [all @ .., last] if names.len() <= NAMED => format!("{} and {last}", all.join(", ")),
        _ => {
            let rows = || squares.iter().map(|square| square.row);
            let columns = || squares.iter().map(|square| square.column);
            let ends = "more than twenty squares";
            format!(
                "rows {} to {}, columns {} to {}: {}, ..",
                rows().min().expect(ends) + 1,
                rows().max().expect(ends) + 1,
                file_name(columns().min().expect(ends)),
                file_name(columns().max().expect(ends)),
                names[..FIRST].join(", ")
            )
        }
    }
}

fn name(line: Line) -> String {
    match line {
        Line::Row(row) => format!("row {}", row + 1),
        Line::Column(column) => format!("column {}", file_name(column)),
        Line::Falling(_) | Line::Rising(_) => line.kind().to_string(),
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
