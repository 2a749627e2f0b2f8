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
    build: Build,
}

/// Makes an engine from the parts of its name.
type Build = fn(Parts<'_>) -> Result<Arc<dyn Engine>, EngineNameError>;

/// The parts of `NAME[:PARAMETER][+ENCODING]`.
struct Parts<'a> {
    name: &'static str,
    parameter: Option<&'a str>,
    encoding: Option<Encoding>,
}

/// Every engine.
pub const TABLE: &[Entry] = &[
    Entry {
        name: native::Bitmask::NAME,
        summary: "the best native search for each board, in the vectors of the processor; boards to 128",
        build: bitmask,
    },
    Entry {
        name: native::BitmaskPlain::NAME,
        summary: "native depth-first search over rows with bit masks; boards to 128",
        build: |parts| parts.bare(native::BitmaskPlain),
    },
    Entry {
        name: native::BitmaskMirror::NAME,
        summary: "the same on the left half of row 0, doubled",
        build: |parts| parts.bare(native::BitmaskMirror),
    },
    Entry {
        name: sat::Blocking::NAME,
        summary: "varisat; lists by clauses that block each solution found",
        build: blocking,
    },
    Entry {
        name: "sat",
        summary: "the best SAT engine: for now the same as sat-blocking",
        build: blocking,
    },
];

/// The encoding that SAT engines take unless told otherwise.
pub const DEFAULT_ENCODING: &str = "knuth";

fn bitmask(parts: Parts<'_>) -> Result<Arc<dyn Engine>, EngineNameError> {
    let Some(name) = parts.parameter else {
        return parts.bare(native::Bitmask::new());
    };
    if parts.encoding.is_some() {
        return Err(EngineNameError::NoEncoding(parts.name));
    }
    match native::Bitmask::with_instructions(name) {
        None => Err(parts.wrong_parameter("`scalar`, `avx2` or `avx512`")),
        Some(engine) if engine.is_here() => Ok(Arc::new(engine)),
        Some(_) => Err(EngineNameError::Instructions(name.to_owned())),
    }
}

fn blocking(parts: Parts<'_>) -> Result<Arc<dyn Engine>, EngineNameError> {
    match parts.parameter {
        None | Some("varisat") => Ok(Arc::new(sat::Blocking::new(parts.encoding_or_default()))),
        Some(_) => Err(parts.wrong_parameter("the solver `varisat`")),
    }
}

impl Parts<'_> {
    /// An engine that takes neither parameter nor encoding.
    fn bare(self, engine: impl Engine + 'static) -> Result<Arc<dyn Engine>, EngineNameError> {
        match (self.parameter, &self.encoding) {
            (None, None) => Ok(Arc::new(engine)),
            (Some(_), _) => Err(self.wrong_parameter("nothing")),
            (None, Some(_)) => Err(EngineNameError::NoEncoding(self.name)),
        }
    }

    fn encoding_or_default(self) -> Encoding {
        let default = || amo::parse(DEFAULT_ENCODING).expect("the default is in the table");
        self.encoding
            .unwrap_or_else(|| Encoding::uniform(default(), Auxiliaries::Determined))
    }

    fn wrong_parameter(&self, expected: &'static str) -> EngineNameError {
        let found = self.parameter.unwrap_or_default().to_owned();
        EngineNameError::Parameter {
            engine: self.name,
            expected,
            found,
        }
    }
}

/// Why a name chooses no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineNameError {
    /// No such engine.
    #[error("expected an engine ({known}), found {0:?}", known = names())]
    Unknown(String),
    /// Something behind the colon that the engine does not take.
    #[error("expected {expected} behind `{engine}:`, found {found:?}")]
    Parameter {
        /// The engine.
        engine: &'static str,
        /// What it takes.
        expected: &'static str,
        /// What stood there.
        found: String,
    },
    /// Instructions that the processor does not have.
    #[error(
        "this processor lacks the instructions of `bitmask:{0}`; `bitmask` takes the best it has"
    )]
    Instructions(String),
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

/// The engine named `NAME`, `NAME:PARAMETER` or either with `+ENCODING`.
///
/// # Errors
/// An unknown engine, parameter or encoding.
pub fn parse(text: &str) -> Result<Arc<dyn Engine>, EngineNameError> {
    parse_with(text, None)
}

/// As [`parse`], with an encoding for an engine that encodes and names none itself.
///
/// # Errors
/// As [`parse`], or an encoding for an engine that takes none.
pub fn parse_with(
    text: &str,
    encoding: Option<Encoding>,
) -> Result<Arc<dyn Engine>, EngineNameError> {
    let (engine, amo) = match text.split_once('+') {
        Some((engine, amo)) => (engine, Some(amo)),
        None => (text, None),
    };
    let (name, parameter) = match engine.split_once(':') {
        Some((name, parameter)) => (name, Some(parameter)),
        None => (engine, None),
    };
    let entry = TABLE.iter().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(|| EngineNameError::Unknown(name.to_owned()))?;
    let encoding = match amo {
        Some(amo) => Some(Encoding::uniform(amo::parse(amo)?, Auxiliaries::Determined)),
        None => encoding,
    };
    (entry.build)(Parts {
        name: entry.name,
        parameter,
        encoding,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_engines() {
        for (text, name) in [
            ("bitmask", "bitmask"),
            ("bitmask:scalar", "bitmask:scalar"),
            ("bitmask-mirror", "bitmask-mirror"),
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
            "bitmask:scalar+knuth",
            "bitmask-plain:avx2",
            "sat:minisat",
            "sat+",
            "sat+commander:1",
            "sat:",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
