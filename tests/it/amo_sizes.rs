//! Sizes of groups: the formulas of the library, the clauses that are sent, and the literature agree.

use std::collections::BTreeSet;
use std::sync::Arc;

use queensat::amo::{self, AtMostOne, Auxiliaries};
use queensat::board::Board;
use queensat::cnf::{ClauseSink, Lit, Size};
use queensat::encode::{Encoding, most_variables, predict};
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;

use crate::model_counter::Formula;
use crate::published::published;

fn encodings() -> impl Iterator<Item = Arc<dyn AtMostOne>> {
    let parameters = [
        "commander:2",
        "commander:4",
        "commander:7",
        "commander:50",
        "commander:199",
        "commander:4294967295",
        "bimander:1",
        "bimander:2",
        "bimander:3",
        "bimander:5",
        "bimander:64",
        "bimander:200",
        "bimander:4294967295",
    ];
    let with_parameter = parameters.map(|name| amo::parse(name).expect("an encoding"));
    amo::all().chain(with_parameter)
}

#[test]
fn predicted_sizes_are_what_is_sent() {
    for (amo, n) in encodings().flat_map(|amo| (0..=200).map(move |n| (amo.clone(), n))) {
        for auxiliaries in [Auxiliaries::Determined, Auxiliaries::Free] {
            let mut sent = Size::ZERO;
            let inputs: Vec<Lit> = (0..n).map(|_| sent.new_var()).collect();
            amo.encode(&inputs, auxiliaries, &mut sent);
            sent.variables -= n;
            let predicted = amo.size(n, auxiliaries);
            assert_eq!(predicted, sent, "{}, n = {n}, {auxiliaries:?}", amo.name());
        }
    }
}

/// The bound by which an answer's variables are told from those of another formula.
#[test]
fn no_encoding_has_more_variables_than_the_most() {
    let boards = (0..=20).map(|n| (n, n));
    for (rows, columns) in boards.chain([(1, 200), (200, 1), (2, 150), (40, 3), (64, 64)]) {
        let board = Board::new(rows, columns).expect("small");
        let residual = Residual::new(&Problem::empty(board)).expect("small");
        let most = most_variables(&residual);
        for amo in encodings() {
            for auxiliaries in [Auxiliaries::Determined, Auxiliaries::Free] {
                let encoding = Encoding::uniform(amo.clone(), auxiliaries);
                let variables = predict(&residual, &encoding).variables;
                assert!(variables <= most, "{}, {board}", amo.name());
            }
        }
    }
}

#[test]
fn sizes_are_the_published_ones() {
    for (amo, n) in encodings().flat_map(|amo| (0..=200).map(move |n| (amo.clone(), n))) {
        let numbers = published(&amo.name(), n);
        let free = amo.size(n, Auxiliaries::Free);
        let determined = amo.size(n, Auxiliaries::Determined);
        let found = (
            free.variables,
            free.clauses,
            determined.variables,
            determined.clauses,
        );
        let expected = (
            numbers.auxiliary,
            numbers.clauses,
            numbers.auxiliary,
            numbers.clauses + numbers.repairs,
        );
        assert_eq!(found, expected, "{}, n = {n}", amo.name());
    }
}

/// The first group size from which on `name` has fewer clauses than `rival`.
fn beats_from(name: &str, rival: &str) -> Option<u64> {
    let clauses = |name, n| {
        let amo = amo::parse(name).expect("an encoding");
        amo.size(n, Auxiliaries::Free).clauses
    };
    (2..200).find(|&n| clauses(name, n) < clauses(rival, n))
}

#[test]
fn encodings_overtake_each_other_where_the_literature_says() {
    assert_eq!(beats_from("knuth", "pairwise"), Some(5));
    assert_eq!(beats_from("product", "knuth"), Some(49));
    assert_eq!(beats_from("product:recursive", "knuth"), Some(47));
    for name in [
        "binary",
        "sequential",
        "ladder",
        "commander",
        "bimander",
        "or-tree",
    ] {
        assert_eq!(beats_from(name, "knuth"), None, "{name}");
    }
}

/// The auxiliary variables that the clauses from `first` on mention.
fn auxiliaries_from(formula: &Formula, first: usize, inputs: i32) -> BTreeSet<i32> {
    let clauses = formula.clauses[first..].iter().flatten();
    clauses
        .map(|literal| literal.abs())
        .filter(|&variable| variable > inputs)
        .collect()
}

#[test]
fn every_group_has_auxiliary_variables_of_its_own_and_uses_them_all() {
    for (amo, n) in encodings().flat_map(|amo| (2..=40).map(move |n| (amo.clone(), n))) {
        for auxiliaries in [Auxiliaries::Determined, Auxiliaries::Free] {
            let (mut formula, inputs) = Formula::with_inputs(n);
            let last_input = formula.variables;
            amo.encode(&inputs, auxiliaries, &mut formula);
            let clauses = formula.clauses.len();
            let first = auxiliaries_from(&formula, 0, last_input);
            amo.encode(&inputs, auxiliaries, &mut formula);
            let second = auxiliaries_from(&formula, clauses, last_input);
            let place = format!("{}, n = {n}, {auxiliaries:?}", amo.name());
            assert!(first.is_disjoint(&second), "{place}");
            let all: Vec<i32> = first.into_iter().chain(second).collect();
            let dense: Vec<i32> = (last_input + 1..=formula.variables).collect();
            assert_eq!(all, dense, "{place}");
            let size = amo.size(n as u64, auxiliaries);
            assert_eq!(all.len() as u64, 2 * size.variables, "{place}");
        }
    }
}
