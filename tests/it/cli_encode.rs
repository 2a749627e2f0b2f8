//! `encode`: headers that count right, maps, projections, and files that appear whole or not at all.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use super::program::run;

/// The header's two numbers, and what follows: largest variable and number of clauses.
fn header_and_content(text: &str) -> ([u64; 2], [u64; 2]) {
    let header = text
        .lines()
        .find_map(|line| line.strip_prefix("p cnf "))
        .expect("a header");
    let mut numbers = header
        .split(' ')
        .map(|number| number.parse().expect("a number"));
    let promised = [
        numbers.next().expect("variables"),
        numbers.next().expect("clauses"),
    ];
    let (mut largest, mut clauses) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with(['c', 'p'])) {
        let (literals, end) = line.rsplit_once('0').expect("a clause ends with 0");
        assert_eq!(end, "");
        clauses += 1;
        for literal in literals.split_whitespace() {
            largest = literal
                .parse::<i64>()
                .expect("a literal")
                .unsigned_abs()
                .max(largest);
        }
    }
    (promised, [largest, clauses])
}

#[test]
fn the_header_counts_what_follows() {
    for instance in ["4", "8", "5x7", "8: b4 d5", "8: b4 -a1 -h8"] {
        for amo in ["pairwise", "binary", "product", "ladder", "nested"] {
            for more in [&[][..], &["--no-reduce"], &["--auxiliaries", "free"]] {
                let (code, text, _) = run(&[&["encode", instance, "--amo", amo], more].concat());
                let (promised, found) = header_and_content(&text);
                assert_eq!((code, promised), (0, found), "{instance} {amo} {more:?}");
                assert!(text.ends_with(" 0\n"));
            }
        }
    }
}

#[test]
fn small_and_contradicting_boards_are_written_out() {
    let clauses = |arguments: &[&str]| {
        let (_, text, _) = run(arguments);
        text.lines()
            .filter(|line| !line.starts_with('c'))
            .map(|line| line.to_owned() + "\n")
            .collect::<String>()
    };
    assert_eq!(clauses(&["encode", "0"]), "p cnf 0 0\n");
    assert_eq!(clauses(&["encode", "1"]), "p cnf 1 2\n1 0\n1 0\n");
    assert_eq!(clauses(&["encode", "8: b4 b5"]), "p cnf 0 1\n0\n");
    assert!(clauses(&["encode", "3: a1 -b3"]).contains("\n0\n"));
    assert_eq!(
        clauses(&["encode", "1: -a1", "--no-reduce"]),
        "p cnf 1 3\n-1 0\n1 0\n1 0\n"
    );
}

#[test]
fn variables_are_named_and_mapped() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("map.json");
    let (_, text, _) = run(&["encode", "8: b4", "--map", map.to_str().expect("UTF-8")]);
    assert!(
        text.contains("\nc board 8 8\nc queen 3 1\nc varname 1 x_0_0\n"),
        "{text}"
    );
    let map: serde_json::Value =
        serde_json::from_slice(&fs::read(map).expect("a file")).expect("JSON");
    assert_eq!(map["queens"], serde_json::json!([[3, 1]]));
    assert_eq!(
        map["squares"].as_array().map(Vec::len),
        Some(text.matches("c varname").count())
    );
    let whole = run(&["encode", "5"]).1;
    assert!(whole.contains("c varname 8 x_1_2\n"));
}

#[test]
fn the_projection_stands_after_the_header_in_one_dialect() {
    for (dialect, prefix) in [
        ("show", "c p show"),
        ("ind", "c ind"),
        ("clasp", "c project"),
    ] {
        let (_, text, _) = run(&["encode", "2", "--projection", dialect]);
        let header = text.find("p cnf").expect("a header");
        assert!(
            text[header..].contains(&format!("\n{prefix} 1 2 3 4 0\n")),
            "{text}"
        );
    }
    assert!(!run(&["encode", "2"]).1.contains("show"));
}

#[test]
fn a_board_too_large_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("huge.cnf");
    let (code, out, err) = run(&["encode", "50000", "-o", target.to_str().expect("UTF-8")]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("more than the 2147483647 that can be numbered"),
        "{err}"
    );
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn files_appear_whole_under_their_name_and_gz_unpacks_to_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (plain, packed) = (path("q.cnf"), path("q.cnf.gz"));
    fs::write(&plain, "an older file").expect("a file");
    assert_eq!(
        run(&["encode", "8", "-o", &plain]),
        (0, String::new(), String::new())
    );
    assert_eq!(run(&["encode", "8", "-o", &packed]).0, 0);
    let text = fs::read_to_string(&plain).expect("a file");
    assert_eq!(text, run(&["encode", "8"]).1);
    let mut unpacked = String::new();
    let file = fs::File::open(&packed).expect("a file");
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut unpacked)
        .expect("gzip");
    assert_eq!(unpacked, text);
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 2);
    assert_eq!(
        run(&["encode", "8", "-o", &path("no/such/folder/q.cnf")]).0,
        2
    );
}

#[cfg(unix)]
#[test]
fn a_killed_export_leaves_nothing_under_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("q.cnf");
    let mut child = Command::new(env!("CARGO_BIN_EXE_queensat"))
        .args(["encode", "300", "--amo", "pairwise", "-o"])
        .arg(&target)
        .spawn()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_millis(100));
    child.kill().expect("it runs");
    assert!(!child.wait().expect("it ends").success());
    assert!(!target.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_device_is_not_replaced() {
    let (code, _, err) = run(&["encode", "100", "-o", "/dev/full"]);
    assert_eq!(code, 2);
    assert!(err.contains("No space left"), "{err}");
    assert_eq!(run(&["encode", "8", "-o", "/dev/null"]).0, 0);
    assert!(!fs::metadata("/dev/null").expect("it exists").is_file());
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for arguments in [
        &["enumerate", "10"][..],
        &["encode", "100"],
        &["compare", "6", "7"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_queensat"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut first = String::new();
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        stdout.read_line(&mut first).expect("UTF-8");
        drop(stdout);
        let mut errors = String::new();
        child
            .stderr
            .take()
            .expect("a pipe")
            .read_to_string(&mut errors)
            .expect("UTF-8");
        assert_eq!(
            (child.wait().expect("it ends").code(), errors.as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
        assert!(!first.is_empty());
    }
}

#[test]
fn what_is_partial_or_no_board_gets_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    assert_eq!(
        run(&["enumerate", "16", "--timeout", "100ms", "-o", &path("list")]).0,
        3
    );
    assert_eq!(
        run(&["solve", "2", "--format", "svg", "-o", &path("board.svg")]),
        (20, String::new(), "note: unsatisfiable\n".to_owned())
    );
    assert_eq!(
        run(&["encode", "4", "-o", &path("one"), "--map", &path("one")]).0,
        2
    );
    assert_eq!(
        run(&[
            "encode",
            "4",
            "-o",
            &path("q.cnf"),
            "--map",
            &path("no/map")
        ])
        .0,
        2
    );
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
    assert_eq!(
        run(&["enumerate", "8", "--limit", "5", "-o", &path("list")]).0,
        0
    );
    assert_eq!(
        fs::read_to_string(path("list"))
            .expect("a file")
            .lines()
            .count(),
        5
    );
}

#[cfg(unix)]
#[test]
fn a_link_keeps_pointing_and_an_interrupt_ends_a_blocked_export() {
    let folder = tempfile::tempdir().expect("a folder");
    let (target, link) = (folder.path().join("q.cnf"), folder.path().join("link.cnf"));
    std::os::unix::fs::symlink("q.cnf", &link).expect("a link");
    assert_eq!(
        run(&["encode", "4", "-o", link.to_str().expect("UTF-8")]).0,
        0
    );
    assert!(target.is_file() && fs::symlink_metadata(&link).expect("it stays").is_symlink());
    for arguments in [
        ["encode", "400", "--amo=pairwise"],
        ["enumerate", "14", "--quiet"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_queensat"))
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(std::time::Duration::from_millis(500));
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
        let begin = std::time::Instant::now();
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        assert!(
            begin.elapsed() < std::time::Duration::from_secs(5),
            "{arguments:?}"
        );
    }
}
