//! The board's size on the first line, then row and column of one queen a line, from 0.
//!
//! Where the size is known from elsewhere its line may be missing.

use std::fmt::Write;

use super::input::{Input, words};
use super::{FormatError, Problem};

pub(super) fn parse(input: Input<'_>) -> Result<Problem, FormatError> {
    let mut lines = input.lines().peekable();
    let size = lines
        .next_if(|line| words(line).nth(1).is_none())
        .map(|line| input.number(line.trim(), "the board's size"))
        .transpose()?;
    let mut problem = Problem::empty(input.square_board(size, "the size on the first line")?);
    for line in lines {
        let mut words = words(line);
        let queen = input.pair(words.next().unwrap_or(line), words.next(), line)?;
        if let Some(third) = words.next() {
            let offset = input.offset_of(third);
            return Err(input.fault(offset, "a row and a column alone", "a third number"));
        }
        input.place(&mut problem, &[queen])?;
    }
    Ok(problem)
}

pub(super) fn print(problem: &Problem) -> String {
    let mut out = format!("{}\n", problem.board().rows());
    for queen in problem.queens() {
        writeln!(out, "{} {}", queen.row, queen.column).expect("a string takes every write");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Format, Reading, parse, parse_with, print};

    #[test]
    fn pairs_are_read_from_base_0() {
        let problem = parse("8\r\n3 1\r\n\r\n4 3\r\n", None).expect("pairs");
        let twin = parse("8: b4 d5", None).expect("squares");
        assert_eq!(problem, twin);
        assert_eq!(
            print(&problem, Format::Pairs).as_deref(),
            Ok("8\n3 1\n4 3\n")
        );
        let reading = Reading {
            format: Some(Format::Pairs),
            board: Board::new(8, 8).ok(),
            ..Reading::default()
        };
        assert_eq!(parse_with("3 1\n4 3\n", &reading), Ok(twin));
    }

    #[test]
    fn faults_are_told_by_line_and_column() {
        let error = |text: &str| {
            let fault = parse(text, Some(Format::Pairs));
            fault.expect_err("a fault").to_string()
        };
        for (text, expected) in [
            (
                "8\n3 1\n4\n",
                "line 3, column 2: expected a column behind the row, found the end of the line",
            ),
            (
                "8\n3 1 4 3\n",
                "line 2, column 5: expected a row and a column alone, found a third number",
            ),
            (
                "8\n3 8\n",
                "line 2, column 1: expected a square of the board, found i4 (row 4, column 9) outside the board of 8 by 8",
            ),
            (
                "3 1\n",
                "line 1, column 1: expected the size on the first line, or the size by `--size`, found neither",
            ),
        ] {
            assert_eq!(error(text), expected);
        }
    }
}
