//! Cubes as files: each solution is in exactly one of them, in every encoding.

use std::collections::BTreeSet;
use std::fs;

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

use crate::model_counter::Formula;
use crate::program::run;
use crate::proof_checkers::{clauses, literals};

/// An iCNF text with at least so many cubes.
fn icnf(residual: &Residual, encoding: &Encoding, wanted: usize) -> String {
    let mut writer = Writer::new(Vec::new());
    writer.incremental_header();
    encode(residual, encoding, &mut writer, &Control::unlimited()).expect("small");
    for cube in cubes(residual, wanted, &Control::unlimited()).expect("nobody stops it") {
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
        for cube in cubes(&residual, 12, &Control::unlimited()).expect("nobody stops it") {
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

/// The models over all variables of a formula with a cube, by a counter of our own: the squares that are true.
fn counted(formula: &[Vec<i32>], cube: &[i32], variables: usize) -> Vec<Vec<bool>> {
    let (mut counter, inputs) = Formula::with_inputs(variables);
    let literal = |&integer: &i32| {
        let input = inputs[integer.unsigned_abs() as usize - 1];
        if integer > 0 { input } else { !input }
    };
    for clause in formula {
        counter.add_clause(&clause.iter().map(literal).collect::<Vec<_>>());
    }
    for integer in cube {
        counter.add_clause(&[literal(integer)]);
    }
    let squares = |mut model: Vec<bool>| {
        model.truncate(64);
        model
    };
    counter.models().into_iter().map(squares).collect()
}

fn widest(formula: &[Vec<i32>]) -> usize {
    let variables = formula
        .iter()
        .flatten()
        .map(|literal| literal.unsigned_abs());
    variables.max().unwrap_or(0) as usize
}

#[test]
fn the_cubes_that_the_program_writes_partition_the_92_in_every_encoding() {
    let folder = tempfile::tempdir().expect("a folder");
    for amo in amo::all() {
        let name = amo.name();
        let (code, text, note) = run(&["encode", "8", "--amo", &name, "--cubes", "12"]);
        assert_eq!((code, note.as_str()), (0, ""));
        let (formula, cubes): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| !line.starts_with("a "));
        assert!(formula.contains(&"p inccnf") && cubes.len() >= 12);
        let formula = clauses(&formula.join("\n"));
        let files = folder.path().join(&name);
        let map = folder.path().join("map.json");
        let [at, map_at] = [&files, &map].map(|path| path.to_str().expect("UTF-8"));
        let more = ["--cubes", "12", "--cube-files", at, "--map", map_at];
        assert_eq!(
            run(&[&["encode", "8", "--amo", &name][..], &more].concat()).0,
            0
        );
        assert_eq!(fs::read_dir(&files).expect("a folder").count(), cubes.len());
        let mut all = BTreeSet::new();
        for (number, cube) in (1..).zip(&cubes) {
            let cube = literals(cube.trim_start_matches("a "));
            for model in counted(&formula, &cube, widest(&formula)) {
                assert!(all.insert(model), "{name}: two cubes overlap");
            }
            // The file of this cube is the same formula with its literals, and its header says so.
            let file = files.join(format!("cube-{number:02}.cnf"));
            let file = fs::read_to_string(file).expect("a file a cube");
            let whole = clauses(&file);
            let units = cube.iter().map(|&literal| vec![literal]);
            assert_eq!(
                whole,
                formula.iter().cloned().chain(units).collect::<Vec<_>>()
            );
            let header = format!("\np cnf {} {}\n", widest(&whole), whole.len());
            assert!(file.contains(&header), "{name}: {header}");
        }
        assert_eq!(all.len(), 92, "{name}");
        let map = fs::read_to_string(&map).expect("a map");
        let map: serde_json::Value = serde_json::from_str(&map).expect("JSON");
        assert_eq!(map["squares"].as_array().map(Vec::len), Some(64));
    }
}

#[test]
fn cubes_keep_the_givens_and_say_when_there_are_fewer() {
    // Nauck's two completions, with the placed queens kept as variables.
    let arguments = ["encode", "8: b4 d5", "--no-reduce", "--cubes", "3"];
    let (_, text, _) = run(&arguments);
    let formula = clauses(&text);
    let cubes = text.lines().filter_map(|line| line.strip_prefix("a "));
    let models = cubes.flat_map(|cube| counted(&formula, &literals(cube), widest(&formula)));
    assert_eq!(models.collect::<BTreeSet<_>>().len(), 2);
    let (code, text, note) = run(&["encode", "6", "--cubes", "1000"]);
    let found = text.lines().filter(|line| line.starts_with("a ")).count();
    assert_eq!(code, 0);
    assert_eq!(
        note,
        format!("note: {found} cubes: no cube places more than half of the queens\n")
    );
    let (code, text, note) = run(&["encode", "3", "--cubes", "2"]);
    assert_eq!((code, text.contains("\na ")), (0, false));
    assert!(note.starts_with("note: unsatisfiable: "), "{note}");
    for bad in [
        &["--cubes", "0"][..],
        &["--cube-files", "cubes"],
        &["--cubes", "2", "--cube-files", "-"],
    ] {
        let (code, out, err) = run(&[&["encode", "6"], bad].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
    }
}

#[test]
fn cube_files_go_to_a_folder_of_their_own_or_to_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    fs::write(path("occupied"), "").expect("a folder");
    let export = |place: &str, more: &[&str]| {
        let arguments = ["encode", "8", "--cubes", "9", "--cube-files", place];
        run(&[&arguments[..], more].concat())
    };
    let own = folder.path().to_str().expect("UTF-8");
    for (place, more) in [
        (own, &[][..]),
        (&path("occupied"), &[]),
        (&path("no/cubes"), &[]),
        (&path("cubes"), &["--map", &path("no/map")]),
        (&path("cubes"), &["-o", &path("one.cnf")]),
    ] {
        let (code, _, err) = export(place, more);
        assert_eq!(code, 2, "{place} {more:?} {err}");
        assert_eq!(fs::read_dir(own).expect("the folder").count(), 1, "{place}");
    }
    assert_eq!(
        export(&path("cubes"), &[]),
        (0, String::new(), String::new())
    );
    let cube = fs::read_to_string(path("cubes/cube-01.cnf"));
    assert!(cube.is_ok_and(|text| text.contains("\nc board 8 8\n")));
}
