//! Verification of many placements of one problem, each at the cost of the queens that changed.
//!
//! Comes in: a problem, then placements one after another, cheapest in an order in which neighbours share their
//! first queens, as depth-first searches list them. Goes out: a [`Solution`] each, or the violation that
//! [`verify`] names. The columns and diagonals that the queens up to each one stand on are kept as words, so a
//! queen is tested against all before it in a few instructions. Only a placement whose every queen passes every test is
//! accepted here; any other is left to [`verify`], and so is every board with more diagonals than a word has bits.

use super::{Placement, Solution, Violation, verify};
use crate::board::Square;
use crate::problem::Problem;

/// A verifier that remembers the placement before.
pub struct Successive<'a> {
    problem: &'a Problem,
    /// The rows of the board; `None` where its diagonals do not fit a word.
    rows: Option<Vec<Row>>,
    /// The solution before.
    solution: Solution,
    /// What its first queens take: none of them, one, and so on.
    taken: Vec<Taken>,
    /// How many of its first queens `taken` is right about.
    known: usize,
}

/// Columns of a row, the first in the lowest bit.
#[derive(Clone, Copy)]
struct Row {
    /// Those on the board that are not blocked.
    open: u64,
    /// Those with a queen of the problem.
    given: u64,
}

#[derive(Clone, Copy, Default)]
struct Taken {
    columns: u64,
    falling: u64,
    rising: u64,
    /// The row behind that of the last queen.
    next_row: u32,
    /// How many queens of the problem are among these.
    givens: u32,
}

impl<'a> Successive<'a> {
    /// A verifier of placements for `problem`.
    pub fn new(problem: &'a Problem) -> Self {
        let board = problem.board();
        let rows = (board.diagonals() <= u64::BITS).then(|| rows(problem));
        Self {
            problem,
            rows,
            solution: Solution(Placement(Vec::new())),
            taken: vec![Taken::default(); board.shorter_side() as usize + 1],
            known: 0,
        }
    }

    /// Checks a placement as [`verify`] does.
    ///
    /// # Errors
    /// Those of [`verify`].
    pub fn verify(&mut self, placement: &Placement) -> Result<&Solution, Violation> {
        if let Some(kept) = self.accept(placement.queens()) {
            let queens = &mut self.solution.0.0;
            queens.truncate(kept);
            queens.extend_from_slice(&placement.queens()[kept..]);
        } else {
            self.known = 0;
            self.solution = verify(self.problem, placement)?;
        }
        Ok(&self.solution)
    }

    /// How many first queens these share with the solution before, if they pass all tests.
    fn accept(&mut self, queens: &[Square]) -> Option<usize> {
        let rows = self.rows.as_deref()?;
        let board = self.problem.board();
        if queens.len() != board.shorter_side() as usize {
            return None;
        }
        let before = &self.solution.queens()[..self.known];
        let same = before
            .iter()
            .zip(queens)
            .take_while(|(old, new)| old == new);
        let kept = same.count();
        let mut taken = self.taken[kept];
        for (&queen, place) in queens[kept..].iter().zip(&mut self.taken[kept + 1..]) {
            taken = taken.with(queen, rows, board.columns())?;
            *place = taken;
        }
        self.known = queens.len();
        (taken.givens as usize == self.problem.queens().len()).then_some(kept)
    }
}

fn rows(problem: &Problem) -> Vec<Row> {
    let board = problem.board();
    let width = board.columns();
    // A board without squares has no diagonals and may have any number of columns.
    let open = (0..width.min(u64::BITS)).fold(0, |open, column| open | 1 << column);
    let mut rows = vec![Row { open, given: 0 }; if width == 0 { 0 } else { board.rows() as usize }];
    for square in problem.blocked() {
        rows[square.row as usize].open &= !(1 << square.column);
    }
    for square in problem.queens() {
        rows[square.row as usize].given |= 1 << square.column;
    }
    rows
}

impl Taken {
    /// With one queen more, unless it stands where none may or in a row that is not below the last one's.
    #[inline]
    fn with(&self, queen: Square, rows: &[Row], columns: u32) -> Option<Self> {
        let row = rows.get(queen.row as usize)?;
        let column = 1_u64.checked_shl(queen.column)?;
        if row.open & column == 0 || queen.row < self.next_row {
            return None;
        }
        // The queen is on the board, whose diagonals fit the words.
        let falling = 1_u64 << (queen.row + (columns - 1) - queen.column);
        let rising = 1_u64 << (queen.row + queen.column);
        if (self.columns & column) | (self.falling & falling) | (self.rising & rising) != 0 {
            return None;
        }
        Some(Self {
            columns: self.columns | column,
            falling: self.falling | falling,
            rising: self.rising | rising,
            next_row: queen.row + 1,
            givens: self.givens + u32::from(row.given & column != 0),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::Board;

    #[test]
    fn a_board_without_squares_and_one_past_the_words_are_verified_too() {
        for (rows, columns, queens) in [(0, 0, 0), (0, 99, 0), (99, 0, 0), (1, 64, 1), (1, 65, 1)] {
            let problem = Problem::empty(Board::new(rows, columns).expect("small"));
            let mut successive = Successive::new(&problem);
            for column in [0, 31, 32, 63] {
                let claim = Placement::new((0..queens).map(|row| Square::new(row, column)));
                let verified = successive.verify(&claim);
                assert_eq!(verified.map(Solution::queens), Ok(claim.queens()));
            }
        }
    }

    /// All placements of a queen on each line of the shorter kind, neighbours alike and far apart.
    #[test]
    fn every_placement_of_small_boards_gets_the_verdict_of_verify() {
        for (rows, columns) in [(5, 5), (4, 6), (6, 4), (1, 5), (3, 3)] {
            let mut problem = Problem::empty(Board::new(rows, columns).expect("small"));
            for given in [None, Some(Square::new(0, 1))] {
                if let Some(square) = given {
                    problem.place(square).expect("inside");
                    problem.block(Square::new(0, 0)).expect("inside");
                }
                let mut successive = Successive::new(&problem);
                let (short, long) = (rows.min(columns), rows.max(columns));
                let number = long.pow(u32::try_from(short).expect("small"));
                let mut accepted = 0;
                for index in (0..number).chain((0..number).map(|index| index * 77 % number)) {
                    let across = |line: u32| u32::try_from(index / long.pow(line) % long);
                    let queens = (0..u32::try_from(short).expect("small")).rev().map(|line| {
                        let across = across(line).expect("small");
                        let (row, column) = if rows > columns {
                            (across, line)
                        } else {
                            (line, across)
                        };
                        Square::new(row, column)
                    });
                    let claim = Placement::new(queens);
                    let whole = verify(&problem, &claim);
                    accepted += u32::from(whole.is_ok());
                    let found = successive.verify(&claim);
                    assert_eq!(found, whole.as_ref().map_err(Clone::clone));
                }
                assert!(accepted > 1 || rows == 3, "{accepted}");
            }
        }
    }

    /// Squares as a walk that changes a few at a time, so that neighbours share first queens.
    fn walk() -> impl Strategy<Value = Vec<Vec<Square>>> {
        let square = || (0_u32..6, 0_u32..6);
        let start = prop::collection::vec(square(), 0..6);
        let change = (0_usize..7, prop::collection::vec(square(), 0..4));
        (start, prop::collection::vec(change, 1..20)).prop_map(|(start, changes)| {
            let mut queens: Vec<Square> = start.iter().map(|&(r, c)| Square::new(r, c)).collect();
            let mut all = vec![queens.clone()];
            for (keep, more) in changes {
                queens.truncate(keep);
                queens.extend(more.iter().map(|&(r, c)| Square::new(r, c)));
                all.push(queens.clone());
            }
            all
        })
    }

    proptest! {
        #[test]
        fn every_verdict_is_that_of_verify(
            (rows, columns) in (0_u64..6, 0_u64..6),
            given in prop::option::of((0_u32..6, 0_u32..6)),
            blocked in prop::option::of((0_u32..6, 0_u32..6)),
            walk in walk(),
        ) {
            let mut problem = Problem::empty(Board::new(rows, columns).expect("small"));
            if let Some((row, column)) = given {
                let _ = problem.place(Square::new(row, column));
            }
            if let Some((row, column)) = blocked {
                let _ = problem.block(Square::new(row, column));
            }
            let mut successive = Successive::new(&problem);
            for queens in walk {
                let claim = Placement::new(queens);
                let whole = verify(&problem, &claim);
                prop_assert_eq!(successive.verify(&claim), whole.as_ref().map_err(Clone::clone));
            }
        }
    }
}
