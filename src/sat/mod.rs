//! SAT solvers behind one trait; they take clauses and give models, and know nothing of boards.

mod child;
pub mod command;
pub mod external;
mod proof;
pub mod varisat;
mod verdict;

use std::io;

use crate::cnf::{ClauseSink, Lit, Model};
use crate::control::{Control, Stopped};

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
}
