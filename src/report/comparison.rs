//! The records of one instance as a block of text: a verdict, then a table of 80 columns.

use super::quantity::{duration, grouped, ratio};
use super::table::table;
use crate::compare::agreement::Agreement;
use crate::compare::{Record, Status};
use crate::engine::Effort;

/// The engine that times are compared with.
pub const BASELINE: &str = "bitmask";

/// The verdict and the table for the records of one instance, of the `wanted` engines.
pub fn block(label: &str, agreement: &Agreement, records: &[Record], wanted: usize) -> String {
    let baseline = records
        .iter()
        .find(|record| record.job.engine == BASELINE)
        .and_then(Record::all);
    let heads = [
        "engine",
        ">first",
        ">all",
        ">ratio",
        ">variables",
        ">clauses",
        ">cost",
    ];
    let mut rows = Vec::new();
    let mut family = "";
    for record in records {
        let (engine, encoding) = record
            .job
            .engine
            .split_once('+')
            .unwrap_or((&record.job.engine, ""));
        if encoding.is_empty() {
            family = "";
            rows.push(row(engine.to_owned(), baseline, record));
        } else {
            if family != engine {
                family = engine;
                rows.push(vec![format!("{engine} with")]);
            }
            rows.push(row(format!("  +{encoding}"), baseline, record));
        }
    }
    format!(
        "{label}\n{}\n{}\n{}",
        verdict(agreement, wanted),
        refusals(records),
        table(&heads, rows)
    )
}

fn row(name: String, baseline: Option<std::time::Duration>, record: &Record) -> Vec<String> {
    let time = |time: Option<std::time::Duration>| time.map_or("-".to_owned(), duration);
    let all = match &record.status {
        Status::Complete => time(record.all()),
        Status::Timeout => "timeout".to_owned(),
        Status::Refused(_) => "-".to_owned(),
        Status::Failed(_) => "failed".to_owned(),
    };
    let against = match (record.all(), baseline) {
        (Some(all), Some(baseline)) => ratio(all.as_secs_f64() / baseline.as_secs_f64()),
        _ => "-".to_owned(),
    };
    let size = |part: fn(&crate::cnf::Size) -> u64| {
        record
            .size
            .as_ref()
            .map_or("-".to_owned(), |size| grouped(part(size)))
    };
    let (variables, clauses) = (size(|size| size.variables), size(|size| size.clauses));
    vec![
        name,
        time(record.first()),
        all,
        against,
        variables,
        clauses,
        cost(&record.effort),
    ]
}

/// Nodes of a search, or learned clauses of a solver.
fn cost(effort: &Effort) -> String {
    match (effort.nodes, effort.learned) {
        (Some(nodes), _) => format!("{} nodes", grouped(nodes)),
        (None, Some(learned)) => format!("{} learned", grouped(learned)),
        (None, None) => "-".to_owned(),
    }
}

fn verdict(agreement: &Agreement, engines: usize) -> String {
    let Agreement {
        solutions,
        known,
        complete,
        verified,
        faults,
    } = agreement;
    let source = match known {
        Some(known) if *solutions == Some(*known) => " (as in OEIS A000170)".to_owned(),
        Some(known) => format!(" (OEIS A000170 has {})", grouped(known)),
        None => String::new(),
    };
    let found = match solutions {
        None => return format!("no engine finished{source}"),
        Some(1) => "1 solution".to_owned(),
        Some(solutions) => format!("{} solutions", grouped(solutions)),
    };
    let agreed = if *complete == engines && *verified == engines {
        format!("all {engines} engines agree, every solution verified")
    } else {
        format!("{complete} of {engines} engines finished and agree, {verified} verified")
    };
    let disagreed = format!("ENGINES DISAGREE OR FAIL\n  {}", faults.join("\n  "));
    format!(
        "{found}{source}; {}",
        if faults.is_empty() { agreed } else { disagreed }
    )
}

/// What kept engines from the instance at all, a line each.
fn refusals(records: &[Record]) -> String {
    let refused = records.iter().filter_map(|record| match &record.status {
        Status::Refused(reason) => Some(format!(
            "  {} does not take it: {reason}\n",
            record.job.engine
        )),
        _ => None,
    });
    refused.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Size;
    use crate::compare::Job;
    use crate::compare::agreement::agreement;

    fn record(engine: &str, all_ns: u64) -> Record {
        let job = Job {
            label: "5".to_owned(),
            instance: "5:".to_owned(),
            engine: engine.to_owned(),
            limit_ns: 1,
        };
        Record {
            status: Status::Complete,
            solutions: 10,
            fingerprint: Some("f".to_owned()),
            first_ns: vec![1_500],
            all_ns: vec![all_ns],
            ..Record::failed(job, "")
        }
    }

    #[test]
    fn a_block_tells_the_verdict_and_fits_80_columns() {
        let mut native = record("bitmask", 20_000);
        native.effort.nodes = Some(1_234);
        let mut sat = record("sat-blocking+product:recursive", 5_000_000);
        sat.effort.learned = Some(1_234_567);
        sat.size = Some(Size::new(26_104, 106_192, 1));
        let mut slow = record("sat-blocking+knuth", 0);
        slow.status = Status::Timeout;
        slow.all_ns.clear();
        let records = [native, sat, slow];
        let text = block("5", &agreement(Some(10), &records), &records, 3);
        insta::assert_snapshot!(text, @r"
        5
        10 solutions (as in OEIS A000170); 2 of 3 engines finished and agree, 2 verified

        engine                 first     all ratio variables clauses              cost
        bitmask              1.50 µs 20.0 µs  1.00         -       -       1,234 nodes
        sat-blocking with
          +product:recursive 1.50 µs 5.00 ms   250    26,104 106,192 1,234,567 learned
          +knuth             1.50 µs timeout     -         -       -                 -
        ");
        assert!(text.lines().all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn engines_that_disagree_are_named() {
        let mut liar = record("liar", 1);
        liar.solutions = 9;
        let records = [record("bitmask", 1), liar];
        let text = block("5", &agreement(None, &records), &records, 2);
        assert!(
            text.starts_with(
                "5\n10 solutions; ENGINES DISAGREE OR FAIL\n  liar counts 9, expected 10\n"
            ),
            "{text}"
        );
    }
}
