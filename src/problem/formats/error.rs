//! What can be wrong with an instance text: a fault told by its line and column, or an option that
//! its format cannot honour.

use super::Format;
use crate::board::Board;

/// Why a text gives no instance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// A fault at a place of the text.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Text {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What could have stood there.
        expected: String,
        /// What stood there.
        found: String,
    },
    /// An index base for a format that has no indices, or only those of chess notation.
    #[error("the format `{0}` has no index base to choose; leave out `--base`")]
    NoBase(Format),
    /// An index base that no format has.
    #[error("expected 0 or 1 as the index base, found {0}")]
    Base(u32),
    /// A number of excluded diagonals for a format that lists none.
    #[error("the format `{0}` has no list of excluded diagonals of which the first could be taken")]
    NoDiagonals(Format),
}

impl FormatError {
    pub(super) fn at(
        line: usize,
        column: usize,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self::Text {
            line,
            column,
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// A fault at a byte offset of `text`, where a character begins or the text ends.
    pub(super) fn at_offset(
        text: &str,
        offset: usize,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        Self::at(line, column, expected, found)
    }

    /// A text for `found` on a board that is known to be `known`.
    pub(super) fn other_board(text: &str, offset: usize, known: Board, found: Board) -> Self {
        let expected = format!("a board of {known}, as is known from elsewhere");
        Self::at_offset(text, offset, expected, format!("one of {found}"))
    }
}

/// What was found, in quotation marks: its first line, cut where it is long.
pub(super) fn quote(found: &str) -> String {
    const LONGEST: usize = 40;
    let found = found.trim();
    let line = found.lines().next().unwrap_or_default();
    let cut: String = line.chars().take(LONGEST).collect();
    if cut.len() < found.len() {
        format!("{:?}", cut + " ..")
    } else {
        format!("{cut:?}")
    }
}
