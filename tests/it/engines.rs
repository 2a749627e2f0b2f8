//! Plain boards: the answers of the OEIS, asked of every engine.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use queensat::board::Square;
use queensat::control::Control;
use queensat::engine::{self, Engine};
use queensat::problem::Problem;
use queensat::solution::verify;

use crate::brute_force::problem;

/// Engines that these tests cannot ask: `external` needs a command, three find one solution only, and two
/// test whole boards and are too slow. All have tests of their own.
const ELSEWHERE: [&str; 6] = [
    "external",
    "min-conflicts",
    "queen-search",
    "construction",
    "brute-force",
    "permutations",
];

/// The engines of the table that count and list boards of some size.
pub(crate) fn entries() -> impl Iterator<Item = &'static engine::Entry> {
    engine::TABLE
        .iter()
        .filter(|entry| !ELSEWHERE.contains(&entry.name))
}

/// Every engine of the table, those that encode with several encodings.
pub(crate) fn engines() -> Vec<Arc<dyn Engine>> {
    let encodings = [
        "",
        "+pairwise",
        "+sequential",
        "+product",
        "+commander:2",
        "+ladder",
    ];
    let mut all = Vec::new();
    for entry in entries() {
        let bare = engine::parse(entry.name).expect("an engine of the table");
        let suffixes = if bare.encoding().is_some() {
            &encodings[..]
        } else {
            &encodings[..1]
        };
        for suffix in suffixes {
            let name = format!("{}{suffix}", entry.name);
            all.push(engine::parse(&name).expect("an engine of the table"));
        }
    }
    all
}

/// The verified solutions as columns by row; counting and finding must agree with listing.
pub(crate) fn listed(engine: &dyn Engine, problem: &Problem) -> BTreeSet<Vec<Square>> {
    let (control, name) = (Control::unlimited(), engine.name());
    let mut found = BTreeSet::new();
    let visit = &mut |placement: &_| {
        let solution = verify(problem, placement).expect("engines find solutions");
        let new = found.insert(solution.queens().to_vec());
        assert!(new, "{name} repeats {solution:?}");
        ControlFlow::Continue(())
    };
    let outcome = engine.enumerate(problem, &control, visit).expect("small");
    assert_eq!(
        (outcome.solutions, outcome.stopped),
        (found.len() as u128, None),
        "{name}"
    );
    let outcome = engine.count(problem, &control).expect("small");
    assert_eq!(
        (outcome.solutions, outcome.stopped),
        (found.len() as u128, None),
        "{name}"
    );
    let (one, outcome) = engine.find(problem, &control).expect("small");
    assert_eq!(outcome.stopped, None, "{name}");
    assert_eq!(one.is_some(), !found.is_empty(), "{name}");
    assert!(one.is_none_or(|one| found.contains(one.queens())), "{name}");
    found
}

#[track_caller]
pub(crate) fn assert_count(problem: &Problem, count: usize) {
    for engine in engines() {
        let found = listed(&*engine, problem).len();
        assert_eq!(found, count, "{} on {problem:?}", engine.name());
    }
}

/// OEIS A000170.
#[test]
fn square_boards() {
    for (n, count) in (0..).zip([1, 1, 0, 0, 2, 10, 4, 40, 92]) {
        assert_count(&problem((n, n), &[], &[]), count);
    }
    // One encoding is enough where the solutions are many.
    for (n, count) in [(9, 352), (10, 724)] {
        for entry in entries() {
            let engine = engine::parse(entry.name).expect("an engine of the table");
            let found = listed(&*engine, &problem((n, n), &[], &[])).len();
            assert_eq!(found, count, "{}", entry.name);
        }
    }
}

/// OEIS A269133. A board turned by a quarter has the same solutions, turned.
#[test]
fn rectangular_boards() {
    let bitmask = engine::parse("bitmask").expect("an engine");
    for (sides, count) in [
        ((5, 8), 568),
        ((7, 8), 312),
        ((8, 9), 1066),
        ((8, 10), 7828),
    ] {
        assert_eq!(listed(&*bitmask, &problem(sides, &[], &[])).len(), count);
    }
    let sat = engine::parse("sat-blocking").expect("an engine");
    for (sides, count) in [((5, 8), 568), ((8, 7), 312)] {
        assert_eq!(listed(&*sat, &problem(sides, &[], &[])).len(), count);
    }
    for (sides, count) in [((0, 5), 1), ((5, 0), 1), ((1, 6), 6)] {
        assert_count(&problem(sides, &[], &[]), count);
    }
    assert_turns(&*bitmask, (6, 8));
    assert_turns(&*sat, (6, 8));
    for engine in engines() {
        for sides in [(1, 4), (2, 3), (3, 5), (4, 6)] {
            assert_turns(&*engine, sides);
        }
    }
}

fn assert_turns(engine: &dyn Engine, (rows, columns): (u32, u32)) {
    let turned = |queens: Vec<Square>| {
        let turned = queens
            .iter()
            .map(|queen| Square::new(queen.column, queen.row));
        let mut turned: Vec<Square> = turned.collect();
        turned.sort_unstable();
        turned
    };
    let wide = listed(engine, &problem((rows, columns), &[], &[]));
    let high = listed(engine, &problem((columns, rows), &[], &[]));
    let wide: BTreeSet<_> = wide.into_iter().map(turned).collect();
    assert_eq!(wide, high, "{} on {rows}x{columns}", engine.name());
}

/// OEIS A141843, columns from 1: what a search by rows, lowest column first, finds first.
#[test]
fn the_lexicographically_first_solutions() {
    let bitmask = engine::parse("bitmask").expect("an engine");
    for (n, first) in (4..).zip([
        "2413",
        "13524",
        "246135",
        "1357246",
        "15863724",
        "136824975",
    ]) {
        let board = problem((n, n), &[], &[]);
        let (found, _) = bitmask.find(&board, &Control::unlimited()).expect("small");
        let found = found.expect("a solution");
        let columns: String = found
            .queens()
            .iter()
            .map(|queen| (queen.column + 1).to_string())
            .collect();
        assert_eq!(columns, first);
    }
}
