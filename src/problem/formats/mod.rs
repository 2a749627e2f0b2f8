//! Instance texts and problems: one small file a format, found by content unless named.
//!
//! Every format parses what it prints. A fault is told by its line and column, what was expected
//! and what was found.

mod board;
mod columns;
mod dimensions;
mod fen;
mod squares;

use std::fmt;

use super::{OutsideBoard, Problem};
use crate::board::{Board, Square};

pub use columns::line as columns_line;
pub use dimensions::parse as parse_dimensions;

/// An instance format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `8` or `6x8`: a board without givens.
    Dimensions,
    /// One row a line, one character a square.
    Board,
    /// `8: b4 d5 -c3`: squares in chess notation, blocked ones behind a minus sign.
    Squares,
    /// `[1, 3, 0, 2]`: each row's column.
    Columns,
    /// `1Q2/3Q/Q3/2Q1`: ranks from the last to the first.
    Fen,
}

/// Name, shape and index base of every format.
pub const TABLE: &[(Format, &str, &str)] = &[
    (
        Format::Dimensions,
        "dimensions",
        "`8` or `6x8` (rows by columns): the board without givens",
    ),
    (
        Format::Board,
        "board",
        "a row a line: . _ 0 - open, Q q 1 queen, # x * blocked; `;` or `%` starts a comment; `6x8` on the first line if not square",
    ),
    (
        Format::Squares,
        "squares",
        "`8: b4 d5 -c3` or `8: r4c2`: queens, blocked squares behind a minus; files a.., ranks from 1",
    ),
    (
        Format::Columns,
        "columns",
        "`[1, 3, 0, 2]`: each row's column from 0; -1, - or * where the row has no queen",
    ),
    (
        Format::Fen,
        "fen",
        "`2Q1/Q3/3Q/1Q2`: chess notation, the last rank first",
    ),
];

impl Format {
    /// The name it is chosen by.
    pub fn name(self) -> &'static str {
        let (_, name, _) = TABLE
            .iter()
            .find(|(format, ..)| *format == self)
            .expect("every format has a line");
        name
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        TABLE
            .iter()
            .find(|(_, known, _)| *known == name)
            .map(|(format, ..)| *format)
    }

    /// The format that a text looks like.
    pub fn detect(text: &str) -> Self {
        let text = without_mark(text).trim();
        if dimensions::parse(text).is_some() {
            Self::Dimensions
        } else if squares::detect(text) {
            Self::Squares
        } else if text.starts_with('[') {
            Self::Columns
        } else if text.contains('/') {
            Self::Fen
        } else {
            Self::Board
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A fault in an instance text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}, found {found}")]
pub struct FormatError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What could have stood there.
    pub expected: String,
    /// What stood there.
    pub found: String,
}

impl FormatError {
    fn at(
        line: usize,
        column: usize,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self {
            line,
            column,
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// A fault at a byte offset of `text`, where a character begins.
    fn at_offset(
        text: &str,
        offset: usize,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        Self::at(
            line,
            before[line_start..].chars().count() + 1,
            expected,
            found,
        )
    }

    fn outside(text: &str, offset: usize, fault: OutsideBoard) -> Self {
        Self::at_offset(text, offset, "a square of the board", fault.to_string())
    }
}

/// The text behind a byte order mark, if it has one.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads an instance: in `format`, or in the one its content looks like.
///
/// # Errors
/// The first fault of the text.
pub fn parse(text: &str, format: Option<Format>) -> Result<Problem, FormatError> {
    parse_on(None, text, format)
}

/// Reads the queens and blocked squares of a text that stands for `board`: where the text tells its
/// own size it must be the same, where it does not, as a list of columns, it is taken from `board`.
///
/// # Errors
/// The first fault of the text.
pub fn parse_on(
    board: Option<Board>,
    text: &str,
    format: Option<Format>,
) -> Result<Problem, FormatError> {
    let format = format.unwrap_or_else(|| Format::detect(text));
    let text = without_mark(text);
    let problem = match format {
        Format::Dimensions => dimensions::parse_instance(text),
        Format::Board => board::parse(text),
        Format::Squares => squares::parse(text, board),
        Format::Columns => columns::parse(text, board),
        Format::Fen => fen::parse(text, board),
    }?;
    match board {
        Some(board) if board != problem.board() => {
            let expected = format!("a board of {board}");
            Err(FormatError::at(
                1,
                1,
                expected,
                format!("one of {}", problem.board()),
            ))
        }
        _ => Ok(problem),
    }
}

/// Writes a problem in `format`, with a final newline. Fails where the format has no way to say it.
///
/// # Errors
/// The format cannot express blocked squares, or the queens that are placed.
pub fn print(problem: &Problem, format: Format) -> Result<String, CannotExpress> {
    let lacks = |what| Err(CannotExpress { format, what });
    let has_blocked = problem.blocked().len() > 0;
    let queen_on_blocked = problem.queens().any(|queen| problem.is_blocked(queen));
    match format {
        Format::Board if queen_on_blocked => lacks("queens on blocked squares"),
        Format::Dimensions if !problem.is_plain() => lacks("placed queens or blocked squares"),
        Format::Columns | Format::Fen if has_blocked => lacks("blocked squares"),
        Format::Columns if !columns::can_express(problem) => {
            lacks("rows with two queens, nor boards that are not square")
        }
        Format::Fen if !fen::can_express(problem) => {
            lacks("boards that are not square, nor the empty one")
        }
        Format::Dimensions => Ok(format!("{}\n", problem.board())),
        Format::Board => Ok(board::print(problem)),
        Format::Squares => Ok(squares::print(problem)),
        Format::Columns => Ok(columns::print(problem)),
        Format::Fen => Ok(fen::print(problem)),
    }
}

/// A problem that a format has no words for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the format `{format}` cannot express {what}; choose `board` or `squares`")]
pub struct CannotExpress {
    format: Format,
    what: &'static str,
}

/// The board of `rows` by `columns`, or the fault that a side is too long.
fn board_of(text: &str, rows: usize, columns: usize) -> Result<Board, FormatError> {
    Board::new(rows as u64, columns as u64)
        .map_err(|fault| FormatError::at_offset(text, 0, "a board that fits", fault.to_string()))
}

/// Places or blocks a square, telling a square outside by the place of its text.
fn put(
    problem: &mut Problem,
    queen: bool,
    square: Square,
    text: &str,
    offset: usize,
) -> Result<(), FormatError> {
    let result = if queen {
        problem.place(square)
    } else {
        problem.block(square)
    };
    result.map_err(|fault| FormatError::outside(text, offset, fault))
}
