//! What is asked: a board, the queens already placed on it and the squares that are blocked.
//!
//! An instance in any text format becomes a [`Problem`] (module [`formats`]); [`reduce`] turns it into
//! the [`Residual`](reduce::Residual) of open squares that searches and encodings work on. Nothing here knows
//! of literals.

pub mod formats;
mod open;
pub mod reduce;

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use crate::board::{Board, Line, Square, Symmetry};

/// Place as many queens as the shorter side of the board has squares, one on every line of that
/// direction, so that no two attack each other, keeping the queens that stand and leaving blocked squares empty.
///
/// Blocked squares do not stop a queen's attack. Queens that attack each other, or stand on blocked
/// squares, make a problem without solutions, not an invalid one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    board: Board,
    queens: BTreeSet<Square>,
    blocked: BTreeSet<Square>,
}

/// A square that the board does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{square} (row {row}, column {column}) outside the board of {rows} by {columns}",
    row = u64::from(.square.row) + 1, column = u64::from(.square.column) + 1, rows = .board.rows(), columns = .board.columns()
)]
pub struct OutsideBoard {
    square: Square,
    board: Board,
}

/// Why the givens alone exclude every solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Two placed queens attack each other.
    Attack(Square, Square),
    /// A queen stands on a blocked square.
    OnBlocked(Square),
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attack(a, b) => {
                let line = a.attack(*b).expect("only attacking queens are reported");
                write!(
                    f,
                    "the placed queens on {a} and {b} attack each other along a {line}"
                )
            }
            Self::OnBlocked(square) => {
                write!(f, "the queen on {square} stands on a blocked square")
            }
        }
    }
}

impl Problem {
    /// The board without queens and blocked squares.
    pub fn empty(board: Board) -> Self {
        Self {
            board,
            queens: BTreeSet::new(),
            blocked: BTreeSet::new(),
        }
    }

    /// The empty square board of `n` rows, `None` past [`Board::MAX_SIDE`].
    pub fn queens_on(n: u32) -> Option<Self> {
        Board::new(n.into(), n.into()).ok().map(Self::empty)
    }

    /// Adds a placed queen.
    ///
    /// # Errors
    /// The board does not have the square.
    pub fn place(&mut self, square: Square) -> Result<(), OutsideBoard> {
        self.queens.insert(self.inside(square)?);
        Ok(())
    }

    /// Blocks a square: no queen may stand there.
    ///
    /// # Errors
    /// The board does not have the square.
    pub fn block(&mut self, square: Square) -> Result<(), OutsideBoard> {
        self.blocked.insert(self.inside(square)?);
        Ok(())
    }

    fn inside(&self, square: Square) -> Result<Square, OutsideBoard> {
        let board = self.board;
        if board.contains(square) {
            Ok(square)
        } else {
            Err(OutsideBoard { square, board })
        }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The placed queens, in row-major order.
    pub fn queens(&self) -> impl ExactSizeIterator<Item = Square> + '_ {
        self.queens.iter().copied()
    }

    /// The blocked squares, in row-major order.
    pub fn blocked(&self) -> impl ExactSizeIterator<Item = Square> + '_ {
        self.blocked.iter().copied()
    }

    /// Whether a queen is placed on `square`.
    pub fn has_queen(&self, square: Square) -> bool {
        self.queens.contains(&square)
    }

    /// Whether `square` is blocked.
    pub fn is_blocked(&self, square: Square) -> bool {
        self.blocked.contains(&square)
    }

    /// Whether nothing is placed nor blocked.
    pub fn is_plain(&self) -> bool {
        self.queens.is_empty() && self.blocked.is_empty()
    }

    /// How many queens a solution has, the placed ones included.
    pub fn required_queens(&self) -> u32 {
        self.board.shorter_side()
    }

    /// The symmetries that leave board, placed queens and blocked squares as they are: a group, the
    /// identity first. They map solutions to solutions.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let kept = |symmetry: &Symmetry| {
            let image = |square| symmetry.image(self.board, square);
            // Images of different squares differ, so a set that holds all its images equals theirs.
            symmetry.keeps(self.board)
                && self.queens().all(|queen| self.has_queen(image(queen)))
                && self.blocked().all(|square| self.is_blocked(image(square)))
        };
        Symmetry::ALL.into_iter().filter(kept).collect()
    }

    /// The first reason, in row-major order, why the givens contradict themselves.
    pub fn conflict(&self) -> Option<Conflict> {
        let mut taken: HashMap<Line, Square> = HashMap::new();
        for queen in self.queens() {
            if self.is_blocked(queen) {
                return Some(Conflict::OnBlocked(queen));
            }
            let lines = [
                Line::Row(queen.row),
                Line::Column(queen.column),
                Line::Falling(self.board.falling(queen)),
                Line::Rising(self.board.rising(queen)),
            ];
            for line in lines {
                if let Some(earlier) = taken.insert(line, queen) {
                    return Some(Conflict::Attack(earlier, queen));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_queens(n: u32, queens: &[(u32, u32)]) -> Problem {
        let mut problem = Problem::queens_on(n).expect("small");
        for &(row, column) in queens {
            problem.place(Square::new(row, column)).expect("inside");
        }
        problem
    }

    #[test]
    fn givens_break_symmetries() {
        let number = |problem: Problem| problem.symmetries().len();
        assert_eq!(number(with_queens(5, &[])), 8);
        assert_eq!(number(with_queens(5, &[(2, 2)])), 8);
        assert_eq!(number(with_queens(5, &[(0, 0)])), 2);
        assert_eq!(number(with_queens(5, &[(1, 0), (3, 4)])), 2);
        assert_eq!(number(with_queens(5, &[(0, 1)])), 1);
        assert_eq!(number(Problem::empty(Board::new(2, 5).expect("small"))), 4);
        let mut blocked = with_queens(4, &[]);
        blocked.block(Square::new(1, 1)).expect("inside");
        blocked.block(Square::new(2, 2)).expect("inside");
        let kept = [
            Symmetry::Identity,
            Symmetry::HalfTurn,
            Symmetry::Transpose,
            Symmetry::AntiTranspose,
        ];
        assert_eq!(blocked.symmetries(), kept);
    }

    #[test]
    fn the_attacking_pair_is_named() {
        let conflict = with_queens(8, &[(0, 0), (3, 4), (5, 5)])
            .conflict()
            .expect("a1 attacks f6");
        assert_eq!(
            conflict.to_string(),
            "the placed queens on a1 and f6 attack each other along a diagonal"
        );
        assert_eq!(with_queens(8, &[(3, 1), (4, 3)]).conflict(), None);
    }

    #[test]
    fn a_queen_on_a_blocked_square_is_a_conflict_and_one_outside_an_error() {
        let mut problem = with_queens(4, &[(0, 1)]);
        problem.block(Square::new(0, 1)).expect("inside");
        assert_eq!(
            problem.conflict(),
            Some(Conflict::OnBlocked(Square::new(0, 1)))
        );
        assert_eq!(
            problem
                .place(Square::new(4, 1))
                .expect_err("outside")
                .to_string(),
            "b5 (row 5, column 2) outside the board of 4 by 4"
        );
    }
}
