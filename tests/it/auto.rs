//! The engine that picks: what it picks, and that boards beyond the masks are solved at once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use queensat::board::{Board, Square};
use queensat::engine::{self, Engine, best_to_count, best_to_find};
use queensat::problem::{Problem, formats};

use crate::program::{run, run_with_input};

fn problem(text: &str) -> Problem {
    formats::parse(text, None).expect("an instance")
}

#[test]
fn the_rule_is_the_documented_one() {
    let mut crowded = Problem::empty(Board::new(40, 40).expect("small"));
    for square in (0..1600).map(|at| Square::new(at / 40, at % 40)) {
        if (square.row + 3 * square.column) % 4 > 0 {
            crowded.block(square).expect("inside");
        }
    }
    let name = |pick: fn(&Problem) -> Arc<dyn Engine>, problem: &Problem| pick(problem).name();
    for (text, to_find, to_count) in [
        ("0", "construction", "bitmask"),
        ("8", "construction", "bitmask"),
        ("128", "construction", "bitmask"),
        ("129", "construction", "sat"),
        ("1000000", "construction", "sat"),
        ("5x8", "bitmask", "bitmask"),
        ("8: b4", "bitmask", "bitmask"),
        ("17: b4", "bitmask", "bitmask"),
        ("17: -b4", "sat", "bitmask"),
        ("128: b4", "sat", "bitmask"),
        ("129: b4", "queen-search, then sat", "sat"),
        ("8x129", "queen-search, then sat", "sat"),
    ] {
        let problem = problem(text);
        assert_eq!(name(best_to_find, &problem), to_find, "{text}");
        assert_eq!(name(best_to_count, &problem), to_count, "{text}");
    }
    assert_eq!(name(best_to_find, &crowded), "bitmask");
}

#[test]
fn check_names_the_engine_and_an_encoding_asks_for_a_formula() {
    for (arguments, name) in [
        (&["8"][..], "construction"),
        (&["8", "--engine", "auto"], "construction"),
        (&["8: b4"], "bitmask"),
        (&["200: b4"], "queen-search, then sat"),
        (&["8", "--amo", "product"], "sat+product"),
        (&["8", "--engine", "arrays"], "arrays"),
    ] {
        let (code, out, _) = run(&[&["check", "--format", "json"], arguments].concat());
        let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(
            (code, &object["engine"]),
            (0, &name.into()),
            "{arguments:?}"
        );
    }
    assert_eq!(run(&["count", "8", "--amo", "product"]).1, "92\n");
    assert_eq!(run(&["solve", "3", "--amo", "product"]).0, 20);
    let (code, _, err) = run(&["solve", "8", "--engine", "auto", "--amo", "product"]);
    assert_eq!(code, 2);
    assert!(err.contains("`auto` takes no encoding"), "{err}");
}

#[test]
fn a_million_queens_are_solved_and_verified_in_a_moment() {
    let begin = Instant::now();
    let (code, board, _) = run(&["solve", "1000000", "--format", "columns"]);
    assert_eq!(code, 10);
    // Release builds take 0.05 s; what counts here is that nothing grows with the square of n.
    assert!(begin.elapsed() < Duration::from_secs(5));
    let verdict = run_with_input(&["verify", "1000000", "-"], &board);
    assert_eq!(verdict.1, "valid placement\n");
}

#[test]
fn a_large_board_is_completed_by_local_search() {
    let instance = "10000: r1c4 r78c5001 r5001c9001 r9001c2 r10000c778";
    let begin = Instant::now();
    let (code, board, _) = run(&["solve", instance, "--format", "columns"]);
    assert_eq!(code, 10);
    assert!(begin.elapsed() < Duration::from_secs(10));
    let verdict = run_with_input(&["verify", instance, "-"], &board);
    assert_eq!(verdict.1, "valid placement\n");
    assert_eq!(run(&["solve", "10000: r1c4 r78c4"]).0, 20);
}

/// Ten rows of a large board are open: what the masks cannot hold is small all the same.
#[test]
fn nearly_full_boards_beyond_the_masks_are_counted() {
    for (n, queens) in [("150", "140"), ("700", "692"), ("2543", "2533")] {
        let (_, instance, _) = run(&["generate", "completion", n, queens, "-f", "batch"]);
        let counted = |engine| run_with_input(&["count", "-", "--engine", engine], &instance);
        let (code, count, _) = counted("auto");
        assert!(code == 0 && count != "0\n", "{n}");
        assert_eq!(counted("sat-blocking:batsat").1, count, "{n}");
        assert_eq!(run_with_input(&["count", "-"], &instance).1, count, "{n}");
    }
}

#[test]
fn no_time_is_no_answer_whatever_is_picked() {
    for instance in ["8", "8: b4", "200: b4"] {
        let (code, out, _) = run(&["solve", instance, "--timeout", "0s", "-f", "columns"]);
        assert_eq!((code, out.as_str()), (0, ""), "{instance}");
    }
    assert_eq!(engine::parse("auto").expect("in the table").name(), "auto");
}
