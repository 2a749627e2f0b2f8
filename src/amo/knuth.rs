//! Knuth's split.
//!
//! At most one of x_1, .., x_n is at most one of x_1, x_2, x_3, t together with at most one of
//! not t, x_4, .., x_n, split again while more than four remain: 3n-6 clauses for n >= 3,
//! floor((n-3)/2) auxiliary variables, Z one more. Below boards of about 50 no encoding has fewer clauses.
//! Determined: the first t implies one of the inputs it stands for, one clause more.
//! Source: Knuth, The Art of Computer Programming 4B, 7.2.2.2.

use super::{AtMostOne, Auxiliaries, Pairwise, clause_with};
use crate::cnf::{ClauseSink, Lit, Size};

/// Three inputs at a time, and t for the rest.
///
/// ```
/// use queensat::amo::{AtMostOne, Auxiliaries, Knuth};
/// let text = queensat::cnf::dimacs::text_of(5, |x, sink| Knuth.encode(x, Auxiliaries::Free, sink));
/// assert_eq!(text, "p cnf 6 9\n-1 -2 0\n-1 -3 0\n-1 -6 0\n-2 -3 0\n-2 -6 0\n-3 -6 0\n6 -4 0\n6 -5 0\n-4 -5 0\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Knuth;

impl AtMostOne for Knuth {
    fn name(&self) -> String {
        "knuth".to_owned()
    }

    fn encode(&self, literals: &[Lit], auxiliaries: Auxiliaries, sink: &mut dyn ClauseSink) {
        // What is left of the group: perhaps a negated t, then `rest`.
        let mut head: Option<Lit> = None;
        let mut rest = literals;
        let mut first_split = None;
        while rest.len() + usize::from(head.is_some()) > 4 {
            let t = sink.new_var();
            let (taken, others) = rest.split_at(if head.is_some() { 2 } else { 3 });
            let (a, b) = match head {
                Some(head) => (head, taken),
                None => (taken[0], &taken[1..]),
            };
            Pairwise.encode(&[a, b[0], b[1], t], auxiliaries, sink);
            first_split.get_or_insert((t, others));
            (head, rest) = (Some(!t), others);
        }
        let last: Vec<Lit> = head.into_iter().chain(rest.iter().copied()).collect();
        Pairwise.encode(&last, auxiliaries, sink);
        if let (Auxiliaries::Determined, Some((t, others))) = (auxiliaries, first_split) {
            clause_with(!t, others.iter().copied(), &mut Vec::new(), sink);
        }
    }

    fn size(&self, n: u64, auxiliaries: Auxiliaries) -> Size {
        if n < 3 {
            return Pairwise.size(n, auxiliaries);
        }
        let mut size = Size::new((n - 3) / 2, 3 * n - 6, 2 * (3 * n - 6));
        if auxiliaries == Auxiliaries::Determined && n > 4 {
            size += Size::clause(1 + n - 3);
        }
        size
    }
}
