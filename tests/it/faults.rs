//! Faults met in the wild, in other people's files and in their solvers' processes; each is one test here. Wrong
//! answers stand in `faults_of_programs`.

use queensat::amo::{self, Auxiliaries};
use queensat::cnf::dimacs::Writer;
use queensat::cnf::reader::{Reading, Warning, read};
use queensat::cnf::{ClauseSink, Size};
use queensat::control::Control;
use queensat::encode::{Encoding, encode, predict};
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;

fn reading(text: &str) -> Reading {
    read(text.as_bytes(), &mut Size::default()).expect("a formula")
}

#[test]
fn a_header_one_clause_short_loses_no_clause() {
    let reading = reading("p cnf 2 2\n1 2 0\n-1 -2 0\n-1 2 0\n");
    assert_eq!(reading.size, Size::new(2, 3, 6));
    let [
        Warning::Clauses {
            declared: 2,
            found: 3,
        },
    ] = reading.warnings[..]
    else {
        panic!("{:?}", reading.warnings);
    };
}

#[test]
fn a_header_that_counts_rows_instead_of_squares_loses_no_variable() {
    // n = 4 with `4` for the variables, though the squares are numbered to 16.
    let reading = reading("p cnf 4 4\n1 2 3 4 0\n5 6 7 8 0\n9 10 11 12 0\n13 14 15 16 0\n");
    assert_eq!(reading.size.variables, 16);
    let [
        Warning::Variables {
            declared: 4,
            used: 16,
        },
    ] = reading.warnings[..]
    else {
        panic!("{:?}", reading.warnings);
    };
}

#[test]
fn one_queen_needs_a_clause() {
    let foreign = reading("c one queen\np cnf 1 0\n");
    assert_eq!(foreign.size, Size::new(1, 0, 0));
    let [
        Warning::Variables {
            declared: 1,
            used: 0,
        },
    ] = foreign.warnings[..]
    else {
        panic!("{:?}", foreign.warnings);
    };
    assert_eq!(exported(1, "knuth"), "p cnf 1 2\n1 0\n1 0\n");
}

/// Solvers take such files, and encoders write them where squares stand in no clause.
#[test]
fn a_variable_in_no_clause_is_no_fault() {
    for text in [
        "p cnf 2 2\n1 0\n-1 0\n",
        "p cnf 9 1\n2 -3 0\n",
        "p cnf 4 1\n0\n",
        "p cnf 0 0\n",
    ] {
        assert_eq!(reading(text).warnings, [], "{text}");
    }
    assert_eq!(reading("p cnf 5 0\n").warnings.len(), 1);
}

#[test]
fn our_own_headers_are_true() {
    for amo in amo::all() {
        for n in 0..7 {
            let reading = reading(&exported(n, &amo.name()));
            assert_eq!(reading.warnings, [], "{}, n = {n}", amo.name());
        }
    }
}

fn exported(n: u32, amo: &str) -> String {
    let problem = Problem::queens_on(n).expect("small");
    let residual = Residual::new(&problem).expect("small");
    let encoding = Encoding::uniform(amo::parse(amo).expect("a name"), Auxiliaries::Determined);
    let mut writer = Writer::new(Vec::new());
    writer.header(predict(&residual, &encoding));
    let sink: &mut dyn ClauseSink = &mut writer;
    encode(&residual, &encoding, sink, &Control::unlimited()).expect("small");
    String::from_utf8(writer.finish().expect("a vector")).expect("DIMACS is ASCII")
}

/// A wrapper script runs the solver as its child and waits for it, as most wrappers do.
#[cfg(unix)]
#[test]
fn a_cancelled_wrapper_takes_its_solver_with_it() {
    use crate::external::{NOTE, Script};
    use std::time::{Duration, Instant};
    let script = Script::new(&format!(
        "{NOTE}\n(trap '' TERM INT; sleep 300; echo s UNKNOWN)"
    ));
    let control = Control::unlimited();
    let remote = control.clone();
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        remote.cancel();
    });
    let start = Instant::now();
    let problem = Problem::queens_on(8).expect("small");
    let counted = script.engine().count(&problem, &control).expect("a stop");
    canceller.join().expect("only sleeps and cancels");
    assert!(start.elapsed() < Duration::from_millis(1300));
    assert_eq!(counted.stopped, Some(queensat::control::Stopped::Cancelled));
    script.assert_all_gone();
}

/// As when the comparison kills a worker, or somebody the program.
#[cfg(unix)]
#[test]
fn a_killed_program_takes_its_solver_with_it() {
    use crate::external::{NOTE, Script};
    use std::time::{Duration, Instant};
    let script = Script::new(&format!("{NOTE}\nsleep 300 &\nsleep 300"));
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_queensat"))
        .args(["solve", "8", "--engine", &script.engine().name()])
        .spawn()
        .expect("the program under test");
    let patience = Instant::now() + Duration::from_secs(20);
    while !script.folder.path().join("formula").exists() {
        assert!(Instant::now() < patience, "the solver does not start");
        std::thread::sleep(Duration::from_millis(5));
    }
    // The watchdog starts right after the solver.
    std::thread::sleep(Duration::from_millis(200));
    program.kill().expect("it runs");
    program.wait().expect("it was started");
    script.assert_all_gone();
}
