//! Engines: everything that finds, counts or lists the solutions of a problem, under one trait and in one table.

mod auto;
mod choice;
mod local_first;
mod name;
pub mod native;
mod portfolio;
pub mod sat;
mod table;
pub mod unique;

pub use auto::Auto;
pub use choice::{best_for, best_to_count, best_to_find, second_opinion};
pub use name::{EngineNameError, parse, parse_with};
pub use portfolio::Portfolio;
pub use table::{DEFAULT_ENCODING, Entry, TABLE};

use std::ops::ControlFlow;

use crate::control::{Control, Stopped};
use crate::encode::{EncodeError, Encoding};
use crate::problem::Problem;
use crate::problem::reduce::TooManySquares;
use crate::sat::SolveError;
use crate::sat::external::ExternalError;
use crate::solution::Placement;

/// What a search cost, in units that no machine changes. A cost that an engine does not have is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Effort {
    /// Nodes of the search tree, the root and the solutions among them.
    pub nodes: Option<u64>,
    /// What a search tried a queen on: squares, or whole boards where it tests those only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<u64>,
    /// Queens that a local search moved, over all its restarts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// How often a local search began anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restarts: Option<u64>,
    /// Cubes that a SAT solver was given.
    #[serde(default)]
    pub cubes: Option<u64>,
    /// Clauses that a SAT solver learned.
    pub learned: Option<u64>,
    /// Models that a SAT solver gave.
    pub models: Option<u64>,
    /// Clauses that block solutions: those in the solver at its end, or of all cubes together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocking_clauses: Option<u64>,
}

/// The result of a run, whole or partial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The solutions found: their number, or a lower bound on it if the run was stopped.
    pub solutions: u128,
    /// Why the run ended early, if it did.
    pub stopped: Option<Stopped>,
    /// What it cost.
    pub effort: Effort,
}

/// Why an engine cannot work on a problem at all.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The board is beyond the engine.
    #[error(
        "the engine `{engine}` takes boards of at most {limit} rows and columns, found {found}; choose another, as `--engine sat`"
    )]
    TooLarge {
        /// The engine.
        engine: &'static str,
        /// Its longest side.
        limit: u32,
        /// The board.
        found: crate::board::Board,
    },
    /// The engine stops at its first solution by nature.
    #[error(
        "the engine `{engine}` finds one solution and can neither count nor list; choose another, as `--engine bitmask`"
    )]
    OneSolution {
        /// The engine.
        engine: &'static str,
    },
    /// The problem is not of the kind that the engine solves.
    #[error("the engine `{engine}` cannot take this problem: {reason}")]
    Unsuited {
        /// The engine.
        engine: &'static str,
        /// What it needs, and what to do.
        reason: &'static str,
    },
    /// The problem has too many squares.
    #[error(transparent)]
    TooManySquares(#[from] TooManySquares),
    /// The problem could not be encoded.
    #[error(transparent)]
    Encode(EncodeError),
    /// The solver failed.
    #[error(transparent)]
    Solve(SolveError),
    /// An external solver failed.
    #[error(transparent)]
    External(ExternalError),
    /// An external solver gave an answer that is not true.
    #[error("the solver of the engine `{engine}` is wrong: {what}")]
    WrongAnswer {
        /// The engine.
        engine: String,
        /// What it said.
        what: String,
    },
    /// A model counter was given auxiliary variables that the queens do not determine.
    #[error(
        "`{engine}` counts models, which are more than the solutions where auxiliary variables are free; choose `--auxiliaries determined`"
    )]
    FreeAuxiliaries {
        /// The engine.
        engine: String,
    },
}

impl EngineError {
    /// Whether the engine does not take the problem, rather than having gone wrong on it.
    pub fn is_refusal(&self) -> bool {
        !matches!(
            self,
            Self::Solve(_) | Self::External(_) | Self::WrongAnswer { .. }
        )
    }
}

/// Whose fault it is that this engine is wrong, as the end of a sentence.
pub fn blame(engine: &dyn Engine) -> &'static str {
    if engine.is_external() {
        "a defect of the external solver"
    } else {
        "a defect of this program"
    }
}

/// The caller's function that is shown each placement and says whether to go on.
pub type Visitor<'a> = dyn FnMut(&Placement) -> ControlFlow<()> + 'a;

/// An algorithm for the problem.
pub trait Engine: Send + Sync {
    /// The name that [`parse`] finds it by.
    fn name(&self) -> String;

    /// Whether a program outside this one has a part in its answers.
    fn is_external(&self) -> bool {
        false
    }

    /// How it encodes problems, if it does.
    fn encoding(&self) -> Option<&Encoding> {
        None
    }

    /// Does what a run does before its search, and drops it, so that it can be timed: reducing, encoding,
    /// loading a solver. False where nothing of the kind is worth its time. What the control cut short
    /// is not told from the whole; ask it.
    ///
    /// # Errors
    /// The engine cannot work on the problem.
    fn prepare(&self, _problem: &Problem, _control: &Control) -> Result<bool, EngineError> {
        Ok(false)
    }

    /// Shows every solution once. A visitor that breaks ends the run with [`Stopped::Limit`].
    ///
    /// # Errors
    /// The engine cannot work on the problem. A run that was stopped is an outcome, not an error.
    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError>;

    /// Counts the solutions.
    ///
    /// # Errors
    /// As [`enumerate`](Self::enumerate).
    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        self.enumerate(problem, control, &mut |_| ControlFlow::Continue(()))
    }

    /// Finds one solution; none and `stopped` empty means that there is none. A solution found is
    /// one, and `stopped` is empty then.
    ///
    /// # Errors
    /// As [`enumerate`](Self::enumerate).
    fn find(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> Result<(Option<Placement>, Outcome), EngineError> {
        let mut found = None;
        let mut outcome = self.enumerate(problem, control, &mut |placement| {
            found = Some(placement.clone());
            ControlFlow::Break(())
        })?;
        if found.is_some() {
            outcome.stopped = None;
        }
        Ok((found, outcome))
    }
}
