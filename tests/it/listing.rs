//! `enumerate` writes and verifies only what changed since the solution before: its lists against those of
//! the textbook search with arrays, written afresh.

use std::ops::ControlFlow;

use queensat::control::Control;
use queensat::engine;
use queensat::problem::{Problem, formats};
use queensat::solution::{Placement, verify};

use crate::program::run;

/// The solutions of `problem` in lexicographic order of its rows, or of its columns if there are more rows.
fn solutions(problem: &Problem) -> Vec<Placement> {
    let mut all = Vec::new();
    let engine = engine::parse("arrays").expect("in the table");
    let counted = engine.enumerate(problem, &Control::unlimited(), &mut |placement| {
        verify(problem, placement).expect("engines find solutions");
        all.push(placement.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(counted.expect("small").solutions, all.len() as u128);
    all
}

/// From the definition: each row's column, -1 for none.
fn line(problem: &Problem, placement: &Placement) -> String {
    let column = |row: u32| {
        let queen = placement.queens().iter().find(|queen| queen.row == row);
        queen.map_or("-1".to_owned(), |queen| queen.column.to_string())
    };
    let columns: Vec<String> = (0..problem.board().rows()).map(column).collect();
    format!("[{}]\n", columns.join(", "))
}

#[test]
fn lists_are_those_of_the_textbook_search() {
    for instance in [
        "0",
        "1",
        "2",
        "8",
        "11",
        "5x8",
        "8x5",
        "2x70",
        "70x2",
        "2x129",
        "0x5",
        "5x0",
        "8: b4",
        "8: b4 d5",
        "8: b4 b5",
        "9: -a1 -e5",
        "9: e2 -c3 -g8",
        "7x9: c5 -a1",
        "9x7: c5 -a1",
        "12: b4 d5",
    ] {
        let problem = formats::parse(instance, None).expect("an instance");
        let expected: String = solutions(&problem)
            .iter()
            .map(|placement| line(&problem, placement))
            .collect();
        // No masks reach there, and no words of the verifier.
        let engine = if instance == "2x129" {
            "arrays"
        } else {
            "auto"
        };
        let (code, list, _) = run(&["enumerate", instance, "--engine", engine]);
        assert_eq!((code, list), (0, expected), "{instance}");
    }
}

#[test]
fn a_limit_ends_a_list_of_any_length_and_format() {
    let expected: Vec<Placement> = solutions(&formats::parse("9", None).expect("a board"));
    let problem = formats::parse("9", None).expect("a board");
    for format in ["columns", "squares", "fen", "board"] {
        for limit in [0, 1, 2, 351, 352, 400] {
            let (code, list, _) = run(&[
                "enumerate",
                "9",
                "-f",
                format,
                "--limit",
                &limit.to_string(),
            ]);
            let boards: Vec<&str> = if format == "board" {
                list.split("\n\n")
                    .filter(|board| !board.is_empty())
                    .collect()
            } else {
                list.lines().collect()
            };
            assert_eq!((code, boards.len()), (0, limit.min(352)), "{format}");
            for (board, placement) in boards.into_iter().zip(&expected) {
                let read = formats::parse(board, None).expect("what was printed");
                let mut solved = problem.clone();
                for &queen in placement.queens() {
                    solved.place(queen).expect("inside");
                }
                assert_eq!(read, solved, "{format}");
            }
        }
    }
}

/// More than the buffer holds, so that the writing meets the end of the pipe or the disk.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_success_and_a_full_disk_an_error() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_queensat"))
        .args(["enumerate", "16"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    let pipe = child.stdout.take().expect("a pipe");
    BufReader::new(pipe).read_line(&mut first).expect("a line");
    assert_eq!(run(&["verify", "16", &first]).0, 0, "{first}");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    if std::path::Path::new("/dev/full").exists() {
        let (code, _, err) = run(&["enumerate", "12", "-o", "/dev/full"]);
        assert_eq!(code, 2);
        assert!(err.contains("No space left"), "{err}");
    }
}
