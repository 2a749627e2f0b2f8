//! Nested: Knuth's split, balanced.
//!
//! At most one of A and B together is at most one of A, t and at most one of not t, B, with halves A
//! and B, split again while more than four remain: 3n-6 clauses for n >= 3, a(n) = 0 for n <= 4, else
//! 1 + a(ceil(n/2) + 1) + a(floor(n/2) + 1) auxiliary variables, Z = aux + 1. The depth is
//! logarithmic, where Knuth's split is a chain.
//! Determined: each t implies one of all the inputs, one clause of n + 1 literals a variable.
//! Source: the balanced form of Knuth, The Art of Computer Programming 4B, 7.2.2.2.

use super::{AtMostOne, Auxiliaries, Pairwise, clause_with};
use crate::cnf::{ClauseSink, Lit, Size};

/// Halves, joined by one variable.
///
/// ```
/// use queensat::amo::{AtMostOne, Auxiliaries, Nested};
/// let text = queensat::cnf::dimacs::text_of(5, |x, sink| Nested.encode(x, Auxiliaries::Free, sink));
/// assert_eq!(text, "p cnf 6 9\n-1 -2 0\n-1 -3 0\n-1 -6 0\n-2 -3 0\n-2 -6 0\n-3 -6 0\n6 -4 0\n6 -5 0\n-4 -5 0\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nested;

/// Splits `literals` down to fours; the variables it introduces are added to `splits`.
fn split(literals: &[Lit], splits: &mut Vec<Lit>, sink: &mut dyn ClauseSink) {
    if literals.len() <= 4 {
        return Pairwise.encode(literals, Auxiliaries::Free, sink);
    }
    let t = sink.new_var();
    splits.push(t);
    let (left, right) = literals.split_at(literals.len().div_ceil(2));
    let with = |half: &[Lit], first: Option<Lit>, last: Option<Lit>| -> Vec<Lit> {
        first
            .into_iter()
            .chain(half.iter().copied())
            .chain(last)
            .collect()
    };
    split(&with(left, None, Some(t)), splits, sink);
    split(&with(right, Some(!t), None), splits, sink);
}

/// The number of split variables for `n` inputs. The sizes on one level of the recursion are two
/// neighbours, k and k + 1, so a level is two counters and the whole takes logarithmic time.
fn splits(n: u64) -> u64 {
    let (mut k, mut of_k, mut of_next) = (n, 1_u64, 0_u64);
    let mut total = 0;
    while k > 4 {
        total += of_k + of_next;
        // A size m becomes ceil(m/2) + 1 and floor(m/2) + 1.
        (of_k, of_next) = if k.is_multiple_of(2) {
            (2 * of_k + of_next, of_next)
        } else {
            (of_k, of_k + 2 * of_next)
        };
        k = k / 2 + 1;
    }
    // Beside a size of 4, which stays, stand those of 5, which split once more.
    if k == 4 { total + of_next } else { total }
}

impl AtMostOne for Nested {
    fn name(&self) -> String {
        "nested".to_owned()
    }

    fn encode(&self, literals: &[Lit], auxiliaries: Auxiliaries, sink: &mut dyn ClauseSink) {
        let mut variables = Vec::new();
        split(literals, &mut variables, sink);
        if auxiliaries == Auxiliaries::Determined {
            let mut buffer = Vec::new();
            for t in variables {
                clause_with(!t, literals.iter().copied(), &mut buffer, sink);
            }
        }
    }

    fn size(&self, n: u64, auxiliaries: Auxiliaries) -> Size {
        if n < 3 {
            return Pairwise.size(n, auxiliaries);
        }
        let mut size = Size::new(splits(n), 3 * n - 6, 2 * (3 * n - 6));
        if auxiliaries == Auxiliaries::Determined {
            size += Size::clause(n + 1) * splits(n);
        }
        size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_counters_follow_the_recurrence() {
        let mut recurrence = vec![0_u64; 5];
        for n in 5..3000_usize {
            recurrence.push(1 + recurrence[n.div_ceil(2) + 1] + recurrence[n / 2 + 1]);
        }
        for (n, &expected) in (0..).zip(&recurrence) {
            assert_eq!(splits(n), expected, "{n}");
        }
    }
}
