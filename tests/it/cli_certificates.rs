//! `count --certificate`: four files by which anyone can check a count, held against checkers of our own.

use std::collections::HashMap;
use std::fs;

use queensat::problem::formats;
use queensat::solution::Placement;

use super::cli_proofs::{left_in, read};
use super::program::run;
use super::proof_checkers::{check_drat, check_lrat, clauses};

/// The variables of the squares, by the names in a formula's comments.
fn variables(formula: &str) -> HashMap<[u32; 2], i32> {
    let named = |line: &str| {
        let (variable, name) = line.strip_prefix("c varname ")?.split_once(" x_")?;
        let (row, column) = name.split_once('_')?;
        let square = [row.parse().ok()?, column.parse().ok()?];
        Some((square, variable.parse().ok()?))
    };
    formula.lines().filter_map(named).collect()
}

#[test]
fn certificates_check_and_with_a_solution_removed_they_do_not() {
    let folder = tempfile::tempdir().expect("a folder");
    for (instance, count, format) in [
        ("6", 4, "drat"),
        ("6", 4, "lrat"),
        ("8: b4 d5", 2, "drat"),
        ("8: b4 d5", 2, "lrat"),
        ("3", 0, "drat"),
        ("8: b4 b5", 0, "lrat"),
    ] {
        let name = format!("{count}-{format}");
        let place = folder.path().join(&name);
        let place = place.to_str().expect("UTF-8");
        let arguments = ["count", instance, "--certificate", place];
        let options = ["--proof-format", format, "--amo", "product"];
        let (code, out, note) = run(&[&arguments[..], &options].concat());
        assert_eq!((code, out), (0, format!("{count}\n")), "{note}");
        let proof_file = format!("{place}/proof.{format}");
        assert!(
            note.ends_with(&format!(" {place}/blocked.cnf {proof_file}\n")),
            "{note}"
        );
        let solutions = read(format!("{place}/solutions.txt"));
        let [formula, blocked] =
            ["formula", "blocked"].map(|name| read(format!("{place}/{name}.cnf")));
        // The formula is that of `encode`, and blocked with a clause for each listed solution.
        let exported = run(&["encode", instance, "--amo", "product"]).1;
        assert_eq!(clauses(&formula), clauses(&exported));
        let variables = variables(&formula);
        let clause = |line: &str| -> Vec<i32> {
            let columns = line.trim_matches(['[', ']']).split(", ");
            let squares = (0..).zip(columns.map(|column| column.parse().expect("a column")));
            let literals =
                squares.filter_map(|(row, column)| Some(-variables.get(&[row, column])?));
            literals.collect()
        };
        let blocking: Vec<Vec<i32>> = solutions.lines().map(clause).collect();
        assert_eq!(blocking.len(), count);
        let all = clauses(&blocked);
        assert_eq!(all, [clauses(&formula), blocking].concat());
        if count > 0 {
            let verified = run(&["verify", instance, &format!("{place}/solutions.txt")]);
            assert_eq!(verified.0, 0, "{}", verified.1);
        }
        let proof = read(proof_file);
        let check = |formula: Vec<Vec<i32>>| match format {
            "drat" => check_drat(formula, &proof),
            _ => check_lrat(&formula, &proof),
        };
        assert_eq!(check(all.clone()), Ok(()), "{instance} {format}");
        for removed in 0..count {
            let mut fewer = all.clone();
            fewer.remove(all.len() - 1 - removed);
            assert!(check(fewer).is_err(), "{instance} {format}");
        }
        // Files and nothing else, which another certificate does not overwrite.
        assert_eq!(fs::read_dir(place).expect("a folder").count(), 4);
        let (code, _, err) = run(&arguments);
        assert_eq!(code, 2);
        assert!(err.contains("expected an empty folder"), "{err}");
        fs::remove_dir_all(place).expect("it was made");
    }
}

#[test]
fn what_certifies_nothing_leaves_no_folder_and_an_empty_one_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let place = path("certificate");
    for arguments in [
        &["count", "17", "--timeout", "300ms"][..],
        &["count", "5", "6"],
        &["count", "5", "--unique"],
        &["count", "5", "--limit", "3"],
        &["count", "200", "--engine", "bitmask"],
    ] {
        let (code, ..) = run(&[arguments, &["--certificate", &place]].concat());
        assert_eq!(code, if arguments[1] == "17" { 3 } else { 2 });
        assert_eq!(left_in(&folder), [""; 0], "{arguments:?}");
    }
    fs::create_dir(&place).expect("a folder");
    let timeout = ["count", "17", "--timeout", "300ms", "--certificate", &place];
    assert_eq!(run(&timeout).0, 3);
    assert_eq!(fs::read_dir(&place).expect("it stays").count(), 0);
    let sat = [
        "count",
        "5",
        "--engine",
        "sat",
        "--certificate",
        &place,
        "-f",
        "json",
    ];
    assert!(run(&sat).1.contains("\"solutions\":10"));
    let listed = read(format!("{place}/solutions.txt"));
    let found: Vec<Placement> = listed
        .lines()
        .map(|line| Placement::new(formats::parse(line, None).expect("columns").queens()))
        .collect();
    assert_eq!(found.len(), 10);
    fs::write(path("file"), "").expect("a folder");
    let (code, _, err) = run(&["count", "5", "--certificate", &path("file")]);
    assert_eq!(
        (code, err.contains("expected a folder")),
        (2, true),
        "{err}"
    );
}
