//! Sequential counter for the bound 1.
//!
//! s_i says that one of x_1, .., x_i is true; it is carried along, and no input may be true when an
//! earlier one was: 3n-4 clauses and n-1 auxiliary variables for n >= 2, Z = n.
//! Determined: the last carry implies one of its inputs, one clause more.
//! Source: Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005.

use super::{AtMostOne, Auxiliaries, clause_with};
use crate::cnf::{ClauseSink, Lit, Size};

/// A carry runs along the inputs.
///
/// ```
/// use queensat::amo::{AtMostOne, Auxiliaries, Sequential};
/// let text = queensat::cnf::dimacs::text_of(3, |x, sink| Sequential.encode(x, Auxiliaries::Free, sink));
/// assert_eq!(text, "p cnf 5 5\n-1 4 0\n-4 -2 0\n-2 5 0\n-4 5 0\n-5 -3 0\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sequential;

impl AtMostOne for Sequential {
    fn name(&self) -> String {
        "sequential".to_owned()
    }

    fn encode(&self, literals: &[Lit], auxiliaries: Auxiliaries, sink: &mut dyn ClauseSink) {
        let [first, middle @ .., last] = literals else {
            return;
        };
        let mut carry = sink.new_var();
        sink.add_clause(&[!*first, carry]);
        for &x in middle {
            let next = sink.new_var();
            sink.add_clause(&[!carry, !x]);
            sink.add_clause(&[!x, next]);
            sink.add_clause(&[!carry, next]);
            carry = next;
        }
        sink.add_clause(&[!carry, !*last]);
        if auxiliaries == Auxiliaries::Determined {
            let carried = literals[..literals.len() - 1].iter().copied();
            clause_with(!carry, carried, &mut Vec::new(), sink);
        }
    }

    fn size(&self, n: u64, auxiliaries: Auxiliaries) -> Size {
        if n < 2 {
            return Size::ZERO;
        }
        let mut size = Size::new(n - 1, 3 * n - 4, 2 * (3 * n - 4));
        if auxiliaries == Auxiliaries::Determined {
            size += Size::clause(n);
        }
        size
    }
}
