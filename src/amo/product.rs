//! Product: the inputs laid out in a rectangle of p = ceil(sqrt n) rows and q = ceil(n/p) columns.
//!
//! Each input implies its row's and its column's variable; rows at most one, columns at most one:
//! pairwise inside, 2n + C(p,2) + C(q,2) clauses, p + q auxiliary variables, Z = (p+1)(q+1). The
//! recursive form treats rows and columns alike until at most 4 remain, and tends to
//! 2n + 4·sqrt(n) + O(n^(1/4)) clauses.
//! Determined: each row's and each column's variable implies one of its inputs.
//! Source: Chen, "A new SAT encoding of the at-most-one constraint", `ModRef` 2010.

use super::{AtMostOne, Auxiliaries, Pairwise, clause_with};
use crate::cnf::{ClauseSink, Lit, Size};

/// At most one row and at most one column of a rectangle.
///
/// ```
/// use queensat::amo::{AtMostOne, Auxiliaries, Product};
/// let text = queensat::cnf::dimacs::text_of(3, |x, sink| Product::OneLevel.encode(x, Auxiliaries::Free, sink));
/// assert_eq!(text, "p cnf 7 8\n-1 4 0\n-1 6 0\n-2 4 0\n-2 7 0\n-3 5 0\n-3 6 0\n-4 -5 0\n-6 -7 0\n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// Rows and columns pairwise.
    OneLevel,
    /// Rows and columns by the same encoding again, pairwise from 4 down.
    Recursive,
}

impl Product {
    /// The largest group that the recursive form leaves to pairwise: a rectangle pays from 5 on.
    const CUT_OFF: u64 = 4;

    /// Whether a group of `n` gets a rectangle at all.
    fn has_rectangle(self, n: u64) -> bool {
        n > match self {
            Self::OneLevel => 1,
            Self::Recursive => Self::CUT_OFF,
        }
    }

    /// What the variables of rows and of columns get.
    fn inner(self) -> &'static dyn AtMostOne {
        match self {
            Self::OneLevel => &Pairwise,
            Self::Recursive => &Self::Recursive,
        }
    }
}

/// Rows and columns of the rectangle for `n` inputs.
fn sides(n: u64) -> (u64, u64) {
    let root = n.isqrt();
    let p = if root * root == n { root } else { root + 1 };
    (p, n.div_ceil(p))
}

impl AtMostOne for Product {
    fn name(&self) -> String {
        match self {
            Self::OneLevel => "product".to_owned(),
            Self::Recursive => "product:recursive".to_owned(),
        }
    }

    fn encode(&self, literals: &[Lit], auxiliaries: Auxiliaries, sink: &mut dyn ClauseSink) {
        let n = literals.len() as u64;
        if !self.has_rectangle(n) {
            return Pairwise.encode(literals, auxiliaries, sink);
        }
        let (p, q) = sides(n);
        let rows: Vec<Lit> = (0..p).map(|_| sink.new_var()).collect();
        let columns: Vec<Lit> = (0..q).map(|_| sink.new_var()).collect();
        for (row, &r) in literals.chunks(columns.len()).zip(&rows) {
            for (&x, &c) in row.iter().zip(&columns) {
                sink.add_clause(&[!x, r]);
                sink.add_clause(&[!x, c]);
            }
        }
        if auxiliaries == Auxiliaries::Determined {
            let mut buffer = Vec::new();
            for (index, &r) in rows.iter().enumerate() {
                let start = (index * columns.len()).min(literals.len());
                let row = literals[start..].iter().take(columns.len());
                clause_with(!r, row.copied(), &mut buffer, sink);
            }
            for (index, &c) in columns.iter().enumerate() {
                let column = literals[index..].iter().step_by(columns.len());
                clause_with(!c, column.copied(), &mut buffer, sink);
            }
        }
        self.inner().encode(&rows, auxiliaries, sink);
        self.inner().encode(&columns, auxiliaries, sink);
    }

    fn size(&self, n: u64, auxiliaries: Auxiliaries) -> Size {
        if !self.has_rectangle(n) {
            return Pairwise.size(n, auxiliaries);
        }
        let (p, q) = sides(n);
        let mut size = Size::new(p + q, 2 * n, 4 * n);
        if auxiliaries == Auxiliaries::Determined {
            size += Size::new(0, p + q, p + q + 2 * n);
        }
        size += self.inner().size(p, auxiliaries);
        size += self.inner().size(q, auxiliaries);
        size
    }
}
