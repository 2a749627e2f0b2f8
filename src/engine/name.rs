//! Names of engines: `NAME[:PARAMETER][+ENCODING]` becomes an engine of the table.

use std::sync::Arc;

use super::table::{Parts, TABLE};
use super::{Engine, Portfolio};
use crate::amo::{self, AmoError, Auxiliaries};
use crate::encode::Encoding;
use crate::sat::command::CommandError;

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
    /// An encoding in the engine's name and another one beside it.
    #[error("the engine {0:?} names its encoding; leave out the options that choose another")]
    TwoEncodings(String),
    /// A bad encoding.
    #[error(transparent)]
    Encoding(#[from] AmoError),
    /// A bad command of an external solver.
    #[error(transparent)]
    Command(#[from] CommandError),
}

fn names() -> String {
    let names: Vec<&str> = TABLE.iter().map(|entry| entry.name).collect();
    names.join(", ")
}

/// The engine named `NAME`, `NAME:PARAMETER` or either with `+ENCODING`.
///
/// `forward-checking` and `arc-consistency` take an order: `natural`, `most-constrained` (the
/// default), `least-constraining` or `most-constrained:least-constraining`; `min-conflicts` and
/// `queen-search` take a seed.
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
    // A portfolio's members have encodings of their own behind its one colon.
    let portfolio = text.split(':').next() == Some(Portfolio::NAME) && text.contains(':');
    let (engine, amo) = if portfolio {
        (text, None)
    } else {
        split_encoding(text)
    };
    let (name, parameter) = match engine.split_once(':') {
        Some((name, parameter)) => (name, Some(parameter)),
        None => (engine, None),
    };
    let entry = TABLE.iter().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(|| EngineNameError::Unknown(name.to_owned()))?;
    let encoding = match (amo, encoding) {
        (Some(_), Some(_)) => return Err(EngineNameError::TwoEncodings(text.to_owned())),
        (Some(amo), None) => Some(Encoding::uniform(amo::parse(amo)?, Auxiliaries::Determined)),
        (None, encoding) => encoding,
    };
    (entry.build)(Parts {
        name: entry.name,
        parameter,
        encoding,
    })
}

/// What stands before and behind the last plus sign outside double quotes: a command may hold others.
fn split_encoding(text: &str) -> (&str, Option<&str>) {
    let mut quoted = false;
    let mut plus = None;
    for (offset, character) in text.char_indices() {
        quoted ^= character == '"';
        if character == '+' && !quoted {
            plus = Some(offset);
        }
    }
    match plus {
        Some(plus) => (&text[..plus], Some(&text[plus + 1..])),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_found_again_by_its_name() {
        for text in [
            "portfolio",
            "portfolio:sat,bitmask",
            "portfolio:sat-blocking+pairwise,sat:varisat/no-symmetry",
            "sat:no-symmetry",
            "bitmask:scalar",
            "external:\"cadical -q\"+pairwise",
        ] {
            let name = parse(text).expect(text).name();
            assert_eq!(parse(&name).expect(&name).name(), name, "{text}");
        }
        assert_eq!(parse("portfolio").expect("a name").name(), "portfolio");
    }

    #[test]
    fn names_choose_engines() {
        for (text, name) in [
            ("bitmask", "bitmask"),
            ("bitmask:scalar", "bitmask:scalar"),
            ("bitmask-mirror", "bitmask-mirror"),
            ("sat", "sat"),
            ("sat:no-symmetry+knuth", "sat:no-symmetry+knuth"),
            ("sat:batsat/no-symmetry", "sat:batsat/no-symmetry"),
            ("sat-blocking:batsat+ladder", "sat-blocking:batsat+ladder"),
            (
                "sat-blocking:varisat+commander:4",
                "sat-blocking+commander:4",
            ),
            ("external:kissat", "external:kissat+knuth"),
            (
                "external:\"cadical -q\"+commander:2",
                "external:cadical -q+commander:2",
            ),
            (
                "external:\"/a b/c++\" -x=\"1+2\"",
                "external:\"/a b/c++\" \"-x=1+2\"+knuth",
            ),
        ] {
            let found = parse(text).expect("an engine").name();
            assert_eq!(found, name);
            assert_eq!(parse(&found).expect("its own name").name(), name);
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
            "sat:minisat/no-symmetry",
            "portfolio:",
            "portfolio:bitmask,minisat",
            "portfolio+knuth",
            "external",
            "external:",
            "external:\"kissat",
            "external:kissat+",
            "external:kissat+knut",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
