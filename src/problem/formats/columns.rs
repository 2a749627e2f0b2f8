//! `[1, 3, 0, 2]`: for each row, the column of its queen, from 0.
//!
//! `-1`, `-` or `*` where the row has none. The brackets and the commas may be missing. The board has as
//! many rows as entries and is square, unless its size is known from elsewhere.

use super::{Board, FormatError, Problem, Square, board_of, put};

pub(super) fn parse(text: &str, board: Option<Board>) -> Result<Problem, FormatError> {
    let entries: Vec<(usize, &str)> = entries(text).collect();
    let board = match board {
        Some(board) if board.rows() as usize != entries.len() => {
            let expected = format!("{} entries, one for each row", board.rows());
            return Err(FormatError::at(1, 1, expected, entries.len().to_string()));
        }
        Some(board) => board,
        None => board_of(text, entries.len(), entries.len())?,
    };
    let mut problem = Problem::empty(board);
    for (row, &(offset, entry)) in (0..).zip(&entries) {
        if ["-", "*", "-1"].contains(&entry) {
            continue;
        }
        let column = entry.parse().map_err(|_| {
            FormatError::at_offset(
                text,
                offset,
                "a column from 0, or -1, - or * for none",
                format!("{entry:?}"),
            )
        })?;
        put(&mut problem, true, Square::new(row, column), text, offset)?;
    }
    Ok(problem)
}

/// The entries with their offsets in `text`.
fn entries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let trimmed = text.trim();
    let inner = trimmed
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(trimmed);
    let base = text.as_ptr() as usize;
    let pieces = inner.split(|c: char| c.is_whitespace() || c == ',');
    pieces
        .filter(|entry| !entry.is_empty())
        .map(move |entry| (entry.as_ptr() as usize - base, entry))
}

/// Whether no row has two queens and the board is square, as the list implies.
pub(super) fn can_express(problem: &Problem) -> bool {
    let mut rows = problem.queens().map(|queen| queen.row);
    let mut last = None;
    let twice = rows.any(|row| last.replace(row) == Some(row));
    problem.board().rows() == problem.board().columns() && !twice
}

pub(super) fn print(problem: &Problem) -> String {
    let queens: Vec<Square> = problem.queens().collect();
    line(&queens, problem.board().rows())
}

/// The list for `queens` in row-major order, at most one a row, with a final newline.
pub fn line(queens: &[Square], rows: u32) -> String {
    use std::fmt::Write;
    let mut queens = queens.iter().peekable();
    let mut out = String::from("[");
    for row in 0..rows {
        let separator = if row == 0 { "" } else { ", " };
        match queens.next_if(|queen| queen.row == row) {
            Some(queen) => write!(out, "{separator}{}", queen.column),
            None => write!(out, "{separator}-1"),
        }
        .expect("a string takes every write");
    }
    out.push_str("]\n");
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Format, parse, parse_on, print};
    use crate::board::Board;

    #[test]
    fn columns_read_and_print() {
        let problem = parse("[1, -1, *, 2]", None).expect("columns");
        assert_eq!(
            print(&problem, Format::Columns),
            Ok("[1, -1, -1, 2]\n".to_owned())
        );
        assert_eq!(parse("1 - * 2", Some(Format::Columns)), Ok(problem));
        assert_eq!(parse("[]", None).expect("no rows").board().rows(), 0);
    }

    #[test]
    fn the_board_may_be_known() {
        let board = Board::new(2, 5).expect("small");
        assert_eq!(
            parse_on(Some(board), "[4, 0]", None)
                .expect("columns")
                .board(),
            board
        );
        let error = |text: &str| {
            parse_on(Some(board), text, None)
                .expect_err("a fault")
                .to_string()
        };
        assert_eq!(
            error("[4, 0, 1]"),
            "line 1, column 1: expected 2 entries, one for each row, found 3"
        );
        assert_eq!(
            error("[4, 5]"),
            "line 1, column 5: expected a square of the board, found f2 (row 2, column 6) is outside the board of 2 rows and 5 columns"
        );
        assert_eq!(
            error("[4, x]"),
            "line 1, column 5: expected a column from 0, or -1, - or * for none, found \"x\""
        );
    }
}
