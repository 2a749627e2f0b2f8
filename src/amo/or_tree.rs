//! Or-tree: a totalizer capped at 1, without its root.
//!
//! A balanced binary tree over the inputs; every inner node but the root has a variable that its
//! children imply, and no node has two true children: 3n-5 clauses and n-2 auxiliary variables for n >= 2,
//! Z = n-1.
//! Determined: each inner child of the root implies one of its leaves, at most two clauses more.
//! Source: Bailleux & Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints", CP 2003.

use super::{AtMostOne, Auxiliaries, clause_with};
use crate::cnf::{ClauseSink, Lit, Size};

/// "One of the leaves below" at every inner node.
///
/// ```
/// use queensat::amo::{AtMostOne, Auxiliaries, OrTree};
/// let text = queensat::cnf::dimacs::text_of(3, |x, sink| OrTree.encode(x, Auxiliaries::Free, sink));
/// assert_eq!(text, "p cnf 4 4\n-1 -2 0\n-1 4 0\n-2 4 0\n-4 -3 0\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OrTree;

/// The leaves below the two children of a node.
fn halves(leaves: &[Lit]) -> (&[Lit], &[Lit]) {
    leaves.split_at(leaves.len().div_ceil(2))
}

/// The literal "one of `leaves`", which its children imply.
fn node(leaves: &[Lit], sink: &mut dyn ClauseSink) -> Lit {
    if let &[leaf] = leaves {
        return leaf;
    }
    let (left, right) = children(leaves, sink);
    let parent = sink.new_var();
    sink.add_clause(&[!left, parent]);
    sink.add_clause(&[!right, parent]);
    parent
}

/// Both children's literals, of which at most one is true.
fn children(leaves: &[Lit], sink: &mut dyn ClauseSink) -> (Lit, Lit) {
    let (left, right) = halves(leaves);
    let (left, right) = (node(left, sink), node(right, sink));
    sink.add_clause(&[!left, !right]);
    (left, right)
}

impl AtMostOne for OrTree {
    fn name(&self) -> String {
        "or-tree".to_owned()
    }

    fn encode(&self, literals: &[Lit], auxiliaries: Auxiliaries, sink: &mut dyn ClauseSink) {
        if literals.len() < 2 {
            return;
        }
        let (left, right) = children(literals, sink);
        if auxiliaries == Auxiliaries::Determined {
            let (left_leaves, right_leaves) = halves(literals);
            for (child, leaves) in [(left, left_leaves), (right, right_leaves)] {
                if leaves.len() > 1 {
                    clause_with(!child, leaves.iter().copied(), &mut Vec::new(), sink);
                }
            }
        }
    }

    fn size(&self, n: u64, auxiliaries: Auxiliaries) -> Size {
        if n < 2 {
            return Size::ZERO;
        }
        let mut size = Size::new(n - 2, 3 * n - 5, 2 * (3 * n - 5));
        if auxiliaries == Auxiliaries::Determined {
            for leaves in [n.div_ceil(2), n / 2]
                .into_iter()
                .filter(|&leaves| leaves > 1)
            {
                size += Size::clause(1 + leaves);
            }
        }
        size
    }
}
