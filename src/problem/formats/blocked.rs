//! `letting n = 4` / `letting blocks = [[1, 1], [2, 2]]`: blocked squares by row and column, from 1.
//!
//! The parameter file of CSPLib problem 080, blocked n-queens.

use super::fields::{Fields, Names, print_pairs};
use super::input::Input;
use super::{FormatError, Problem};

const NAMES: Names = Names {
    numbers: &["n"],
    lists: &["blocks"],
};

pub(super) fn parse(input: Input<'_>) -> Result<Problem, FormatError> {
    let fields = Fields::essence(input, &NAMES)?;
    let board = input.square_board(fields.number("n"), "`letting n = 8`")?;
    let mut problem = Problem::empty(board);
    input.block(&mut problem, &fields.required("blocks")?.pairs)?;
    Ok(problem)
}

pub(super) fn print(problem: &Problem) -> String {
    let blocked = problem
        .blocked()
        .map(|square| (square.row + 1, square.column + 1));
    let n = problem.board().rows();
    format!(
        "letting n = {n}\nletting blocks = {}\n",
        print_pairs(blocked)
    )
}

#[cfg(test)]
mod tests {
    use super::super::{Format, parse, print};

    #[test]
    fn blocked_squares_are_read_from_base_1() {
        let problem = parse(
            "letting n=4\nletting blocks=[[1,1],\n[2,2],\n[4,3],\n]",
            None,
        )
        .expect("blocked squares");
        assert_eq!(problem, parse("4: -a1 -b2 -c4", None).expect("squares"));
        assert_eq!(
            print(&problem, Format::Blocked).as_deref(),
            Ok("letting n = 4\nletting blocks = [[1, 1], [2, 2], [4, 3]]\n")
        );
        let error = parse("letting n=4\nletting blocks=[[0,1]]", None).expect_err("a fault");
        assert_eq!(
            error.to_string(),
            "line 2, column 18: expected an index from 1, found 0"
        );
    }
}
