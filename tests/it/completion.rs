//! Boards with givens: completions since 1850, blocked squares and contradictions, asked of every engine.

use std::collections::BTreeSet;

use queensat::board::{Board, Square};
use queensat::control::Control;
use queensat::engine;
use queensat::problem::Problem;

use crate::brute_force::{each_placement, problem};
use crate::engines::{assert_count, engines, listed};

/// The solutions on a square board, each as the column of each row, must be these.
#[track_caller]
fn assert_columns(problem: &Problem, expected: &[&[u32]]) {
    let expected: BTreeSet<Vec<u32>> = expected.iter().map(|columns| columns.to_vec()).collect();
    for engine in engines() {
        let columns = |queens: Vec<Square>| queens.iter().map(|queen| queen.column).collect();
        let found: BTreeSet<Vec<u32>> =
            listed(&*engine, problem).into_iter().map(columns).collect();
        assert_eq!(found, expected, "{} on {problem:?}", engine.name());
    }
}

/// Nauck, 1850: queens on b4 and d5.
#[test]
fn naucks_completion() {
    let nauck = problem((8, 8), &[(3, 1), (4, 3)], &[]);
    assert_columns(
        &nauck,
        &[&[2, 5, 7, 1, 3, 0, 6, 4], &[5, 2, 6, 1, 3, 7, 0, 4]],
    );
}

/// The 92 solutions by the square of one queen; rows 4 to 7 mirror rows 3 to 0.
#[test]
fn one_queen_on_each_square() {
    const TOP: [[usize; 8]; 4] = [
        [4, 8, 16, 18, 18, 16, 8, 4],
        [8, 16, 14, 8, 8, 14, 16, 8],
        [16, 14, 4, 12, 12, 4, 14, 16],
        [18, 8, 12, 8, 8, 12, 8, 18],
    ];
    for (row, line) in TOP.iter().chain(TOP.iter().rev()).enumerate() {
        assert_eq!(line.iter().sum::<usize>(), 92);
        for (column, &count) in line.iter().enumerate() {
            let square = (
                u32::try_from(row).expect("small"),
                u32::try_from(column).expect("small"),
            );
            assert_count(&problem((8, 8), &[square], &[]), count);
        }
    }
}

#[test]
fn blocked_squares() {
    assert_columns(
        &problem((4, 4), &[], &[(0, 0), (1, 1), (3, 2)]),
        &[&[2, 0, 3, 1]],
    );
    assert_columns(
        &problem((4, 4), &[], &[(1, 0), (1, 1), (3, 1)]),
        &[&[1, 3, 0, 2]],
    );
    let five = problem((5, 5), &[], &[(0, 0), (1, 1), (2, 2), (3, 4), (4, 4)]);
    assert_columns(&five, &[&[2, 4, 1, 3, 0], &[4, 2, 0, 3, 1]]);
    assert_count(&problem((8, 8), &[], &[(2, 2), (5, 5), (5, 6), (6, 3)]), 65);
    assert_count(&problem((2, 2), &[], &[(0, 0), (0, 1), (1, 0), (1, 1)]), 0);
}

#[test]
fn contradictions_have_no_solution() {
    for attack in [
        [(0, 0), (0, 5)],
        [(0, 5), (6, 5)],
        [(0, 0), (5, 5)],
        [(0, 7), (7, 0)],
    ] {
        assert_count(&problem((8, 8), &attack, &[]), 0);
    }
    // All but the one fault is a solution.
    let solution = [(0, 1), (1, 3), (2, 0), (3, 2)];
    assert_count(&problem((4, 4), &solution, &[]), 1);
    assert_count(&problem((4, 4), &solution, &[(2, 0)]), 0);
    assert_count(&problem((4, 4), &[(2, 0)], &[(2, 0)]), 0);
    assert_count(&problem((4, 6), &[(0, 0), (1, 1)], &[]), 0);
}

/// How many sets of k queens that do not attack each other can be completed; for k = 0 to n.
fn completable(n: u32) -> Vec<u64> {
    let bitmask = engine::parse("bitmask").expect("an engine");
    let mut counts = vec![0; n as usize + 1];
    let board = Board::new(n.into(), n.into()).expect("small");
    each_placement(board, &mut |queens| {
        let queens: Vec<_> = queens
            .iter()
            .map(|queen| (queen.row, queen.column))
            .collect();
        let given = problem((n, n), &queens, &[]);
        let (found, _) = bitmask.find(&given, &Control::unlimited()).expect("small");
        counts[queens.len()] += u64::from(found.is_some());
    });
    counts
}

#[test]
fn completable_placements() {
    assert_eq!(completable(6), [1, 24, 60, 80, 60, 24, 4]);
    assert_eq!(
        completable(8),
        [1, 64, 1052, 4032, 6040, 5072, 2568, 736, 92]
    );
}
