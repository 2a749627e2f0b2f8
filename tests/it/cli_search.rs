//! `solve`, `count`, `enumerate`, `verify`: verdicts, exit codes, limits, and what bad input is told.

use std::time::{Duration, Instant};

use super::program::{run, run_with_input};

#[test]
fn solve_answers_by_exit_code() {
    for (instance, code) in [
        ("0", 10),
        ("1", 10),
        ("2", 20),
        ("3", 20),
        ("8", 10),
        ("8: b4 d5", 10),
        ("8: b4 b5", 20),
    ] {
        for engine in ["sat", "bitmask"] {
            assert_eq!(
                run(&["solve", instance, "--engine", engine]).0,
                code,
                "{instance} {engine}"
            );
        }
    }
}

#[test]
fn attacking_givens_are_an_answer_and_the_pair_is_named() {
    let (code, out, err) = run(&[
        "solve", "8", "--queen", "b4", "--queen", "r4c5", "--format", "dimacs",
    ]);
    assert_eq!((code, out.as_str()), (20, "s UNSATISFIABLE\n"));
    assert_eq!(
        err,
        "note: the placed queens on b4 and e4 attack each other along a row\n"
    );
}

#[test]
fn every_format_of_a_solution_is_read_back_and_verified() {
    for format in ["board", "columns", "squares", "fen"] {
        let (code, board, _) = run(&["solve", "9", "--queen", "c1", "--format", format]);
        assert_eq!(code, 10);
        let verdict = run_with_input(&["verify", "9", "--queen", "c1", "-"], &board);
        assert_eq!(
            verdict,
            (0, "valid placement\n".to_owned(), String::new()),
            "{format}: {board}"
        );
    }
    let (_, json, _) = run(&["solve", "6", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(object["queens"].as_array().map(Vec::len), Some(6));
    let (_, picture, _) = run(&["solve", "6", "--format", "svg"]);
    assert_eq!(picture.matches("class=\"queen\"").count(), 6);
}

#[test]
fn counts_are_bare_numbers_one_an_instance() {
    assert_eq!(
        run(&["count", "4..8", "5x8", "6x8", "8x6", "8: b4 d5"]).1,
        "2\n10\n4\n40\n92\n568\n550\n550\n2\n"
    );
    assert_eq!(
        run(&["count", "6x8", "8x6", "--engine", "sat", "--amo", "ladder"]).1,
        "550\n550\n"
    );
    assert_eq!(
        run_with_input(&["count", "-"], "....\n.#..\n....\n....\n").1,
        "2\n"
    );
}

#[test]
fn limits_make_partial_counts() {
    assert_eq!(
        run(&["count", "8", "--limit", "10"]),
        (0, ">= 10\n".to_owned(), String::new())
    );
    assert_eq!(
        run(&["count", "8", "--limit", "10", "--engine", "sat"]).1,
        ">= 10\n"
    );
    for engine in ["bitmask", "sat"] {
        let (code, out, _) = run(&[
            "count",
            "20",
            "--engine",
            engine,
            "--timeout",
            "200ms",
            "--format",
            "json",
        ]);
        let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(
            (code, &object["complete"]),
            (3, &serde_json::json!(false)),
            "{engine}"
        );
    }
}

#[test]
fn enumerate_lists_each_solution_once_and_verify_takes_them_all() {
    for engine in ["bitmask", "sat"] {
        let (code, list, _) = run(&["enumerate", "7", "--engine", engine]);
        let mut lines: Vec<&str> = list.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!((code, lines.len()), (0, 40));
        assert_eq!(
            run_with_input(&["verify", "7", "-"], &list).1,
            "40 valid placements\n"
        );
    }
    let (_, boards, _) = run(&["enumerate", "6x4", "--format", "board"]);
    assert_eq!(run_with_input(&["verify", "6x4", "-"], &boards).0, 0);
    assert_eq!(
        run(&["enumerate", "8", "--limit", "3"]).1.lines().count(),
        3
    );
    assert_eq!(
        run(&["enumerate", "5", "--limit", "1"]).1,
        "[0, 2, 4, 1, 3]\n"
    );
}

#[test]
fn verify_names_the_first_violation() {
    let (code, out, _) = run(&["verify", "4", "[1, 3, 0, 3]"]);
    assert_eq!(
        (code, out.as_str()),
        (
            1,
            "invalid placement: the queens on d2 and d4 attack each other along a column\n"
        )
    );
    let (code, out, _) = run_with_input(&["verify", "8: b4", "-"], "[0, 4, 7, 5, 2, 6, 1, 3]\n");
    assert_eq!(
        (code, out.as_str()),
        (1, "invalid placement: the placed queen on b4 is missing\n")
    );
}

#[test]
fn bad_input_gets_one_clear_sentence_and_code_2() {
    let cases: &[(&[&str], &str, &str)] = &[
        (
            &["count", "-"],
            "..\n.z\n",
            "standard input: line 2, column 2: expected",
        ),
        (
            &["count", "8", "--queen", "i1"],
            "",
            "--queen: i1 (row 1, column 9) is outside the board of 8 rows and 8 columns",
        ),
        (
            &["count", "129"],
            "",
            "takes boards of at most 128 rows and columns, found 129",
        ),
        (
            &["count", "99999999"],
            "",
            "a board has at most 1000000 rows and columns, found 99999999",
        ),
        (&["count", "no-such-file"], "", "there is no such file"),
        (&["count", "9..4"], "", "expected a range such as 4..12"),
        (
            &["solve", "8", "--engine", "bitmsk"],
            "",
            "expected an engine (bitmask,",
        ),
        (
            &["solve", "8", "--amo", "commander:1"],
            "",
            "expected commander:G with groups of G >= 2 literals, found \"1\"",
        ),
        (
            &["solve", "8", "--engine", "bitmask", "--amo", "knuth"],
            "",
            "the engine `bitmask` takes no encoding",
        ),
        (
            &["solve", "8", "--timeout", "10"],
            "",
            "expected a time with its unit",
        ),
    ];
    for (arguments, input, expected) in cases {
        let (code, out, err) = run_with_input(arguments, input);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(expected), "{arguments:?}: {err}");
    }
}

#[test]
fn a_hard_board_ends_at_its_time_limit_as_unknown() {
    let board = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/bench-data/blocked-100-700.txt"
    );
    let begin = Instant::now();
    let (code, out, err) = run(&["solve", board, "--timeout", "2s"]);
    assert_eq!(
        (code, out.as_str(), err.as_str()),
        (0, "unknown\n", "note: the time limit was reached\n")
    );
    assert!(begin.elapsed() < Duration::from_secs(3));
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_known_and_ends_with_130() {
    use std::io::Read;
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_queensat"))
        .args(["count", "20"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(500));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("the child runs");
    let mut out = String::new();
    child
        .stdout
        .take()
        .expect("a pipe")
        .read_to_string(&mut out)
        .expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let known = out
        .strip_prefix(">= ")
        .and_then(|number| number.trim_end().parse::<u64>().ok());
    assert!(known.is_some_and(|known| known > 0), "{out}");
}
