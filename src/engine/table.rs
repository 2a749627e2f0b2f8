//! The table of engines: one line adds one.

use std::sync::Arc;

use super::name::EngineNameError;
use super::{Engine, native, sat};
use crate::amo::{self, Auxiliaries};
use crate::encode::Encoding;
use crate::sat::command::CommandLine;

/// One line of the table of engines.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    pub(super) build: Build,
}

/// Makes an engine from the parts of its name.
pub(super) type Build = fn(Parts<'_>) -> Result<Arc<dyn Engine>, EngineNameError>;

/// The parts of `NAME[:PARAMETER][+ENCODING]`.
pub(super) struct Parts<'a> {
    pub(super) name: &'static str,
    pub(super) parameter: Option<&'a str>,
    pub(super) encoding: Option<Encoding>,
}

/// Every engine.
pub const TABLE: &[Entry] = &[
    Entry {
        name: native::Bitmask::NAME,
        summary: "native depth-first search over rows with bit masks, boards to 64",
        build: |parts| parts.bare(native::Bitmask),
    },
    Entry {
        name: native::BruteForce::NAME,
        summary: "every choice of n open squares, tested whole",
        build: |parts| parts.bare(native::BruteForce),
    },
    Entry {
        name: native::Permutations::NAME,
        summary: "every permutation of the columns, tested whole",
        build: |parts| parts.bare(native::Permutations),
    },
    Entry {
        name: native::Sets::NAME,
        summary: "depth-first search with hash sets of columns, r + c, r - c",
        build: |parts| parts.bare(native::Sets),
    },
    Entry {
        name: native::Arrays::NAME,
        summary: "depth-first search with arrays of columns and diagonals",
        build: |parts| parts.bare(native::Arrays),
    },
    Entry {
        name: native::ForwardChecking::NAME,
        summary: "strikes attacked squares off the rows to come; orders by `:`",
        build: |parts| {
            parts.with(native::Order::EXPECTED, |order| {
                native::Order::parse(order).map(native::ForwardChecking::new)
            })
        },
    },
    Entry {
        name: native::ArcConsistency::NAME,
        summary: "keeps squares with support in every other row; orders by `:`",
        build: |parts| {
            parts.with(native::Order::EXPECTED, |order| {
                native::Order::parse(order).map(native::ArcConsistency::new)
            })
        },
    },
    Entry {
        name: native::DancingLinks::NAME,
        summary: "exact cover by Algorithm X, fewest options first",
        build: |parts| parts.bare(native::DancingLinks),
    },
    Entry {
        name: native::MinConflicts::NAME,
        summary: "moves attacked queens where attacks are fewest; finds one",
        build: |parts| parts.with(native::local::EXPECTED, native::MinConflicts::parse),
    },
    Entry {
        name: native::QueenSearch::NAME,
        summary: "swaps columns of a permutation; any size; finds one",
        build: |parts| parts.with(native::local::EXPECTED, native::QueenSearch::parse),
    },
    Entry {
        name: native::Construction::NAME,
        summary: "a formula, for empty square boards of any size; finds one",
        build: |parts| parts.bare(native::Construction),
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
    Entry {
        name: sat::External::NAME,
        summary: "any program that reads DIMACS: external:kissat, external:\"cadical -q\"",
        build: external,
    },
];

/// The encoding that SAT engines take unless told otherwise.
pub const DEFAULT_ENCODING: &str = "knuth";

fn blocking(parts: Parts<'_>) -> Result<Arc<dyn Engine>, EngineNameError> {
    match parts.parameter {
        None | Some("varisat") => Ok(Arc::new(sat::Blocking::new(parts.encoding_or_default()))),
        Some(_) => Err(parts.wrong_parameter("the solver `varisat`")),
    }
}

fn external(parts: Parts<'_>) -> Result<Arc<dyn Engine>, EngineNameError> {
    let command = CommandLine::parse(parts.parameter.unwrap_or_default())?;
    let encoding = parts.encoding_or_default();
    Ok(Arc::new(sat::External::new(command, encoding)))
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

    /// An engine without encoding whose parameter, if any, `read` understands.
    fn with<E: Engine + 'static>(
        self,
        expected: &'static str,
        read: impl FnOnce(Option<&str>) -> Option<E>,
    ) -> Result<Arc<dyn Engine>, EngineNameError> {
        match (read(self.parameter), &self.encoding) {
            (Some(engine), None) => Ok(Arc::new(engine)),
            (None, _) => Err(self.wrong_parameter(expected)),
            (Some(_), Some(_)) => Err(EngineNameError::NoEncoding(self.name)),
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
