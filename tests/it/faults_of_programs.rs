//! Faults met in other people's programs that give wrong answers or none; each is one test here. Those of their
//! files and of their solvers' processes stand in `faults`.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use queensat::amo::{self, Auxiliaries};
use queensat::board::Square;
use queensat::cnf::Lit;
use queensat::control::Control;
use queensat::encode::{Encoding, encode};
use queensat::engine::{self, Engine};
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;
use queensat::solution::verify;

use crate::brute_force::{problem, solutions};
use crate::engines::{engines, listed};
use crate::model_counter::Formula;
use crate::program::run;

/// Only the two main diagonals, every other diagonal, or at-most-one over triples instead of pairs: each
/// makes n = 3 satisfiable, and lets some pair of attacking queens stand.
#[test]
fn every_pair_of_attacking_squares_is_excluded() {
    for amo in amo::all() {
        let name = amo.name();
        let encoding = Encoding::uniform(amo, Auxiliaries::Determined);
        for n in [3, 5] {
            let board = Problem::queens_on(n).expect("small");
            let residual = Residual::new(&board).expect("small");
            let mut formula = Formula::default();
            encode(&residual, &encoding, &mut formula, &Control::unlimited()).expect("small");
            assert_eq!(!formula.models().is_empty(), n == 5, "{name}");
            let literal =
                |square: Square| Lit::positive(square.row * n + square.column + 1).expect("not 0");
            let squares: Vec<Square> = (0..n * n).map(|at| Square::new(at / n, at % n)).collect();
            for (&a, &b) in squares
                .iter()
                .flat_map(|a| squares.iter().map(move |b| (a, b)))
            {
                let (rows, columns) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
                if a < b && (rows == 0 || columns == 0 || rows == columns) {
                    let both = [literal(a), literal(b)];
                    assert!(formula.propagate(&both).is_none(), "{a}, {b}, {name}");
                }
            }
        }
    }
}

/// Masks made by `(1 << n) - 1` fail at the word's own width.
#[test]
fn boards_as_wide_as_a_machine_word_are_searched() {
    let widths = [31, 32, 33, 63, 64, 65, 127, 128];
    for (name, n) in ["bitmask", "bitmask:scalar", "sat-blocking"]
        .into_iter()
        .flat_map(|name| widths.map(|n| (name, n)))
        .filter(|&(name, n)| name.starts_with("bitmask") || n < 70)
    {
        // Most rows are given, so that what is left can be counted at every width.
        let whole = constructed(n);
        let mut few_left = Problem::queens_on(n).expect("small");
        for &queen in whole.iter().filter(|queen| queen.row % (n / 8) > 0) {
            few_left.place(queen).expect("inside");
        }
        let engine = engine::parse(name).expect("an engine");
        let reference = engine::parse("dancing-links").expect("an engine");
        let counted = |engine: &dyn Engine| {
            let outcome = engine.count(&few_left, &Control::unlimited());
            outcome.expect("the board fits").solutions
        };
        assert!(counted(&*reference) > 0);
        assert_eq!(counted(&*engine), counted(&*reference), "{name}, n = {n}");
        let empty = Problem::queens_on(n).expect("small");
        let (found, _) = engine.find(&empty, &Control::unlimited()).expect("fits");
        let found = found.expect("n > 3 has solutions");
        assert!(verify(&empty, &found).is_ok(), "{name}, n = {n}");
    }
    let (code, _, error) = run(&["count", "129", "--engine", "bitmask"]);
    assert_eq!(code, 2);
    assert!(error.contains("128"), "{error}");
}

/// From n = 19 on counts need more than 32 bits, from n = 27 on nearly 64.
#[test]
fn counts_are_wider_than_any_board_that_was_counted() {
    let engine = engine::parse("bitmask").expect("an engine");
    let outcome = engine.count(&problem((1, 1), &[], &[]), &Control::unlimited());
    let _of_128_bits: u128 = outcome.expect("small").solutions;
    let (code, text, _) = run(&["count", "15", "--engine", "bitmask"]);
    assert_eq!((code, text.trim()), (0, "2279184"));
}

#[test]
fn the_smallest_boards_and_no_boards_are_answered() {
    for (n, count) in [("0", "1"), ("1", "1"), ("2", "0"), ("3", "0"), ("4", "2")] {
        let (code, text, _) = run(&["count", n]);
        assert_eq!((code, text.trim()), (0, count), "n = {n}");
    }
    for wrong in ["-1", "-8", "1e3", "99999999999999999999"] {
        let (code, text, error) = run(&["count", wrong]);
        assert_eq!((code, text.as_str()), (2, ""), "{wrong}");
        assert!(
            !error.contains("panicked") && error.lines().count() < 8,
            "{error}"
        );
    }
}

/// A search that calls itself for each row needs a stack as deep as the board.
#[test]
fn the_largest_boards_of_each_engine_overflow_no_stack() {
    for engine in [
        "sets",
        "arrays",
        "forward-checking",
        "arc-consistency",
        "dancing-links",
    ] {
        let arguments = ["solve", "1000", "--engine", engine, "--timeout", "300ms"];
        let (code, text, error) = run(&arguments);
        assert!(code == 0 || code == 10, "{engine}: {code} {text} {error}");
    }
}

#[test]
fn a_second_run_knows_nothing_of_the_first() {
    let boards = [
        problem((6, 6), &[(0, 1)], &[]),
        problem((6, 6), &[], &[(0, 1), (2, 2)]),
        problem((4, 4), &[], &[]),
    ];
    for engine in engines() {
        let runs = || boards.each_ref().map(|board| listed(&*engine, board));
        assert_eq!(runs(), runs(), "{}", engine.name());
    }
}

#[test]
fn a_placed_queen_is_kept_and_one_too_many_is_refused() {
    let given = problem((6, 6), &[(0, 2)], &[]);
    for engine in engines() {
        for solution in listed(&*engine, &given) {
            assert!(solution.contains(&Square::new(0, 2)), "{}", engine.name());
            assert_eq!(solution.len(), 6);
        }
    }
    for (placement, complaint) in [
        ("b1 d2 a3 c4 c1", "attack"),
        ("b1 d2 a3 c4 e5", "outside"),
        ("b1 d2 a3", "expected 4 queens, found 3"),
    ] {
        let (code, text, error) = run(&["verify", "4", placement]);
        assert!(
            code > 0 && (text.clone() + &error).contains(complaint),
            "{code} {text} {error}"
        );
    }
}

/// Blocking whole models repeats a solution for every value of its auxiliary variables.
#[test]
fn free_auxiliary_variables_repeat_no_solution() {
    let board = problem((7, 7), &[], &[]);
    let expected = solutions(&board);
    for amo in amo::all() {
        let name = format!("sat-blocking+{}", amo.name());
        let engine = engine::parse(&name).expect("an engine");
        let mut shown = BTreeSet::new();
        // The second time the same engine must not be left unsatisfiable by the first.
        for _ in 0..2 {
            shown.clear();
            let mut visit = |placement: &queensat::solution::Placement| {
                assert!(shown.insert(placement.queens().to_vec()), "{name} repeats");
                ControlFlow::Continue(())
            };
            let outcome = engine.enumerate(&board, &Control::unlimited(), &mut visit);
            assert_eq!(outcome.expect("small").solutions, 40, "{name}");
            assert_eq!(shown, expected, "{name}");
        }
    }
}

#[test]
fn blocking_clauses_are_few_where_a_limit_says_so() {
    let (code, text, _) = run(&[
        "enumerate",
        "12",
        "--engine",
        "sat-blocking",
        "--limit",
        "50",
    ]);
    assert_eq!(text.lines().count(), 50, "{code}");
}

/// The clauses of n = 150, pairwise, are 90 MB of text: within 64 MB they cannot be held.
#[cfg(target_os = "linux")]
#[test]
fn an_export_holds_no_clauses() {
    let limited = "ulimit -v 65536 && exec \"$0\" encode 150 --amo pairwise";
    let output = std::process::Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_queensat")])
        .stdout(std::process::Stdio::piped())
        .output()
        .expect("a shell");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    assert!(output.stdout.len() > 80_000_000, "{}", output.stdout.len());
}

/// A solution of the empty board by the closed form.
fn constructed(n: u32) -> Vec<Square> {
    let engine = engine::parse("construction").expect("an engine");
    let board = Problem::queens_on(n).expect("small");
    let (found, _) = engine.find(&board, &Control::unlimited()).expect("empty");
    found.expect("n > 3").queens().to_vec()
}
