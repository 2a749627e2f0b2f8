//! Sizes of whole boards: the published table, its closed forms, and predictions against what is sent.

use std::time::{Duration, Instant};

use queensat::amo::{self, Auxiliaries};
use queensat::cnf::Size;
use queensat::control::Control;
use queensat::encode::{EncodeError, Encoding, encode, predict};
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;

use crate::brute_force::problem;
use crate::published::published;

/// Variables/clauses for n = 8, 20, 100 and 200, with one at-least-one clause a row.
const TABLE: &str = "\
    pairwise           64/736   400/12560  10000/1646800  40000/13253600
    binary            174/720    866/7276   13678/268924   48564/1236000
    sequential        274/596   1882/4352   49402/117712   198802/475412
    knuth             116/516    992/4128   28912/116528   117812/473028
    or-tree           232/554   1768/4238   48808/117118   197608/474218
    ladder           358/1016   2110/6404   50590/160084   201190/640184
    product           280/696   1254/4500   19492/116572    67034/474500
    product:recursive 236/644   1480/4664   26104/106192    83242/395764
    bimander          132/588    752/6460   13084/248828   47370/1155804
    commander         154/536   1172/4258   30536/117992   120882/474898
    nested            134/516   1062/4128   33646/116528   136774/473028";

fn uniform(name: &str, auxiliaries: Auxiliaries) -> Encoding {
    Encoding::uniform(amo::parse(name).expect("an encoding"), auxiliaries)
}

/// Every encoding alone in both forms, and one that differs by the kind of line.
fn encodings() -> Vec<Encoding> {
    let both = |auxiliaries| amo::all().map(move |amo| Encoding::uniform(amo, auxiliaries));
    let mixed = Encoding {
        columns: amo::parse("bimander:3").expect("an encoding"),
        diagonals: amo::parse("commander:2").expect("an encoding"),
        ..uniform("product", Auxiliaries::Determined)
    };
    both(Auxiliaries::Free)
        .chain(both(Auxiliaries::Determined))
        .chain([mixed])
        .collect()
}

fn predicted(n: u32, encoding: &Encoding) -> Size {
    let problem = Problem::queens_on(n).expect("within the limit");
    predict(&Residual::new(&problem).expect("plain"), encoding)
}

fn sent(residual: &Residual, encoding: &Encoding) -> Size {
    let mut size = Size::ZERO;
    encode(residual, encoding, &mut size, &Control::unlimited()).expect("small");
    size
}

#[test]
fn whole_boards_have_the_published_sizes() {
    assert_eq!(TABLE.lines().count(), amo::all().count());
    for line in TABLE.lines() {
        let (name, cells) = line.trim().split_once(' ').expect("a name");
        for (n, cell) in [8, 20, 100, 200].into_iter().zip(cells.split_whitespace()) {
            let size = predicted(n, &uniform(name, Auxiliaries::Free));
            // The columns are exactly-one too, each by one clause more than the table has.
            let (variables, clauses) = (size.variables, size.clauses - u64::from(n));
            assert_eq!(format!("{variables}/{clauses}"), cell, "{name}, n = {n}");
        }
    }
}

#[test]
fn closed_forms_hold_on_every_board() {
    for n in 4_u32..=120 {
        let [pairwise, sequential, knuth] = ["pairwise", "sequential", "knuth"].map(|name| {
            let size = predicted(n, &uniform(name, Auxiliaries::Free));
            (size.variables, size.clauses)
        });
        let n = u64::from(n);
        let squares = n * n;
        let pairs = squares * (n - 1) + n * (n - 1) * (2 * n - 1) / 3;
        assert_eq!(pairwise, (squares, pairs + 2 * n), "n = {n}");
        let carries = 2 * (n - 1) * (2 * n - 1);
        let counter = (squares + carries, 12 * (n - 1) * (n - 1) + 2 * n);
        assert_eq!(sequential, counter, "n = {n}");
        assert_eq!(knuth.1, 12 * squares + 28 - 36 * n + 2 * n, "n = {n}");
    }
}

/// Rows and columns have a queen, so that their auxiliary variables are determined anyway.
#[test]
fn only_diagonals_pay_for_determined_auxiliaries() {
    for (n, amo) in (4..=20).flat_map(|n| amo::all().map(move |amo| (n, amo))) {
        let [free, determined] = [Auxiliaries::Free, Auxiliaries::Determined]
            .map(|auxiliaries| predicted(n, &uniform(&amo.name(), auxiliaries)));
        let repairs = |length: u32| published(&amo.name(), length.into()).repairs;
        // Two longest diagonals, and four of every length below.
        let expected = 4 * (2..n).map(repairs).sum::<u64>() + 2 * repairs(n);
        let found = determined.clauses - free.clauses;
        assert_eq!(found, expected, "{}, n = {n}", amo.name());
        assert_eq!(determined.variables, free.variables, "{}", amo.name());
    }
}

#[test]
fn predictions_are_what_is_sent() {
    let problems = [
        problem((0, 0), &[], &[]),
        problem((0, 4), &[], &[]),
        problem((4, 0), &[], &[]),
        problem((1, 1), &[], &[]),
        problem((1, 1), &[(0, 0)], &[]),
        problem((2, 2), &[], &[]),
        problem((12, 12), &[], &[]),
        problem((5, 9), &[], &[]),
        problem((9, 5), &[], &[]),
        problem((1, 7), &[], &[]),
        problem((8, 8), &[(3, 1), (4, 3)], &[]),
        problem((9, 12), &[(2, 5)], &[(0, 0), (3, 3), (8, 11)]),
        problem((12, 9), &[(2, 5)], &[(0, 0), (3, 3), (11, 8)]),
        problem((3, 3), &[], &[(1, 0), (1, 1), (1, 2)]),
        problem((8, 8), &[(0, 0), (5, 5)], &[]),
        problem((8, 8), &[(2, 2)], &[(2, 2)]),
        problem((70, 70), &[(69, 3), (0, 68)], &[(1, 1), (35, 64)]),
    ];
    for (problem, encoding) in problems
        .iter()
        .flat_map(|p| encodings().into_iter().map(move |e| (p, e)))
    {
        let reduced = Residual::new(problem).expect("small");
        for residual in [reduced, Residual::unreduced(problem)] {
            let size = sent(&residual, &encoding);
            let place = format!("{} on {problem:?}", encoding.name());
            assert_eq!(predict(&residual, &encoding), size, "{place}");
        }
    }
}

#[test]
fn givens_that_contradict_themselves_are_one_empty_clause() {
    for contradiction in [
        problem((8, 8), &[(0, 0), (5, 5)], &[]),
        problem((4, 4), &[(2, 2)], &[(2, 2)]),
    ] {
        let residual = Residual::new(&contradiction).expect("small");
        let size = sent(&residual, &uniform("knuth", Auxiliaries::Determined));
        assert_eq!(size, Size::new(0, 1, 0));
    }
}

#[test]
fn a_tiny_board_has_its_unit_clauses() {
    // One queen: its row wants it, and its column.
    let residual = Residual::new(&problem((1, 1), &[], &[])).expect("small");
    for encoding in encodings() {
        assert_eq!(sent(&residual, &encoding), Size::new(1, 2, 2));
    }
}

#[test]
fn huge_boards_are_predicted_at_once() {
    let start = Instant::now();
    let n = 100_000_u64;
    let clauses = n * n * (n - 1) + n * (n - 1) * (2 * n - 1) / 3 + 2 * n;
    let pairwise = predicted(100_000, &uniform("pairwise", Auxiliaries::Free));
    assert_eq!((pairwise.variables, pairwise.clauses), (n * n, clauses));
    for encoding in encodings() {
        // Arithmetic is checked in this profile: an overflow would be a panic.
        for n in [100_000, 1_000_000] {
            assert!(predicted(n, &encoding).variables >= u64::from(n) * u64::from(n));
        }
    }
    // Counting squares one by one would take hours.
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn formulas_past_the_last_literal_are_refused_before_anything_is_sent() {
    let board = Problem::queens_on(50_000).expect("within the limit");
    let residual = Residual::new(&board).expect("plain");
    let encoding = uniform("pairwise", Auxiliaries::Free);
    let mut size = Size::ZERO;
    let refused = encode(&residual, &encoding, &mut size, &Control::unlimited());
    let needed = 2_500_000_000;
    let limit = i32::MAX.unsigned_abs();
    assert_eq!(
        refused,
        Err(EncodeError::TooManyVariables { needed, limit })
    );
    assert_eq!(size, Size::ZERO);
}
