//! Commander, with groups of g, recursive.
//!
//! The inputs are cut into groups of g; within a group pairwise, and each input implies its group's
//! commander; the commanders are themselves at most one. With c(m) = C(m, 2) for m <= g:
//! c(n) = sum of C(g_i, 2) + n + c(ceil(n/g)) clauses, one auxiliary variable a group, Z = aux + 1.
//! Determined: each commander implies one of its group.
//! Source: Klieber & Kwon, "Efficient CNF encoding for selecting 1 from N objects", CFV 2007.

use super::{AtMostOne, Auxiliaries, Pairwise, clause_with, pairs};
use crate::cnf::{ClauseSink, Lit, Size};

/// Groups with commanders, the commanders again in groups.
///
/// ```
/// use queensat::amo::{AtMostOne, Auxiliaries, Commander};
/// let commander = Commander::new(2).unwrap();
/// let text = queensat::cnf::dimacs::text_of(3, |x, sink| commander.encode(x, Auxiliaries::Free, sink));
/// assert_eq!(text, "p cnf 5 5\n-1 -2 0\n-1 4 0\n-2 4 0\n-3 5 0\n-4 -5 0\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Commander {
    group: usize,
}

impl Commander {
    /// Groups of `group` literals; `None` below 2, where the recursion would not end.
    pub fn new(group: u32) -> Option<Self> {
        (group >= 2).then_some(Self {
            group: group as usize,
        })
    }
}

impl AtMostOne for Commander {
    fn name(&self) -> String {
        format!("commander:{}", self.group)
    }

    fn encode(&self, literals: &[Lit], auxiliaries: Auxiliaries, sink: &mut dyn ClauseSink) {
        if literals.len() <= self.group {
            return Pairwise.encode(literals, auxiliaries, sink);
        }
        let mut commanders = Vec::with_capacity(literals.len().div_ceil(self.group));
        let mut buffer = Vec::new();
        for group in literals.chunks(self.group) {
            let commander = sink.new_var();
            commanders.push(commander);
            Pairwise.encode(group, auxiliaries, sink);
            for &x in group {
                sink.add_clause(&[!x, commander]);
            }
            if auxiliaries == Auxiliaries::Determined {
                clause_with(!commander, group.iter().copied(), &mut buffer, sink);
            }
        }
        self.encode(&commanders, auxiliaries, sink);
    }

    fn size(&self, n: u64, auxiliaries: Auxiliaries) -> Size {
        let group = self.group as u64;
        if n <= group {
            return Pairwise.size(n, auxiliaries);
        }
        let groups = n.div_ceil(group);
        let within = n / group * pairs(group) + pairs(n % group);
        let mut size = Size::new(groups, within + n, 2 * (within + n));
        if auxiliaries == Auxiliaries::Determined {
            size += Size::new(0, groups, groups + n);
        }
        size += self.size(groups, auxiliaries);
        size
    }
}
