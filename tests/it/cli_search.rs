//! `solve`, `count`, `enumerate`, `verify`: verdicts, exit codes, limits, and what bad input is told.

use std::time::{Duration, Instant};

use super::program::{run, run_with_input};

#[test]
fn a_number_of_threads_has_a_range() {
    for threads in ["0", "257", "-1", "99999999999999999999", "two", ""] {
        let (code, out, err) = run(&["count", "6", &format!("--threads={threads}")]);
        assert_eq!((code, out.as_str()), (2, ""), "{threads}");
        assert!(err.contains("from 1 to 256"), "{threads}: {err}");
    }
    assert_eq!(run(&["count", "10", "--threads", "256"]).1, "724\n");
}

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
            "--queen: i1 (row 1, column 9) outside the board of 8 by 8",
        ),
        (
            &["count", "129", "--engine", "bitmask"],
            "",
            "takes boards of at most 128 rows and columns, found 129",
        ),
        (
            &["count", "99999999"],
            "",
            "a side of 99999999, where a board has at most 1000000 rows and columns",
        ),
        (&["count", "no-such-file"], "", "there is no such file"),
        (&["count", "9..4"], "", "expected a range such as 4..12"),
        (
            &["solve", "8", "--engine", "bitmsk"],
            "",
            "expected an engine (auto, bitmask,",
        ),
        (
            &["solve", "8", "--amo", "commander:1"],
            "",
            "expected commander:G with groups of 2 <= G < 2^32 literals, found \"1\"",
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

#[test]
fn check_gives_a_verdict_a_line_and_certifies_a_no() {
    let batch = "8 4 2 5 4\n\n4 1 1\n6 1 1 2 2 \n5\n";
    let (code, out, _) = run_with_input(&["check", "-", "--certify"], batch);
    assert_eq!(code, 1);
    let words: Vec<Vec<&str>> = out
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(words.len(), 4, "{out}");
    assert_eq!([words[0][1], words[3][1]], ["completable"; 2]);
    assert!(
        out.lines()
            .nth(1)
            .is_some_and(|line| line.contains("not completable")
                && line.contains("confirmed by sat-blocking+sequential")),
        "{out}"
    );
    assert!(
        out.contains("not completable") && out.contains("the placed queens on a1 and b2 attack"),
        "{out}"
    );
    assert_eq!(run(&["check", "4", "5", "8: b4"]).0, 0);
    assert_eq!(
        run(&["check", "8: b4 d5", "--board"])
            .1
            .matches('Q')
            .count(),
        8
    );
}

#[test]
fn check_is_unknown_past_its_time() {
    let board = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/bench-data/blocked-100-700.txt"
    );
    let (code, out, _) = run(&[
        "check",
        board,
        "5",
        "--timeout",
        "200ms",
        "--format",
        "json",
    ]);
    let verdicts: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(code, 3);
    assert_eq!(
        (&verdicts[0]["verdict"], &verdicts[1]["verdict"]),
        (&"unknown".into(), &"completable".into())
    );
    assert_eq!(run(&["check", board, "2", "--timeout", "200ms"]).0, 1);
}

#[test]
fn a_text_that_is_no_file_is_an_instance() {
    for (arguments, count) in [
        (&["count", "8/8/8/8/8/8/8/8"][..], "92\n"),
        (&["count", "....\n....\n....\n....\n"], "2\n"),
        (&["count", "--from", "columns", "1 - - -"], "1\n"),
        (&["count", "6", "--size", "6"], "4\n"),
    ] {
        assert_eq!(
            run(arguments),
            (0, count.to_owned(), String::new()),
            "{arguments:?}"
        );
    }
    assert_eq!(run(&["verify", "4", "2Q1/Q3/3Q/1Q2"]).0, 0);
    assert!(
        run(&["count", "-", "-"])
            .2
            .contains("standard input can be read once")
    );
}

#[test]
fn no_time_is_no_answer_in_any_command() {
    for engine in ["bitmask", "sat"] {
        let at_once = |command: &str| run(&[command, "6", "--engine", engine, "--timeout", "0s"]);
        assert_eq!(
            (
                at_once("solve").0,
                at_once("count").0,
                at_once("enumerate").0
            ),
            (0, 3, 3),
            "{engine}"
        );
        assert_eq!(
            (at_once("solve").1, at_once("enumerate").1),
            ("unknown\n".to_owned(), String::new()),
            "{engine}"
        );
    }
}

#[test]
fn an_engine_that_names_its_encoding_takes_no_other() {
    let (code, _, err) = run(&[
        "count",
        "8",
        "--engine",
        "sat+pairwise",
        "--amo-rows",
        "ladder",
    ]);
    assert_eq!(code, 2);
    assert!(err.contains("names its encoding"), "{err}");
}

#[test]
fn solutions_are_counted_and_listed_up_to_symmetry() {
    assert_eq!(
        run(&["count", "1..8", "--unique"]).1,
        "1\n0\n0\n1\n2\n1\n6\n12\n"
    );
    assert_eq!(
        run(&["count", "4..9", "--classes"]).1,
        "1 0 0\n1 0 1\n0 1 0\n0 2 4\n0 1 11\n0 4 42\n"
    );
    let (_, list, _) = run(&["enumerate", "8", "--unique"]);
    assert_eq!(list.lines().count(), 12);
    assert!(list.starts_with("[0, 4, 7, 5, 2, 6, 1, 3]\n"), "{list}");
    assert_eq!(
        run(&[
            "count",
            "8",
            "--unique",
            "--limit",
            "5",
            "--engine",
            "dancing-links"
        ])
        .1,
        ">= 5\n"
    );
}

#[test]
fn the_trace_has_the_frames_of_the_search() {
    let (code, out, _) = run(&["trace", "4", "--format", "json"]);
    let trace: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let frames = trace["frames"].as_array().expect("a list");
    assert_eq!((code, frames.len()), (0, 40));
    assert_eq!(
        (&frames[15]["event"], &frames[15]["columns"]),
        (&"solution".into(), &serde_json::json!([1, 3, 0, 2]))
    );
    assert_eq!(run(&["trace", "8", "--limit", "5"]).1.lines().count(), 5);
}
