//! Talk goes to standard error, and where that is full or closed the answer still comes out whole.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::process::{Command, Stdio};

use super::program::run;

/// Exit code and standard output of a run whose standard error is this.
fn answer(arguments: &[&str], talk: impl Into<Stdio>) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_queensat"))
        .args(arguments)
        .stderr(talk)
        .output()
        .expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    (output.status.code(), text)
}

/// A pipe that nobody reads.
fn closed() -> std::io::PipeWriter {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer
}

#[test]
fn talk_that_nobody_can_hear_changes_no_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (doubtful, wrong) = (path("doubtful.cnf"), path("wrong.txt"));
    fs::write(&doubtful, "p cnf 1 9\n1 2 0\n").expect("a file");
    fs::write(&wrong, "v 1 2 0\n").expect("a file");
    let talkative = [
        &["solve", "8", "--queen", "b4", "--queen", "b6"][..],
        &["solve", "3", "--format", "svg"],
        &["solve", "--dimacs", &doubtful],
        &["generate", "completion", "8", "3", "--number", "50"],
        &["enumerate", "8", "--limit", "2"],
        &["count", "8: b4 b6"],
        &["count", "6x"],
        &["encode", "8: b4 b6"],
        &["encode", "4", "--cubes", "999"],
        &["decode", "4", &wrong, "--format", "fen"],
        &["check", "no such file", "6: a1 b2"],
        &["solve", "--no-such-option"],
        &["sizes", "no such file"],
    ];
    for arguments in talkative {
        let (code, text, talk) = run(arguments);
        // Times differ from run to run.
        let same = |(ended, said): (Option<i32>, String)| {
            ended == Some(code) && (arguments[0] == "check" || said == text)
        };
        assert!(!talk.is_empty(), "{arguments:?} says nothing");
        let full = File::create("/dev/full").expect("Linux has it");
        assert!(same(answer(arguments, full)), "{arguments:?}, full");
        assert!(same(answer(arguments, closed())), "{arguments:?}, closed");
    }
}
