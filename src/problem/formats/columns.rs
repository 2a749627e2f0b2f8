//! `[1, 3, 0, 2]`: for each row, the column of its queen, from 0.
//!
//! `-1`, `-` or `*` where the row has none. The brackets and the commas may be missing. The board has as
//! many rows as entries and is square, unless its size is known from elsewhere. Lists on lines of their own are
//! instances of their own: where the first line is a whole list, each is.

use super::error::quote;
use super::input::{Input, words};
use super::listing::{NONE, Token};
use super::{FormatError, Problem, Square, board_of};

/// The instances of a text: one a line where the first line is a whole list, else one in all.
pub(super) fn parse_all(input: Input<'_>) -> Result<Vec<Problem>, FormatError> {
    let is_list = |line: &str| line.trim().starts_with('[') && line.trim().ends_with(']');
    if input.lines().next().is_some_and(is_list) {
        input.lines().map(|line| parse(input, line)).collect()
    } else {
        Ok(vec![parse(input, input.text)?])
    }
}

fn parse(input: Input<'_>, list: &str) -> Result<Problem, FormatError> {
    let entries: Vec<&str> = words(without_brackets(input, list)?).collect();
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
        if entry.starts_with('[') {
            let expected = "the closing bracket `]` of the list before";
            return Err(input.fault(input.offset_of(entry), expected, quote(entry)));
        }
        let expected = || format!("a column from {}, or -1, - or * for none", input.base);
        let number = input.number(entry, &expected())?;
        let column = input.index(number);
        let column = column.map_err(|_| input.fault(number.offset, expected(), quote(entry)))?;
        input.put(&mut problem, true, Square::new(row, column), number.offset)?;
    }
    Ok(problem)
}

/// What stands between the brackets, both of which or none there must be.
fn without_brackets<'t>(input: Input<'t>, list: &'t str) -> Result<&'t str, FormatError> {
    let list = list.trim();
    let start = input.offset_of(list);
    match (list.strip_prefix('['), list.ends_with(']')) {
        (Some(inner), true) => Ok(&inner[..inner.len() - 1]),
        (None, false) => Ok(list),
        (Some(_), false) => {
            let end = start + list.len();
            Err(input.fault(end, "the closing bracket `]` of the list", "its end"))
        }
        (None, true) => Err(input.fault(start, "the opening bracket `[` of a list", quote(list))),
    }
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
    }

    #[test]
    fn a_bracket_that_is_missing_is_told_where_it_is() {
        for (text, expected) in [
            (
                "[1, 3, 0, 2\n",
                "line 1, column 12: expected the closing bracket `]` of the list, found its end",
            ),
            (
                "[0]\n[0,\n1]",
                "line 2, column 4: expected the closing bracket `]` of the list, found its end",
            ),
            (
                "[0\n[0]\n",
                "line 2, column 1: expected the closing bracket `]` of the list before, found \"[0\"",
            ),
            (
                "[0]\n0]",
                "line 2, column 1: expected the opening bracket `[` of a list, found \"0]\"",
            ),
            (
                "[0]\nxyz\n",
                "line 2, column 1: expected a column from 0, or -1, - or * for none, found \"xyz\"",
            ),
            (
                "[",
                "line 1, column 2: expected the closing bracket `]` of the list, found its end",
            ),
        ] {
            let fault = parse(text, Some(Format::Columns)).expect_err("a fault");
            assert_eq!(fault.to_string(), expected, "{text:?}");
        }
    }
}
