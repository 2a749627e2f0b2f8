//! A report as data: one row an engine on a case, the same fields in CSV and in JSON.
//!
//! `docs/METHODOLOGY.md` describes each column. Times are in nanoseconds; what was not measured is empty in CSV and
//! `null` in JSON.

use serde::Serialize;

use crate::cnf::Size;
use crate::compare::statistics::{Samples, Summary, growth, par2};
use crate::compare::{Case, Entry, Origin, Status, Task};

/// The version of [`Row`] and [`Document`].
pub const SCHEMA: u32 = 1;

/// One engine on one case.
#[derive(Clone, Debug, Serialize)]
#[expect(
    missing_docs,
    reason = "each is a column that docs/METHODOLOGY.md describes"
)]
pub struct Row {
    pub instance: String,
    pub hash: String,
    pub task: Task,
    pub engine: String,
    pub encoding: Option<String>,
    pub status: &'static str,
    pub solutions: u128,
    pub verified: bool,
    pub fingerprint: Option<String>,
    pub repetitions: usize,
    pub samples: usize,
    pub time_min_ns: Option<u64>,
    pub time_q1_ns: Option<u64>,
    pub time_median_ns: Option<u64>,
    pub time_q3_ns: Option<u64>,
    pub ratio: Option<f64>,
    pub ratio_low: Option<f64>,
    pub ratio_high: Option<f64>,
    pub encode_median_ns: Option<u64>,
    pub load_median_ns: Option<u64>,
    pub first_median_ns: Option<u64>,
    pub variables: Option<u64>,
    pub clauses: Option<u64>,
    pub literals: Option<u64>,
    pub sent_variables: Option<u64>,
    pub sent_clauses: Option<u64>,
    pub sent_literals: Option<u64>,
    pub nodes: Option<u64>,
    pub tried: Option<u64>,
    pub moves: Option<u64>,
    pub restarts: Option<u64>,
    pub cubes: Option<u64>,
    pub learned: Option<u64>,
    pub models: Option<u64>,
    pub blocking_clauses: Option<u64>,
    pub peak_bytes: Option<u64>,
    pub limit_ns: u64,
    pub memory_limit: Option<u64>,
}

/// One engine over all cases of a task that it was asked.
#[derive(Clone, Debug, Serialize)]
#[expect(
    missing_docs,
    reason = "each is a field that docs/METHODOLOGY.md describes"
)]
pub struct Score {
    pub task: Task,
    pub engine: String,
    pub cases: usize,
    pub solved: usize,
    pub par2_s: Option<f64>,
    /// The factor of the time from n - 1 to n on empty boards, with n.
    pub growth: Vec<(u32, f64)>,
}

/// The whole report.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The engine that ratios are to.
    pub baseline: String,
    /// What does not fit, one sentence an engine and instance.
    pub faults: Vec<String>,
    /// Machines and programs, each once.
    pub origins: Vec<Origin>,
    /// One an engine and case.
    pub rows: Vec<Row>,
    /// One an engine and task.
    pub scores: Vec<Score>,
}

/// The report of these cases.
pub fn document(cases: &[Case], baseline: &str) -> Document {
    let faults = cases.iter().flat_map(|case| {
        let faults = case.agreement.faults.iter();
        faults.map(|fault| format!("{}: {fault}", case.label))
    });
    Document {
        schema: SCHEMA,
        baseline: baseline.to_owned(),
        faults: faults.collect(),
        origins: origins(cases),
        rows: rows(cases, baseline),
        scores: scores(cases),
    }
}

/// Machines and programs, each once.
pub fn origins(cases: &[Case]) -> Vec<Origin> {
    let entries = cases.iter().flat_map(|case| &case.entries);
    let records = entries.flat_map(Entry::records);
    let mut origins: Vec<Origin> = records.map(|record| record.origin.clone()).collect();
    origins.sort_unstable();
    origins.dedup();
    origins
}

/// One row an engine and case.
pub fn rows(cases: &[Case], baseline: &str) -> Vec<Row> {
    let of_case = |case: &Case| -> Vec<Row> {
        let entries = case.entries.iter();
        entries.map(|entry| row(case, entry, baseline)).collect()
    };
    cases.iter().flat_map(of_case).collect()
}

fn row(case: &Case, entry: &Entry, baseline: &str) -> Row {
    let record = entry.record();
    let solved = |entry: &&Entry| *entry.status() == Status::Complete;
    let times = Some(entry).filter(solved).map(Entry::times);
    let summary = times.as_ref().and_then(Samples::summary);
    let time = |of: fn(Summary) -> u64| summary.map(of);
    let base = case.entry(baseline).filter(solved).map(Entry::times);
    let ratio = times.zip(base).and_then(|(times, base)| times.ratio(&base));
    let interval = ratio.and_then(|ratio| ratio.interval);
    let median = |samples: Samples| Some(samples.summary()?.median);
    let size = |size: Option<Size>, of: fn(Size) -> u64| size.map(of);
    Row {
        instance: case.label.clone(),
        hash: case.hash.clone(),
        task: case.task,
        engine: entry.engine().to_owned(),
        encoding: entry.encoding().map(str::to_owned),
        status: entry.status().word(),
        solutions: record.solutions,
        verified: record.verified,
        fingerprint: record.fingerprint.clone(),
        repetitions: entry.records().len(),
        samples: summary.map_or(0, |summary| summary.samples),
        time_min_ns: time(|summary| summary.min),
        time_q1_ns: time(|summary| summary.lower_quartile),
        time_median_ns: time(|summary| summary.median),
        time_q3_ns: time(|summary| summary.upper_quartile),
        ratio: ratio.map(|ratio| ratio.value),
        ratio_low: interval.map(|(low, _)| low),
        ratio_high: interval.map(|(_, high)| high),
        encode_median_ns: median(entry.samples(|record| &record.encode_ns)),
        load_median_ns: median(entry.samples(|record| &record.load_ns)),
        first_median_ns: median(entry.samples(|record| &record.first_ns)),
        variables: size(record.size, |size| size.variables),
        clauses: size(record.size, |size| size.clauses),
        literals: size(record.size, |size| size.literals),
        sent_variables: size(record.sent, |size| size.variables),
        sent_clauses: size(record.sent, |size| size.clauses),
        sent_literals: size(record.sent, |size| size.literals),
        nodes: record.effort.nodes,
        tried: record.effort.tried,
        moves: record.effort.moves,
        restarts: record.effort.restarts,
        cubes: record.effort.cubes,
        learned: record.effort.learned,
        models: record.effort.models,
        blocking_clauses: record.effort.blocking_clauses,
        peak_bytes: entry.peak_bytes(),
        limit_ns: record.job.limit_ns,
        memory_limit: record.job.memory_limit,
    }
}

/// One score an engine and task, in the order in which engines first appear.
pub fn scores(cases: &[Case]) -> Vec<Score> {
    let mut scores: Vec<Score> = Vec::new();
    for (task, engine) in engines(cases) {
        let asked = cases.iter().filter(|case| case.task == task);
        let asked: Vec<(&Case, &Entry)> = asked
            .filter_map(|case| Some((case, case.entry(engine)?)))
            .collect();
        let time = |&(_, entry): &(&Case, &Entry)| (entry.time(), entry.record().job.limit());
        let point = |(case, entry): &(&Case, &Entry)| Some((case.n()?, entry.time()?));
        scores.push(Score {
            task,
            engine: engine.to_owned(),
            cases: asked.len(),
            solved: asked
                .iter()
                .filter(|(_, entry)| entry.time().is_some())
                .count(),
            par2_s: par2(asked.iter().map(time)),
            growth: growth(&asked.iter().filter_map(point).collect::<Vec<_>>()),
        });
    }
    scores
}

/// Every engine with the tasks that it was asked, in the order in which they first appear.
pub fn engines(cases: &[Case]) -> Vec<(Task, &str)> {
    let mut engines = Vec::new();
    for task in [Task::Count, Task::Find] {
        for case in cases.iter().filter(|case| case.task == task) {
            for entry in &case.entries {
                if !engines.contains(&(task, entry.engine())) {
                    engines.push((task, entry.engine()));
                }
            }
        }
    }
    engines
}
