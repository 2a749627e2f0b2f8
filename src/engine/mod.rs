//! Engines: everything that finds, counts or lists the solutions of a problem, under one trait and in one table.

pub mod native;
pub mod sat;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::amo::{self, AmoError, Auxiliaries};
use crate::control::{Control, Stopped};
use crate::encode::{EncodeError, Encoding};
use crate::problem::Problem;
use crate::problem::reduce::TooManySquares;
use crate::sat::SolveError;
use crate::solution::Placement;

/// What a search cost, in units that no machine changes. A cost that an engine does not have is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Effort {
    /// Nodes of the search tree, the root and the solutions among them.
    pub nodes: Option<u64>,
    /// Clauses that a SAT solver learned.
    pub learned: Option<u64>,
    /// Models that a SAT solver gave.
    pub models: Option<u64>,
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
    /// The problem has too many squares.
    #[error(transparent)]
    TooManySquares(#[from] TooManySquares),
    /// The problem could not be encoded.
    #[error(transparent)]
    Encode(EncodeError),
    /// The solver failed.
    #[error(transparent)]
    Solve(SolveError),
}

/// The caller's function that is shown each placement and says whether to go on.
pub type Visitor<'a> = dyn FnMut(&Placement) -> ControlFlow<()> + 'a;

/// An algorithm for the problem.
pub trait Engine: Send + Sync {
    /// The name that [`parse`] finds it by.
    fn name(&self) -> String;

    /// How it encodes problems, if it does.
    fn encoding(&self) -> Option<&Encoding> {
        None
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

/// One line of the table of engines.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// Whether it takes an at-most-one encoding behind a plus sign.
    pub encodes: bool,
}

/// Every engine.
pub const TABLE: &[Entry] = &[
    Entry {
        name: native::Bitmask::NAME,
        summary: "native depth-first search over rows with bit masks, boards to 64",
        encodes: false,
    },
    Entry {
        name: sat::Blocking::NAME,
        summary: "varisat; lists by clauses that block each solution found",
        encodes: true,
    },
    Entry {
        name: SAT,
        summary: "the best SAT engine: for now the same as sat-blocking",
        encodes: true,
    },
];

const SAT: &str = "sat";

/// The encoding that SAT engines take unless told otherwise.
pub const DEFAULT_ENCODING: &str = "knuth";

/// Why a name chooses no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineNameError {
    /// No such engine.
    #[error("expected an engine ({known}), found {0:?}", known = names())]
    Unknown(String),
    /// No such SAT solver.
    #[error("expected the solver `varisat` behind `{engine}:`, found {found:?}")]
    Solver {
        /// The engine.
        engine: String,
        /// What stood behind the colon.
        found: String,
    },
    /// An encoding for an engine without one.
    #[error("the engine `{0}` takes no encoding")]
    NoEncoding(&'static str),
    /// A bad encoding.
    #[error(transparent)]
    Encoding(#[from] AmoError),
}

fn names() -> String {
    let names: Vec<&str> = TABLE.iter().map(|entry| entry.name).collect();
    names.join(", ")
}

/// The engine named `NAME`, `NAME:SOLVER` or either with `+ENCODING`.
///
/// # Errors
/// An unknown engine, solver or encoding.
pub fn parse(text: &str) -> Result<Arc<dyn Engine>, EngineNameError> {
    parse_with(text, None)
}

/// As [`parse`], with an encoding for a SAT engine that names none itself.
///
/// # Errors
/// An unknown engine, solver or encoding, or an encoding for an engine that takes none.
pub fn parse_with(
    text: &str,
    encoding: Option<Encoding>,
) -> Result<Arc<dyn Engine>, EngineNameError> {
    let (engine, amo) = match text.split_once('+') {
        Some((engine, amo)) => (engine, Some(amo)),
        None => (text, None),
    };
    let (name, solver) = match engine.split_once(':') {
        Some((name, solver)) => (name, Some(solver)),
        None => (engine, None),
    };
    let entry = TABLE.iter().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(|| EngineNameError::Unknown(name.to_owned()))?;
    if !entry.encodes && (amo.is_some() || encoding.is_some()) {
        return Err(EngineNameError::NoEncoding(entry.name));
    }
    if let Some(found) = solver.filter(|&solver| !entry.encodes || solver != "varisat") {
        return Err(EngineNameError::Solver {
            engine: name.to_owned(),
            found: found.to_owned(),
        });
    }
    if !entry.encodes {
        return Ok(Arc::new(native::Bitmask));
    }
    let encoding = match (amo, encoding) {
        (Some(amo), _) => Encoding::uniform(amo::parse(amo)?, Auxiliaries::Determined),
        (None, Some(encoding)) => encoding,
        (None, None) => Encoding::uniform(amo::parse(DEFAULT_ENCODING)?, Auxiliaries::Determined),
    };
    Ok(Arc::new(sat::Blocking::new(encoding)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_engines() {
        for (text, name) in [
            ("bitmask", "bitmask"),
            ("sat", "sat-blocking+knuth"),
            (
                "sat-blocking:varisat+commander:4",
                "sat-blocking+commander:4",
            ),
        ] {
            assert_eq!(parse(text).expect("an engine").name(), name);
        }
        for bad in [
            "",
            "bitmsk",
            "bitmask+knuth",
            "bitmask:varisat",
            "sat:minisat",
            "sat+",
            "sat+commander:1",
            "sat:",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
