//! Instance texts and problems: one small file a format, found by content unless named.
//!
//! Every format parses what it prints. A fault is told by its line and column, what was expected
//! and what was found.

mod batch;
mod blocked;
mod board;
mod columns;
mod completion;
mod cursor;
mod detect;
mod diagonals;
mod dimensions;
mod error;
mod facts;
mod fen;
mod fields;
mod input;
mod listing;
mod pairs;
mod pycsp3;
mod reading;
mod squares;
mod text;
mod writing;

use std::fmt;

use super::Problem;
use crate::board::{Board, Square};

pub use columns::line as columns_line;
pub use error::FormatError;
pub use fen::line as fen_line;
pub use listing::Listing;
pub use reading::{Reading, parse, parse_all, parse_with};
pub use text::decode_text;
pub use writing::{CannotExpress, check_board, print};

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
    /// `8 4 2 5 4`: the size and each queen's row and column, one instance a line.
    Batch,
    /// The size, then a queen's row and column a line.
    Pairs,
    /// CSPLib 079: placed queens in an Essence parameter file.
    Completion,
    /// CSPLib 080: blocked squares in an Essence parameter file.
    Blocked,
    /// CSPLib 079: excluded diagonals.
    Diagonals,
    /// The JSON data of PyCSP3's models.
    Pycsp3,
    /// `1Q2/3Q/Q3/2Q1`: ranks from the last to the first.
    Fen,
    /// `queen(1,1).`: facts of a logic program.
    Facts,
}

/// One line of the table of formats.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The format.
    pub format: Format,
    /// The name it is chosen by.
    pub name: &'static str,
    /// Its first row and column, if it counts them and the count may be chosen.
    pub base: Option<u32>,
    /// Its shape.
    pub summary: &'static str,
}

/// Every format.
pub const TABLE: &[Entry] = &[
    Entry {
        format: Format::Dimensions,
        name: "dimensions",
        base: None,
        summary: "`8` or `6x8` (rows by columns): the board without givens",
    },
    Entry {
        format: Format::Board,
        name: "board",
        base: None,
        summary: "a row a line: . _ 0 - open, Q q 1 queen, # x * blocked; `;` or `%` starts a comment; `6x8` on the first line if not square",
    },
    Entry {
        format: Format::Squares,
        name: "squares",
        base: None,
        summary: "`8: b4 d5 -c3` or `8: r4c2`: queens, blocked squares behind a minus; files a.., ranks from 1",
    },
    Entry {
        format: Format::Columns,
        name: "columns",
        base: Some(0),
        summary: "`[1, 3, 0, 2]`: each row's column; -1, - or * where the row has no queen",
    },
    Entry {
        format: Format::Batch,
        name: "batch",
        base: Some(1),
        summary: "`8 4 2 5 4`: size, then row and column of each queen; an instance a line",
    },
    Entry {
        format: Format::Pairs,
        name: "pairs",
        base: Some(0),
        summary: "`8` on the first line, then `3 1`, a queen's row and column a line",
    },
    Entry {
        format: Format::Completion,
        name: "completion",
        base: Some(0),
        summary: "CSPLib 079: `letting n = 8`, `letting init = [[3, 1], [4, 3]]`, placed queens",
    },
    Entry {
        format: Format::Blocked,
        name: "blocked",
        base: Some(1),
        summary: "CSPLib 080: `letting n = 8`, `letting blocks = [[1, 1], [2, 2]]`, blocked squares",
    },
    Entry {
        format: Format::Diagonals,
        name: "diagonals",
        base: Some(0),
        summary: "CSPLib 079: `n = 8`, `numdiags = 1`, `diags = [[d, t]]`, no queen where row + column = d (t = 1) or row - column = d - (n - 1) (t = 0)",
    },
    Entry {
        format: Format::Pycsp3,
        name: "pycsp3",
        base: Some(0),
        summary: "`{\"n\": 8, \"blocks\": [[0, 0]]}`: PyCSP3's JSON; placed queens under `queens` or `pre_placed`",
    },
    Entry {
        format: Format::Fen,
        name: "fen",
        base: None,
        summary: "`2Q1/Q3/3Q/1Q2`: chess notation, the last rank first; square boards",
    },
    Entry {
        format: Format::Facts,
        name: "facts",
        base: Some(1),
        summary: "`board(8). queen(1,1). block(2,3).`: facts of a logic program",
    },
];

impl Format {
    fn entry(self) -> &'static Entry {
        let entry = TABLE.iter().find(|entry| entry.format == self);
        entry.expect("every format has a line")
    }

    /// The name it is chosen by.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Its first row and column, if it counts them and the count may be chosen.
    pub fn base(self) -> Option<u32> {
        self.entry().base
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let entry = TABLE.iter().find(|entry| entry.name == name);
        entry.map(|entry| entry.format)
    }

    /// The format that a text looks like by the way it begins.
    pub fn detect(text: &str) -> Option<Self> {
        detect::detect(text)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The board of `rows` by `columns`, or the fault that a side is too long.
fn board_of(text: &str, rows: usize, columns: usize) -> Result<Board, FormatError> {
    Board::new(rows as u64, columns as u64)
        .map_err(|fault| FormatError::at_offset(text, 0, "a board that fits", fault.to_string()))
}
