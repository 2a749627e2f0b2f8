//! Solutions straight from the definition: a board comes in, the set of its solutions goes out.
//!
//! Every set of queens of which no two attack each other is made, then kept if it has the right number,
//! holds the given queens and avoids the blocked squares. No groups, no masks, no reduction.

use std::collections::BTreeSet;

use queensat::board::{Board, Square};
use queensat::problem::Problem;

/// The solutions, each in row-major order.
pub(crate) fn solutions(problem: &Problem) -> BTreeSet<Vec<Square>> {
    let mut found = BTreeSet::new();
    let wanted = problem.board().rows().min(problem.board().columns()) as usize;
    each_placement(problem.board(), &mut |queens| {
        let solves = queens.len() == wanted
            && problem.queens().all(|given| queens.contains(&given))
            && problem.blocked().all(|hole| !queens.contains(&hole));
        if solves {
            assert!(found.insert(queens.to_vec()), "made once");
        }
    });
    found
}

/// Shows every set of queens that do not attack each other.
pub(crate) fn each_placement(board: Board, visit: &mut dyn FnMut(&[Square])) {
    from_row(board, 0, &mut Vec::new(), visit);
}

fn from_row(board: Board, row: u32, queens: &mut Vec<Square>, visit: &mut dyn FnMut(&[Square])) {
    if row == board.rows() {
        return visit(queens);
    }
    from_row(board, row + 1, queens, visit);
    for column in 0..board.columns() {
        let queen = Square::new(row, column);
        if queens.iter().all(|&other| !attacks(queen, other)) {
            queens.push(queen);
            from_row(board, row + 1, queens, visit);
            queens.pop();
        }
    }
}

fn attacks(a: Square, b: Square) -> bool {
    let (rows, columns) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
    rows == 0 || columns == 0 || rows == columns
}

/// A problem from its sides, its queens and its blocked squares, by row and column.
pub(crate) fn problem(
    (rows, columns): (u32, u32),
    queens: &[(u32, u32)],
    blocked: &[(u32, u32)],
) -> Problem {
    let board = Board::new(rows.into(), columns.into()).expect("small");
    let mut problem = Problem::empty(board);
    for &(row, column) in queens {
        problem.place(Square::new(row, column)).expect("inside");
    }
    for &(row, column) in blocked {
        problem.block(Square::new(row, column)).expect("inside");
    }
    problem
}

#[test]
fn it_finds_the_published_numbers() {
    for (n, solutions_on_n) in (0..).zip([1, 1, 0, 0, 2, 10, 4, 40]) {
        assert_eq!(solutions(&problem((n, n), &[], &[])).len(), solutions_on_n);
    }
    // OEIS A348129: k queens on 6 x 6.
    let mut by_queens = [0; 7];
    let board = Board::new(6, 6).expect("small");
    each_placement(board, &mut |queens| by_queens[queens.len()] += 1);
    assert_eq!(by_queens, [1, 36, 340, 1024, 982, 248, 4]);
}
