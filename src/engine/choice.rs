//! Which engine decides, solves or counts an instance best, and which one may confirm its answer.

use std::sync::Arc;

use super::local_first::LocalFirst;
use super::native::{Bitmask, Construction};
use super::{Engine, parse};
use crate::problem::Problem;
use crate::problem::reduce::Residual;

/// Remaining lines up to which native search decides in microseconds whatever is blocked.
const SMALL: u64 = 16;
/// Remaining lines up to which, where few squares are open, it decides sooner than solvers do.
const CROWDED: u64 = 60;
/// Open squares a line that are few.
const FEW: u64 = 12;
/// The native search's masks have this many bits.
const LONGEST: u32 = u128::BITS;

/// The complete engine for a decision: `bitmask` where it fits its masks of 128 bits and at most 16 lines lack a queen, or at
/// most 60 with at most 12 open squares each; else the SAT engine, which learns from dead ends.
pub fn best_for(problem: &Problem) -> Arc<dyn Engine> {
    let suits = |residual: Residual| {
        let lines = residual.rows().len().min(residual.columns().len()) as u64;
        lines <= SMALL || (lines <= CROWDED && residual.open_squares() <= lines * FEW)
    };
    if fits_masks(problem) && Residual::new(problem).is_ok_and(suits) {
        named(Bitmask::NAME)
    } else {
        named("sat")
    }
}

/// The engine for one solution: `construction` on empty square boards, else the one that [`best_for`] says; beyond the
/// masks after local search, which is quick there but does not know that there is no solution.
pub fn best_to_find(problem: &Problem) -> Arc<dyn Engine> {
    let board = problem.board();
    if problem.is_plain() && board.rows() == board.columns() {
        named(Construction::NAME)
    } else if fits_masks(problem) {
        best_for(problem)
    } else {
        Arc::new(LocalFirst::new(best_for(problem)))
    }
}

/// The engine that counts and lists: `bitmask` where it fits its masks, else `sat`.
pub fn best_to_count(problem: &Problem) -> Arc<dyn Engine> {
    named(if fits_masks(problem) {
        Bitmask::NAME
    } else {
        "sat"
    })
}

fn fits_masks(problem: &Problem) -> bool {
    let board = problem.board();
    board.rows().max(board.columns()) <= LONGEST
}

/// An engine of another kind than `first` for the same problem: a formula where search decided, search
/// where a formula did and the board is small enough, else a formula in an encoding that `first` does not use.
pub fn second_opinion(problem: &Problem, first: &dyn Engine) -> Arc<dyn Engine> {
    const FORMULA: &str = "sat-blocking+sequential";
    let searched = !first.name().starts_with("sat") && !first.name().starts_with("external");
    if searched {
        named(FORMULA)
    } else if best_for(problem).name() == Bitmask::NAME {
        named(Bitmask::NAME)
    } else if first.name() == FORMULA {
        named("sat-blocking+knuth")
    } else {
        named(FORMULA)
    }
}

fn named(name: &str) -> Arc<dyn Engine> {
    parse(name).expect("an engine of the table")
}
