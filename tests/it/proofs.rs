//! Proofs and certificates, held against checkers of our own.

use std::fs;

use queensat::amo::{self, Auxiliaries};
use queensat::board::Square;
use queensat::certificate::{certify, proof_name};
use queensat::cnf::dimacs::Writer;
use queensat::control::Control;
use queensat::encode::{Encoding, encode, predict};
use queensat::engine;
use queensat::problem::Problem;
use queensat::problem::formats;
use queensat::problem::reduce::Residual;
use queensat::sat::varisat::{Format, prove};

use crate::proof_checkers::{check_drat, check_lrat, clauses, text_of_binary};

fn encoding(name: &str) -> Encoding {
    Encoding::uniform(amo::parse(name).expect("a name"), Auxiliaries::Determined)
}

fn exported(residual: &Residual, encoding: &Encoding) -> Vec<Vec<i32>> {
    let mut writer = Writer::new(Vec::new());
    writer.header(predict(residual, encoding));
    encode(residual, encoding, &mut writer, &Control::unlimited()).expect("small");
    let text = writer.finish().expect("a vector takes every write");
    clauses(&String::from_utf8(text).expect("ASCII"))
}

fn proof(residual: &Residual, encoding: &Encoding, format: Format) -> Vec<u8> {
    let mut out = Vec::new();
    let control = Control::unlimited();
    let answer = prove((format, false), &mut out, &control, |sink| {
        encode(residual, encoding, sink, &control)
    });
    assert_eq!(answer.expect("a verdict").model, None);
    out
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("ASCII")
}

/// Unsatisfiable problems of every sort, most of which need a search.
fn unsatisfiable() -> Vec<Residual> {
    let mut all: Vec<Residual> = Vec::new();
    let mut add = |problem: &Problem| {
        all.push(Residual::new(problem).expect("small"));
        all.push(Residual::unreduced(problem));
    };
    for instance in ["2", "3", "8: a1 b2", "8: a1 h8", "6: a1", "8: d4 e6 a1"] {
        add(&formats::parse(instance, None).expect("an instance"));
    }
    let block = |n: u32, closed: &dyn Fn(Square) -> bool| {
        let mut problem = Problem::queens_on(n).expect("small");
        for square in (0..n * n).map(|index| Square::new(index / n, index % n)) {
            if closed(square) {
                problem.block(square).expect("inside");
            }
        }
        problem
    };
    // The four solutions of 6 have their queens of row 0 in these columns.
    add(&block(6, &|square| {
        square.row == 0 && (1..5).contains(&square.column)
    }));
    add(&block(6, &|square| {
        square.column == 5 && (1..5).contains(&square.row)
    }));
    // Excluded diagonals, a row without open square, a blocked queen.
    add(&block(8, &|square| square.row.abs_diff(square.column) < 3));
    add(&block(7, &|square| (square.row + square.column) % 3 == 0));
    add(&block(5, &|square| square.row == 2));
    let mut problem = block(5, &|square| square.row == 0);
    problem.place(Square::new(0, 0)).expect("inside");
    add(&problem);
    all
}

#[test]
fn proofs_of_unsatisfiable_problems_check_in_every_format() {
    let control = Control::unlimited();
    let mut searched = 0;
    let all = unsatisfiable();
    assert!(all.len() >= 20);
    for residual in all {
        for encoding in ["pairwise", "product"].map(encoding) {
            let formula = exported(&residual, &encoding);
            let drat = text(proof(&residual, &encoding, Format::Drat));
            assert_eq!(check_drat(formula.clone(), &drat), Ok(()));
            let binary = proof(&residual, &encoding, Format::BinaryDrat);
            assert_eq!(
                check_drat(formula.clone(), &text_of_binary(&binary)),
                Ok(())
            );
            let lrat = text(proof(&residual, &encoding, Format::Lrat));
            assert_eq!(check_lrat(&formula, &lrat), Ok(()));
            searched += u32::from(check_drat(formula, "0\n").is_err());
        }
        let checked = prove((Format::Varisat, true), std::io::sink(), &control, |sink| {
            encode(&residual, &encoding("knuth"), sink, &control)
        });
        assert_eq!(checked.expect("a verdict").model, None);
    }
    assert!(
        searched >= 10,
        "only {searched} need more than unit propagation"
    );
}

#[test]
fn tampered_proofs_are_refused() {
    let problem = formats::parse("6: a1", None).expect("an instance");
    let (residual, encoding) = (Residual::unreduced(&problem), encoding("pairwise"));
    let formula = exported(&residual, &encoding);
    let drat = text(proof(&residual, &encoding, Format::Drat));
    // Only the end; without the end; with a clause that does not follow.
    assert!(check_drat(formula.clone(), "0\n").is_err());
    let cut = drat
        .strip_suffix("\n0\n")
        .expect("the empty clause ends it");
    let cut = format!("{cut}\n");
    assert!(check_drat(formula.clone(), &cut).is_err());
    assert!(check_drat(formula.clone(), &format!("11 0\n{drat}")).is_err());
    let lrat = text(proof(&residual, &encoding, Format::Lrat));
    let last = lrat.lines().last().expect("a proof").to_owned();
    let (id, hints) = last.split_once(" 0 ").expect("the empty clause");
    let (_, fewer) = hints.split_once(' ').expect("several hints");
    let tampered = lrat.replace(&last, &format!("{id} 0 {fewer}"));
    assert!(check_lrat(&formula, &tampered).is_err());
}

/// `blocked.cnf` and the proof of a certificate, and the number it certifies.
fn certificate(instance: &str, format: Format) -> (u64, Vec<Vec<i32>>, String) {
    let problem = formats::parse(instance, None).expect("an instance");
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine::parse("bitmask").expect("an engine");
    let certified = certify(
        &problem,
        &*engine,
        &encoding("knuth"),
        format,
        folder.path(),
        &Control::unlimited(),
    );
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("written");
    let count = certified.expect("a certificate");
    assert_eq!(read("solutions.txt").lines().count() as u64, count);
    let (formula, blocked) = (clauses(&read("formula.cnf")), clauses(&read("blocked.cnf")));
    // The blocked formula is the formula and a clause for each solution.
    assert_eq!(blocked[..formula.len()], formula);
    assert_eq!((blocked.len() - formula.len()) as u64, count);
    (count, blocked, read(proof_name(format)))
}

#[test]
fn certificates_check_and_with_a_solution_removed_they_do_not() {
    for (instance, count) in [("6", 4), ("8: b4 d5", 2), ("3", 0), ("1", 1)] {
        let (certified, blocked, drat) = certificate(instance, Format::Drat);
        assert_eq!(certified, count, "{instance}");
        assert_eq!(check_drat(blocked.clone(), &drat), Ok(()), "{instance}");
        let (_, _, lrat) = certificate(instance, Format::Lrat);
        assert_eq!(check_lrat(&blocked, &lrat), Ok(()), "{instance}");
        for removed in 0..usize::try_from(count).expect("small") {
            let mut fewer = blocked.clone();
            fewer.remove(blocked.len() - 1 - removed);
            assert!(check_drat(fewer, &drat).is_err(), "{instance}");
        }
    }
}
