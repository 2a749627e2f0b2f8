//! Cubes as files: each solution is in exactly one of them, in every encoding.

use std::collections::BTreeSet;

use queensat::amo::{self, Auxiliaries};
use queensat::board::Square;
use queensat::cnf::dimacs::Writer;
use queensat::cnf::{ClauseSink, Lit};
use queensat::control::Control;
use queensat::cubes::cubes;
use queensat::encode::{Encoding, Numbering, encode};
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;
use queensat::sat::Solver;
use queensat::sat::batsat::Batsat;
use queensat::solution::verify;

use crate::proof_checkers::{clauses, literals};

/// An iCNF text with at least so many cubes.
fn icnf(residual: &Residual, encoding: &Encoding, wanted: usize) -> String {
    let mut writer = Writer::new(Vec::new());
    writer.incremental_header();
    encode(residual, encoding, &mut writer, &Control::unlimited()).expect("small");
    for cube in cubes(residual, wanted) {
        writer.cube(&Numbering::new(residual).cube(&cube));
    }
    let text = writer.finish().expect("a vector takes every write");
    String::from_utf8(text).expect("ASCII")
}

/// The models' true variables among the first `last`, by blocking.
fn models(formula: &[Vec<i32>], cube: &[i32], last: u32) -> Vec<Vec<Lit>> {
    let mut solver = Batsat::new();
    let widest = formula
        .iter()
        .flatten()
        .map(|literal| literal.unsigned_abs())
        .max();
    for _ in 0..widest.unwrap_or(0) {
        solver.new_var();
    }
    let literal = |&integer: &i32| Lit::from_dimacs(integer).expect("a literal");
    for clause in formula {
        solver.add_clause(&clause.iter().map(literal).collect::<Vec<_>>());
    }
    for integer in cube {
        solver.add_clause(&[literal(integer)]);
    }
    let mut models = Vec::new();
    while let Some(model) = solver.solve(&[], &Control::unlimited()).expect("a verdict") {
        let queens: Vec<Lit> = model
            .trues()
            .filter(|queen| queen.variable() <= last)
            .collect();
        solver.add_clause(&queens.iter().map(|&queen| !queen).collect::<Vec<_>>());
        models.push(queens);
    }
    models
}

#[test]
fn the_cubes_of_eight_queens_partition_the_92_in_every_encoding() {
    let problem = Problem::queens_on(8).expect("small");
    let residual = Residual::new(&problem).expect("small");
    for amo in amo::all() {
        let encoding = Encoding::uniform(amo, Auxiliaries::Determined);
        let text = icnf(&residual, &encoding, 30);
        assert!(text.starts_with("p inccnf\n"));
        let cubes = text.lines().filter_map(|line| line.strip_prefix("a "));
        let cubes: Vec<Vec<i32>> = cubes.map(literals).collect();
        assert!(cubes.len() >= 30);
        let formula = clauses(&text);
        let mut all = BTreeSet::new();
        for cube in cubes {
            for model in models(&formula, &cube, 64) {
                assert!(all.insert(model), "{}: two cubes overlap", encoding.name());
            }
        }
        assert_eq!(all.len(), 92, "{}", encoding.name());
    }
}

#[test]
fn a_formula_for_each_cube_does_too() {
    let problem = Problem::queens_on(8).expect("small");
    let residual = Residual::new(&problem).expect("small");
    for amo in amo::all() {
        let encoding = Encoding::uniform(amo, Auxiliaries::Determined);
        let mut all: BTreeSet<Vec<Square>> = BTreeSet::new();
        for cube in cubes(&residual, 12) {
            let mut solver = Batsat::new();
            encode(&cube, &encoding, &mut solver, &Control::unlimited()).expect("small");
            while let Some(model) = solver.solve(&[], &Control::unlimited()).expect("a verdict") {
                let numbering = Numbering::new(&cube);
                let placement = numbering.decode(&model);
                verify(&problem, &placement).expect("a solution");
                assert!(all.insert(placement.queens().to_vec()));
                let queens = numbering.queens(&model);
                solver.add_clause(&queens.iter().map(|&queen| !queen).collect::<Vec<_>>());
            }
        }
        assert_eq!(all.len(), 92, "{}", encoding.name());
    }
}
