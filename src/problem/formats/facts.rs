//! `board(4). queen(1,1). block(2,3).`: facts of a logic program, rows and columns from 1.
//!
//! The instances of answer set programs for clingo; `%` starts a comment. They seldom tell the board's
//! size, which must be known from elsewhere then.

use std::fmt::Write;

use super::cursor::Cursor;
use super::error::quote;
use super::input::Input;
use super::{FormatError, Problem};

pub(super) fn parse(input: Input<'_>) -> Result<Problem, FormatError> {
    let mut cursor = Cursor::new(input, Some('%'));
    let (mut n, mut queens, mut blocked) = (None, Vec::new(), Vec::new());
    while !cursor.at_end() {
        let (offset, name) = (cursor.offset(), cursor.name());
        match name {
            "queen" => queens.push(cursor.pair('(', ')')?),
            "block" => blocked.push(cursor.pair('(', ')')?),
            "board" if n.is_some() => {
                return Err(input.fault(offset, "`board` once", "it again"));
            }
            "board" => {
                cursor.expect('(')?;
                n = Some(cursor.number()?);
                cursor.expect(')')?;
            }
            _ => {
                let expected = "a fact queen(1,1). or block(2,3). or board(4).";
                return Err(input.fault(offset, expected, quote(&input.text[offset..])));
            }
        }
        cursor.expect('.')?;
    }
    let mut problem = Problem::empty(input.square_board(n, "the fact board(8).")?);
    input.place(&mut problem, &queens)?;
    input.block(&mut problem, &blocked)?;
    Ok(problem)
}

pub(super) fn print(problem: &Problem) -> String {
    let mut out = format!("board({}).\n", problem.board().rows());
    let queens = problem.queens().map(|square| ("queen", square));
    let blocked = problem.blocked().map(|square| ("block", square));
    for (fact, square) in queens.chain(blocked) {
        let (row, column) = (square.row + 1, square.column + 1);
        writeln!(out, "{fact}({row},{column}).").expect("a string takes every write");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Format, Reading, parse, parse_with, print};

    #[test]
    fn facts_are_read_from_base_1() {
        let text = "% the instance\nqueen(1,1). queen( 2, 5 ).\nblock(3,2).\n";
        let reading = Reading {
            board: Board::new(5, 5).ok(),
            ..Reading::default()
        };
        let problem = parse_with(text, &reading).expect("facts");
        assert_eq!(problem, parse("5: a1 e2 -b3", None).expect("squares"));
        assert_eq!(
            print(&problem, Format::Facts).as_deref(),
            Ok("board(5).\nqueen(1,1).\nqueen(2,5).\nblock(3,2).\n")
        );
    }

    #[test]
    fn faults_are_told_by_line_and_column() {
        let error = |text: &str| parse(text, None).expect_err("a fault").to_string();
        for (text, expected) in [
            (
                "queen(1,1).",
                "line 1, column 1: expected the fact board(8)., or the size by `--size`, found neither",
            ),
            (
                "board(4).\nqueen(5,1).",
                "line 2, column 7: expected a square of the board, found a5 (row 5, column 1) outside the board of 4 by 4",
            ),
            (
                "board(4).\nqueen(1,1)\nqueen(2,4).",
                "line 3, column 1: expected `.`, found \"queen\"",
            ),
            (
                "queen(1..4,2).",
                "line 1, column 8: expected `,`, found '.'",
            ),
            (
                "board(4).\n:- queen(1,1).",
                "line 2, column 1: expected a fact queen(1,1). or block(2,3). or board(4)., found \":- queen(1,1).\"",
            ),
            (
                "board(4). board(5).",
                "line 1, column 11: expected `board` once, found it again",
            ),
        ] {
            assert_eq!(error(text), expected);
        }
    }
}
