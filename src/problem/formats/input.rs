//! What every format's parser is given: the text, and what is known about it from elsewhere; and how
//! the numbers of a text become squares.

use super::error::quote;
use super::{Board, FormatError, Problem, Square};

#[derive(Clone, Copy)]
pub(super) struct Input<'t> {
    pub(super) text: &'t str,
    /// The first index; of no meaning to formats without indices.
    pub(super) base: u32,
    pub(super) board: Option<Board>,
    /// How many of the excluded diagonals count, all if `None`.
    pub(super) diagonals: Option<usize>,
}

/// A number and the offset of its text.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub(super) offset: usize,
    pub(super) value: u64,
}

impl<'t> Input<'t> {
    pub(super) fn fault(
        self,
        offset: usize,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> FormatError {
        FormatError::at_offset(self.text, offset, expected, found)
    }

    /// The offset of `part`, a slice of the text.
    pub(super) fn offset_of(self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// The lines that are not blank.
    pub(super) fn lines(self) -> impl Iterator<Item = &'t str> {
        self.text.lines().filter(|line| !line.trim().is_empty())
    }

    /// The number that `word`, a slice of the text, is.
    pub(super) fn number(self, word: &str, expected: &str) -> Result<Number, FormatError> {
        let offset = self.offset_of(word);
        let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        match word.parse() {
            Ok(value) if digits => Ok(Number { offset, value }),
            _ if digits => {
                let most = Board::MAX_SIDE;
                let found = format!(
                    "{}, where a board has at most {most} rows and columns",
                    quote(word)
                );
                Err(self.fault(offset, expected, found))
            }
            _ => Err(self.fault(offset, expected, quote(word))),
        }
    }

    /// The two numbers of a square, row first; a missing column is told at the end of the line.
    pub(super) fn pair(
        self,
        row: &str,
        column: Option<&str>,
        line: &str,
    ) -> Result<[Number; 2], FormatError> {
        let row = self.number(row, "a row")?;
        let column = column.ok_or_else(|| {
            let end = self.offset_of(line) + line.trim_end().len();
            self.fault(end, "a column behind the row", "the end of the line")
        })?;
        Ok([row, self.number(column, "a column")?])
    }

    /// The index from 0 that `number` means.
    pub(super) fn index(self, number: Number) -> Result<u32, FormatError> {
        let fault = |expected| self.fault(number.offset, expected, number.value.to_string());
        let index = number.value.checked_sub(self.base.into());
        let index = index.ok_or_else(|| fault(format!("an index from {}", self.base)))?;
        u32::try_from(index).map_err(|_| {
            let most = Board::MAX_SIDE;
            fault(format!(
                "an index of a board, which has at most {most} rows and columns"
            ))
        })
    }

    /// The square board of `n` rows that a text declares; where it declares none, the known one.
    /// `statement` is how it would declare it.
    pub(super) fn square_board(
        self,
        n: Option<Number>,
        statement: &str,
    ) -> Result<Board, FormatError> {
        let Some(n) = n else {
            return self.board.ok_or_else(|| {
                let expected = format!("{statement}, or the size by `--size`");
                FormatError::at(1, 1, expected, "neither")
            });
        };
        let board = Board::new(n.value, n.value)
            .map_err(|fault| self.fault(n.offset, "a board that fits", fault.to_string()))?;
        match self.board {
            Some(known) if known != board => {
                Err(FormatError::other_board(self.text, n.offset, known, board))
            }
            _ => Ok(board),
        }
    }

    /// Places queens on squares given by row and column.
    pub(super) fn place(
        self,
        problem: &mut Problem,
        squares: &[[Number; 2]],
    ) -> Result<(), FormatError> {
        self.put_all(problem, true, squares)
    }

    /// Blocks squares given by row and column.
    pub(super) fn block(
        self,
        problem: &mut Problem,
        squares: &[[Number; 2]],
    ) -> Result<(), FormatError> {
        self.put_all(problem, false, squares)
    }

    fn put_all(
        self,
        problem: &mut Problem,
        queen: bool,
        squares: &[[Number; 2]],
    ) -> Result<(), FormatError> {
        for &[row, column] in squares {
            let square = Square::new(self.index(row)?, self.index(column)?);
            self.put(problem, queen, square, row.offset)?;
        }
        Ok(())
    }

    /// Places or blocks a square, telling a square outside by the place of its text.
    pub(super) fn put(
        self,
        problem: &mut Problem,
        queen: bool,
        square: Square,
        offset: usize,
    ) -> Result<(), FormatError> {
        let result = if queen {
            problem.place(square)
        } else {
            problem.block(square)
        };
        result.map_err(|fault| self.fault(offset, "a square of the board", fault.to_string()))
    }
}

/// The words of a text, separated by blanks or commas.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
}
