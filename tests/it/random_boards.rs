//! Random boards, rectangular, blocked and with queens: every engine in a random encoding, and the models
//! over all variables, against brute force.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use queensat::amo::{self, Auxiliaries};
use queensat::control::Control;
use queensat::encode::{Encoding, encode};
use queensat::engine::{self, Engine};
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;

use crate::brute_force::{problem, solutions};
use crate::engines::{entries, listed};
use crate::model_counter::Formula;

pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Where the givens come from: from a solution, so that the problem has one, or from anywhere.
#[derive(Clone, Debug)]
enum Givens {
    OfSolution(Index, Vec<bool>),
    Anywhere(Vec<Index>),
}

fn givens() -> impl Strategy<Value = Givens> {
    let keep = proptest::collection::vec(proptest::bool::weighted(0.3), 7);
    prop_oneof![
        3 => (any::<Index>(), keep).prop_map(|(index, keep)| Givens::OfSolution(index, keep)),
        1 => proptest::collection::vec(any::<Index>(), 0..4).prop_map(Givens::Anywhere),
    ]
}

/// Boards up to `longest` a side, with up to some third of the squares blocked.
pub(crate) fn problems(longest: u32) -> impl Strategy<Value = Problem> {
    let blocked = proptest::collection::vec(0_u32..100, 49);
    let square = (0..=longest).prop_map(|n| (n, n));
    let sides = prop_oneof![square, (0..=longest, 0..=longest)];
    (sides, givens(), blocked, select(vec![0, 10, 30])).prop_map(build)
}

fn build((sides, givens, dice, percent): ((u32, u32), Givens, Vec<u32>, u32)) -> Problem {
    let squares: Vec<(u32, u32)> = (0..sides.0)
        .flat_map(|row| (0..sides.1).map(move |column| (row, column)))
        .collect();
    let fallen = dice.iter().zip(&squares).filter(|&(&die, _)| die < percent);
    let mut blocked: Vec<(u32, u32)> = fallen.map(|(_, &square)| square).collect();
    let queens = match givens {
        Givens::OfSolution(index, keep) => {
            let all = Vec::from_iter(solutions(&problem(sides, &[], &[])));
            let solution = (!all.is_empty())
                .then(|| index.get(&all))
                .into_iter()
                .flatten();
            let queens: Vec<_> = solution.map(|queen| (queen.row, queen.column)).collect();
            blocked.retain(|square| !queens.contains(square));
            queens
                .into_iter()
                .zip(keep)
                .filter(|&(_, keep)| keep)
                .map(|(queen, _)| queen)
                .collect()
        }
        Givens::Anywhere(_) if squares.is_empty() => Vec::new(),
        Givens::Anywhere(indices) => indices.iter().map(|index| *index.get(&squares)).collect(),
    };
    problem(sides, &queens, &blocked)
}

/// The encodings of rows, columns and diagonals by name, and whether auxiliaries are free.
type Choice = ([String; 3], bool);

fn choices() -> impl Strategy<Value = Choice> {
    let parameters = [
        "commander:2",
        "commander:4",
        "bimander:1",
        "bimander:2",
        "bimander:9",
    ];
    let defaults = amo::all().map(|amo| amo.name());
    let names: Vec<String> = defaults.chain(parameters.map(str::to_owned)).collect();
    let one = || select(names.clone());
    ([one(), one(), one()], any::<bool>())
}

fn encoding((names, free): &Choice) -> Encoding {
    let [rows, columns, diagonals] = names
        .each_ref()
        .map(|name| amo::parse(name).expect("an encoding"));
    let auxiliaries = if *free {
        Auxiliaries::Free
    } else {
        Auxiliaries::Determined
    };
    Encoding {
        rows,
        columns,
        diagonals,
        auxiliaries,
    }
}

/// The engine of this name, with the encoding if it takes one.
fn engine_of(entry: &engine::Entry, choice: &Choice) -> Arc<dyn Engine> {
    let bare = engine::parse(entry.name).expect("an engine of the table");
    match bare.encoding() {
        Some(_) => engine::parse_with(entry.name, Some(encoding(choice))).expect("it encodes"),
        None => bare,
    }
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn engines_find_what_brute_force_finds(problem in problems(7), choice in choices()) {
        let expected = solutions(&problem);
        for entry in entries() {
            let engine = engine_of(entry, &choice);
            prop_assert_eq!(&listed(&*engine, &problem), &expected, "{}", engine.name());
        }
    }

    #[test]
    fn determined_formulas_have_a_model_a_solution(problem in problems(6), choice in choices()) {
        let encoding = encoding(&(choice.0, false));
        let count = solutions(&problem).len();
        let reduced = Residual::new(&problem).expect("small");
        for residual in [reduced, Residual::unreduced(&problem)] {
            let (mut formula, control) = (Formula::default(), Control::unlimited());
            encode(&residual, &encoding, &mut formula, &control).expect("small");
            prop_assert_eq!(formula.models().len(), count);
        }
    }
}

/// What the properties above are tested on: a good part has solutions, a good part has none.
#[test]
fn random_boards_are_of_every_sort() {
    let mut runner = TestRunner::deterministic();
    let strategy = problems(7);
    let mut draw = || strategy.new_tree(&mut runner).expect("no filter").current();
    let drawn: Vec<Problem> = (0..200).map(|_| draw()).collect();
    let share =
        |what: &dyn Fn(&Problem) -> bool| drawn.iter().filter(|problem| what(problem)).count();
    assert!(share(&|problem| !solutions(problem).is_empty()) > 60);
    assert!(share(&|problem| solutions(problem).is_empty()) > 30);
    assert!(share(&|problem| problem.blocked().len() > 0) > 60);
    assert!(share(&|problem| problem.queens().len() > 1) > 30);
    assert!(share(&|problem| problem.board().rows() > problem.board().columns()) > 20);
    assert!(share(&|problem| problem.board().rows() < problem.board().columns()) > 20);
}
