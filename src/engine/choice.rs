//! Which engine decides an instance best, and which one may confirm its answer.

use std::sync::Arc;

use super::native::Bitmask;
use super::{Engine, parse};
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

/// An engine of another kind than `first` for the same problem: a formula where search decided, search
/// where a formula did and the board is small enough, else a formula in an encoding that `first` does not use.
pub fn second_opinion(problem: &Problem, first: &dyn Engine) -> Arc<dyn Engine> {
    const FORMULA: &str = "sat-blocking+sequential";
    let searched = !first.name().starts_with("sat") && !first.name().starts_with("external");
    if searched {
        named(FORMULA)
    } else if best_for(problem).name() == Bitmask::NAME {
        Arc::new(Bitmask)
    } else if first.name() == FORMULA {
        named("sat-blocking+knuth")
    } else {
        named(FORMULA)
    }
}

fn fits_masks(problem: &Problem) -> bool {
    let board = problem.board();
    board.rows().max(board.columns()) <= Bitmask::MAX_SIDE
}

fn named(name: &str) -> Arc<dyn Engine> {
    parse(name).expect("an engine of the table")
}
