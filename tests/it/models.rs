//! Whole boards over all variables: with determined auxiliaries there are as many models as solutions,
//! and without as many as the literature says.

use std::collections::BTreeSet;

use queensat::amo::{self, AtMostOne, Auxiliaries};
use queensat::board::Square;
use queensat::cnf::{ClauseSink, Lit};
use queensat::constraint::{Bound, groups};
use queensat::control::Control;
use queensat::encode::{Encoding, Numbering, encode};
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;
use queensat::sat::Solver;
use queensat::sat::varisat::{Mode, Varisat};

use crate::brute_force::{problem, solutions};
use crate::model_counter::Formula;

fn uniform(amo: std::sync::Arc<dyn AtMostOne>) -> Encoding {
    Encoding::uniform(amo, Auxiliaries::Determined)
}

/// Every uniform encoding, and as many that differ by the kind of line.
fn encodings() -> Vec<Encoding> {
    let all: Vec<_> = amo::all().collect();
    let of = |index: usize| all[index % all.len()].clone();
    let mixed = (0..all.len()).map(|index| Encoding {
        columns: of(index + 1),
        diagonals: of(index + 3),
        ..uniform(of(index))
    });
    all.iter().cloned().map(uniform).chain(mixed).collect()
}

/// The formula of a residual problem.
fn formula(residual: &Residual, encoding: &Encoding) -> Formula {
    let mut formula = Formula::default();
    encode(residual, encoding, &mut formula, &Control::unlimited()).expect("small");
    formula
}

/// The boards of all models over all variables, decoded, repetitions included.
fn boards(residual: &Residual, encoding: &Encoding) -> Vec<Vec<Square>> {
    let numbering = Numbering::new(residual);
    let decode = |model: Vec<bool>| {
        let literal = |(variable, value): (u32, bool)| {
            let x = Lit::positive(variable).expect("from 1");
            if value { x } else { !x }
        };
        let literals = (1..).zip(model).map(literal);
        let placement = numbering.decode(&queensat::cnf::Model::new(literals));
        placement.queens().to_vec()
    };
    let models = formula(residual, encoding).models();
    models.into_iter().map(decode).collect()
}

fn assert_models_are_solutions(problem: &Problem, residual: &Residual, encoding: &Encoding) {
    let place = format!("{} on {problem:?}", encoding.name());
    let boards = boards(residual, encoding);
    let distinct: BTreeSet<_> = boards.iter().cloned().collect();
    assert_eq!(distinct, solutions(problem), "{place}");
    assert_eq!(boards.len(), distinct.len(), "{place}");
}

#[test]
fn plain_boards_have_as_many_models_as_solutions() {
    for (n, count) in (0..).zip([1, 1, 0, 0, 2, 10, 4, 40]) {
        let plain = problem((n, n), &[], &[]);
        assert_eq!(solutions(&plain).len(), count);
        for encoding in encodings() {
            let residual = Residual::new(&plain).expect("small");
            assert_models_are_solutions(&plain, &residual, &encoding);
        }
    }
}

#[test]
fn boards_with_givens_have_as_many_models_as_solutions_reduced_or_not() {
    let problems = [
        problem((6, 6), &[(0, 1)], &[]),
        problem((5, 5), &[], &[(0, 0), (1, 1), (2, 2), (3, 4), (4, 4)]),
        problem((6, 6), &[(2, 5)], &[(0, 1), (3, 3)]),
        problem((4, 6), &[], &[(1, 1)]),
        problem((6, 4), &[(0, 0)], &[(5, 3)]),
        problem((3, 3), &[(0, 0)], &[]),
        problem((5, 5), &[(0, 0), (2, 2)], &[]),
        problem((5, 5), &[(0, 0)], &[(0, 0)]),
        problem((4, 4), &[(0, 1), (1, 3), (2, 0), (3, 2)], &[]),
        problem((2, 3), &[], &[(0, 0), (0, 1), (0, 2)]),
    ];
    for (problem, encoding) in problems
        .iter()
        .flat_map(|p| encodings().into_iter().map(move |e| (p, e)))
    {
        let reduced = Residual::new(problem).expect("small");
        for residual in [reduced, Residual::unreduced(problem)] {
            assert_models_are_solutions(problem, &residual, &encoding);
        }
    }
}

#[test]
fn naucks_completion_has_two_models_unreduced() {
    let nauck = problem((8, 8), &[(3, 1), (4, 3)], &[]);
    for encoding in encodings() {
        let models = formula(&Residual::unreduced(&nauck), &encoding).models();
        assert_eq!(models.len(), 2, "{}", encoding.name());
    }
}

#[test]
fn varisat_counts_the_same_models_over_all_variables() {
    for ((n, count), encoding) in [(4, 2), (5, 10), (6, 4)]
        .into_iter()
        .flat_map(|board| encodings().into_iter().map(move |e| (board, e)))
    {
        let plain = problem((n, n), &[], &[]);
        let residual = Residual::new(&plain).expect("small");
        let control = Control::unlimited();
        let mut solver = Varisat::new(Mode::Incremental);
        encode(&residual, &encoding, &mut solver, &control).expect("small");
        let last = formula(&residual, &encoding).variables;
        let mut models = 0;
        while let Some(model) = solver.solve(&[], &control).expect("a verdict") {
            models += 1;
            let variables = (1..=last).filter_map(Lit::from_dimacs);
            let other = |x| if model.satisfies(x) { !x } else { x };
            let different: Vec<Lit> = variables.map(other).collect();
            solver.add_clause(&different);
        }
        assert_eq!(models, count, "{}, n = {n}", encoding.name());
    }
}

/// The models of a group of `n` whose inputs are all false.
fn z(amo: &dyn AtMostOne, n: usize) -> u64 {
    let (mut formula, inputs) = Formula::with_inputs(n);
    amo.encode(&inputs, Auxiliaries::Free, &mut formula);
    let empty = formula.models().into_iter();
    empty.filter(|model| !model[..n].contains(&true)).count() as u64
}

/// The models of a plain board over all variables, auxiliaries free: each diagonal without a queen
/// multiplies them.
fn free_models(n: u32, amo: &dyn AtMostOne) -> u64 {
    let plain = problem((n, n), &[], &[]);
    let residual = Residual::new(&plain).expect("small");
    let all = groups(&residual).filter(|group| group.bound == Bound::AtMostOne);
    let diagonals: Vec<_> = all.map(|group| group.squares).collect();
    let z: Vec<u64> = (0..=n as usize).map(|length| z(amo, length)).collect();
    let models = |queens: &Vec<Square>| {
        let empty = |line: &&Vec<Square>| !queens.iter().any(|queen| line.contains(queen));
        diagonals
            .iter()
            .filter(empty)
            .map(|line| z[line.len()])
            .product::<u64>()
    };
    solutions(&plain).iter().map(models).sum()
}

#[test]
fn eight_queens_have_the_published_number_of_free_models() {
    for (name, models) in [
        ("sequential", 32_760_320),
        ("binary", 171_966_464),
        ("product", 652_860_020_736),
        ("or-tree", 550_592),
        ("bimander", 151_552),
        ("commander", 36_088),
        ("knuth", 2452),
        ("pairwise", 92),
        ("ladder", 92),
    ] {
        let amo = amo::parse(name).expect("an encoding");
        assert_eq!(free_models(8, &*amo), models, "{name}");
    }
}

#[test]
fn free_models_of_small_boards_are_that_many_by_enumeration() {
    for (n, amo) in [4, 5]
        .into_iter()
        .flat_map(|n| amo::all().map(move |amo| (n, amo)))
    {
        let predicted = free_models(n, &*amo);
        if predicted < 20_000 {
            let residual = Residual::new(&problem((n, n), &[], &[])).expect("small");
            let encoding = Encoding::uniform(amo, Auxiliaries::Free);
            let models = formula(&residual, &encoding).models().len() as u64;
            assert_eq!(models, predicted, "{}, n = {n}", encoding.name());
        }
    }
}
