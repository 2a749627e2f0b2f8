//! `compare`, `sizes` and `list`, and the worker process behind `compare`.

use super::program::{run, run_with_input};

#[test]
fn engines_and_encodings_agree_with_the_literature() {
    let (code, out, err) = run(&["compare", "4..7", "--format", "json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let records: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(records.len(), 4 * 12);
    for record in &records {
        assert_eq!(record["status"], "complete", "{record}");
        assert!(record["fingerprint"].is_string(), "{record}");
    }
}

#[test]
fn the_table_fits_80_columns_and_gives_the_verdict() {
    let (code, out, _) = run(&[
        "compare",
        "6",
        "5x8",
        "--engines",
        "bitmask,sat+product:recursive,sat-blocking:varisat",
    ]);
    assert_eq!(code, 0);
    assert!(
        out.contains(
            "6\n4 solutions (as in OEIS A000170); all 3 engines agree, every solution verified\n"
        ),
        "{out}"
    );
    assert!(
        out.contains("5x8\n568 solutions; all 3 engines agree, every solution verified\n"),
        "{out}"
    );
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
}

#[test]
fn an_engine_that_cannot_is_a_record_and_no_disagreement() {
    let (code, out, _) = run(&[
        "compare",
        "129",
        "--engines",
        "bitmask",
        "--timeout",
        "100ms",
    ]);
    assert_eq!(code, 0);
    assert!(
        out.contains(
            "129\nno engine finished\n  bitmask does not take it: the engine `bitmask` takes boards"
        ),
        "{out}"
    );
}

#[test]
fn a_timeout_is_a_record_and_claims_no_count() {
    let (code, out, _) = run(&[
        "compare",
        "18",
        "--engines",
        "bitmask,bitmask",
        "--timeout",
        "200ms",
    ]);
    assert_eq!(code, 0);
    assert!(
        out.contains("18\nno engine finished (OEIS A000170 has 666,090,624)\n"),
        "{out}"
    );
    assert_eq!(out.matches("timeout").count(), 1, "{out}");
}

#[test]
fn given_squares_are_in_the_name_and_a_contradiction_is_told() {
    let (code, out, err) = run(&[
        "compare",
        "8",
        "--queen",
        "b4",
        "--queen",
        "b6",
        "--engines",
        "bitmask,sat",
    ]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("8: b4 b6\n0 solutions; all 2 engines agree"),
        "{out}"
    );
    assert_eq!(
        err,
        "note: 8: b4 b6: the placed queens on b4 and b6 attack each other along a column\n"
    );
}

#[test]
fn a_worker_refuses_what_is_no_job() {
    let (code, out, err) = run_with_input(&["worker"], "{}");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("expected a job of `queensat compare`"),
        "{err}"
    );
}

#[test]
fn sizes_are_counted_to_be_the_same() {
    let (code, out, _) = run(&["sizes", "8", "5x9", "8: b4 d5"]);
    assert_eq!(code, 0);
    assert_eq!(
        out.matches("sizes by formula, and counted to be the same")
            .count(),
        3,
        "{out}"
    );
    assert!(!out.contains("DIFFERS"), "{out}");
    let (_, out, _) = run(&["sizes", "100000", "--amo", "pairwise", "--free"]);
    assert!(out.contains("1,666,646,666,900,000"), "{out}");
    let (_, out, _) = run(&["sizes", "100000"]);
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
}

#[test]
fn list_names_what_other_commands_take() {
    let (_, out, _) = run(&["list"]);
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    for name in ["pairwise", "or-tree", "bitmask", "sat-blocking", "columns"] {
        assert!(
            out.lines()
                .any(|line| line.split_whitespace().next() == Some(name)),
            "{name}"
        );
    }
}
