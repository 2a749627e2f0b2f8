//! `[1, 3, 0, 2]`: for each row, the column of its queen, from 0.
//!
//! `-1`, `-` or `*` where the row has none. The brackets and the commas may be missing. The board has as
//! many rows as entries and is square, unless its size is known from elsewhere. Lists on lines of their own are
//! instances of their own.

use super::error::quote;
use super::input::{Input, words};
use super::listing::{NONE, Token};
use super::{FormatError, Problem, Square, board_of};

/// The instances of a text: one a line where every line is a list, else one in all.
pub(super) fn parse_all(input: Input<'_>) -> Result<Vec<Problem>, FormatError> {
    let is_list = |line: &str| line.trim().starts_with('[') && line.trim().ends_with(']');
    if input.lines().count() > 1 && input.lines().all(is_list) {
        input.lines().map(|line| parse(input, line)).collect()
    } else {
        Ok(vec![parse(input, input.text)?])
    }
}

fn parse(input: Input<'_>, list: &str) -> Result<Problem, FormatError> {
    let entries: Vec<&str> = words(without_brackets(list)).collect();
    let start = input.offset_of(list.trim_start());
    let board = match input.board {
        Some(board) if board.rows() as usize != entries.len() => {
            let expected = format!("{} entries, one for each row", board.rows());
            return Err(input.fault(start, expected, entries.len().to_string()));
        }
        Some(board) => board,
        None => board_of(input.text, entries.len(), entries.len())?,
    };
    let mut problem = Problem::empty(board);
    for (row, &entry) in (0..).zip(&entries) {
        if ["-", "*", "-1"].contains(&entry) {
            continue;
        }
        let expected = || format!("a column from {}, or -1, - or * for none", input.base);
        let number = input.number(entry, &expected())?;
        let column = number.value.checked_sub(input.base);
        let column = column.ok_or_else(|| input.fault(number.offset, expected(), quote(entry)))?;
        input.put(&mut problem, true, Square::new(row, column), number.offset)?;
    }
    Ok(problem)
}

fn without_brackets(list: &str) -> &str {
    let list = list.trim();
    let inner = list
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    inner.unwrap_or(list)
}

/// Whether a row has two queens, of which the list could hold one.
pub(super) fn has_crowded_row(problem: &Problem) -> bool {
    let mut rows = problem.queens().map(|queen| queen.row);
    let mut last = None;
    rows.any(|row| last.replace(row) == Some(row))
}

pub(super) fn print(problem: &Problem) -> String {
    let queens: Vec<Square> = problem.queens().collect();
    line(&queens, problem.board().rows())
}

/// The list for `queens` in row-major order, at most one a row, with a final newline.
pub fn line(queens: &[Square], rows: u32) -> String {
    let mut out = b"[".to_vec();
    let mut queens = queens.iter().peekable();
    for row in 0..rows {
        match queens.next_if(|queen| queen.row == row) {
            Some(queen) => out.extend_from_slice(Token::new(queen.column).as_bytes()),
            None => out.extend_from_slice(NONE),
        }
    }
    if rows > 0 {
        out.truncate(out.len() - ", ".len());
    }
    out.extend_from_slice(b"]\n");
    String::from_utf8(out).expect("digits and signs")
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Format, Reading, parse, parse_all, parse_with, print};

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
        let reading = Reading {
            board: Board::new(2, 5).ok(),
            ..Reading::default()
        };
        let problem = parse_with("[4, 0]", &reading).expect("columns");
        assert_eq!(Some(problem.board()), reading.board);
        let error = |text: &str| {
            let fault = parse_with(text, &reading);
            fault.expect_err("a fault").to_string()
        };
        assert_eq!(
            error("[4, 0, 1]"),
            "line 1, column 1: expected 2 entries, one for each row, found 3"
        );
        assert_eq!(
            error("[4, 5]"),
            "line 1, column 5: expected a square of the board, found f2 (row 2, column 6) outside the board of 2 by 5"
        );
        assert_eq!(
            error("[4, x]"),
            "line 1, column 5: expected a column from 0, or -1, - or * for none, found \"x\""
        );
    }
    #[test]
    fn lists_on_lines_of_their_own_are_instances() {
        let reading = |base| Reading {
            base: Some(base),
            ..Reading::default()
        };
        let twins = ["2: a1", "1: a1", "0:"].map(|text| parse(text, None).expect("squares"));
        let problems = parse_all("[1, -1]\r\n\n [1]\n[]", &reading(1));
        assert_eq!(problems.as_deref(), Ok(&twins[..]));
        assert_eq!(
            parse_all("[1, -1]\r\n\n [2]\n", &reading(1))
                .expect_err("b1")
                .to_string(),
            "line 3, column 3: expected a square of the board, found b1 (row 1, column 2) outside the board of 1 by 1"
        );
        assert_eq!(
            parse_all("[0]\n[0,\n1]", &reading(1))
                .expect_err("one list over three lines")
                .to_string(),
            "line 1, column 2: expected a column from 1, or -1, - or * for none, found \"0]\""
        );
    }
}
