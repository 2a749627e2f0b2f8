//! `report`, `completions` and `man`: every format read back by a reader of its own.

use std::collections::HashMap;

use queensat::compare::{Conditions, Job, Record, Status, Task};
use queensat::problem::formats;

use super::program::{run, run_with_input};

/// Invented records: three boards, three engines, three repetitions, one timeout and a label that every format
/// must quote.
fn records() -> String {
    let mut out = String::new();
    let mut put = |label: &str, text: &str, engine: &str, scale: u64, task: Task| {
        let problem = formats::parse(text, None).expect("an instance");
        let conditions = Conditions {
            task,
            ..Conditions::counting(std::time::Duration::from_secs(1))
        };
        for repetition in 0..3 {
            let job = Job {
                repetition,
                ..Job::new(label, &problem, engine, &conditions)
            };
            let mut record = Record::begun(job);
            record.encoding = engine.split_once('+').map(|(_, name)| name.to_owned());
            record.first_ns = vec![scale / 2];
            record.solutions = 10;
            if engine == "sat-blocking+knuth" && text == "7" {
                record.solutions = 1;
            } else {
                record.status = Status::Complete;
                record.all_ns = vec![scale, scale + u64::from(repetition)];
                record.solutions = [("5", 10), ("6", 4), ("7", 40)]
                    .iter()
                    .find(|(known, _)| *known == text)
                    .map_or(1, |&(_, solutions)| solutions);
                record.verified = true;
            }
            if record.encoding.is_some() {
                let size =
                    queensat::cnf::Size::new(30, 100 * u64::from(problem.board().rows()), 300);
                (record.size, record.sent) = (Some(size), Some(size));
            }
            record.solution = Some("5: a1 b3 c5 d2 e4\n".to_owned()).filter(|_| text == "5");
            out += &(serde_json::to_string(&record).expect("JSON") + "\n");
        }
    };
    for (index, text) in (0..).zip(["5", "6", "7"]) {
        for (factor, engine) in [
            (1, "bitmask"),
            (50, "sat-blocking+pairwise"),
            (20, "sat-blocking+knuth"),
        ] {
            put(
                text,
                text,
                engine,
                factor * 1000 * 5_u64.pow(index),
                Task::Count,
            );
        }
    }
    put("a \"b\", c|d <i>", "5: a1", "bitmask", 900, Task::Find);
    out
}

fn report(format: &str) -> String {
    let (code, out, err) = run_with_input(&["report", "-", "--format", format], &records());
    assert_eq!((code, err.as_str()), (0, ""));
    out
}

#[test]
fn text_fits_80_columns_and_answers_at_a_glance() {
    let text = report("text");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    assert!(
        text.contains("10 solutions (as in OEIS A000170); all 3 engines agree, every solution verified\nfastest: bitmask, by 20.0 before sat-blocking+knuth\n"),
        "{text}"
    );
    assert!(text.contains("timeout"), "{text}");
}

#[test]
fn csv_is_read_back_with_the_documented_columns() {
    let text = report("csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().expect("a header").clone();
    let method = include_str!("../../docs/METHODOLOGY.md");
    for head in &heads {
        assert!(
            method.contains(&format!("| `{head}` |")),
            "{head} is not documented"
        );
    }
    let rows: Vec<HashMap<String, String>> = reader
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("rows of equal length");
    assert_eq!(rows.len(), 3 * 3 + 1);
    let knuth = rows
        .iter()
        .find(|row| row["instance"] == "6" && row["engine"] == "sat-blocking+knuth")
        .expect("a row");
    assert_eq!(knuth["time_median_ns"], "100000");
    assert_eq!(
        (knuth["samples"].as_str(), knuth["repetitions"].as_str()),
        ("6", "3")
    );
    let ratio: f64 = knuth["ratio"].parse().expect("a number");
    assert!((ratio - 20.0).abs() < 0.01);
    let late = rows
        .iter()
        .find(|row| row["status"] == "timeout")
        .expect("one");
    assert_eq!(
        (late["time_median_ns"].as_str(), late["ratio"].as_str()),
        ("", "")
    );
    assert!(rows.iter().any(|row| row["instance"] == "a \"b\", c|d <i>"));
}

#[test]
fn json_is_read_back_with_the_same_rows() {
    let document: serde_json::Value = serde_json::from_str(&report("json")).expect("JSON");
    assert_eq!(document["schema"], 1);
    let rows = document["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 3 * 3 + 1);
    let csv = report("csv");
    let heads: Vec<&str> = csv.lines().next().expect("a header").split(',').collect();
    for row in rows {
        let fields = row.as_object().expect("an object");
        assert!(fields.len() == heads.len() && heads.iter().all(|head| fields.contains_key(*head)));
    }
    let growth = &document["scores"][0]["growth"];
    assert_eq!(growth[0][0], 6, "{growth}");
    assert!((growth[0][1].as_f64().expect("a factor") - 5.0).abs() < 0.01);
}

#[test]
fn markdown_is_one_table_of_equal_rows() {
    let text = report("markdown");
    let cells = |line: &str| {
        assert!(line.starts_with("| ") || line.starts_with("|--"), "{line}");
        line.replace("\\|", "").matches('|').count()
    };
    let counts: Vec<usize> = text.lines().map(cells).collect();
    assert_eq!(counts.len(), 2 + 3 * 3 + 1);
    assert!(counts.iter().all(|&count| count == 13), "{counts:?}");
}

#[test]
fn the_page_is_whole_quoted_and_alone() {
    let page = report("html");
    for (element, least) in [
        ("svg", 4),
        ("table", 4),
        ("figure", 5),
        ("tr", 20),
        ("section", 6),
    ] {
        let open = page.matches(&format!("<{element}>")).count()
            + page.matches(&format!("<{element} ")).count();
        let closed = page.matches(&format!("</{element}>")).count();
        assert!(
            open == closed && open >= least,
            "{element}: {open} {closed}"
        );
    }
    assert!(page.contains("c|d &lt;i&gt;") && !page.contains("<i>"));
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"));
    assert_eq!(
        page.matches("role=\"img\"").count(),
        page.matches("<svg").count()
    );
    assert_eq!(page.matches("<img").count(), page.matches(" alt=").count());
    assert!(page.matches("class=\"dot\"").count() > 20);
}

#[test]
fn the_matrix_has_a_cell_for_every_engine_and_instance() {
    let text = report("matrix");
    for table in text.split("\n\n") {
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        let counts: Vec<usize> = table.lines().map(bars).collect();
        assert!(
            counts.len() > 2 && counts.iter().all(|&count| count == counts[0]),
            "{table}"
        );
    }
    assert!(text.contains("engine, to count") && text.contains("engine, to find"));
    assert!(
        text.contains("**5.00 µs** | **25.0 µs**"),
        "the fastest of its case: {text}"
    );
}

#[test]
fn the_plot_is_a_document_of_its_own() {
    let plot = report("svg");
    assert!(plot.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert_eq!(plot.matches("<svg").count(), plot.matches("</svg>").count());
    assert!(plot.contains("class=\"dot\"") && plot.contains("sat-blocking+knuth"));
}

#[test]
fn what_is_no_record_is_one_sentence() {
    for (input, word) in [
        ("", "found none"),
        ("{}\n", "line 1: expected a record"),
        ("{\"schema\":1}\n", "schema 2, found 1"),
    ] {
        let (code, out, err) = run_with_input(&["report", "-"], input);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains(word) && err.lines().count() == 1, "{err}");
    }
    let torn = records() + "{\"schema\":2";
    let (code, _, err) = run_with_input(&["report", "-", "-f", "csv"], &torn);
    assert_eq!(code, 0);
    assert!(err.contains("torn"), "{err}");
}

#[test]
fn records_of_a_real_run_make_every_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("r.jsonl");
    let path = path.to_str().expect("UTF-8");
    let (code, _, _) = run(&["compare", "4", "5", "-o", path, "--repeat", "3"]);
    assert_eq!(code, 0);
    for format in ["text", "csv", "markdown", "matrix", "json", "html", "svg"] {
        let (code, out, err) = run(&["report", path, "-f", format]);
        assert_eq!((code, err.as_str()), (0, ""), "{format}");
        assert!(out.contains("product:recursive"), "{format}");
        let few = [
            "report",
            path,
            "-f",
            format,
            "--engines",
            "bitmask,sat-blocking+knuth",
        ];
        let (code, out, err) = run(&few);
        assert_eq!((code, err.as_str()), (0, ""), "{format}");
        assert!(
            out.contains("knuth") && !out.contains("product:recursive"),
            "{format}"
        );
    }
    let (code, _, err) = run(&["report", path, "--engines", "sets"]);
    assert!(code == 2 && err.contains("found none of `sets`"), "{err}");
    let (_, one, _) = run(&["report", path, "--instances", "5", "-f", "csv"]);
    let (_, both, _) = run(&["report", path, "-f", "csv"]);
    assert_eq!(2 * (one.lines().count() - 1), both.lines().count() - 1);
    let (code, _, err) = run(&["report", path, "--instances", "6"]);
    assert!(code == 2 && err.contains("instance `6`"), "{err}");
    let (_, _, err) = run(&["report", path, "--baseline", "nobody"]);
    assert!(err.contains("no ratios"), "{err}");
}

#[test]
fn shells_and_man_learn_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, out, _) = run(&["completions", shell]);
        assert_eq!(code, 0);
        assert!(
            out.contains("queensat") && out.contains("enumerate"),
            "{shell}"
        );
        assert!(!out.contains("worker"), "{shell}");
    }
    let (code, out, _) = run(&["man"]);
    assert_eq!(code, 0);
    assert!(
        out.contains(".TH queensat 1") && out.contains("report"),
        "{out}"
    );
    let (_, out, _) = run(&["man", "compare"]);
    assert!(out.contains("plan") && out.contains("queensat"), "{out}");
    assert_eq!(run(&["man", "comapre"]).0, 2);
}

/// Whoever answers wrongly is never the fastest, in no format.
#[test]
fn a_liar_wins_nothing() {
    let mut lines = String::new();
    for (engine, solutions, nanoseconds) in [("bitmask", 40, 900), ("sets", 41, 5)] {
        let problem = formats::parse("7", None).expect("a number");
        let conditions = Conditions::counting(std::time::Duration::from_secs(1));
        let mut record = Record::begun(Job::new("7", &problem, engine, &conditions));
        record.status = Status::Complete;
        record.verified = true;
        record.solutions = solutions;
        record.all_ns = vec![nanoseconds];
        lines += &(serde_json::to_string(&record).expect("JSON") + "\n");
    }
    for format in ["text", "matrix", "markdown", "csv", "html"] {
        let (_, out, _) = run_with_input(&["report", "-", "-f", format], &lines);
        assert!(
            out.contains("failed") || out.contains("expected 40"),
            "{format}: {out}"
        );
        assert!(
            !out.contains("fastest: sets") && !out.contains("**5 ns**"),
            "{format}: {out}"
        );
    }
}
