//! What the givens leave over: the rows and columns that still lack a queen and the open squares on them.
//!
//! A placed queen takes its row, its column and its diagonals out of the problem *before* anything is
//! searched or encoded: a board of 2547 x 2547 with 2537 queens shrinks to ten rows and some fifty squares.

use std::collections::HashSet;

use super::open::{Bits, OpenSquares};
use super::{Conflict, Problem};
use crate::board::{Board, Square};

/// The residual problem: one queen is wanted on every remaining line of the shorter direction.
#[derive(Clone, Debug)]
pub struct Residual {
    board: Board,
    placed: Vec<Square>,
    rows: Vec<u32>,
    columns: Vec<u32>,
    open: OpenSquares,
    conflict: Option<Conflict>,
    fixed: Vec<(Square, bool)>,
}

/// A residual problem with more open squares than a literal can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{rows} free rows by {columns} free columns are too many squares to number (the limit is 2^31 - 1); place more queens or choose a smaller board"
)]
pub struct TooManySquares {
    rows: usize,
    columns: usize,
}

impl Residual {
    /// Removes the rows, columns and squares that placed queens attack, and the blocked squares.
    ///
    /// Givens that contradict themselves leave a residual without open squares whose
    /// [`conflict`](Self::conflict) says why.
    ///
    /// # Errors
    /// More squares remain than can be numbered, on a board with givens.
    pub fn new(problem: &Problem) -> Result<Self, TooManySquares> {
        if problem.is_plain() {
            return Ok(Self::whole(problem.board(), Vec::new()));
        }
        let conflict = problem.conflict();
        let attacked = Attacked::by(problem);
        let (rows, columns) = if conflict.is_some() {
            (Vec::new(), Vec::new())
        } else {
            (unset(&attacked.rows), unset(&attacked.columns))
        };
        let blocked: HashSet<Square> = problem.blocked().collect();
        let is_open = |square| !attacked.diagonally(square) && !blocked.contains(&square);
        let open = Self::open_among(problem.board(), rows, columns, is_open)?;
        Ok(Self {
            placed: problem.queens().collect(),
            conflict,
            ..open
        })
    }

    /// The board of which only the squares with `is_open` are left and nothing is placed: what
    /// remains after a reduction other than by the queens' attacks.
    ///
    /// # Errors
    /// The board has more squares than can be numbered.
    pub fn restricted(
        board: Board,
        is_open: impl Fn(Square) -> bool,
    ) -> Result<Self, TooManySquares> {
        let (rows, columns) = (0..board.rows(), 0..board.columns());
        Self::open_among(board, rows.collect(), columns.collect(), is_open)
    }

    /// The crossings of `rows` and `columns` that are open.
    fn open_among(
        board: Board,
        rows: Vec<u32>,
        columns: Vec<u32>,
        is_open: impl Fn(Square) -> bool,
    ) -> Result<Self, TooManySquares> {
        if rows.len() as u64 * columns.len() as u64 > i32::MAX.unsigned_abs().into() {
            return Err(TooManySquares {
                rows: rows.len(),
                columns: columns.len(),
            });
        }
        let height = u32::try_from(rows.len()).expect("at most the board's rows");
        let bits = Bits::new(height, &columns, board.columns(), |position, column| {
            is_open(Square::new(rows[position as usize], column))
        });
        Ok(Self {
            board,
            placed: Vec::new(),
            rows,
            columns,
            open: OpenSquares::Some(bits),
            conflict: None,
            fixed: Vec::new(),
        })
    }

    /// Every square of the board, with the givens kept as fixed values instead of being taken out.
    pub fn unreduced(problem: &Problem) -> Self {
        let queens = problem.queens().map(|square| (square, true));
        let blocked = problem.blocked().map(|square| (square, false));
        Self::whole(problem.board(), queens.chain(blocked).collect())
    }

    fn whole(board: Board, fixed: Vec<(Square, bool)>) -> Self {
        Self {
            board,
            placed: Vec::new(),
            rows: (0..board.rows()).collect(),
            columns: (0..board.columns()).collect(),
            open: OpenSquares::All {
                rows: board.rows(),
                columns: board.columns(),
            },
            conflict: None,
            fixed,
        }
    }

    /// The residual with one more queen placed on an open `square`: its lines are taken out. Costs no
    /// more than the open squares, however many squares are blocked.
    #[must_use]
    pub fn with_queen(&self, square: Square) -> Self {
        let others = |lines: &[u32], taken: u32| -> Vec<u32> {
            lines
                .iter()
                .copied()
                .filter(|&line| line != taken)
                .collect()
        };
        let rows = others(&self.rows, square.row);
        let columns = others(&self.columns, square.column);
        let height = u32::try_from(rows.len()).expect("at most the board's rows");
        let is_open = |position: u32, column: u32| {
            let row = rows[position as usize];
            self.is_open(position + u32::from(row > square.row), column)
                && row.abs_diff(square.row) != column.abs_diff(square.column)
        };
        let bits = Bits::new(height, &columns, self.board.columns(), is_open);
        let mut placed = self.placed.clone();
        let place = placed.partition_point(|queen| *queen < square);
        placed.insert(place, square);
        Self {
            board: self.board,
            placed,
            open: OpenSquares::Some(bits),
            rows,
            columns,
            conflict: self.conflict,
            fixed: Vec::new(),
        }
    }

    /// The board of the problem.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The placed queens that were taken out, in row-major order.
    pub fn placed(&self) -> &[Square] {
        &self.placed
    }

    /// The rows that lack a queen, ascending.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The columns that lack a queen, ascending.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// Why the givens exclude every solution, if they do.
    pub fn conflict(&self) -> Option<Conflict> {
        self.conflict
    }

    /// Squares with a fixed value, `true` for a queen; only an unreduced problem has any.
    pub fn fixed(&self) -> &[(Square, bool)] {
        &self.fixed
    }

    /// Whether every square of the board is open.
    pub fn is_whole(&self) -> bool {
        matches!(self.open, OpenSquares::All { .. })
    }

    /// How many squares are open.
    pub fn open_squares(&self) -> u64 {
        self.open.len()
    }

    /// Whether the square in the row at `position` of [`rows`](Self::rows) is open.
    pub fn is_open(&self, position: u32, column: u32) -> bool {
        self.open.contains(position, column)
    }

    /// The open squares of the row at `position` as a mask, column 0 lowest; of at most 64 columns.
    pub fn mask(&self, position: u32) -> u64 {
        self.open.mask(position)
    }

    /// As [`mask`](Self::mask), of at most 128 columns.
    pub fn wide_mask(&self, position: u32) -> u128 {
        self.open.wide_mask(position)
    }

    /// How many open squares stand before `square`, itself open, in row-major order.
    pub fn rank(&self, square: Square) -> Option<u64> {
        let position = self.position(square.row)?;
        let open = self.board.contains(square) && self.open.contains(position, square.column);
        open.then(|| self.open.rank(position, square.column))
    }

    /// Where `row` stands among the rows that lack a queen.
    pub fn position(&self, row: u32) -> Option<u32> {
        if self.rows.len() == self.board.rows() as usize {
            return (row < self.board.rows()).then_some(row);
        }
        let position = self.rows.binary_search(&row).ok()?;
        Some(u32::try_from(position).expect("at most the board's rows"))
    }

    /// The open square that has `rank` others before it in row-major order.
    pub fn select(&self, rank: u64) -> Option<Square> {
        let (position, column) = self.open.select(rank)?;
        Some(Square::new(self.rows[position as usize], column))
    }
}

/// What the placed queens attack, one flag a line.
struct Attacked {
    board: Board,
    rows: Vec<bool>,
    columns: Vec<bool>,
    falling: Vec<bool>,
    rising: Vec<bool>,
}

impl Attacked {
    fn by(problem: &Problem) -> Self {
        let board = problem.board();
        let flags = |count: u32| vec![false; count as usize];
        let mut attacked = Self {
            board,
            rows: flags(board.rows()),
            columns: flags(board.columns()),
            falling: flags(board.diagonals()),
            rising: flags(board.diagonals()),
        };
        for queen in problem.queens() {
            attacked.rows[queen.row as usize] = true;
            attacked.columns[queen.column as usize] = true;
            attacked.falling[board.falling(queen) as usize] = true;
            attacked.rising[board.rising(queen) as usize] = true;
        }
        attacked
    }

    fn diagonally(&self, square: Square) -> bool {
        self.falling[self.board.falling(square) as usize]
            || self.rising[self.board.rising(square) as usize]
    }
}

fn unset(flags: &[bool]) -> Vec<u32> {
    (0_u32..)
        .zip(flags)
        .filter(|&(_, &set)| !set)
        .map(|(index, _)| index)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queen_takes_its_lines_out() {
        let mut problem = Problem::queens_on(4).expect("small");
        problem.place(Square::new(0, 1)).expect("inside");
        let residual = Residual::new(&problem).expect("small");
        assert_eq!(residual.rows(), [1, 2, 3]);
        assert_eq!(residual.columns(), [0, 2, 3]);
        let open: Vec<String> = (0..residual.open_squares())
            .map(|rank| residual.select(rank).expect("in range").to_string())
            .collect();
        assert_eq!(open, ["d2", "a3", "c3", "a4", "c4", "d4"]);
        assert_eq!(residual.rank(Square::new(2, 2)), Some(2));
        assert_eq!(residual.rank(Square::new(1, 1)), None);
    }

    #[test]
    fn a_restricted_board_keeps_all_its_rows_and_columns() {
        let board = Board::new(3, 4).expect("small");
        let on_the_edge = |square: Square| square.row == 0 || square.column == 3;
        let residual = Residual::restricted(board, on_the_edge).expect("small");
        assert_eq!((residual.rows().len(), residual.columns().len()), (3, 4));
        assert_eq!(residual.open_squares(), 6);
        assert_eq!(residual.rank(Square::new(2, 3)), Some(5));
        assert_eq!(residual.rank(Square::new(2, 2)), None);
    }

    #[test]
    fn one_more_queen_is_the_problem_with_it() {
        let mut problem = Problem::empty(Board::new(6, 8).expect("small"));
        problem.block(Square::new(4, 5)).expect("inside");
        let squares = |residual: &Residual| -> Vec<Square> {
            (0..residual.open_squares())
                .filter_map(|rank| residual.select(rank))
                .collect()
        };
        let mut residual = Residual::new(&problem).expect("small");
        for queen in [Square::new(3, 2), Square::new(0, 0), Square::new(5, 7)] {
            problem.place(queen).expect("inside");
            residual = residual.with_queen(queen);
            let whole = Residual::new(&problem).expect("small");
            assert_eq!(residual.placed(), whole.placed());
            assert_eq!(residual.rows(), whole.rows());
            assert_eq!(residual.columns(), whole.columns());
            assert_eq!(squares(&residual), squares(&whole));
        }
    }

    #[test]
    fn contradicting_givens_leave_nothing_open() {
        let mut problem = Problem::queens_on(4).expect("small");
        problem.place(Square::new(0, 0)).expect("inside");
        problem.place(Square::new(3, 3)).expect("inside");
        let residual = Residual::new(&problem).expect("small");
        assert!(residual.conflict().is_some());
        assert_eq!(residual.open_squares(), 0);
    }

    #[test]
    fn huge_boards_cost_nothing_while_plain_and_are_refused_with_givens() {
        let mut problem = Problem::queens_on(100_000).expect("within the limit");
        assert_eq!(
            Residual::new(&problem).expect("plain").open_squares(),
            10_000_000_000
        );
        problem.place(Square::new(0, 0)).expect("inside");
        assert!(Residual::new(&problem).is_err());
    }
}
