//! Bimander: pairwise inside m groups, the binary encoding between them.
//!
//! The inputs are cut into m groups whose sizes differ by at most one, m = ceil(n/2) by default;
//! pairwise inside, and each input implies the bits of its group's number: n·lg m further clauses,
//! lg m auxiliary variables, Z = 2^(lg m). One group is pairwise, n groups are the binary encoding.
//! Determined: each bit implies an input of a group whose number has it.
//! Source: Nguyen & Mai, "A new method to encode the at-most-one constraint into SAT", `SoICT` 2015.

use super::{AtMostOne, Auxiliaries, Pairwise, bits, clause_with, codes_with_bit, pairs};
use crate::cnf::{ClauseSink, Lit, Size};

/// Pairwise in groups, the group's number in binary.
///
/// ```
/// use queensat::amo::{AtMostOne, Auxiliaries, Bimander};
/// let bimander = Bimander::new(Some(2)).unwrap();
/// let text = queensat::cnf::dimacs::text_of(3, |x, sink| bimander.encode(x, Auxiliaries::Free, sink));
/// assert_eq!(text, "p cnf 4 4\n-1 -2 0\n-1 -4 0\n-2 -4 0\n-3 4 0\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bimander {
    groups: Option<u32>,
}

impl Bimander {
    /// `groups` groups, or half as many as inputs; `None` for 0 groups.
    pub fn new(groups: Option<u32>) -> Option<Self> {
        (groups != Some(0)).then_some(Self { groups })
    }

    /// How many groups `n` inputs are cut into.
    fn groups(self, n: u64) -> u64 {
        self.groups
            .map_or(n.div_ceil(2), |groups| n.min(groups.into()))
    }
}

/// The sizes of the groups: the first n mod m have one more than the others.
fn group_sizes(n: usize, groups: usize) -> impl Iterator<Item = usize> {
    (0..groups).map(move |group| n / groups + usize::from(group < n % groups))
}

impl AtMostOne for Bimander {
    fn name(&self) -> String {
        self.groups
            .map_or("bimander".to_owned(), |groups| format!("bimander:{groups}"))
    }

    fn encode(&self, literals: &[Lit], auxiliaries: Auxiliaries, sink: &mut dyn ClauseSink) {
        if literals.len() < 2 {
            return;
        }
        let groups = self.groups(literals.len() as u64);
        let code: Vec<Lit> = (0..bits(groups)).map(|_| sink.new_var()).collect();
        let groups = usize::try_from(groups).expect("at most as many as literals");
        let mut number_of = Vec::with_capacity(literals.len());
        let mut rest = literals;
        for (number, size) in group_sizes(literals.len(), groups).enumerate() {
            let (group, others) = rest.split_at(size);
            rest = others;
            Pairwise.encode(group, auxiliaries, sink);
            for &x in group {
                for (j, &b) in code.iter().enumerate() {
                    sink.add_clause(&[!x, if number >> j & 1 == 1 { b } else { !b }]);
                }
            }
            number_of.extend(std::iter::repeat_n(number, size));
        }
        if auxiliaries == Auxiliaries::Determined {
            let mut buffer = Vec::new();
            for (j, &b) in code.iter().enumerate() {
                let with_bit = literals
                    .iter()
                    .zip(&number_of)
                    .filter(|(_, number)| *number >> j & 1 == 1);
                clause_with(!b, with_bit.map(|(&x, _)| x), &mut buffer, sink);
            }
        }
    }

    fn size(&self, n: u64, auxiliaries: Auxiliaries) -> Size {
        if n < 2 {
            return Size::ZERO;
        }
        let groups = self.groups(n);
        let (size, larger) = (n / groups, n % groups);
        let lg = bits(groups);
        let clauses =
            larger * pairs(size + 1) + (groups - larger) * pairs(size) + n * u64::from(lg);
        let mut total = Size::new(lg.into(), clauses, 2 * clauses);
        if auxiliaries == Auxiliaries::Determined {
            for bit in 0..lg {
                let with_bit = codes_with_bit(groups, bit) * size + codes_with_bit(larger, bit);
                total += Size::clause(1 + with_bit);
            }
        }
        total
    }
}
