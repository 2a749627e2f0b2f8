//! The records of one instance as a block of text: a verdict, then a table of 80 columns.

use super::quantity::{duration, grouped, ratio};
use super::table::table;
use crate::compare::agreement::Agreement;
use crate::compare::{Record, Status};
use crate::engine::Effort;

/// The engine that times are compared with.
pub const BASELINE: &str = "bitmask";

/// The verdict and the table for the records of one instance.
pub fn block(label: &str, agreement: &Agreement, records: &[Record]) -> String {
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
        "{}\n{}",
        verdict(label, agreement, records.len()),
        table(&heads, rows)
    )
}

fn row(name: String, baseline: Option<std::time::Duration>, record: &Record) -> Vec<String> {
    let time = |time: Option<std::time::Duration>| time.map_or("-".to_owned(), duration);
    let all = match &record.status {
        Status::Complete => time(record.all()),
        Status::Timeout => "timeout".to_owned(),
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

fn verdict(label: &str, agreement: &Agreement, engines: usize) -> String {
    let Agreement {
        solutions,
        known,
        complete,
        verified,
        faults,
    } = agreement;
    let Some(solutions) = solutions else {
        return format!("{label}: no engine came to the end\n");
    };
    let noun = if *solutions == 1 {
        "solution"
    } else {
        "solutions"
    };
    let mut text = format!("{label}: {} {noun}", grouped(solutions));
    if *known {
        text += " (as in OEIS A000170)";
    }
    text += &if !faults.is_empty() {
        format!("; ENGINES DISAGREE\n  {}", faults.join("\n  "))
    } else if *complete == engines && *verified == engines {
        format!("; all {engines} engines agree, every solution verified")
    } else {
        format!(
            "; {complete} of {engines} engines came to the end and agree, {verified} verified every solution"
        )
    };
    text + "\n"
}
