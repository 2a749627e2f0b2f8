//! Ladder, also called regular, in its two-way form.
//!
//! The inputs and one more variable, "none", form an exactly-one group of m = n + 1 values. The rung
//! r_i says that the value stands after position i; rungs only fall, and value i is true exactly if
//! r_(i-1) is and r_i is not. That makes 4m - 4 = 4n clauses and n + 1 auxiliary variables, and Z = 1
//! without further clauses.
//! Source: Gent & Nightingale, "A new encoding of all-different into SAT", 2004; Ansótegui & Manyà,
//! "Mapping problems with finite-domain variables into problems with Boolean variables", SAT 2004.

use super::{AtMostOne, Auxiliaries};
use crate::cnf::{ClauseSink, Lit, Size};

/// Rungs that fall from true to false at the true input.
///
/// ```
/// use queensat::amo::{AtMostOne, Auxiliaries, Ladder};
/// let text = queensat::cnf::dimacs::text_of(2, |x, sink| Ladder.encode(x, Auxiliaries::Free, sink));
/// assert_eq!(text, "p cnf 5 8\n-1 -4 0\n4 1 0\n-2 4 0\n-2 -5 0\n-4 5 2 0\n-5 4 0\n-3 5 0\n-5 3 0\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ladder;

impl AtMostOne for Ladder {
    fn name(&self) -> String {
        "ladder".to_owned()
    }

    fn encode(&self, literals: &[Lit], _: Auxiliaries, sink: &mut dyn ClauseSink) {
        let [first, middle @ ..] = literals else {
            return;
        };
        if middle.is_empty() {
            return;
        }
        let none = sink.new_var();
        let mut rung = sink.new_var();
        sink.add_clause(&[!*first, !rung]);
        sink.add_clause(&[rung, *first]);
        for &x in middle {
            let next = sink.new_var();
            sink.add_clause(&[!x, rung]);
            sink.add_clause(&[!x, !next]);
            sink.add_clause(&[!rung, next, x]);
            sink.add_clause(&[!next, rung]);
            rung = next;
        }
        sink.add_clause(&[!none, rung]);
        sink.add_clause(&[!rung, none]);
    }

    fn size(&self, n: u64, _: Auxiliaries) -> Size {
        if n < 2 {
            return Size::ZERO;
        }
        // All clauses are binary, but for one of three literals at each input after the first.
        Size::new(n + 1, 4 * n, 2 * 4 * n + (n - 1))
    }
}
