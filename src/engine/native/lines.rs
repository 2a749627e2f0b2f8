//! The lines that each need a queen, with the open squares of each: what every native search works on.
//!
//! Lines are rows, or columns where those are the shorter direction, so that each line takes exactly
//! one queen. Lines whose queen was placed beforehand are left out; the others keep their index, so
//! that diagonals move by the difference of the indices.

use crate::board::Square;
use crate::engine::EngineError;
use crate::problem::Problem;
use crate::problem::reduce::Residual;
use crate::solution::Placement;

/// A line that lacks a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its index on the board.
    pub(super) index: u32,
    /// Its open squares, lowest first.
    pub(super) open: u128,
}

/// The lines of a problem that lack a queen, ascending.
pub(super) struct Lines {
    placed: Vec<Square>,
    transposed: bool,
    /// The squares a line has on the board, open or not.
    pub(super) width: u32,
    /// Whether the lines across need exactly one queen too: the board is square.
    pub(super) square: bool,
    /// Whether the givens exclude every solution.
    pub(super) conflict: bool,
    pub(super) lacking: Vec<Line>,
}

impl Lines {
    /// The longest side of a board: a mask has this many bits.
    pub(super) const MAX_SIDE: u32 = u128::BITS;

    pub(super) fn new(problem: &Problem, engine: &'static str) -> Result<Self, EngineError> {
        let board = problem.board();
        if board.rows().max(board.columns()) > Self::MAX_SIDE {
            return Err(EngineError::TooLarge {
                engine,
                limit: Self::MAX_SIDE,
                found: board,
            });
        }
        let residual = Residual::new(problem)?;
        let transposed = board.rows() > board.columns();
        let rows = (0_u32..).zip(residual.rows());
        let lacking = if transposed {
            let line = |&column: &u32| {
                let rows = rows.clone();
                let open = rows.filter(|&(position, _)| residual.is_open(position, column));
                Line {
                    index: column,
                    open: open.fold(0, |mask, (_, row)| mask | 1 << row),
                }
            };
            residual.columns().iter().map(line).collect()
        } else {
            let line = |(position, &index)| Line {
                index,
                open: residual.wide_mask(position),
            };
            rows.map(line).collect()
        };
        Ok(Self {
            placed: residual.placed().to_vec(),
            transposed,
            width: board.rows().max(board.columns()),
            square: board.rows() == board.columns(),
            conflict: residual.conflict().is_some(),
            lacking,
        })
    }

    /// The placement with a queen on each line at the position that `across` gives.
    pub(super) fn placement(&self, across: &[u32]) -> Placement {
        let mut placement = Placement::new([]);
        self.place(across, &mut placement);
        placement
    }

    /// Makes `placement` the one with a queen on each line at the position that `across` gives.
    pub(super) fn place(&self, across: &[u32], placement: &mut Placement) {
        let lines = self.lacking.iter().zip(across);
        let placed = self.placed.iter().copied();
        if self.transposed {
            let queens = lines.map(|(line, &across)| Square::new(across, line.index));
            placement.set(placed.chain(queens));
        } else {
            let queens = lines.map(|(line, &across)| Square::new(line.index, across));
            placement.set(placed.chain(queens));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn the_shorter_direction_is_searched_and_placed_queens_leave_gaps() {
        let mut problem = Problem::empty(Board::new(4, 3).expect("small"));
        problem.block(Square::new(3, 0)).expect("inside");
        problem.place(Square::new(0, 1)).expect("inside");
        let lines = Lines::new(&problem, "test").expect("small");
        let open: Vec<(u32, u128)> = lines.lacking.iter().map(|l| (l.index, l.open)).collect();
        // b1 attacks a1, a2, c1 and c2; a4 is blocked.
        assert_eq!(open, [(0, 0b0100), (2, 0b1100)]);
        assert_eq!((lines.width, lines.square), (4, false));
        let queens = lines.placement(&[2, 3]);
        assert_eq!(
            queens.queens(),
            [Square::new(0, 1), Square::new(2, 0), Square::new(3, 2)]
        );
    }
}
