//! Solutions up to symmetry: any engine that lists, sieved to one solution of each orbit.
//!
//! The symmetries are those that leave the problem itself as it is: eight on the empty square board,
//! four on a rectangle, fewer where queens are placed or squares blocked. Each orbit shows once, as its
//! lexicographically smallest solution, in the engine's order.

use std::ops::ControlFlow;

use super::{Engine, EngineError, Outcome, Visitor};
use crate::control::Control;
use crate::problem::Problem;
use crate::solution::Class;

/// Solutions up to symmetry, by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Classes {
    /// Orbits of solutions that a quarter turn leaves alone.
    pub doubly_symmetric: u128,
    /// Orbits of solutions that a half turn leaves alone, but no quarter turn.
    pub singly_symmetric: u128,
    /// Orbits of all others.
    pub asymmetric: u128,
}

impl Classes {
    /// Solutions up to symmetry.
    pub fn unique(&self) -> u128 {
        self.doubly_symmetric + self.singly_symmetric + self.asymmetric
    }
}

/// Shows one solution of each orbit, the canonical one; the outcome counts these.
///
/// # Errors
/// Those of the engine's [`enumerate`](Engine::enumerate).
pub fn enumerate(
    engine: &dyn Engine,
    problem: &Problem,
    control: &Control,
    visit: &mut Visitor<'_>,
) -> Result<Outcome, EngineError> {
    let (board, group) = (problem.board(), problem.symmetries());
    let mut unique = 0;
    let outcome = engine.enumerate(problem, control, &mut |placement| {
        if placement.is_canonical(board, &group) {
            unique += 1;
            visit(placement)
        } else {
            ControlFlow::Continue(())
        }
    })?;
    Ok(Outcome {
        solutions: unique,
        ..outcome
    })
}

/// Counts the orbits; without symmetry there is nothing to sieve.
///
/// # Errors
/// Those of the engine's [`enumerate`](Engine::enumerate).
pub fn count(
    engine: &dyn Engine,
    problem: &Problem,
    control: &Control,
) -> Result<Outcome, EngineError> {
    if problem.symmetries().len() == 1 {
        return engine.count(problem, control);
    }
    enumerate(engine, problem, control, &mut |_| ControlFlow::Continue(()))
}

/// Counts the orbits by class.
///
/// # Errors
/// Those of the engine's [`enumerate`](Engine::enumerate).
pub fn classes(
    engine: &dyn Engine,
    problem: &Problem,
    control: &Control,
) -> Result<(Classes, Outcome), EngineError> {
    let (board, group) = (problem.board(), problem.symmetries());
    let mut classes = Classes::default();
    let outcome = enumerate(engine, problem, control, &mut |placement| {
        match placement.class(board, &group) {
            Class::DoublySymmetric => classes.doubly_symmetric += 1,
            Class::SinglySymmetric => classes.singly_symmetric += 1,
            Class::Asymmetric => classes.asymmetric += 1,
        }
        ControlFlow::Continue(())
    })?;
    Ok((classes, outcome))
}
