//! SAT solvers behind one trait; they take clauses and give models, and know nothing of boards.

pub mod batsat;
mod child;
pub mod command;
mod embedded;
pub mod external;
mod proof;
pub mod varisat;
mod verdict;

pub use embedded::{Embedded, Settings};

use std::io;

use crate::cnf::{ClauseSink, Lit, Model};
use crate::control::{Control, Stopped};

/// How a solver will be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One call of `solve`.
    OneShot,
    /// Assumptions, and clauses between calls.
    Incremental,
}

/// Why a solver gave no verdict.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The control stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The proof could not be written.
    #[error("the proof could not be written: {0}")]
    Proof(#[source] io::Error),
    /// It was asked again after an error that had ended it.
    #[error("the solver was asked again after it had been stopped")]
    Spent,
}

/// A solver that has been sent a formula.
pub trait Solver: ClauseSink {
    /// A model of the formula with all `assumptions` true, or `None` if there is none.
    ///
    /// # Errors
    /// No verdict was reached.
    fn solve(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
    ) -> Result<Option<Model>, SolveError>;

    /// How many clauses it has learned so far.
    fn learned(&self) -> u64;

    /// How many literals it has propagated so far, if it counts them.
    fn propagations(&self) -> Option<u64> {
        None
    }

    /// After an answer of `None`: assumptions that cannot all be true, not always as few as possible;
    /// none if the formula has no model anyway.
    fn core(&self) -> &[Lit] {
        &[]
    }
}
