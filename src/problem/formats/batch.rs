//! `8 4 4 6 1`: one instance a line, the board's size and then row and column of each queen, from 1.
//!
//! A size alone is an empty board. The input of programming exercises on queens completion.

use std::fmt::Write;

use super::input::{Input, words};
use super::{FormatError, Problem};

pub(super) fn parse_all(input: Input<'_>) -> Result<Vec<Problem>, FormatError> {
    let problems: Vec<Problem> = input
        .lines()
        .map(|line| parse_line(input, line))
        .collect::<Result<_, _>>()?;
    if problems.is_empty() {
        let expected = "a line `n row column row column ..`";
        return Err(FormatError::at(1, 1, expected, "none"));
    }
    Ok(problems)
}

fn parse_line(input: Input<'_>, line: &str) -> Result<Problem, FormatError> {
    let mut words = words(line);
    let n = input.number(words.next().unwrap_or(line), "the board's size")?;
    let mut problem = Problem::empty(input.square_board(Some(n), "the size")?);
    while let Some(row) = words.next() {
        let queen = input.pair(row, words.next(), line)?;
        input.place(&mut problem, &[queen])?;
    }
    Ok(problem)
}

pub(super) fn print(problem: &Problem) -> String {
    let mut out = problem.board().rows().to_string();
    for queen in problem.queens() {
        write!(out, " {} {}", queen.row + 1, queen.column + 1).expect("a string takes every write");
    }
    out + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Reading, parse, parse_all, print};

    #[test]
    fn every_line_is_an_instance() {
        let problems = parse_all("8 4 2 5 4 \r\n\n4\n3 1 1 2 2\n", &Reading::default());
        let twins = ["8: b4 d5", "4", "3: a1 b2"].map(|text| parse(text, None).expect("squares"));
        assert_eq!(problems.as_deref(), Ok(&twins[..]));
        assert_eq!(
            print(&twins[0], Format::Batch).as_deref(),
            Ok("8 4 2 5 4\n")
        );
    }

    #[test]
    fn faults_are_told_by_line_and_column() {
        let error = |text: &str| {
            let fault = parse(text, Some(Format::Batch));
            fault.expect_err("a fault").to_string()
        };
        for (text, expected) in [
            (
                "8 1 1\n8 4 2 5 \n",
                "line 2, column 8: expected a column behind the row, found the end of the line",
            ),
            (
                "8 4 9",
                "line 1, column 3: expected a square of the board, found i4 (row 4, column 9) outside the board of 8 by 8",
            ),
            (
                "8 0 1",
                "line 1, column 3: expected an index from 1, found 0",
            ),
            (
                "4294967296 1 1",
                "line 1, column 1: expected a board that fits, found a side of 4294967296, where a board has at most 1000000 rows and columns",
            ),
            (
                "8 4 2 5 4\nxyz\n",
                "line 2, column 1: expected the board's size, found \"xyz\"",
            ),
            ("8 -1 2", "line 1, column 3: expected a row, found \"-1\""),
            (
                "8 1 99999999999",
                "line 1, column 5: expected an index of a board, which has at most 1000000 rows and columns, found 99999999999",
            ),
            (
                " , ",
                "line 1, column 1: expected the board's size, found \",\"",
            ),
            (
                "\n",
                "line 1, column 1: expected a line `n row column row column ..`, found none",
            ),
            (
                "8 1 1\n\n9 1 1\n",
                "line 3, column 1: expected a single instance, found 2",
            ),
        ] {
            assert_eq!(error(text), expected);
        }
    }
}
