//! `decode`: what it makes of each kind of answer in each format, and which answers it refuses.

use queensat::amo;

use super::program::{run, run_with_input};

const MODEL: &str = "v 2 8 9 15 0\n";
/// Two queens, which attack each other.
const WRONG: &str = "v 1 2 0\n";

fn decode(format: &str, answer: &str) -> (i32, String, String) {
    run_with_input(&["decode", "4", "-", "--format", format], answer)
}

#[test]
fn json_is_json_whatever_the_answer() {
    let largest = u128::MAX;
    for (answer, code, verdict) in [
        (MODEL.to_owned(), 0, "satisfiable"),
        (WRONG.to_owned(), 1, "invalid"),
        ("s UNSATISFIABLE\n".to_owned(), 20, "unsatisfiable"),
        ("s UNKNOWN\n".to_owned(), 3, "unknown"),
        (String::new(), 3, "unknown"),
        ("s mc 2\n".to_owned(), 0, "counted"),
        (format!("s mc {largest}\n"), 0, "counted"),
    ] {
        let (ended, text, talk) = decode("json", &answer);
        assert_eq!((ended, talk.as_str()), (code, ""), "{answer}");
        let object: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(object["verdict"], verdict, "{answer}");
        assert_eq!(object["schema"], 1, "{answer}");
    }
    let (_, several, _) = decode("json", &format!("SAT\n{MODEL}SAT\n{WRONG}UNSAT\n"));
    assert_eq!(several.lines().count(), 3);
    assert!(decode("json", WRONG).1.contains("a1 and b1 attack"));
    assert!(decode("json", "s mc 92").1.contains("\"models\":92"));
    // As `solve` says it.
    let unsatisfiable = run(&["solve", "3", "--format", "json"]).1;
    assert_eq!(decode("json", "s UNSATISFIABLE").1, unsatisfiable);
}

#[test]
fn a_format_without_words_for_it_gets_nothing_that_is_no_board() {
    for format in ["columns", "squares", "fen", "svg"] {
        for (answer, code, words) in [
            (WRONG, 1, "note: invalid: "),
            ("s UNSATISFIABLE\n", 20, "note: unsatisfiable"),
            ("s UNKNOWN\n", 3, "note: unknown"),
            ("s mc 2\n", 0, "note: 2 models"),
        ] {
            let (ended, text, talk) = decode(format, answer);
            assert_eq!((ended, text.as_str()), (code, ""), "{format} {answer}");
            assert!(talk.starts_with(words), "{talk}");
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("board");
            let target = path.to_str().expect("UTF-8");
            let arguments = ["decode", "4", "-", "-f", format, "-o", target];
            assert_eq!(run_with_input(&arguments, answer).0, code);
            assert!(!path.exists(), "{format} {answer}");
            assert_eq!(run_with_input(&arguments, MODEL).0, 0);
            assert!(path.exists(), "{format}");
        }
    }
    assert_eq!(decode("dimacs", "UNSAT").1, "s UNSATISFIABLE\n");
    assert_eq!(decode("dimacs", "s 92").1, "s mc 92\n");
    assert_eq!(decode("board", "s 92").1, "92 models\n");
}

#[test]
fn an_answer_that_contradicts_itself_is_refused() {
    for (answer, line) in [
        (format!("{MODEL}s UNSATISFIABLE\n"), "line 2"),
        (format!("s UNSATISFIABLE\n{MODEL}"), "line 2"),
        (format!("{MODEL}s UNKNOWN\n"), "line 2"),
        (format!("c\ns UNKNOWN\nc\n{MODEL}"), "line 4"),
    ] {
        let (code, text, talk) = decode("board", &answer);
        assert_eq!((code, text.as_str()), (2, ""), "{answer}");
        assert!(
            talk.contains(line) && talk.contains("put `s SATISFIABLE`"),
            "{talk}"
        );
    }
    let listed = format!("s SATISFIABLE\n{MODEL}s SATISFIABLE\nv 3 5 12 14 0\ns SOLUTIONS 2\n");
    assert_eq!(decode("columns", &listed).1.lines().count(), 2);
}

#[test]
fn a_variable_that_no_encoding_has_is_refused() {
    for outside in ["9999", "-9999", "2147483647"] {
        let (code, text, talk) = decode("board", &format!("v 2 8 9 15 {outside} 0\n"));
        assert_eq!((code, text.as_str()), (2, ""), "{outside}");
        let found = format!("found {outside}: is it the answer to another file?");
        assert!(talk.contains(&found), "{talk}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (formula, answer) = (path("q.cnf"), path("answer"));
    for amo in amo::all() {
        let encode = ["encode", "7: b4", "--amo", &amo.name(), "-o", &formula];
        assert_eq!(run(&encode).0, 0);
        assert_eq!(run(&["solve", "--dimacs", &formula, "-o", &answer]).0, 10);
        assert_eq!(run(&["decode", "7: b4", &answer]).0, 0, "{}", amo.name());
    }
}
