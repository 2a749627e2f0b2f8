//! What arguments stand for: files by their names, texts by their looks, and what is said of those that are neither.

use std::fs;

use super::program::{queensat, run, run_with_input};

#[test]
fn solutions_of_every_small_board_are_read_back_or_refused_before_the_search() {
    for (rows, columns) in (0..5).flat_map(|rows| (0..6).map(move |columns| (rows, columns))) {
        let board = format!("{rows}x{columns}");
        for format in ["columns", "squares", "fen", "board"] {
            let (code, list, err) = run(&["enumerate", &board, "--format", format]);
            if code == 2 {
                assert_eq!(
                    (format, list.as_str(), rows < 2 || columns == 0),
                    ("fen", "", true),
                    "{board}"
                );
                assert!(err.contains("cannot express boards"), "{err}");
                continue;
            }
            let (_, count, _) = run(&["count", &board]);
            let expected = match count.trim_end() {
                "0" => continue,
                "1" => "valid placement\n".to_owned(),
                more => format!("{more} valid placements\n"),
            };
            let said = run_with_input(&["verify", &board, "-"], &list);
            assert_eq!(said, (0, expected, String::new()), "{board} {format}");
        }
    }
}

#[test]
fn a_file_is_found_by_its_name_whatever_that_looks_like() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = |arguments: &[&str]| {
        let output = queensat(&[&["count"], arguments].concat())
            .current_dir(folder.path())
            .output()
            .expect("the program starts");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (text(output.stdout), text(output.stderr))
    };
    for name in [
        "a1", "puzzle1", "board8", "r4c2", "-b4", "x.", "8-8", "a1 b2", "2Q1",
    ] {
        let told = format!("./{name}");
        fs::write(folder.path().join(name), "8: b4 d5\n").expect("a file");
        assert_eq!(count(&[&told]).0, "2\n", "{name}");
        assert_eq!(count(&["--", name]).0, "2\n", "{name}");
        let missing = name.to_owned() + "2";
        let (out, err) = count(&["--", &missing]);
        assert_eq!(out, "", "{missing}");
        if !name.contains(' ') {
            let says = ["names no file", "there is no such file"];
            assert!(
                says.iter().any(|says| err.contains(says)),
                "{missing}: {err}"
            );
        }
    }
    // What is whole is a text, whatever files there are.
    for whole in ["8", "6x8", "8: b4", "[1, 3, 0, 2]"] {
        fs::write(folder.path().join(whole), "5\n").expect("a file");
        assert_ne!(count(&[whole]).0, "10\n");
        assert_eq!(count(&[&format!("./{whole}")]).0, "10\n");
    }
}

#[test]
fn the_first_bad_line_is_the_one_blamed() {
    for (text, place) in [
        ("8 4 2 5 4\nxyz\n", "line 2, column 1"),
        ("8\n\nxyz\n", "line 3, column 1"),
        ("8\n3 1\nxyz\n", "line 3, column 1"),
        ("8: b4\nxyz\n", "line 2, column 1"),
        ("[1, 3, 0, 2]\nxyz\n", "line 2, column 1"),
        ("[1, 3, 0, 2]\n[1, 3, 0, 2\n", "line 2, column 12"),
        ("2Q1/Q3/3Q/1Q2\nxyz\n", "line 2, column 1"),
        ("..\nxyz\n", "line 2, column 2"),
        ("2x2\n..\nyz\n", "line 3, column 1"),
        ("letting n = 8\nxyz\n", "line 2, column 1"),
        ("board(8).\nxyz\n", "line 2, column 1"),
        ("{\"n\": 8,\nxyz}\n", "line 2, column 1"),
    ] {
        let (code, _, err) = run_with_input(&["count", "-"], text);
        let expected = format!("standard input: {place}: expected");
        assert!(code == 2 && err.contains(&expected), "{text:?}: {err}");
    }
}

#[test]
fn every_side_too_long_is_told_the_limit() {
    for side in ["1000001", "4294967296", "99999999999999999999"] {
        let texts = [
            side.to_owned(),
            format!("5x{side}"),
            format!("{side}: a1"),
            format!("1..{side}"),
            format!("letting n = {side}\nletting init = []"),
        ];
        for text in texts {
            let (code, _, err) = if text.contains('\n') {
                run_with_input(&["count", "-"], &text)
            } else {
                run(&["count", &text])
            };
            assert!(
                code == 2 && err.contains("at most 1000000"),
                "{text}: {err}"
            );
        }
        let (code, _, err) = run(&["count", "8", "--size", side]);
        assert!(code == 2 && err.contains("at most 1000000"), "{err}");
    }
}

#[test]
fn what_is_no_placement_is_told_what_one_is() {
    let said = [
        run(&["verify", "4", ""]),
        run(&["verify", "4", "none"]),
        run_with_input(&["verify", "4", "-"], ""),
        run_with_input(&["verify", "4", "-"], "none\n"),
    ];
    for (code, _, err) in said {
        assert!(code == 2 && err.contains("a placement: columns"), "{err}");
        assert!(!err.contains("range") && !err.contains("pycsp3"), "{err}");
    }
}

#[test]
fn control_signs_of_names_are_not_obeyed() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = "\u{1b}[31m\u{202e}x\u{9b}1m\n";
    fs::write(folder.path().join(bad), "no instance").expect("a file");
    let missing = format!("no{bad}");
    let within = format!("no{bad}/x");
    for arguments in [
        &["count", bad][..],
        &["count", &missing],
        &["check", &missing],
        &["verify", "4", &missing],
        &["solve", "--dimacs", bad],
        &["solve", "8", "-o", &within],
        &["solve", "8", "--proof", &within],
        &["decode", "4", bad],
        &["decode", "4", &missing],
        &["report", bad],
        &["compare", "4", "-o", &within],
        &["compare", "--plan", &missing],
        &["encode", "8", "--map", &within],
        &["encode", "8", "--cubes", "2", "--cube-files", &within],
        &["count", "8", "--certificate", &within],
        &["generate", "completion", "8", "3", "-o", &within],
    ] {
        let output = queensat(arguments)
            .current_dir(folder.path())
            .output()
            .expect("the program starts");
        // `check` tells what failed in its verdicts.
        let err = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        let obeyed = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
        assert!(!err.contains(obeyed), "{arguments:?}: {err:?}");
        assert!(
            err.contains(r"\u{1b}[31m\u{202e}x\u{9b}1m\n"),
            "{arguments:?}: {err}"
        );
    }
}
