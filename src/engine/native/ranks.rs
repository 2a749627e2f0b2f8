//! A problem as ranks to be filled: the lines of the shorter direction that lack a queen, one queen each.
//!
//! Comes in: a [`Problem`]. Goes out: for each rank its index on the board and the open squares
//! across it. A board with more rows than columns is turned over its diagonal, so that searches see
//! ranks and never ask which way they run. Diagonals are counted in ranks too: both kinds stay
//! diagonals when the board is turned.

use crate::board::Square;
use crate::engine::EngineError;
use crate::problem::Problem;
use crate::problem::reduce::Residual;
use crate::solution::Placement;

/// The ranks of a problem, without the squares that placed queens attack.
pub(crate) struct Ranks {
    residual: Residual,
    turned: bool,
}

impl Ranks {
    /// The longest side that recursive searches take: they nest one call a rank, and the stack is finite.
    pub(crate) const MAX_DEPTH: u32 = 1_000;

    /// The ranks of `problem`.
    pub(crate) fn new(problem: &Problem) -> Result<Self, EngineError> {
        let board = problem.board();
        Ok(Self {
            residual: Residual::new(problem)?,
            turned: board.rows() > board.columns(),
        })
    }

    /// The ranks for the recursive search of `engine`.
    pub(crate) fn for_recursion(
        problem: &Problem,
        engine: &'static str,
    ) -> Result<Self, EngineError> {
        let board = problem.board();
        if board.rows().max(board.columns()) > Self::MAX_DEPTH {
            return Err(EngineError::TooLarge {
                engine,
                limit: Self::MAX_DEPTH,
                found: board,
            });
        }
        Self::new(problem)
    }

    /// How many ranks lack a queen.
    pub(crate) fn len(&self) -> usize {
        self.indices().len()
    }

    /// The index on the board of each rank that lacks a queen, ascending.
    pub(crate) fn indices(&self) -> &[u32] {
        if self.turned {
            self.residual.columns()
        } else {
            self.residual.rows()
        }
    }

    /// The squares of a rank that lie on lines across it without a queen, ascending.
    pub(crate) fn across(&self) -> &[u32] {
        if self.turned {
            self.residual.rows()
        } else {
            self.residual.columns()
        }
    }

    /// The length of a rank.
    pub(crate) fn width(&self) -> usize {
        let board = self.residual.board();
        board.rows().max(board.columns()) as usize
    }

    /// Diagonals each way.
    pub(crate) fn diagonals(&self) -> usize {
        self.residual.board().diagonals() as usize
    }

    /// The falling diagonal through the square `across` of the rank at `position`.
    pub(crate) fn falling(&self, position: usize, across: u32) -> usize {
        self.indices()[position] as usize + self.width() - 1 - across as usize
    }

    /// The rising diagonal through it.
    pub(crate) fn rising(&self, position: usize, across: u32) -> usize {
        (self.indices()[position] + across) as usize
    }

    /// Whether it is open.
    pub(crate) fn is_open(&self, position: usize, across: u32) -> bool {
        let index = |position: usize| u32::try_from(position).expect("at most a side");
        if self.turned {
            let row = self.residual.rows().binary_search(&across);
            row.is_ok_and(|row| self.residual.is_open(index(row), self.indices()[position]))
        } else {
            self.residual.is_open(index(position), across)
        }
    }

    /// The open squares of the rank at `position`, ascending.
    pub(crate) fn open(&self, position: usize) -> impl Iterator<Item = u32> + '_ {
        let across = self.across().iter().copied();
        across.filter(move |&across| self.is_open(position, across))
    }

    /// The square of the board that it is.
    pub(crate) fn square(&self, position: usize, across: u32) -> Square {
        let index = self.indices()[position];
        if self.turned {
            Square::new(across, index)
        } else {
            Square::new(index, across)
        }
    }

    /// The placement with queens at `across`, rank by rank, and the placed ones.
    pub(crate) fn placement(&self, across: &[u32]) -> Placement {
        let queens = across.iter().enumerate();
        let queens = queens.map(|(position, &across)| self.square(position, across));
        Placement::new(self.residual.placed().iter().copied().chain(queens))
    }
}
