//! Excluded diagonals: whole diagonals are blocked, in a random sequence.
//!
//! A diagonal is (d, t) as CSPLib writes it: t = 1 excludes the squares with row + column = d, t = 0 those
//! with row - column = d - (n - 1). It may be excluded if each row and column in which it takes a
//! square has more than four open ones, so that no row or column falls below four. Any prefix of the
//! sequence is an instance too. Source: Gent, Jefferson & Nightingale, "Complexity of n-Queens
//! Completion", JAIR 59, 2017, and the description with CSPLib problem 079.

use super::{GenerateError, check_side};
use crate::board::{Board, Line, Square};
use crate::control::Control;
use crate::problem::Problem;
use crate::random::Random;

/// An excluded diagonal as the pair (d, t) of CSPLib.
pub type ExcludedDiagonal = (u32, u8);

/// Open squares that every row and column keeps.
const KEPT: u32 = 4;

/// A board with excluded diagonals, as blocked squares and as the list in which they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagonals {
    /// The board; the squares of the excluded diagonals are blocked.
    pub problem: Problem,
    /// The excluded diagonals, in the order of exclusion.
    pub excluded: Vec<ExcludedDiagonal>,
}

/// Excludes `number` diagonals of the board of `n` rows, or, without a number, as many as can be.
///
/// The sequence: the pairs (0, 1), .., (2n-2, 1), (0, 0), .., (2n-2, 0) are shuffled, and each is excluded
/// in turn if the rule allows it. What was refused once stays refused, so one pass is maximal.
///
/// # Errors
/// A board too large for a list of its blocked squares, a `number` that the sequence does not
/// reach, or a control that stops.
pub fn diagonals(
    n: u32,
    number: Option<u32>,
    seed: u64,
    control: &Control,
) -> Result<Diagonals, GenerateError> {
    let board = check_side(n)?;
    let mut sequence: Vec<ExcludedDiagonal> = [1, 0]
        .into_iter()
        .flat_map(|kind| (0..board.diagonals()).map(move |index| (index, kind)))
        .collect();
    Random::new(seed).shuffle(&mut sequence);
    let wanted = number.map_or(usize::MAX, |number| number as usize);
    let mut board = Exclusion::new(board);
    for diagonal in sequence {
        control.check()?;
        if board.excluded.len() >= wanted {
            break;
        }
        board.exclude(diagonal);
    }
    let possible = u32::try_from(board.excluded.len()).expect("at most 4n - 2");
    match number {
        Some(wanted) if possible < wanted => {
            Err(GenerateError::TooFewDiagonals { wanted, possible })
        }
        _ => Ok(Diagonals {
            problem: board.problem,
            excluded: board.excluded,
        }),
    }
}

/// A board while diagonals are excluded one by one.
struct Exclusion {
    problem: Problem,
    excluded: Vec<ExcludedDiagonal>,
    open_in_row: Vec<u32>,
    open_in_column: Vec<u32>,
}

impl Exclusion {
    fn new(board: Board) -> Self {
        Self {
            problem: Problem::empty(board),
            excluded: Vec::new(),
            open_in_row: vec![board.columns(); board.rows() as usize],
            open_in_column: vec![board.rows(); board.columns() as usize],
        }
    }

    /// Excludes the diagonal if the rule allows it.
    fn exclude(&mut self, diagonal: ExcludedDiagonal) {
        let board = self.problem.board();
        let line = match diagonal {
            (index, 1) => Line::Rising(index),
            (index, _) => Line::Falling(index),
        };
        let squares: Vec<Square> = squares_of(line, board)
            .filter(|&square| !self.problem.is_blocked(square))
            .collect();
        // A diagonal takes at most one square of a row or column.
        let allowed = |square: &Square| {
            self.open_in_row[square.row as usize] > KEPT
                && self.open_in_column[square.column as usize] > KEPT
        };
        if !squares.iter().all(allowed) {
            return;
        }
        for square in squares {
            self.open_in_row[square.row as usize] -= 1;
            self.open_in_column[square.column as usize] -= 1;
            self.problem.block(square).expect("a square of the board");
        }
        self.excluded.push(diagonal);
    }
}

/// The squares of a diagonal of a square board.
fn squares_of(line: Line, board: Board) -> impl Iterator<Item = Square> {
    let columns = board.columns();
    (0..board.rows()).filter_map(move |row| {
        let column = match line {
            Line::Rising(index) => index.checked_sub(row)?,
            Line::Falling(index) => (row + columns - 1).checked_sub(index)?,
            Line::Row(_) | Line::Column(_) => return None,
        };
        (column < columns).then_some(Square::new(row, column))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written from the definition alone.
    fn lies_on(square: Square, (d, t): ExcludedDiagonal, n: u32) -> bool {
        if t == 1 {
            square.row + square.column == d
        } else {
            i64::from(square.row) - i64::from(square.column) == i64::from(d) - i64::from(n - 1)
        }
    }

    fn least_open(n: u32, excluded: &[ExcludedDiagonal]) -> usize {
        let open = |square| {
            !excluded
                .iter()
                .any(|&diagonal| lies_on(square, diagonal, n))
        };
        (0..n)
            .flat_map(|line| {
                let row = (0..n).filter(|&c| open(Square::new(line, c))).count();
                let column = (0..n).filter(|&r| open(Square::new(r, line))).count();
                [row, column]
            })
            .min()
            .expect("n > 0")
    }

    #[test]
    fn maximal_sequences_keep_four_squares_and_take_no_further_diagonal() {
        for (n, seed) in [(5, 1), (6, 2), (9, 3), (10, 4)] {
            let made = diagonals(n, None, seed, &Control::unlimited()).expect("small");
            for row in 0..n {
                for column in 0..n {
                    let square = Square::new(row, column);
                    let on_one = made.excluded.iter().any(|&d| lies_on(square, d, n));
                    assert_eq!(made.problem.is_blocked(square), on_one, "{square}");
                }
            }
            assert!(least_open(n, &made.excluded) >= 4);
            let all = (0..2 * n - 1).flat_map(|d| [(d, 0), (d, 1)]);
            for further in all.filter(|further| !made.excluded.contains(further)) {
                let mut more = made.excluded.clone();
                more.push(further);
                assert!(least_open(n, &more) < 4, "{further:?} fits in {n}, {seed}");
            }
        }
    }

    #[test]
    fn a_number_gives_a_prefix_and_too_many_are_refused() {
        let make = |number| diagonals(8, number, 5, &Control::unlimited());
        let all = make(None).expect("small").excluded;
        let some = make(Some(3)).expect("small").excluded;
        assert_eq!(some, all[..3]);
        assert!(matches!(
            make(Some(30)),
            Err(GenerateError::TooFewDiagonals { wanted: 30, possible }) if possible as usize == all.len()
        ));
        let small = diagonals(4, None, 1, &Control::unlimited()).expect("small");
        assert!(small.excluded.is_empty());
        assert!(diagonals(0, None, 1, &Control::unlimited()).is_ok());
    }
}
