//! `letting n = 8` / `letting init = [[3, 1], [4, 3]]`: placed queens by row and column, from 0.
//!
//! The parameter file of CSPLib problem 079, n-queens completion (Gent, Jefferson and Nightingale, 2017).

use super::fields::{Fields, Names, print_pairs};
use super::input::Input;
use super::{FormatError, Problem};

const NAMES: Names = Names {
    numbers: &["n"],
    lists: &["init"],
};

pub(super) fn parse(input: Input<'_>) -> Result<Problem, FormatError> {
    let fields = Fields::essence(input, &NAMES)?;
    let board = input.square_board(fields.number("n"), "`letting n = 8`")?;
    let mut problem = Problem::empty(board);
    input.place(&mut problem, &fields.required("init")?.pairs)?;
    Ok(problem)
}

pub(super) fn print(problem: &Problem) -> String {
    let queens = print_pairs(problem.queens().map(|queen| (queen.row, queen.column)));
    let n = problem.board().rows();
    format!("letting n = {n}\nletting init = {queens}\n")
}

#[cfg(test)]
mod tests {
    use super::super::{Format, parse, print};

    #[test]
    fn queens_are_read_from_base_0_and_over_many_lines() {
        let text = "language ESSENCE' 1.0\nletting n be 8 $ the board\r\nletting init = [[3,1],\r\n[4, 3],\r\n]\r\n";
        let problem = parse(text, None).expect("a completion");
        assert_eq!(problem, parse("8: b4 d5", None).expect("squares"));
        assert_eq!(
            print(&problem, Format::Completion).as_deref(),
            Ok("letting n = 8\nletting init = [[3, 1], [4, 3]]\n")
        );
    }

    #[test]
    fn faults_are_told_by_line_and_column() {
        let error = |text: &str| parse(text, None).expect_err("a fault").to_string();
        for (text, expected) in [
            (
                "letting n = 8\nletting init = [[3, 8]]",
                "line 2, column 18: expected a square of the board, found i4 (row 4, column 9) outside the board of 8 by 8",
            ),
            (
                "letting n = 8\nletting init = [[3, -1]]",
                "line 2, column 21: expected a number, found \"-1\"",
            ),
            (
                "letting n = 8\nletting init = [[3, 1] [4, 3]]",
                "line 2, column 24: expected `,` or `]`, found '['",
            ),
            (
                "letting n = 8\nletting init = [[3, 1",
                "line 2, column 22: expected `]`, found the end of the text",
            ),
            (
                "letting n = 8\nletting init = []\nletting blocks = [[3, 1]]",
                "line 3, column 9: expected one of the names n, init, found \"blocks\"",
            ),
            (
                "letting n = 8\nletting n = 9",
                "line 2, column 9: expected `n` once, found it again",
            ),
            (
                "letting n = 8\n",
                "line 1, column 14: expected a list `init = [[..], ..]`, found the end of the text",
            ),
            (
                "letting n = 1000001\nletting init = []",
                "line 1, column 13: expected a board that fits, found a side of 1000001, where a board has at most 1000000 rows and columns",
            ),
            (
                "letting init = []",
                "line 1, column 1: expected `letting n = 8`, or the size by `--size`, found neither",
            ),
        ] {
            assert_eq!(error(text), expected);
        }
    }
}
