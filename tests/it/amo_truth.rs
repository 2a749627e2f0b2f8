//! What every encoding means, by enumeration of its models: at most one input true, the published
//! number of auxiliary assignments, and the strength of its unit propagation.

use std::collections::BTreeMap;

use queensat::amo::{self, AtMostOne, Auxiliaries};
use queensat::cnf::{ClauseSink, Lit};

use crate::model_counter::Formula;
use crate::published::published;

const BOTH: [Auxiliaries; 2] = [Auxiliaries::Determined, Auxiliaries::Free];

/// Group sizes past every special case, cut-off and power of two on the way.
fn sizes() -> impl Iterator<Item = usize> {
    (0..=9).chain([16, 17])
}

/// Every encoding, and those with a number also with each up to one past the group's size.
fn encodings(n: usize) -> Vec<String> {
    let plain = amo::all().map(|amo| amo.name());
    let commanders = (2..=n + 1).map(|group| format!("commander:{group}"));
    let bimanders = (1..=n + 1).map(|groups| format!("bimander:{groups}"));
    plain.chain(commanders).chain(bimanders).collect()
}

/// The formula that says that at most one of `n` fresh inputs is true.
fn group(name: &str, n: usize, auxiliaries: Auxiliaries) -> (Formula, Vec<Lit>) {
    let (mut formula, inputs) = Formula::with_inputs(n);
    let amo = amo::parse(name).expect("an encoding");
    amo.encode(&inputs, auxiliaries, &mut formula);
    (formula, inputs)
}

/// How many models extend each assignment of the first `n` variables.
fn by_inputs(formula: &Formula, n: usize) -> BTreeMap<Vec<bool>, u64> {
    let mut extensions = BTreeMap::new();
    for model in formula.models() {
        *extensions.entry(model[..n].to_vec()).or_default() += 1;
    }
    extensions
}

/// No input true `z` times, each of them alone once, nothing else.
fn expected(n: usize, z: u64) -> BTreeMap<Vec<bool>, u64> {
    let only = |true_one| (0..n).map(|index| index == true_one).collect();
    (0..n).map(|i| (only(i), 1)).chain([(only(n), z)]).collect()
}

#[test]
fn determined_groups_have_as_many_models_as_assignments_of_the_inputs() {
    for n in sizes() {
        for name in encodings(n) {
            let (formula, _) = group(&name, n, Auxiliaries::Determined);
            assert_eq!(by_inputs(&formula, n), expected(n, 1), "{name}, n = {n}");
        }
    }
}

#[test]
fn free_groups_have_the_published_number_of_models() {
    for n in sizes() {
        for name in encodings(n) {
            let (formula, _) = group(&name, n, Auxiliaries::Free);
            let z = published(&name, n as u64).z;
            assert_eq!(by_inputs(&formula, n), expected(n, z), "{name}, n = {n}");
        }
    }
}

#[test]
fn unit_propagation_is_arc_consistent() {
    for (n, auxiliaries) in sizes().flat_map(|n| BOTH.map(|auxiliaries| (n, auxiliaries))) {
        for name in encodings(n) {
            let (formula, inputs) = group(&name, n, auxiliaries);
            for (index, &x) in inputs.iter().enumerate() {
                let others = || inputs.iter().filter(|&&y| y != x);
                let trail = formula.propagate(&[x]).expect("one may be true");
                let all_false = others().all(|&y| trail.has(!y));
                assert!(all_false, "{name}, n = {n}, input {index}");
                let conflict = |&y: &Lit| formula.propagate(&[x, y]).is_none();
                assert!(others().all(conflict), "{name}, n = {n}, input {index}");
            }
        }
    }
}

#[test]
fn inputs_may_be_negated_literals() {
    for (n, auxiliaries) in [5, 6, 7, 8].into_iter().flat_map(|n| BOTH.map(|a| (n, a))) {
        for name in encodings(n) {
            let (mut formula, inputs) = Formula::with_inputs(n);
            let flip = |index: usize, x: Lit| if index.is_multiple_of(2) { !x } else { x };
            let literals: Vec<Lit> = (0..).zip(inputs).map(|(i, x)| flip(i, x)).collect();
            let amo = amo::parse(&name).expect("an encoding");
            amo.encode(&literals, auxiliaries, &mut formula);
            let true_ones = |inputs: &Vec<bool>| {
                let value = |(index, &x): (usize, &bool)| x != index.is_multiple_of(2);
                inputs
                    .iter()
                    .enumerate()
                    .filter(|&pair| value(pair))
                    .count()
            };
            let found = by_inputs(&formula, n);
            assert_eq!(found.len(), n + 1, "{name}, n = {n}");
            assert!(found.keys().all(|inputs| true_ones(inputs) <= 1), "{name}");
        }
    }
}

#[test]
fn a_literal_that_stands_twice_is_false() {
    for (n, auxiliaries) in (2..=9).flat_map(|n| BOTH.map(|auxiliaries| (n, auxiliaries))) {
        let places = (1..n).flat_map(|second| (0..second).map(move |first| (first, second)));
        for ((first, second), name) in
            places.flat_map(|pair| encodings(n).into_iter().map(move |name| (pair, name)))
        {
            let (mut formula, mut inputs) = Formula::with_inputs(n - 1);
            let twice = inputs[first];
            inputs.insert(second, twice);
            let amo = amo::parse(&name).expect("an encoding");
            amo.encode(&inputs, auxiliaries, &mut formula);
            let place = format!("{name}, {twice:?} twice in {inputs:?}");
            assert!(formula.propagate(&[twice]).is_none(), "{place}");
            // The others may still be true, each alone, and so may none.
            let found = by_inputs(&formula, n - 1);
            assert_eq!(found.len(), n - 1, "{place}");
            assert!(found.keys().all(|inputs| !inputs[first]), "{place}");
        }
    }
}

#[test]
fn two_groups_over_one_sink_do_not_disturb_each_other() {
    for (name, auxiliaries) in encodings(6)
        .into_iter()
        .flat_map(|name| BOTH.map(|a| (name.clone(), a)))
    {
        let amo = amo::parse(&name).expect("an encoding");
        let (mut formula, inputs) = Formula::with_inputs(9);
        amo.encode(&inputs[..6], auxiliaries, &mut formula);
        amo.encode(&inputs[3..], auxiliaries, &mut formula);
        // At most one of each triple; the middle one excludes the outer two, which go together.
        assert_eq!(by_inputs(&formula, 9).len(), 4 * 4 + 3, "{name}");
    }
}

#[test]
fn bad_parameters_are_errors() {
    for name in [
        "commander:1",
        "commander:0",
        "bimander:0",
        "commander:-3",
        "product:0",
        "knuth:2",
    ] {
        assert!(amo::parse(name).is_err(), "{name}");
    }
    assert!(amo::Commander::new(1).is_none() && amo::Bimander::new(Some(0)).is_none());
}

/// At most one of the first half, nothing of the second: an encoding that forgets inputs.
struct Forgetful;

impl AtMostOne for Forgetful {
    fn name(&self) -> String {
        "forgetful".to_owned()
    }

    fn encode(&self, x: &[Lit], auxiliaries: Auxiliaries, sink: &mut dyn ClauseSink) {
        amo::Sequential.encode(&x[..x.len() / 2], auxiliaries, sink);
    }

    fn size(&self, n: u64, auxiliaries: Auxiliaries) -> queensat::cnf::Size {
        amo::Sequential.size(n / 2, auxiliaries)
    }
}

#[test]
fn an_encoding_that_forgets_inputs_is_caught() {
    let (mut formula, inputs) = Formula::with_inputs(6);
    Forgetful.encode(&inputs, Auxiliaries::Determined, &mut formula);
    assert_ne!(by_inputs(&formula, 6), expected(6, 1));
    assert!(formula.propagate(&[inputs[0], inputs[5]]).is_some());
}
