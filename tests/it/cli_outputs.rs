//! Where results go: whole files or none, and names that no file can be written to.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::program::{queensat, run};

/// A board that takes solvers long.
const BLOCKED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/bench-data/blocked-100-700.txt"
);

/// Exit code and both outputs of a run in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = queensat(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().expect("it exits by itself");
    (code, text(output.stdout), text(output.stderr))
}

/// What is in a folder, in order.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("UTF-8"))
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn a_run_whose_time_is_up_leaves_no_partial_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let formula = folder.path().join("q.cnf");
    let formula = formula.to_str().expect("UTF-8");
    assert_eq!(run(&["encode", BLOCKED, "-o", formula]).0, 0);
    for (arguments, code) in [
        (&["count", "18"][..], 3),
        (&["count", "5", "18", "--unique"], 3),
        (&["count", "18", "--format", "json"], 3),
        (&["enumerate", "16"], 3),
        (&["solve", BLOCKED], 0),
        (&["solve", "--dimacs", formula], 0),
    ] {
        let limited = [arguments, &["--timeout", "200ms", "-o", "answer"]].concat();
        let (found, out, err) = run_in(folder.path(), &limited);
        assert_eq!((found, out.as_str()), (code, ""), "{arguments:?}");
        assert!(
            err.contains("no file written since"),
            "{arguments:?}: {err}"
        );
        assert_eq!(names_in(folder.path()), ["q.cnf"], "{arguments:?}");
    }
    // A verdict an instance, and what is known of one, are whole answers.
    for arguments in [
        &["check", BLOCKED, "5", "--timeout", "200ms"][..],
        &["diagnose", BLOCKED, "--timeout", "200ms"],
        &["count", "8", "--limit", "5"],
    ] {
        let code = run_in(folder.path(), &[arguments, &["-o", "answer"]].concat()).0;
        let answer = fs::read_to_string(folder.path().join("answer")).expect("a file");
        assert!(code != 2 && !answer.is_empty(), "{arguments:?}");
        fs::remove_file(folder.path().join("answer")).expect("it is there");
    }
    // Where nothing is replaced what is known is shown.
    let (code, out, _) = run(&["count", "18", "--timeout", "200ms", "-o", "-"]);
    assert!(code == 3 && out.starts_with(">= "), "{out}");
}

#[cfg(unix)]
fn interrupted(folder: &Path, arguments: &[&str], after: Duration) -> (Option<i32>, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_queensat"))
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(after);
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
    (output.status.code(), said)
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_partial_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [
        &["count", "19"][..],
        &["count", "5", "19"],
        &["check", "5", BLOCKED],
        &["diagnose", BLOCKED],
        &["solve", BLOCKED],
        &["enumerate", "17"],
        &["encode", "400", "--amo", "pairwise"],
    ] {
        let arguments = [arguments, &["-o", "answer"]].concat();
        let (code, said) = interrupted(folder.path(), &arguments, Duration::from_millis(500));
        assert_eq!(code, Some(130), "{arguments:?}: {said}");
        assert_eq!(names_in(folder.path()), [""; 0], "{arguments:?}");
        if arguments[0] != "encode" {
            assert!(
                said.contains("no file written since"),
                "{arguments:?}: {said}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_of_generate_is_no_fault_wherever_it_falls() {
    let folder = tempfile::tempdir().expect("a folder");
    for (kind, delay) in [
        &["blocked", "150"][..],
        &["completion", "300", "5"],
        &["completion", "8", "3", "--random", "--unsatisfiable"],
        &["diagonals", "40"],
    ]
    .into_iter()
    .flat_map(|kind| (0..5).map(move |step| (kind, 200 + 7 * step)))
    {
        let arguments = [&["generate"], kind, &["-n", "10000000", "-o", "q.txt"]].concat();
        let (code, said) = interrupted(folder.path(), &arguments, Duration::from_millis(delay));
        let last = said.lines().last().unwrap_or_default();
        assert_eq!(code, Some(130), "{kind:?}: {last}");
        assert!(last.starts_with("note: interrupted"), "{kind:?}: {last}");
        let partial = |name: &String| !name.starts_with("q-");
        assert!(!names_in(folder.path()).iter().any(partial), "{kind:?}");
    }
}

#[test]
fn generated_instances_go_to_standard_output_or_to_files_but_not_beside_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("d")).expect("a folder");
    let generate = |more: &[&str]| {
        let arguments = ["generate", "completion", "8", "3", "-f", "batch"];
        run_in(folder.path(), &[&arguments[..], more].concat())
    };
    let (code, list, _) = generate(&["-n", "3"]);
    assert_eq!((code, list.lines().count()), (0, 3));
    assert_eq!(generate(&["-n", "3", "-o", "-"]).1, list);
    for (number, name) in [
        ("1", "d"),
        ("2", "d"),
        ("2", "d/"),
        ("1", "d/.."),
        ("2", "."),
    ] {
        let (code, out, err) = generate(&["-n", number, "-o", name]);
        assert_eq!((code, out.as_str()), (2, ""), "{name}");
        assert!(
            err.contains("folder") && err.contains("/instance.txt"),
            "{err}"
        );
    }
    assert_eq!(names_in(folder.path()), ["d"]);
    if cfg!(target_os = "linux") {
        assert_eq!(generate(&["-n", "3", "-o", "/dev/stdout"]).1, list);
    }
    assert_eq!(generate(&["-n", "2", "-o", "d/q.txt"]).0, 0);
    assert_eq!(names_in(&folder.path().join("d")), ["q-1.txt", "q-2.txt"]);
}

#[test]
fn a_name_in_a_folder_that_is_not_there_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("file"), "").expect("a file");
    for (arguments, option) in [
        (&["solve", "8"][..], "-o"),
        (&["count", "8"], "-o"),
        (&["check", "8"], "-o"),
        (&["diagnose", "8"], "-o"),
        (&["enumerate", "8"], "-o"),
        (&["convert", "8"], "-o"),
        (&["encode", "8"], "-o"),
        (&["encode", "8"], "--map"),
        (&["encode", "8", "--cubes", "2"], "--cube-files"),
        (&["solve", "3"], "--proof"),
        (&["count", "4"], "--certificate"),
        (&["compare", "4"], "-o"),
        (&["generate", "completion", "8", "3"], "-o"),
        (&["generate", "completion", "8", "3", "-n", "2"], "-o"),
    ] {
        for (target, expected) in [
            ("no/x", "the folder no does not exist"),
            ("no/no/x", "the folder no/no does not exist"),
            ("file/x", "file is a file, not a folder"),
        ] {
            let arguments = [arguments, &[option, target]].concat();
            let (code, _, err) = run_in(folder.path(), &arguments);
            assert!(code == 2 && err.contains(expected), "{arguments:?}: {err}");
            assert_eq!(names_in(folder.path()), ["file"], "{arguments:?}");
        }
    }
    let (code, _, err) = run_in(folder.path(), &["solve", "8", "-o", "no/"]);
    assert!(
        code == 2 && err.contains("the folder no/ does not exist"),
        "{err}"
    );
}

#[test]
fn a_board_that_nobody_could_look_at_is_not_drawn() {
    let (code, out, _) = run(&["generate", "completion", "1000000", "3"]);
    assert!(code == 0 && out.starts_with("1000000: "), "{out}");
    let (code, out, _) = run(&["generate", "completion", "1000", "3"]);
    assert!(code == 0 && out.starts_with("  ."));
    for arguments in [
        &["generate", "completion", "1000000", "3", "-f", "board"][..],
        &["convert", "1000000", "-f", "board"],
        &["convert", "1000000", "-f", "svg"],
        &["solve", "1000000"],
        &["solve", "1000000", "-f", "svg"],
        &["enumerate", "1000000", "-f", "board"],
    ] {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains("choose `squares`"), "{arguments:?}: {err}");
    }
    let (code, ranks, _) = run(&["convert", "1000000", "-f", "fen"]);
    assert_eq!((code, ranks.matches('/').count()), (0, 999_999));
}
