//! Solvers outside this program: honest ones, and scripts that play every fault a solver can have.
#![cfg(unix)]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use queensat::amo::{self, Auxiliaries};
use queensat::cnf::{ClauseSink, Lit, Size};
use queensat::control::{Control, Stopped};
use queensat::encode::Encoding;
use queensat::engine::{self, Engine, Outcome};
use queensat::problem::Problem;
use queensat::sat::command::CommandLine;
use queensat::sat::external::Program;
use tempfile::TempDir;

/// A script that gets the formula as `$1`, and its folder as `$here`.
pub(crate) struct Script {
    pub(crate) folder: TempDir,
    command: String,
}

impl Script {
    pub(crate) fn new(text: &str) -> Self {
        let folder = TempDir::with_prefix("fake solver ").expect("a temporary folder");
        let path = folder.path().join("solver.sh");
        let here = folder.path().display();
        fs::write(&path, format!("here='{here}'\n{text}\n")).expect("a temporary folder");
        let command = format!("sh \"{}\"", path.display());
        Self { folder, command }
    }

    pub(crate) fn engine(&self) -> Arc<dyn Engine> {
        engine::parse(&format!("external:{}", self.command)).expect("a command")
    }

    /// What the engine says instead of a solution of the board of four.
    fn complaint(&self) -> String {
        let found = self.engine().find(&board(4), &Control::unlimited());
        let message = found.expect_err("no solver").to_string();
        message.replace(&self.folder.path().display().to_string(), "..")
    }

    fn find(&self) -> Outcome {
        let (_, outcome) = self
            .engine()
            .find(&board(4), &Control::unlimited())
            .expect("a verdict");
        outcome
    }

    /// The processes of the script's group that are alive; the script wrote its number to `$here/group`.
    fn survivors(&self) -> usize {
        let group = fs::read_to_string(self.folder.path().join("group")).expect("the script ran");
        let alive = |stat: &str| {
            let fields: Vec<&str> = stat
                .rsplit(')')
                .next()
                .unwrap_or("")
                .split_whitespace()
                .collect();
            matches!(fields[..], [state, _, of, ..] if state != "Z" && state != "X" && of == group.trim())
        };
        let processes = fs::read_dir("/proc").expect("a system with /proc");
        let stats = processes
            .filter_map(|process| fs::read_to_string(process.ok()?.path().join("stat")).ok());
        stats.filter(|stat| alive(stat)).count()
    }

    /// Neither a process nor a file is left of the run. What was killed may take a moment to die.
    pub(crate) fn assert_all_gone(&self) {
        let formula = fs::read_to_string(self.folder.path().join("formula"));
        let formula = formula.expect("the script ran");
        let folder = Path::new(formula.trim()).parent().expect("it has one");
        let has_processes = Path::new("/proc/self/stat").exists();
        let patience = Instant::now() + Duration::from_secs(1);
        while folder.exists() || has_processes && self.survivors() > 0 {
            let left = folder.display();
            assert!(
                Instant::now() < patience,
                "a process outlives the run, or {left}"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Notes its group and formula, so that [`Script::assert_all_gone`] can look for them.
pub(crate) const NOTE: &str = "echo $$ > \"$here/group\"; echo \"$1\" > \"$here/formula\"";

fn board(n: u32) -> Problem {
    Problem::queens_on(n).expect("small")
}

#[test]
fn a_timeout_ends_the_solver_and_its_children() {
    let script = Script::new(&format!("{NOTE}\nsleep 300 &\nsleep 300"));
    let start = Instant::now();
    let control = Control::with_timeout(Duration::from_millis(300));
    let (found, outcome) = script.engine().find(&board(8), &control).expect("a stop");
    assert!(
        start.elapsed() < Duration::from_millis(1300),
        "{:?}",
        start.elapsed()
    );
    assert_eq!((found, outcome.stopped), (None, Some(Stopped::Deadline)));
    script.assert_all_gone();
}

#[test]
fn a_child_that_stays_behind_holds_up_nothing() {
    let script = Script::new(&format!("{NOTE}\nsleep 300 &\necho v 2 8 9 15 0; exit 10"));
    let start = Instant::now();
    assert_eq!(script.find().solutions, 1);
    assert!(start.elapsed() < Duration::from_secs(100));
    script.assert_all_gone();
}

#[test]
fn output_without_end_is_cut_off() {
    // A sparse file of two gibibytes costs no disk.
    let flood = "dd if=/dev/zero bs=1 count=1 seek=2147483648";
    let script = Script::new(&format!("{NOTE}\n{flood}\nsleep 300"));
    let complaint = script.complaint();
    assert!(
        complaint.ends_with("cannot be right: it prints more than a gibibyte"),
        "{complaint}"
    );
    script.assert_all_gone();
}

#[test]
fn no_verdict_is_never_unsatisfiable() {
    for text in [
        "echo s UNKNOWN",
        "echo c UNKNOWN",
        "exit 0",
        "exit 20",
        "echo INDETERMINATE; exit 15",
    ] {
        assert_eq!(
            Script::new(text).find().stopped,
            Some(Stopped::GaveUp),
            "{text}"
        );
    }
    let unsatisfiable = Script::new("echo s UNSATISFIABLE; exit 20").find();
    assert_eq!((unsatisfiable.solutions, unsatisfiable.stopped), (0, None));
}

#[test]
fn every_fault_of_a_solver_is_named() {
    let crash = "the solver `sh \"../solver.sh\"` failed with";
    let absurd = "the answer of the solver `sh \"../solver.sh\"` cannot be right:";
    let wrong = "the solver of the engine `external:sh \"../solver.sh\"+knuth` is wrong:";
    let expected = [
        ("echo s SATISFIABLE; echo v 2 x 0", "the answer of the solver `sh \"../solver.sh\"` cannot be read: line 2, column 5: expected a literal or 0, found `x`".to_owned()),
        ("echo out of memory >&2; echo >&2; exit 3", format!("{crash} exit status: 3; its last words: out of memory")),
        ("echo c banner; kill -SEGV $$", format!("{crash} signal: 11 (SIGSEGV)")),
        ("echo s UNSATISFIABLE; exit 1", format!("{crash} exit status: 1")),
        ("echo s UNSATISFIABLE; exit 10", format!("{absurd} unsatisfiable, but exit code 10, satisfiable")),
        ("echo s UNSATISFIABLE; echo s UNKNOWN", format!("{absurd} several verdicts that differ")),
        ("exit 10", format!("{absurd} exit code 10, satisfiable, but no model")),
        ("echo s SATISFIABLE", format!("{absurd} satisfiable, but no model")),
        ("echo v 99 0", format!("{absurd} a model with variable 99 of a formula with 16")),
        ("echo v 1 2 0", format!("{wrong} its model is no solution, since the queens on a1 and b1 attack each other along a row")),
        ("echo v 2 8 9 0", format!("{wrong} its model is no solution, since expected 4 queens, found 3")),
        ("echo s mc 2", format!("{wrong} it counts models and gives none")),
    ];
    for (text, message) in expected {
        assert_eq!(Script::new(text).complaint(), message, "{text}");
    }
    let missing = engine::parse("external:no-such-solver -q").expect("a command");
    let error = missing
        .find(&board(4), &Control::unlimited())
        .expect_err("missing");
    let message = "the program `no-such-solver` was not found; install it, or name it by its path";
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_solver_that_ignores_blocking_clauses_is_caught() {
    let script = Script::new("echo v 2 8 9 15 0");
    let mut seen = 0;
    let listed = script
        .engine()
        .enumerate(&board(4), &Control::unlimited(), &mut |_| {
            seen += 1;
            ControlFlow::Continue(())
        });
    let error = listed.expect_err("a solution twice").to_string();
    assert!(
        error.ends_with("it gave a solution again that a clause blocks"),
        "{error}"
    );
    assert_eq!(seen, 1);
}

#[test]
fn a_wrong_model_of_any_formula_is_caught() {
    let script = Script::new("echo v 1 -2 0");
    let program = Program::new(CommandLine::parse(&script.command).expect("a command"));
    let solve = |clauses: &[&[i32]]| {
        let mut size = Size::new(2, 0, 0);
        for clause in clauses {
            size += Size::clause(clause.len() as u64);
        }
        let mut fill = |sink: &mut dyn ClauseSink| {
            let _ = (sink.new_var(), sink.new_var());
            for clause in clauses {
                let literals = clause.iter().map(|&integer| Lit::from_dimacs(integer));
                sink.add_clause(&literals.map(|lit| lit.expect("not 0")).collect::<Vec<_>>());
            }
            Ok(())
        };
        program.solve(size, &mut fill, &Control::unlimited())
    };
    assert!(solve(&[&[1, 2], &[-2]]).expect("a model").is_some());
    let error = solve(&[&[1, 2], &[-1, 2]])
        .expect_err("no model")
        .to_string();
    assert!(
        error.ends_with("its model makes clause 2, [-1, 2], false"),
        "{error}"
    );
}

#[test]
fn a_model_counter_is_believed_only_with_determined_auxiliaries() {
    let script = Script::new("echo s SATISFIABLE; echo c s exact arb int 724");
    let count = |auxiliaries| {
        let encoding = Encoding::uniform(amo::parse("knuth").expect("a name"), auxiliaries);
        let engine = engine::parse_with(&format!("external:{}", script.command), Some(encoding));
        engine
            .expect("a command")
            .count(&board(10), &Control::unlimited())
    };
    assert_eq!(
        count(Auxiliaries::Determined).expect("a count").solutions,
        724
    );
    let refused = count(Auxiliaries::Free)
        .expect_err("too many models")
        .to_string();
    assert!(refused.contains("--auxiliaries determined"), "{refused}");
}

#[test]
fn the_minisat_family_writes_its_model_to_a_file() {
    let script =
        Script::new("echo '|  chatter  |'; printf 'SAT\\n2 8 9 15 0\\n' > \"$2\"; exit 10");
    let shell = script.folder.path().join("minisat_static");
    std::os::unix::fs::symlink("/bin/sh", &shell).expect("a temporary folder");
    let path = script.folder.path().join("solver.sh");
    let name = format!("external:\"{}\" \"{}\"", shell.display(), path.display());
    let engine = engine::parse(&name).expect("a command");
    let (found, _) = engine
        .find(&board(4), &Control::unlimited())
        .expect("a verdict");
    assert_eq!(found.expect("a model").queens().len(), 4);
}

/// Commands of solvers that package managers have, as far as they are installed here.
fn installed(commands: &[&'static str]) -> Vec<&'static str> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_here = |command: &&&str| {
        let program = command.split(' ').next().expect("a word");
        let here = std::env::split_paths(&path).any(|folder| folder.join(program).exists());
        if !here {
            eprintln!("skipped: {program} is not installed");
        }
        here
    };
    commands.iter().filter(is_here).copied().collect()
}

const SOLVERS: &[&str] = &[
    "cadical -q",
    "minisat",
    "picosat",
    "cryptominisat5 --verb 0",
    "clasp",
    "kissat -q",
    "glucose",
];

fn is_solvable(name: &str, n: u32) -> bool {
    let engine = engine::parse(name).expect("an engine");
    // The engine itself verifies what it finds.
    let (found, outcome) = engine.find(&board(n), &Control::unlimited()).expect(name);
    assert_eq!(outcome.stopped, None, "{name}");
    found.is_some()
}

#[test]
fn every_solver_solves_and_counts() {
    for command in installed(SOLVERS) {
        let name = format!("external:{command}");
        for (n, solvable) in [
            (0, true),
            (1, true),
            (2, false),
            (3, false),
            (6, true),
            (8, true),
        ] {
            assert_eq!(is_solvable(&name, n), solvable, "{command}, n = {n}");
        }
        let engine = engine::parse(&name).expect("an engine");
        let outcome = engine
            .count(&board(5), &Control::unlimited())
            .expect("a count");
        assert_eq!(
            (outcome.solutions, outcome.stopped),
            (10, None),
            "{command}"
        );
    }
}

#[test]
fn every_encoding_reaches_a_solver_whole() {
    for command in installed(SOLVERS).iter().take(1) {
        for amo in amo::all() {
            let name = format!("external:{command}+{}", amo.name());
            for (n, solvable) in [(3, false), (6, true), (8, true)] {
                assert_eq!(is_solvable(&name, n), solvable, "{name}, n = {n}");
            }
        }
    }
}

#[test]
fn solvers_that_list_all_models_do_not_repeat_a_board() {
    for command in installed(&["clasp -n 0", "picosat --all"]) {
        for auxiliaries in [Auxiliaries::Determined, Auxiliaries::Free] {
            let encoding = Encoding::uniform(amo::parse("or-tree").expect("a name"), auxiliaries);
            let engine = engine::parse_with(&format!("external:{command}"), Some(encoding));
            let engine = engine.expect("an engine");
            let outcome = engine
                .count(&board(6), &Control::unlimited())
                .expect("a count");
            assert_eq!((outcome.solutions, outcome.stopped), (4, None), "{command}");
        }
    }
}
