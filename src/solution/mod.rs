//! Claims and proofs: a [`Placement`] claims to solve a problem, [`verify`] makes it a [`Solution`] or
//! says in chess terms why it is none.
//!
//! Written from the definition alone, with plain coordinates: nothing here uses the groups or the
//! literals of the encoder, nor the reduction, so that a fault there cannot hide here.

mod canonical;
mod successive;

use std::fmt;

pub use canonical::Class;
pub use successive::Successive;

use crate::board::{Board, Square};
use crate::problem::Problem;

/// Where queens are claimed to stand, in row-major order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement(Vec<Square>);

impl Placement {
    /// The placement of queens on `squares`, in any order; a square named twice is kept twice.
    pub fn new(squares: impl IntoIterator<Item = Square>) -> Self {
        let mut squares: Vec<Square> = squares.into_iter().collect();
        squares.sort_unstable();
        Self(squares)
    }

    /// Replaces the queens and keeps the memory, for who shows many placements.
    pub fn set(&mut self, squares: impl IntoIterator<Item = Square>) {
        self.0.clear();
        self.0.extend(squares);
        if !self.0.is_sorted() {
            self.0.sort_unstable();
        }
    }

    /// The queens, in row-major order.
    pub fn queens(&self) -> &[Square] {
        &self.0
    }
}

/// A placement that was checked against its problem; only [`verify`] makes one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution(Placement);

impl Solution {
    /// The queens, in row-major order.
    pub fn queens(&self) -> &[Square] {
        self.0.queens()
    }

    /// The problem with all queens of the solution placed, for printing and drawing.
    pub fn on(&self, problem: &Problem) -> Problem {
        let mut solved = problem.clone();
        for &queen in self.queens() {
            solved.place(queen).expect("a solution stands on its board");
        }
        solved
    }
}

/// The first fault found in a placement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A queen off the board.
    #[error("the queen on {0} stands outside the board")]
    Outside(Square),
    /// A queen on a blocked square.
    #[error("the queen on {0} stands on a blocked square")]
    OnBlocked(Square),
    /// A queen of the problem is missing.
    #[error("the placed queen on {0} is missing")]
    Missing(Square),
    /// Two queens on one square.
    #[error("two queens stand on {0}")]
    Twice(Square),
    /// Two queens on one line.
    #[error("the queens on {0} and {1} attack each other along a {2}")]
    Attack(Square, Square, &'static str),
    /// Too few or too many queens.
    #[error("expected {expected} queens, found {found}")]
    Number {
        /// What the board asks for.
        expected: u32,
        /// What stands there.
        found: usize,
    },
}

/// Checks a placement: queens on the board and off the blocked squares, every given queen present, no
/// two attacking, and as many as the board's shorter side. Takes time linear in the
/// queens and the board's sides.
///
/// ```
/// use queensat::{board::Square, problem::Problem, solution::{Placement, verify}};
/// let problem = Problem::queens_on(4).unwrap();
/// let claim = Placement::new([(0, 1), (1, 3), (2, 0), (3, 2)].map(|(r, c)| Square::new(r, c)));
/// assert!(verify(&problem, &claim).is_ok());
/// let claim = Placement::new([(0, 0), (1, 1)].map(|(r, c)| Square::new(r, c)));
/// let violation = verify(&problem, &claim).unwrap_err();
/// assert_eq!(violation.to_string(), "the queens on a1 and b2 attack each other along a diagonal");
/// ```
///
/// # Errors
/// The first [`Violation`], in the order of that list and of the squares.
pub fn verify(problem: &Problem, placement: &Placement) -> Result<Solution, Violation> {
    let queens = placement.queens();
    let board = problem.board();
    for &queen in queens {
        if !board.contains(queen) {
            return Err(Violation::Outside(queen));
        }
        if problem.is_blocked(queen) {
            return Err(Violation::OnBlocked(queen));
        }
    }
    // Both run in row-major order, so one walk over the queens meets every given.
    let mut rest = queens.iter();
    if let Some(missing) = problem
        .queens()
        .find(|given| !rest.any(|queen| queen == given))
    {
        return Err(Violation::Missing(missing));
    }
    no_attack(board, queens)?;
    let expected = board.shorter_side();
    if queens.len() != expected as usize {
        return Err(Violation::Number {
            expected,
            found: queens.len(),
        });
    }
    Ok(Solution(placement.clone()))
}

fn no_attack(board: Board, queens: &[Square]) -> Result<(), Violation> {
    if let Some(pair) = queens.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Violation::Twice(pair[0]));
    }
    let shared = |kind: &'static str, pair: Option<(Square, Square)>| match pair {
        Some((a, b)) => Err(Violation::Attack(a, b, kind)),
        None => Ok(()),
    };
    let (rows, columns) = (board.rows(), board.columns());
    // Row minus column, moved up by the columns so as not to fall below 0.
    let difference = |q: Square| q.row + columns - q.column;
    shared("row", first_pair(queens, rows, |q| q.row))?;
    shared("column", first_pair(queens, columns, |q| q.column))?;
    shared("diagonal", first_pair(queens, rows + columns, difference))?;
    shared(
        "diagonal",
        first_pair(queens, rows + columns, |q| q.row + q.column),
    )
}

/// The first queen on a line that an earlier one stands on, and that one; lines are numbered below `lines`.
fn first_pair(
    queens: &[Square],
    lines: u32,
    line: impl Fn(Square) -> u32,
) -> Option<(Square, Square)> {
    let mut taken = vec![false; lines as usize];
    let is_taken = |&&queen: &&Square| std::mem::replace(&mut taken[line(queen) as usize], true);
    let queen = *queens.iter().find(is_taken)?;
    let earlier = queens.iter().find(|&&other| line(other) == line(queen));
    Some((*earlier.expect("an earlier queen took the line"), queen))
}

/// A set of solutions in 16 bytes, whatever the order they come in: the sum, modulo 2^128, of a
/// hash of each. Equal sets have equal fingerprints; different ones differ but for an accident of
/// some 2^-128, and a repeated solution changes it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// Adds a solution.
    pub fn add(&mut self, solution: &Solution) {
        // FNV-1a over 128 bits, then a multiply-shift finish so that the sum mixes all bits.
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013B;
        let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
        for queen in solution.queens() {
            for part in [queen.row, queen.column] {
                hash = (hash ^ u128::from(part)).wrapping_mul(PRIME);
            }
        }
        hash = (hash ^ (hash >> 61)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        self.0 = self.0.wrapping_add(hash ^ (hash >> 67));
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn placement(squares: &[(u32, u32)]) -> Placement {
        Placement::new(
            squares
                .iter()
                .map(|&(row, column)| Square::new(row, column)),
        )
    }

    fn said(problem: &Problem, squares: &[(u32, u32)]) -> String {
        verify(problem, &placement(squares))
            .expect_err("not a solution")
            .to_string()
    }

    #[test]
    fn every_violation_is_told_in_chess_terms() {
        let mut problem = Problem::queens_on(4).expect("small");
        problem.place(Square::new(0, 1)).expect("inside");
        problem.block(Square::new(3, 2)).expect("inside");
        assert_eq!(
            said(&problem, &[(0, 1), (4, 0)]),
            "the queen on a5 stands outside the board"
        );
        assert_eq!(
            said(&problem, &[(0, 1), (3, 2)]),
            "the queen on c4 stands on a blocked square"
        );
        assert_eq!(
            said(&problem, &[(1, 3)]),
            "the placed queen on b1 is missing"
        );
        assert_eq!(said(&problem, &[(0, 1), (0, 1)]), "two queens stand on b1");
        assert_eq!(
            said(&problem, &[(0, 1), (0, 3)]),
            "the queens on b1 and d1 attack each other along a row"
        );
        assert_eq!(
            said(&problem, &[(0, 1), (2, 1)]),
            "the queens on b1 and b3 attack each other along a column"
        );
        assert_eq!(
            said(&problem, &[(0, 1), (1, 0)]),
            "the queens on b1 and a2 attack each other along a diagonal"
        );
        assert_eq!(
            said(&problem, &[(0, 1), (1, 3)]),
            "expected 4 queens, found 2"
        );
    }

    #[test]
    fn fingerprints_ignore_the_order_and_see_repetition() {
        let problem = Problem::queens_on(4).expect("small");
        let solutions = [
            [(0, 1), (1, 3), (2, 0), (3, 2)],
            [(0, 2), (1, 0), (2, 3), (3, 1)],
        ]
        .map(|squares| verify(&problem, &placement(&squares)).expect("a solution"));
        let print = |order: &[usize]| {
            let mut fingerprint = Fingerprint::default();
            for &index in order {
                fingerprint.add(&solutions[index]);
            }
            fingerprint
        };
        assert_eq!(print(&[0, 1]), print(&[1, 0]));
        assert_ne!(print(&[0, 1]), print(&[0]));
        assert_ne!(print(&[0, 1]), print(&[0, 1, 1]));
        assert_ne!(print(&[0, 0]), print(&[1, 1]));
    }

    proptest! {
        #[test]
        fn verify_says_what_the_pairs_say(
            (rows, columns) in (1_u64..5, 1_u64..5),
            squares in prop::collection::vec((0_u32..4, 0_u32..4), 0..5),
        ) {
            let problem = Problem::empty(Board::new(rows, columns).expect("small"));
            let claim = placement(&squares);
            let queens = claim.queens();
            let apart = (0..queens.len())
                .all(|i| queens[..i].iter().all(|other| other.attack(queens[i]).is_none()));
            let inside = queens.iter().all(|&queen| problem.board().contains(queen));
            let enough = queens.len() as u64 == rows.min(columns);
            prop_assert_eq!(verify(&problem, &claim).is_ok(), apart && inside && enough);
        }
    }
}
