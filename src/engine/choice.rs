//! Which engine decides an instance best, and which one may confirm its answer.

use std::sync::Arc;

use super::native::Bitmask;
use super::{DEFAULT_ENCODING, Engine, parse};
use crate::problem::Problem;
use crate::problem::reduce::Residual;

/// Remaining lines up to which depth-first search decides in microseconds whatever is blocked.
const SMALL: usize = 16;

/// The engine that `check` asks: `bitmask` where at most 16 rows and columns remain after reduction and
/// the board fits its masks, else the SAT engine, which learns from dead ends where a fixed order of rows does not.
pub fn best_for(problem: &Problem) -> Arc<dyn Engine> {
    let small = |residual: Residual| residual.rows().len().min(residual.columns().len()) <= SMALL;
    if fits_masks(problem) && Residual::new(problem).is_ok_and(small) {
        Arc::new(Bitmask)
    } else {
        named("sat")
    }
}

/// An engine of another kind than `first` for the same problem: search where a formula was solved and a
/// formula where search decided; past the masks, a formula in another encoding.
pub fn second_opinion(problem: &Problem, first: &dyn Engine) -> Arc<dyn Engine> {
    match first.encoding() {
        Some(_) if best_for(problem).encoding().is_none() => Arc::new(Bitmask),
        Some(encoding) if encoding.name() == DEFAULT_ENCODING => named("sat+pairwise"),
        _ => named("sat"),
    }
}

fn fits_masks(problem: &Problem) -> bool {
    let board = problem.board();
    board.rows().max(board.columns()) <= Bitmask::MAX_SIDE
}

fn named(name: &str) -> Arc<dyn Engine> {
    parse(name).expect("an engine of the table")
}
