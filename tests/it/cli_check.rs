//! `check` where something goes wrong: bad instances among good ones, solvers that fail or lie.

use std::fs;

use serde_json::Value;

use super::program::run;

fn objects(text: &str) -> Vec<Value> {
    let object = |line| serde_json::from_str(line).expect("an object a line");
    text.lines().map(object).collect()
}

#[test]
fn json_has_the_queens_and_no_text_board() {
    let (code, text, _) = run(&["check", "-f", "json", "--board", "4", "2", "6"]);
    let queens: Vec<usize> = objects(&text)
        .iter()
        .map(|object| object["queens"].as_array().map_or(0, Vec::len))
        .collect();
    assert_eq!((code, queens), (1, vec![4, 0, 6]));
}

#[test]
fn a_bad_instance_is_a_verdict_and_holds_up_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.txt");
    fs::write(&bad, "..Z.\n").expect("a file");
    let bad = bad.to_str().expect("UTF-8");
    let arguments = ["check", "8", "no such file", "3", bad, "9..4", "4x"];
    let (code, text, talk) = run(&arguments);
    let verdicts: Vec<bool> = text
        .lines()
        .map(|line| line.contains("  error  "))
        .collect();
    assert_eq!(
        (code, verdicts),
        (2, vec![false, true, false, true, true, true])
    );
    assert!(text.contains("there is no such file"), "{text}");
    assert!(talk.contains("failed: 4 of 6"), "{talk}");
    let (code, text, _) = run(&["check", "-f", "json", "no such file", "2", "--threads", "2"]);
    let objects = objects(&text);
    assert_eq!(code, 2);
    assert_eq!(
        [&objects[0]["verdict"], &objects[1]["verdict"]],
        ["error", "not_completable"]
    );
    assert!(objects[0]["engine"].is_null() && objects[0]["note"].is_string());
    assert_eq!(run(&["check", "8", "--queen", "z9"]).0, 2);
}

#[test]
fn check_and_diagnose_use_the_same_words() {
    for (instance, verdict) in [("6: b1 d2 c6", "not_completable"), ("6", "completable")] {
        let words = ["check", "diagnose"].map(|command| {
            let (_, text, _) = run(&[command, instance, "--format", "json"]);
            objects(&text)[0]["verdict"].clone()
        });
        assert_eq!(words, [verdict, verdict], "{instance}");
    }
}

#[test]
fn exit_codes_of_every_command_that_has_its_own_are_told() {
    let (_, help, _) = run(&["--help"]);
    let codes = help.split("Exit codes:").nth(1).expect("a section");
    for command in [
        "solve",
        "verify",
        "check",
        "decode",
        "count",
        "enumerate",
        "compare",
        "diagnose",
        "generate",
    ] {
        assert!(codes.contains(command), "{command}");
    }
}

#[cfg(unix)]
mod solvers {
    use super::*;
    use crate::external::Script;

    #[test]
    fn a_solver_that_fails_fails_on_one_instance() {
        let script = Script::new("grep -q 'cnf [0-9]* 10[0-9]' \"$1\" || exit 3\necho s UNKNOWN");
        let engine = script.engine().name();
        let (code, text, _) = run(&["check", "6", "5: a1 b2", "-e", &engine, "-f", "json"]);
        let objects = objects(&text);
        assert_eq!((code, objects.len()), (2, 2), "{text}");
        let note = objects[0]["note"].as_str().expect("a sentence");
        assert!(note.contains("failed with exit status: 3"), "{note}");
    }

    #[test]
    fn a_lie_of_an_external_solver_is_not_called_a_defect_of_this_program() {
        let script = Script::new("echo s UNSATISFIABLE");
        let engine = script.engine().name();
        let folder = script.folder.path().join("certificate");
        let folder = folder.to_str().expect("UTF-8");
        let portfolio = format!("portfolio:{}", engine.replace(',', " "));
        for arguments in [
            &["check", "6", "--certify", "-e", &engine][..],
            &["check", "6", "--certify", "-e", &portfolio],
            &["count", "6", "--certificate", folder, "-e", &engine],
        ] {
            let (code, text, talk) = run(arguments);
            let told = text + &talk;
            assert_eq!(code, 2, "{told}");
            assert!(told.contains("a defect of the external solver"), "{told}");
            assert!(
                told.contains("solver.sh") && !told.contains("this program"),
                "{told}"
            );
        }
        let (_, text, _) = run(&["check", "6", "--certify", "-e", &engine]);
        assert!(text.contains("the engines disagree: external:"), "{text}");
        assert!(
            text.contains("bitmask found one that was verified"),
            "{text}"
        );
    }

    #[test]
    fn no_error_says_its_cause_twice() {
        let script = Script::new("echo X");
        let garbage = script.engine().name();
        let (code, _, talk) = run(&["solve", "4", "-e", &garbage]);
        assert_eq!(
            (code, talk.matches("line 1, column 1").count()),
            (2, 1),
            "{talk}"
        );
        let (_, text, _) = run(&["check", "4", "-e", &garbage]);
        assert_eq!(text.matches("line 1, column 1").count(), 1, "{text}");
        let folder = tempfile::tempdir().expect("a folder");
        let plan = folder.path().join("plan.toml");
        fs::write(&plan, "engines = [").expect("a file");
        let (code, _, talk) = run(&["compare", "--plan", plan.to_str().expect("UTF-8")]);
        assert_eq!(
            (code, talk.matches("line 1, column").count()),
            (2, 1),
            "{talk}"
        );
    }

    #[test]
    fn a_count_beyond_64_bits_is_json() {
        let largest = u128::MAX;
        let script = Script::new(&format!("echo s mc {largest}"));
        let (code, text, _) = run(&["count", "8", "-f", "json", "-e", &script.engine().name()]);
        assert!(
            code == 0 && text.contains(&format!("\"solutions\":{largest}")),
            "{text}"
        );
    }
}
