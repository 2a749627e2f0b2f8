//! Pairwise, also called binomial or naive.
//!
//! For every two inputs, not both: n(n-1)/2 clauses, no auxiliary variable, Z = 1.
//! Source: folklore; Prestwich, "CNF encodings", Handbook of Satisfiability, chapter 2.

use super::{AtMostOne, Auxiliaries, pairs};
use crate::cnf::{ClauseSink, Lit, Size};

/// Not both, for every pair.
///
/// ```
/// use queensat::amo::{AtMostOne, Pairwise};
/// # use queensat::amo::Auxiliaries;
/// let text = queensat::cnf::dimacs::text_of(3, |x, sink| Pairwise.encode(x, Auxiliaries::Free, sink));
/// assert_eq!(text, "p cnf 3 3\n-1 -2 0\n-1 -3 0\n-2 -3 0\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pairwise;

impl AtMostOne for Pairwise {
    fn name(&self) -> String {
        "pairwise".to_owned()
    }

    fn encode(&self, literals: &[Lit], _: Auxiliaries, sink: &mut dyn ClauseSink) {
        for (index, &x) in literals.iter().enumerate() {
            for &y in &literals[index + 1..] {
                sink.add_clause(&[!x, !y]);
            }
        }
    }

    fn size(&self, n: u64, _: Auxiliaries) -> Size {
        Size::new(0, pairs(n), 2 * pairs(n))
    }
}
