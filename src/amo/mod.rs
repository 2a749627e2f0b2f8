//! At-most-one encodings: each a small file with its mathematics, its source and its size.
//!
//! An encoding is a stateless value. It gets the literals of one group and a sink, and sends clauses
//! that any assignment with at most one true input can satisfy and none with two. All of them are arc
//! consistent under unit propagation: one true input makes the others false. Groups of 0 or 1
//! literals give no clause and no auxiliary variable. Nothing here knows of squares.
//!
//! *Z* below is the number of assignments of the auxiliary variables that are compatible with all
//! inputs false. With one input true there is exactly one. So a group of n inputs has n + Z models
//! over all variables against n + 1 over the inputs; [`Auxiliaries::Determined`] makes Z = 1.

mod bimander;
mod binary;
mod commander;
mod knuth;
mod ladder;
mod nested;
mod or_tree;
mod pairwise;
mod product;
mod sequential;

pub use bimander::Bimander;
pub use binary::Binary;
pub use commander::Commander;
pub use knuth::Knuth;
pub use ladder::Ladder;
pub use nested::Nested;
pub use or_tree::OrTree;
pub use pairwise::Pairwise;
pub use product::Product;
pub use sequential::Sequential;

use std::sync::Arc;

use crate::cnf::{ClauseSink, Lit, Size};

/// Whether auxiliary variables are determined by the inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Auxiliaries {
    /// Clauses are added that make Z = 1: over all variables, there are as many models as over the inputs.
    #[default]
    Determined,
    /// The clauses of the publication and no more.
    Free,
}

/// An at-most-one encoding.
pub trait AtMostOne: Send + Sync {
    /// The name it is chosen by, parameter included: `commander:3`.
    fn name(&self) -> String;

    /// Sends clauses that are satisfiable exactly if at most one of `literals` is true.
    fn encode(&self, literals: &[Lit], auxiliaries: Auxiliaries, sink: &mut dyn ClauseSink);

    /// The size of what [`encode`](Self::encode) sends for `n` literals: auxiliary variables, clauses and
    /// literals, by a formula or a recurrence.
    fn size(&self, n: u64, auxiliaries: Auxiliaries) -> Size;
}

/// One line of the table of encodings.
pub struct Entry {
    /// The name without parameter.
    pub name: &'static str,
    /// What may stand behind the name, and what it means.
    pub parameter: Option<(&'static str, &'static str)>,
    /// The publication.
    pub source: &'static str,
    build: Build,
}

/// Makes an encoding from the text behind the colon.
type Build = fn(Option<&str>) -> Result<Arc<dyn AtMostOne>, AmoError>;

/// Every encoding, in the order of the literature.
pub const TABLE: &[Entry] = &[
    Entry {
        name: "pairwise",
        parameter: None,
        source: "folklore; Prestwich, Handbook of Satisfiability, ch. 2",
        build: |p| plain(p, Pairwise),
    },
    Entry {
        name: "binary",
        parameter: None,
        source: "Frisch & Peugniez, IJCAI 2001; Prestwich 2007",
        build: |p| plain(p, Binary),
    },
    Entry {
        name: "sequential",
        parameter: None,
        source: "Sinz, CP 2005",
        build: |p| plain(p, Sequential),
    },
    Entry {
        name: "ladder",
        parameter: None,
        source: "Gent & Nightingale 2004; Ansotegui & Manya 2004",
        build: |p| plain(p, Ladder),
    },
    Entry {
        name: "commander",
        parameter: Some((":G", "groups of G >= 2 literals, by default 3")),
        source: "Klieber & Kwon, CFV 2007",
        build: commander,
    },
    Entry {
        name: "product",
        parameter: Some((":recursive", "rows and columns by product again")),
        source: "Chen, ModRef 2010",
        build: product,
    },
    Entry {
        name: "bimander",
        parameter: Some((":M", "M >= 1 groups, by default half of the inputs")),
        source: "Nguyen & Mai, SoICT 2015",
        build: bimander,
    },
    Entry {
        name: "or-tree",
        parameter: None,
        source: "Bailleux & Boufkhad, CP 2003, capped at 1",
        build: |p| plain(p, OrTree),
    },
    Entry {
        name: "knuth",
        parameter: None,
        source: "Knuth, TAOCP 4B, 7.2.2.2",
        build: |p| plain(p, Knuth),
    },
    Entry {
        name: "nested",
        parameter: None,
        source: "balanced form of Knuth's split",
        build: |p| plain(p, Nested),
    },
];

/// Why a name chooses no encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmoError {
    /// No such name.
    #[error("expected an encoding ({known}), found {0:?}", known = names())]
    Unknown(String),
    /// A parameter that the encoding does not take.
    #[error("expected {expected}, found {found:?}")]
    Parameter {
        /// What may stand after the colon.
        expected: &'static str,
        /// What stood there.
        found: String,
    },
}

fn names() -> String {
    let names: Vec<&str> = TABLE.iter().map(|entry| entry.name).collect();
    names.join(", ")
}

/// The encoding named `NAME` or `NAME:PARAMETER`.
///
/// # Errors
/// An unknown name, or a parameter that the encoding does not take.
pub fn parse(text: &str) -> Result<Arc<dyn AtMostOne>, AmoError> {
    let (name, parameter) = match text.split_once(':') {
        Some((name, parameter)) => (name, Some(parameter)),
        None => (text, None),
    };
    let entry = TABLE.iter().find(|entry| entry.name == name);
    (entry
        .ok_or_else(|| AmoError::Unknown(name.to_owned()))?
        .build)(parameter)
}

/// Every encoding with its default parameter, and `product:recursive`: what "all encodings" means.
pub fn all() -> impl Iterator<Item = Arc<dyn AtMostOne>> {
    let names = TABLE
        .iter()
        .map(|entry| entry.name)
        .chain(["product:recursive"]);
    names.map(|name| parse(name).expect("the table's names parse"))
}

fn plain(
    parameter: Option<&str>,
    encoding: impl AtMostOne + 'static,
) -> Result<Arc<dyn AtMostOne>, AmoError> {
    match parameter {
        None => Ok(Arc::new(encoding)),
        Some(found) => Err(AmoError::Parameter {
            expected: "no parameter for this encoding",
            found: found.to_owned(),
        }),
    }
}

fn commander(parameter: Option<&str>) -> Result<Arc<dyn AtMostOne>, AmoError> {
    let group = number(
        parameter.unwrap_or("3"),
        2,
        "commander:G with groups of 2 <= G < 2^32 literals",
    )?;
    Ok(Arc::new(Commander::new(group).expect("at least 2")))
}

fn product(parameter: Option<&str>) -> Result<Arc<dyn AtMostOne>, AmoError> {
    match parameter {
        None => Ok(Arc::new(Product::OneLevel)),
        Some("recursive") => Ok(Arc::new(Product::Recursive)),
        Some(found) => Err(AmoError::Parameter {
            expected: "product or product:recursive",
            found: found.to_owned(),
        }),
    }
}

fn bimander(parameter: Option<&str>) -> Result<Arc<dyn AtMostOne>, AmoError> {
    let groups = parameter
        .map(|text| number(text, 1, "bimander:M with 1 <= M < 2^32 groups"))
        .transpose()?;
    Ok(Arc::new(Bimander::new(groups).expect("at least 1")))
}

fn number(text: &str, least: u32, expected: &'static str) -> Result<u32, AmoError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|&value| digits && value >= least)
        .ok_or_else(|| AmoError::Parameter {
            expected,
            found: text.to_owned(),
        })
}

/// Bits needed to tell `n` things apart: ceil(log2 n), 0 for n <= 1.
fn bits(n: u64) -> u32 {
    n.saturating_sub(1).checked_ilog2().map_or(0, |log| log + 1)
}

/// How many of the numbers 0, 1, .., n - 1 have `bit` set.
fn codes_with_bit(n: u64, bit: u32) -> u64 {
    let half = 1 << bit;
    n / (2 * half) * half + (n % (2 * half)).saturating_sub(half)
}

/// Pairs out of `n`.
fn pairs(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// Sends `first` or any of `rest`, through a buffer that the caller keeps.
fn clause_with(
    first: Lit,
    rest: impl IntoIterator<Item = Lit>,
    buffer: &mut Vec<Lit>,
    sink: &mut dyn ClauseSink,
) {
    buffer.clear();
    buffer.push(first);
    buffer.extend(rest);
    sink.add_clause(buffer);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_bad_parameters_are_errors() {
        for name in [
            "pairwise",
            "commander:2",
            "product:recursive",
            "bimander:7",
            "bimander",
        ] {
            assert_eq!(parse(name).expect("a name").name(), name);
        }
        assert_eq!(parse("commander").expect("a name").name(), "commander:3");
        for bad in [
            "commander:1",
            "commander:0",
            "commander:",
            "commander:+3",
            "bimander:0",
            "bimander:x",
            "product:2",
            "pairwise:1",
            "pairwise:",
            "",
            "Pairwise",
            "commander:99999999999",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn bit_counts_match_counting() {
        for n in 0..70 {
            assert!(1_u64 << bits(n) >= n && (n < 2 || 1_u64 << (bits(n) - 1) < n));
            for bit in 0..7 {
                assert_eq!(
                    codes_with_bit(n, bit),
                    (0..n).filter(|code| code >> bit & 1 == 1).count() as u64
                );
            }
        }
    }
}
