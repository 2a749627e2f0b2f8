//! Binary, also called bitwise or logarithmic.
//!
//! Input i (from 0) has the code i in lg n = ceil(log2 n) bits b_j, and implies each bit of its
//! code: n·lg n clauses, lg n auxiliary variables, Z = 2^(lg n). Two true inputs would need different codes.
//! Determined: each bit implies one of the inputs whose code has it, lg n clauses more.
//! Source: Frisch & Peugniez, "Solving non-Boolean satisfiability problems with stochastic local
//! search", IJCAI 2001; Prestwich, "Variable dependency in local search", SAT 2007.

use super::{AtMostOne, Auxiliaries, bits, clause_with, codes_with_bit};
use crate::cnf::{ClauseSink, Lit, Size};

/// Each input implies the bits of its code.
///
/// ```
/// use queensat::amo::{AtMostOne, Auxiliaries, Binary};
/// let text = queensat::cnf::dimacs::text_of(3, |x, sink| Binary.encode(x, Auxiliaries::Free, sink));
/// assert_eq!(text, "p cnf 5 6\n-1 -4 0\n-1 -5 0\n-2 4 0\n-2 -5 0\n-3 -4 0\n-3 5 0\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Binary;

impl AtMostOne for Binary {
    fn name(&self) -> String {
        "binary".to_owned()
    }

    fn encode(&self, literals: &[Lit], auxiliaries: Auxiliaries, sink: &mut dyn ClauseSink) {
        let code: Vec<Lit> = (0..bits(literals.len() as u64))
            .map(|_| sink.new_var())
            .collect();
        for (index, &x) in literals.iter().enumerate() {
            for (j, &b) in code.iter().enumerate() {
                sink.add_clause(&[!x, if index >> j & 1 == 1 { b } else { !b }]);
            }
        }
        if auxiliaries == Auxiliaries::Determined {
            let mut buffer = Vec::new();
            for (j, &b) in code.iter().enumerate() {
                let with_bit = literals
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| index >> j & 1 == 1);
                clause_with(!b, with_bit.map(|(_, &x)| x), &mut buffer, sink);
            }
        }
    }

    fn size(&self, n: u64, auxiliaries: Auxiliaries) -> Size {
        let lg = bits(n);
        let mut size = Size::new(lg.into(), n * u64::from(lg), 2 * n * u64::from(lg));
        if auxiliaries == Auxiliaries::Determined {
            for bit in 0..lg {
                size += Size::clause(1 + codes_with_bit(n, bit));
            }
        }
        size
    }
}
