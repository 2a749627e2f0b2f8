//! `solve --proof` and `--self-check`: what the program writes, held against checkers of our own.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use queensat::control::Control;
use queensat::engine;
use queensat::generate::{Origin, completion};
use queensat::problem::formats::{self, Format};
use tempfile::TempDir;

use super::program::{queensat, run};
use super::proof_checkers::{check_drat, check_lrat, clauses, text_of_binary};

pub(crate) fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).expect("a file")
}

/// What is in a folder.
pub(crate) fn left_in(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    entries
        .map(|entry| name(entry).to_string_lossy().into_owned())
        .collect()
}

/// A board of `n` rows with the squares (row, column) blocked for which `closed` holds.
fn board(n: u32, closed: impl Fn(u32, u32) -> bool) -> String {
    let row = |row| {
        let square = |column| if closed(row, column) { '#' } else { '.' };
        (0..n).map(square).collect::<String>() + "\n"
    };
    (0..n).map(row).collect()
}

/// Instances without solution: small boards, attacking givens, blocked boards, excluded diagonals.
fn unsatisfiable() -> Vec<String> {
    let mut all: Vec<String> = [
        "2",
        "3",
        "3: -b2",
        "8: a1 b2",
        "8: a1 a5",
        "8: c3 -c3",
        "6: a1",
        "6: c3",
        "8: a1 h8",
        "8: d4 e6 a1",
        "10: a1 b3 c5 -d7 -d2",
        "4: a1",
    ]
    .map(str::to_owned)
    .to_vec();
    all.extend([
        // The four solutions of 6 have their queens of row 0 in these columns.
        board(6, |row, column| row == 0 && (1..5).contains(&column)),
        board(6, |row, column| column == 5 && (1..5).contains(&row)),
        board(5, |row, _| row == 2),
        board(7, |row, column| (row + column) % 3 == 0),
        board(8, |row, column| row % 2 == column % 2),
        // Excluded diagonals.
        board(8, |row, column| row.abs_diff(column) < 3),
        board(8, |row, column| (5..10).contains(&(row + column))),
        board(6, |row, column| {
            row + column == 4 || row + 1 == column || row == column + 3
        }),
    ]);
    all
}

/// Proves in a folder, exports the formula by the command of the note, and gives both.
#[cfg(unix)]
fn proved(folder: &Path, instance: &str, options: &[&str]) -> (Vec<Vec<i32>>, Vec<u8>) {
    let arguments = [&["solve", instance, "--proof", "the proof"], options].concat();
    let output = queensat(&arguments)
        .current_dir(folder)
        .output()
        .expect("it runs");
    let note = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(20), "{arguments:?}: {note}");
    let command = note
        .split("note: to check the proof: ")
        .nth(1)
        .expect("a note");
    let (export, check) = command.trim_end().split_once(" && ").expect("two commands");
    assert!(check.ends_with(" formula.cnf 'the proof'"), "{check}");
    let program = Path::new(env!("CARGO_BIN_EXE_queensat"));
    let mut shell = Command::new("/bin/sh");
    let shell = shell
        .args(["-c", export])
        .env("PATH", program.parent().expect("a folder"));
    shell.current_dir(folder).assert().success();
    let formula = clauses(&read(folder.join("formula.cnf")));
    let proof = fs::read(folder.join("the proof")).expect("it was proved");
    (formula, proof)
}

#[cfg(unix)]
#[test]
fn proofs_check_against_the_formula_of_the_command_that_the_note_names() {
    const OPTIONS: [&[&str]; 6] = [
        &[],
        &["--amo", "pairwise"],
        &["--amo-rows", "product", "--auxiliaries", "free"],
        &["--engine", "sat:varisat+commander:4", "--self-check"],
        &["--engine", "sat-blocking", "--amo", "binary"],
        &["--amo-diagonals", "sequential", "--block", "b1"],
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let instances = unsatisfiable();
    assert!(instances.len() >= 20);
    let mut searched = 0;
    for (instance, options) in instances.iter().zip(OPTIONS.iter().cycle()) {
        let prove = |format: &[&str]| proved(folder.path(), instance, &[*options, format].concat());
        let (formula, drat) = prove(&[]);
        let drat = String::from_utf8(drat).expect("ASCII");
        assert_eq!(check_drat(formula.clone(), &drat), Ok(()), "{instance}");
        let (formula, lrat) = prove(&["--proof-format", "lrat"]);
        let lrat = String::from_utf8(lrat).expect("ASCII");
        assert_eq!(check_lrat(&formula, &lrat), Ok(()), "{instance}");
        // Without its lemmas a proof is none, where more than unit propagation is needed.
        if check_drat(formula.clone(), "0\n").is_err() {
            searched += 1;
            let (cut, _) = drat.rsplit_once("0\n").expect("the empty clause");
            assert!(check_drat(formula.clone(), cut).is_err(), "{instance}");
            let lemma = lrat.lines().rfind(|line| !line.contains(" d "));
            let (id, hints) = lemma
                .expect("a step")
                .split_once(" 0 ")
                .expect("the empty clause");
            let (_, fewer) = hints.split_once(' ').expect("hints");
            let tampered = lrat.replace(&format!("{id} 0 {hints}"), &format!("{id} 0 {fewer}"));
            assert!(check_lrat(&formula, &tampered).is_err(), "{instance}");
        }
    }
    assert!(searched >= 5, "only {searched} need a search");
    let (formula, binary) = proved(folder.path(), "6: a1", &["--proof-format", "binary-drat"]);
    assert_eq!(check_drat(formula, &text_of_binary(&binary)), Ok(()));
}

#[cfg(unix)]
#[test]
fn a_large_completion_without_solution_is_proved_by_its_few_open_rows() {
    let control = Control::unlimited();
    let mut problem = completion(2000, 1988, Origin::Solution, 1, &control).expect("an instance");
    // Blocks a queen of every completion, one after the other, until there is none.
    let engine = engine::parse("sat").expect("an engine");
    let mut blocked = 0;
    while let (Some(found), _) = engine.find(&problem, &control).expect("a verdict") {
        let placed: Vec<_> = problem.queens().collect();
        let new = found.queens().iter().find(|queen| !placed.contains(queen));
        problem
            .block(*new.expect("rows were open"))
            .expect("inside");
        blocked += 1;
    }
    assert!(blocked > 0);
    let folder = tempfile::tempdir().expect("a folder");
    let text = formats::print(&problem, Format::Squares).expect("squares express every problem");
    fs::write(folder.path().join("large.txt"), text).expect("a folder");
    let (formula, drat) = proved(folder.path(), "large.txt", &[]);
    let drat = String::from_utf8(drat).expect("ASCII");
    assert_eq!(check_drat(formula, &drat), Ok(()));
    let (formula, lrat) = proved(folder.path(), "large.txt", &["--proof-format=lrat"]);
    let lrat = String::from_utf8(lrat).expect("ASCII");
    assert_eq!(check_lrat(&formula, &lrat), Ok(()));
}

#[test]
fn a_formula_from_a_file_is_proved_as_it_stands_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (formula, proof) = (path("f.cnf"), path("p.lrat"));
    let text = "c not in order\n-3 0\n1 2 0\n1 -2 0\n-1 3 4 0\n-1 3 -4 0\n";
    fs::write(&formula, text).expect("a folder");
    let arguments = [
        "solve",
        "--dimacs",
        &formula,
        "--proof",
        &proof,
        "--proof-format",
        "lrat",
    ];
    let (code, out, err) = run(&arguments);
    assert_eq!((code, out.as_str()), (20, "s UNSATISFIABLE\n"));
    assert!(
        err.ends_with(&format!(
            "note: to check the proof: lrat-check {formula} {proof}\n"
        )),
        "{err}"
    );
    assert_eq!(check_lrat(&clauses(text), &read(&proof)), Ok(()));
    fs::write(&formula, "p cnf 2 1\n-1 2 0\n").expect("a folder");
    fs::remove_file(&proof).expect("it was written");
    let (code, out, _) = run(&arguments);
    assert_eq!(
        (code, out.starts_with("s SATISFIABLE\nv ")),
        (10, true),
        "{out}"
    );
    assert_eq!(left_in(&folder), ["f.cnf"]);
}

#[test]
fn what_is_no_proof_gets_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let proof = path("p.drat");
    let (code, board, note) = run(&["solve", "8", "--proof", &proof, "--self-check"]);
    assert_eq!((code, board.matches('Q').count()), (10, 8));
    assert_eq!(
        note,
        format!("note: there is a solution, so no proof is written to {proof}\n")
    );
    assert_eq!(run(&["solve", "3", "--self-check"]).0, 20);
    for (arguments, complaint) in [
        (
            &["--proof", &proof, "--engine", "bitmask"][..],
            "expected the embedded varisat",
        ),
        (
            &["--self-check", "--engine", "sat:batsat"],
            "expected the embedded varisat",
        ),
        (
            &["--proof", &proof, "--engine", "sat:varisat/restart=9"],
            "embedded varisat",
        ),
        (
            &["--proof-format", "lrat"],
            "required arguments were not provided",
        ),
        (
            &["--proof", &proof, "--proof-format", "drab"],
            "expected a proof format",
        ),
        (&["--proof", "-"], "standard output has the verdict"),
        (&["--proof", &path("")], "the file cannot be written"),
        (&["--proof", &path("no/p")], "the file cannot be written"),
        (&["--proof", &proof, "-o", &proof], "the same one twice"),
    ] {
        let (code, out, err) = run(&[&["solve", "3"], arguments].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(complaint), "{err}");
    }
    let (code, out, _) = run(&["solve", BLOCKED, "--proof", &proof, "--timeout", "200ms"]);
    assert_eq!((code, out.as_str()), (0, "unknown\n"));
    assert_eq!(left_in(&folder), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_proofs_too() {
    let (code, out, err) = run(&["solve", "3", "--proof", "/dev/full"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("the proof could not be written: /dev/full: No space left"),
        "{err}"
    );
}

/// A board that takes solvers long.
const BLOCKED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/bench-data/blocked-100-700.txt"
);

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_proof_and_a_certificate_and_leaves_nothing() {
    for arguments in [
        &["solve", BLOCKED, "--proof", "p.drat"][..],
        &["solve", BLOCKED, "--proof", "p.lrat", "--proof-format=lrat"],
        &["count", "17", "--certificate", "certificate"],
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_queensat"))
            .args(arguments)
            .current_dir(folder.path())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(left_in(&folder).len(), 1, "it has begun: {arguments:?}");
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
        let begin = Instant::now();
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        assert!(begin.elapsed() < Duration::from_secs(2), "{arguments:?}");
        assert_eq!(left_in(&folder), [""; 0], "{arguments:?}");
    }
}
