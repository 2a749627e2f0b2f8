//! `{"n": 4, "blocks": [[0, 0], [1, 1]]}`: blocked squares by row and column, from 0; placed queens
//! under `queens` or `pre_placed`.
//!
//! The data file of PyCSP3's model BlockedQueens, extended by queens. That model takes the members by
//! their order, so what is printed begins with `n` and `blocks`.

use super::fields::{Fields, Names, print_pairs};
use super::input::Input;
use super::{FormatError, Problem};

const NAMES: Names = Names {
    numbers: &["n"],
    lists: &["blocks", "queens", "pre_placed"],
};

pub(super) fn parse(input: Input<'_>) -> Result<Problem, FormatError> {
    let fields = Fields::json(input, &NAMES)?;
    let board = input.square_board(fields.number("n"), "the member `\"n\": 8`")?;
    let mut problem = Problem::empty(board);
    for queens in ["queens", "pre_placed"] {
        if let Some(list) = fields.list(queens) {
            input.place(&mut problem, &list.pairs)?;
        }
    }
    if let Some(list) = fields.list("blocks") {
        input.block(&mut problem, &list.pairs)?;
    }
    Ok(problem)
}

pub(super) fn print(problem: &Problem) -> String {
    let blocked = print_pairs(problem.blocked().map(|square| (square.row, square.column)));
    let queens = print_pairs(problem.queens().map(|queen| (queen.row, queen.column)));
    let queens = if problem.queens().len() == 0 {
        String::new()
    } else {
        format!(", \"queens\": {queens}")
    };
    let n = problem.board().rows();
    format!("{{\"n\": {n}, \"blocks\": {blocked}{queens}}}\n")
}

#[cfg(test)]
mod tests {
    use super::super::{Format, parse, print};

    #[test]
    fn blocked_squares_and_queens_are_read_from_base_0() {
        let text =
            "{\r\n  \"n\": 4,\r\n  \"pre_placed\": [[0, 1]], \"blocks\": [\r\n [2, 0], [3,3]]}";
        let problem = parse(text, None).expect("JSON");
        assert_eq!(problem, parse("4: b1 -a3 -d4", None).expect("squares"));
        assert_eq!(
            print(&problem, Format::Pycsp3).as_deref(),
            Ok("{\"n\": 4, \"blocks\": [[2, 0], [3, 3]], \"queens\": [[0, 1]]}\n")
        );
        let plain = parse("{\"n\": 4}", None).expect("JSON");
        assert_eq!(
            print(&plain, Format::Pycsp3).as_deref(),
            Ok("{\"n\": 4, \"blocks\": []}\n")
        );
    }

    #[test]
    fn faults_are_told_by_line_and_column() {
        let error = |text: &str| parse(text, None).expect_err("a fault").to_string();
        for (text, expected) in [
            (
                "{\"n\": 4,\n \"regions\": [[0, 0]]}",
                "line 2, column 3: expected one of the names n, blocks, queens, pre_placed, found \"regions\"",
            ),
            (
                "{\"n\": 4 \"blocks\": []}",
                "line 1, column 9: expected `,` or `}`, found '\"'",
            ),
            (
                "{\"n\": 4} {",
                "line 1, column 10: expected the end of the text behind `}`, found '{'",
            ),
            (
                "{\"n\": 4, \"blocks\": [[0, 0]",
                "line 1, column 27: expected `,` or `]`, found the end of the text",
            ),
            (
                "{\"n\": [[4, 4]]}",
                "line 1, column 7: expected a number, found '['",
            ),
        ] {
            assert_eq!(error(text), expected);
        }
    }
}
