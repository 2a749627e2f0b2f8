//! The native searches agree: with the OEIS on empty boards, with the plain search on any other, in
//! all instructions and on any number of threads.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use proptest::prelude::*;
use queensat::board::{Board, Square};
use queensat::control::{Control, Stopped};
use queensat::engine::{self, Engine, EngineNameError, Outcome};
use queensat::problem::Problem;
use queensat::solution::verify;

/// A000170 from n = 0.
const SOLUTIONS: [u128; 17] = [
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512,
];

/// `bitmask` as it comes and in all instructions that this processor has.
fn bitmasks() -> Vec<std::sync::Arc<dyn Engine>> {
    let names = [
        "bitmask",
        "bitmask:scalar",
        "bitmask:avx2",
        "bitmask:avx512",
    ];
    let here = |name| match engine::parse(name) {
        Ok(engine) => Some(engine),
        Err(EngineNameError::Instructions(_)) => None,
        Err(other) => panic!("{name}: {other}"),
    };
    names.into_iter().filter_map(here).collect()
}

fn count(engine: &dyn Engine, problem: &Problem, threads: usize) -> Outcome {
    let control = Control::unlimited().with_threads(threads);
    let outcome = engine.count(problem, &control).expect("small");
    assert_eq!(outcome.stopped, None);
    outcome
}

#[test]
fn empty_boards_have_the_known_numbers_of_solutions() {
    // Debug builds of the portable loops take seconds from n = 13 on.
    let largest = if cfg!(debug_assertions) { 12 } else { 16 };
    for (n, &solutions) in (0..=largest).zip(&SOLUTIONS) {
        let problem = Problem::queens_on(n).expect("small");
        for engine in bitmasks() {
            for threads in [1, 2, 7] {
                let found = count(&*engine, &problem, threads).solutions;
                assert_eq!(found, solutions, "{} {n}, {threads} threads", engine.name());
            }
        }
        if n <= 12 {
            let mirror = engine::parse("bitmask-mirror").expect("a name");
            assert_eq!(count(&*mirror, &problem, 1).solutions, solutions, "n = {n}");
        }
    }
}

#[test]
fn rectangular_boards_have_the_known_numbers_of_solutions() {
    // OEIS A269133.
    for (rows, columns, solutions) in [(7, 8, 312), (5, 8, 568), (8, 9, 1066), (8, 10, 7828)] {
        for (rows, columns) in [(rows, columns), (columns, rows)] {
            let problem = Problem::empty(Board::new(rows, columns).expect("small"));
            for engine in bitmasks() {
                assert_eq!(count(&*engine, &problem, 2).solutions, solutions);
            }
        }
    }
}

#[test]
fn boards_about_the_lengths_of_words_run_until_stopped() {
    for n in [31, 32, 33, 34, 35, 63, 64, 65, 127, 128] {
        let problem = Problem::queens_on(n).expect("small");
        for engine in bitmasks() {
            let control = Control::with_timeout(Duration::from_millis(20)).with_threads(2);
            let outcome = engine.count(&problem, &control).expect("within the limit");
            assert_eq!(outcome.stopped, Some(Stopped::Deadline), "n = {n}");
            assert!(outcome.effort.nodes > Some(1));
            let (found, outcome) = engine.find(&problem, &Control::unlimited()).expect("small");
            verify(&problem, &found.expect("there are solutions")).expect("a solution");
            assert_eq!((outcome.solutions, outcome.stopped), (1, None));
        }
    }
    let problem = Problem::queens_on(129).expect("small");
    for engine in bitmasks() {
        assert!(engine.count(&problem, &Control::unlimited()).is_err());
    }
}

#[test]
fn lists_are_in_lexicographic_order_and_end_at_a_limit() {
    let problem = Problem::queens_on(8).expect("small");
    for name in ["bitmask", "bitmask-plain", "bitmask-mirror"] {
        let engine = engine::parse(name).expect("a name");
        let mut shown: Vec<Vec<u32>> = Vec::new();
        let outcome = engine.enumerate(&problem, &Control::unlimited(), &mut |placement| {
            shown.push(placement.queens().iter().map(|q| q.column).collect());
            if shown.len() == 20 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let outcome = outcome.expect("small");
        assert_eq!(
            (outcome.solutions, outcome.stopped),
            (20, Some(Stopped::Limit))
        );
        assert!(shown.is_sorted_by(|a, b| a < b), "{name}");
        assert_eq!(shown[0], [0, 4, 7, 5, 2, 6, 1, 3]);
    }
}

/// A board of up to 9 by 9 with some blocked squares and queens.
fn instances() -> impl Strategy<Value = Problem> {
    let sides = (0_u32..10, 0_u32..10);
    sides.prop_flat_map(|(rows, columns)| {
        let square = (0..rows.max(1), 0..columns.max(1));
        let blocked = proptest::collection::vec(square.clone(), 0..20);
        let queens = proptest::collection::vec(square, 0..3);
        (Just((rows, columns)), blocked, queens).prop_map(|((rows, columns), blocked, queens)| {
            let board = Board::new(rows.into(), columns.into()).expect("small");
            let mut problem = Problem::empty(board);
            // An empty board refuses every square.
            for (row, column) in blocked {
                let _ = problem.block(Square::new(row, column));
            }
            for (row, column) in queens {
                let _ = problem.place(Square::new(row, column));
            }
            problem
        })
    })
}

/// A square board of 17 to 19 rows with few open squares, which takes the search over rows and columns.
fn crowded() -> impl Strategy<Value = Problem> {
    (17_u32..20).prop_flat_map(|n| {
        let open = proptest::collection::vec(0_u32..100, (n * n) as usize);
        (Just(n), open, 25_u32..45).prop_map(|(n, draws, keep)| {
            let mut problem = Problem::queens_on(n).expect("small");
            for (at, draw) in (0..).zip(draws) {
                if draw >= keep {
                    let square = Square::new(at / n, at % n);
                    problem.block(square).expect("inside");
                }
            }
            problem
        })
    })
}

/// All engines against the plain search: counts, lists and decisions.
fn agree(problem: &Problem) {
    let plain = engine::parse("bitmask-plain").expect("a name");
    let listed = |engine: &dyn Engine| {
        let mut shown = Vec::new();
        let outcome = engine.enumerate(problem, &Control::unlimited(), &mut |placement| {
            shown.push(placement.clone());
            ControlFlow::Continue(())
        });
        let outcome = outcome.expect("small");
        assert_eq!(outcome.solutions, shown.len() as u128);
        shown
    };
    let expected = listed(&*plain);
    let distinct: BTreeSet<_> = expected.iter().map(|p| p.queens().to_vec()).collect();
    assert_eq!(distinct.len(), expected.len());
    let mut engines = bitmasks();
    engines.push(engine::parse("bitmask-mirror").expect("a name"));
    for engine in engines {
        let name = engine.name();
        assert_eq!(listed(&*engine), expected, "{name}");
        for threads in [1, 2] {
            let found = count(&*engine, problem, threads).solutions;
            assert_eq!(found, expected.len() as u128, "{name}, {threads} threads");
            let control = Control::unlimited().with_threads(threads);
            let (found, outcome) = engine.find(problem, &control).expect("small");
            assert_eq!(found.is_some(), !expected.is_empty(), "{name}");
            assert_eq!(
                (outcome.solutions, outcome.stopped),
                (found.is_some().into(), None)
            );
            if let Some(found) = found {
                verify(problem, &found).expect("a solution");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn engines_agree_on_boards_with_givens(problem in instances()) {
        agree(&problem);
    }

    #[test]
    fn engines_agree_on_crowded_boards(problem in crowded()) {
        agree(&problem);
    }
}
