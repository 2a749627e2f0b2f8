//! Geometry: squares, boards and the lines a queen attacks along; nothing here knows of problems.
//!
//! Rows and columns count from 0. Row 0 is the first line of every text board and drawing and is
//! rank 1; column 0 is file a. So `b4` is row 3, column 1.

mod symmetry;

use std::fmt;
use std::str::FromStr;

pub use symmetry::Symmetry;

/// A square by row and column, both from 0. Squares sort in row-major order.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Square {
    /// Row, from 0; rank minus 1.
    pub row: u32,
    /// Column, from 0; file a is 0.
    pub column: u32,
}

impl Square {
    /// The square at `row` and `column`, both from 0.
    pub fn new(row: u32, column: u32) -> Self {
        Self { row, column }
    }

    /// The line through both squares along which queens on them attack each other.
    pub fn attack(self, other: Self) -> Option<LineKind> {
        let (rows, columns) = (
            self.row.abs_diff(other.row),
            self.column.abs_diff(other.column),
        );
        match (rows, columns) {
            (0, _) => Some(LineKind::Row),
            (_, 0) => Some(LineKind::Column),
            _ if rows == columns => Some(LineKind::Diagonal),
            _ => None,
        }
    }
}

/// The letters of a column's file: a to z, then aa, ab and so on.
pub fn file_name(column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = u64::from(column) + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(b'a' + u8::try_from(rest % 26).expect("below 26"));
        rest /= 26;
    }
    letters
        .iter()
        .rev()
        .map(|&letter| char::from(letter))
        .collect()
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!(
            "{}{}",
            file_name(self.column),
            u64::from(self.row) + 1
        ))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square such as b4 or r4c2 (ranks, rows and columns from 1), found {0:?}")]
pub struct NotASquare(String);

impl FromStr for Square {
    type Err = NotASquare;

    /// Reads `b4` (file letters, then the rank) or `r4c2` (row and column, both from 1).
    fn from_str(text: &str) -> Result<Self, NotASquare> {
        let lower = text.to_ascii_lowercase();
        row_and_column(&lower)
            .or_else(|| file_and_rank(&lower))
            .ok_or_else(|| NotASquare(text.to_owned()))
    }
}

/// `r4c2`.
fn row_and_column(text: &str) -> Option<Square> {
    let (row, column) = text.strip_prefix('r')?.split_once('c')?;
    Some(Square::new(from_one(row)?, from_one(column)?))
}

/// `b4`; files past z are aa, ab and so on, so `rc4` is one too.
fn file_and_rank(text: &str) -> Option<Square> {
    let digits = text.find(|c: char| !c.is_ascii_lowercase())?;
    let (file, rank) = text.split_at(digits);
    Some(Square::new(from_one(rank)?, column_of(file)?))
}

/// A number of digits only, at least 1, moved to base 0.
fn from_one(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse::<u32>().ok().filter(|_| digits)?.checked_sub(1)
}

fn column_of(file: &str) -> Option<u32> {
    let digit = |letter: u8| u32::from(letter - b'a') + 1;
    let value = file.bytes().try_fold(0_u32, |value, letter| {
        value.checked_mul(26)?.checked_add(digit(letter))
    });
    value?.checked_sub(1)
}

/// A rectangular board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Board {
    rows: u32,
    columns: u32,
}

/// A side longer than [`Board::MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a side of {found}, where a board has at most {max} rows and columns", max = Board::MAX_SIDE)]
pub struct SideTooLong {
    found: u64,
}

impl Board {
    /// The longest side: up to it every size of every encoding fits 64 bits.
    pub const MAX_SIDE: u32 = 1_000_000;

    /// A board of `rows` by `columns`, either of which may be 0.
    ///
    /// # Errors
    /// A side longer than [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn new(rows: u64, columns: u64) -> Result<Self, SideTooLong> {
        let side = |length: u64| match u32::try_from(length) {
            Ok(short) if short <= Self::MAX_SIDE => Ok(short),
            _ => Err(SideTooLong { found: length }),
        };
        Ok(Self {
            rows: side(rows)?,
            columns: side(columns)?,
        })
    }

    /// Rows.
    pub fn rows(self) -> u32 {
        self.rows
    }

    /// Columns.
    pub fn columns(self) -> u32 {
        self.columns
    }

    /// Squares.
    pub fn squares(self) -> u64 {
        u64::from(self.rows) * u64::from(self.columns)
    }

    /// The length of the shorter side: how many queens a solution has.
    pub fn shorter_side(self) -> u32 {
        self.rows.min(self.columns)
    }

    /// Whether the board has the square.
    pub fn contains(self, square: Square) -> bool {
        square.row < self.rows && square.column < self.columns
    }

    /// How many diagonals run each way.
    pub fn diagonals(self) -> u32 {
        if self.squares() == 0 {
            0
        } else {
            self.rows + self.columns - 1
        }
    }

    /// The index of the falling diagonal through `square`: row - column, moved to start at 0.
    pub fn falling(self, square: Square) -> u32 {
        square.row + (self.columns - 1) - square.column
    }

    /// The index of the rising diagonal through `square`: row + column.
    pub fn rising(self, square: Square) -> u32 {
        square.row + square.column
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows == self.columns {
            f.pad(&self.rows.to_string())
        } else {
            f.pad(&format!("{}x{}", self.rows, self.columns))
        }
    }
}

/// The kinds of lines; both directions of diagonals are one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A diagonal of either direction.
    Diagonal,
}

impl fmt::Display for LineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Diagonal => "diagonal",
        })
    }
}

/// A line of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// The row with this index.
    Row(u32),
    /// The column with this index.
    Column(u32),
    /// The diagonal with this [`Board::falling`] index; row and column grow together along it.
    Falling(u32),
    /// The diagonal with this [`Board::rising`] index; the row falls as the column grows.
    Rising(u32),
}

impl Line {
    /// Its kind.
    pub fn kind(self) -> LineKind {
        match self {
            Self::Row(_) => LineKind::Row,
            Self::Column(_) => LineKind::Column,
            Self::Falling(_) | Self::Rising(_) => LineKind::Diagonal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_print_and_parse_in_chess_terms() {
        for (text, row, column) in [
            ("a1", 0, 0),
            ("b4", 3, 1),
            ("z1", 0, 25),
            ("aa10", 9, 26),
            ("zz3", 2, 701),
            ("aaa1", 0, 702),
        ] {
            let square = Square::new(row, column);
            assert_eq!(text.parse(), Ok(square));
            assert_eq!(square.to_string(), text);
        }
        assert_eq!("r12c30".parse(), Ok(Square::new(11, 29)));
        assert_eq!("R1C1".parse(), Ok(Square::new(0, 0)));
        assert_eq!("rc4".parse::<Square>(), Ok(Square::new(3, 470)));
    }

    #[test]
    fn the_last_square_that_numbers_can_name_prints_and_parses() {
        let last = Square::new(u32::MAX - 1, u32::MAX - 1);
        assert_eq!(last.to_string(), "mwlqkwu4294967295");
        assert_eq!(last.to_string().parse(), Ok(last));
        let past = Square::new(u32::MAX, u32::MAX);
        assert_eq!(past.to_string(), "mwlqkwv4294967296");
    }

    #[test]
    fn what_is_no_square_is_an_error() {
        for text in [
            "",
            "b",
            "4",
            "4b",
            "b0",
            "b-1",
            "b+1",
            "r0c1",
            "r1c0",
            "r1c",
            "b99999999999",
            "é4",
            "zzzzzzzzz1",
            "b4 ",
        ] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    #[test]
    fn attacks_run_along_rows_columns_and_diagonals() {
        let centre = Square::new(3, 3);
        assert_eq!(centre.attack(Square::new(3, 0)), Some(LineKind::Row));
        assert_eq!(centre.attack(Square::new(0, 3)), Some(LineKind::Column));
        assert_eq!(centre.attack(Square::new(1, 5)), Some(LineKind::Diagonal));
        assert_eq!(centre.attack(Square::new(5, 5)), Some(LineKind::Diagonal));
        assert_eq!(centre.attack(Square::new(4, 5)), None);
    }

    #[test]
    fn boards_have_a_longest_side() {
        assert!(Board::new(1_000_000, 0).is_ok());
        assert!(Board::new(1_000_001, 8).is_err());
    }
}
