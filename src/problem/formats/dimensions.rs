//! `8`, or `6x8` for rows by columns: a board without givens.

use super::{Board, FormatError, Problem};

/// The board of `8` or `6x8`; `None` if the text has another shape, or a side too long.
pub fn parse(text: &str) -> Option<Board> {
    let (rows, columns) = sides(text)?;
    Board::new(rows, columns).ok()
}

/// Whether `text` has the shape of `8` or `6x8`, whatever the numbers.
pub(super) fn detect(text: &str) -> bool {
    sides(text).is_some()
}

/// Rows and columns; a number past 64 bits counts as the largest.
fn sides(text: &str) -> Option<(u64, u64)> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(u64::MAX))
    };
    match text.split_once(['x', 'X']) {
        Some((rows, columns)) => Some((number(rows.trim_end())?, number(columns.trim_start())?)),
        None => number(text).map(|side| (side, side)),
    }
}

pub(super) fn parse_instance(text: &str) -> Result<Problem, FormatError> {
    let trimmed = text.trim();
    let (rows, columns) = sides(trimmed).ok_or_else(|| {
        FormatError::at_offset(
            text,
            0,
            "the number of rows, or rows x columns, as in `8` or `6x8`",
            format!("{trimmed:?}"),
        )
    })?;
    let board = Board::new(rows, columns);
    board
        .map(Problem::empty)
        .map_err(|fault| FormatError::at_offset(text, 0, "a board that fits", fault.to_string()))
}
