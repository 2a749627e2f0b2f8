//! The table of engines: one line adds one.

use std::sync::Arc;

use super::name::{EngineNameError, parse};
use super::{Auto, Engine, Portfolio, native, sat};
use crate::amo::{self, Auxiliaries};
use crate::encode::Encoding;
use crate::sat::Embedded;
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
        name: Auto::NAME,
        summary: "the best engine for the board and the question; the default",
        build: |parts| parts.bare(Auto),
    },
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
        summary: "varisat or batsat; lists by clauses that block each solution found",
        build: blocking,
    },
    Entry {
        name: sat::Cubes::NAME,
        summary: "varisat or batsat on cubes, each in a small solver of its own, on threads",
        build: cubes,
    },
    Entry {
        name: Portfolio::NAME,
        summary: "several engines at once, the first verified answer wins; portfolio:ENGINE,ENGINE,.. chooses them",
        build: |parts| portfolio(&parts),
    },
    Entry {
        name: sat::External::NAME,
        summary: "any program that reads DIMACS: external:kissat, external:\"cadical -q\"",
        build: external,
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
    let solver = parts
        .parameter
        .map_or_else(|| Some(Embedded::default()), Embedded::parse);
    let solver = solver.ok_or_else(|| parts.wrong_parameter(Embedded::EXPECTED))?;
    let encoding = parts.encoding_or_default();
    Ok(Arc::new(sat::Blocking::new(solver, encoding)))
}

fn portfolio(parts: &Parts<'_>) -> Result<Arc<dyn Engine>, EngineNameError> {
    let names = match parts.parameter {
        None => Portfolio::MEMBERS.to_vec(),
        Some(names) => names.split(',').collect(),
    };
    if parts.encoding.is_some() {
        return Err(EngineNameError::NoEncoding(Portfolio::NAME));
    }
    let members: Result<Vec<_>, _> = names.into_iter().map(parse).collect();
    Ok(Arc::new(Portfolio::new(members?)))
}

/// `sat:SOLVER`, `sat:SOLVER/no-symmetry` or `sat:no-symmetry`.
fn cubes(parts: Parts<'_>) -> Result<Arc<dyn Engine>, EngineNameError> {
    let (name, symmetry) = match parts.parameter {
        None => (None, true),
        Some("no-symmetry") => (None, false),
        Some(name) => match name.strip_suffix("/no-symmetry") {
            Some(solver) => (Some(solver), false),
            None => (Some(name), true),
        },
    };
    let wrong = || parts.wrong_parameter(EXPECTED_FOR_CUBES);
    let solver = name.map(|name| Embedded::parse(name).ok_or_else(wrong));
    let engine = sat::Cubes::new(solver.transpose()?, parts.encoding);
    Ok(Arc::new(if symmetry {
        engine
    } else {
        engine.without_symmetry()
    }))
}

const EXPECTED_FOR_CUBES: &str =
    "the solver `varisat` or `batsat` and, after a slash, `no-symmetry`, or either";

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
