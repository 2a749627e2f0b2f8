//! A case as a block of text: a verdict, who is fastest, then a table of 80 columns.

use std::time::Duration;

use super::quantity::{duration, grouped, ratio};
use super::table::table;
use crate::compare::agreement::Agreement;
use crate::compare::{Case, Entry, Status, Task};
use crate::engine::Effort;

/// The engine that times are compared with unless another is chosen.
pub const BASELINE: &str = "bitmask";

/// The verdict and the table of one case.
pub fn block(case: &Case, baseline: &str) -> String {
    let base = case.entry(baseline).and_then(Entry::time);
    let ranking = case.ranking();
    let fastest = ranking.first().map(|&(_, time)| time);
    let heads = match case.task {
        Task::Count => HEADS,
        Task::Find => HEADS.map(|head| if head == ">all" { ">load" } else { head }),
    };
    let mut rows = Vec::new();
    let mut family = "";
    for entry in &case.entries {
        match entry.encoding() {
            None => {
                family = "";
                rows.push(row(entry.engine().to_owned(), base, fastest, entry));
            }
            Some(encoding) => {
                if family != entry.family() {
                    family = entry.family();
                    rows.push(vec![format!("{family} with")]);
                }
                rows.push(row(format!("  +{encoding}"), base, fastest, entry));
            }
        }
    }
    format!(
        "{}\n{}\n{}{}\n{}",
        case.label,
        verdict(case.task, &case.agreement),
        refusals(case),
        lead(&ranking),
        table(&heads, rows)
    )
}

const HEADS: [&str; 8] = [
    "engine",
    ">first",
    ">all",
    ">ratio",
    "x10",
    ">variables",
    ">clauses",
    ">learned",
];

fn row(
    name: String,
    base: Option<Duration>,
    fastest: Option<Duration>,
    entry: &Entry,
) -> Vec<String> {
    let show = |time: Option<Duration>| time.map_or("-".to_owned(), duration);
    let first = entry.samples(|record| &record.first_ns).median();
    let load = entry.samples(|record| &record.load_ns).median();
    // The time of the task stands under its own head: `all`, or `first`.
    let (first, all) = match (entry.status(), entry.record().job.task) {
        (Status::Complete, Task::Count) => (show(first), show(entry.time())),
        (Status::Complete, Task::Find) => (show(first), show(load)),
        (status, Task::Count) => (show(first), short(status).to_owned()),
        (status, Task::Find) => (short(status).to_owned(), show(load)),
    };
    let against = |base: Option<Duration>| {
        let base = base?.max(Duration::from_nanos(1));
        Some(entry.time()?.as_secs_f64() / base.as_secs_f64())
    };
    let size = entry.record().size;
    vec![
        name,
        first,
        all,
        against(base).map_or("-".to_owned(), ratio),
        against(fastest).map_or(String::new(), bar),
        size.map_or("-".to_owned(), |size| grouped(size.variables)),
        size.map_or("-".to_owned(), |size| grouped(size.clauses)),
        cost(&entry.record().effort),
    ]
}

/// A word of at most seven letters, which a time has too.
fn short(status: &Status) -> &'static str {
    match status {
        Status::Complete => "-",
        Status::Timeout => "timeout",
        Status::OutOfMemory => "memory",
        Status::Refused(_) => "refused",
        Status::Failed(_) => "failed",
    }
}

/// A bar that grows by a cell with each factor of ten behind the fastest; the fastest has a thin one.
fn bar(ratio: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    const LONGEST: f64 = 8.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 64"
    )]
    let eighths = (ratio.log10().clamp(0.0, LONGEST) * 8.0).round().max(1.0) as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// Clauses that a solver learned, as the column's head says, or the nodes of a search.
fn cost(effort: &Effort) -> String {
    match (effort.nodes, effort.learned) {
        (Some(nodes), _) => format!("{} nodes", grouped(nodes)),
        (None, Some(learned)) => grouped(learned),
        (None, None) => "-".to_owned(),
    }
}

/// Whether the engines agree, and on what.
pub fn verdict(task: Task, agreement: &Agreement) -> String {
    let Agreement {
        solutions,
        known,
        engines,
        complete,
        verified,
        faults,
        wrong: _,
    } = agreement;
    let source = match known {
        Some(known) if *solutions == Some(*known) => " (as in OEIS A000170)".to_owned(),
        Some(known) => format!(" (OEIS A000170 has {})", grouped(known)),
        None => String::new(),
    };
    let found = match (task, solutions) {
        (_, None) => "no engine finished".to_owned(),
        (Task::Find, Some(0)) => "no solution".to_owned(),
        (Task::Find, Some(_)) => "a solution".to_owned(),
        (Task::Count, Some(1)) => "1 solution".to_owned(),
        (Task::Count, Some(solutions)) => format!("{} solutions", grouped(solutions)),
    };
    // OEIS counts; that there is a solution at all needs no source.
    let source = if task == Task::Count {
        source
    } else {
        String::new()
    };
    let agreed = if !faults.is_empty() {
        format!("; ENGINES DISAGREE OR FAIL\n  {}", faults.join("\n  "))
    } else if solutions.is_none() {
        String::new()
    } else if complete == engines && verified == engines {
        format!("; all {engines} engines agree, every solution verified")
    } else {
        format!("; {complete} of {engines} engines finished and agree, {verified} verified")
    };
    format!("{found}{source}{agreed}")
}

/// What kept engines from the instance at all, a line each.
fn refusals(case: &Case) -> String {
    let refused = case
        .entries
        .iter()
        .filter_map(|entry| match entry.status() {
            Status::Refused(reason) => {
                Some(format!("  {} does not take it: {reason}\n", entry.engine()))
            }
            _ => None,
        });
    refused.collect()
}

/// The fastest, and by how much; nothing to say of fewer than two.
fn lead(ranking: &[(&Entry, Duration)]) -> String {
    let [(first, best), (second, next), ..] = ranking else {
        return String::new();
    };
    let factor = next.as_secs_f64() / best.max(&Duration::from_nanos(1)).as_secs_f64();
    format!(
        "fastest: {}, by {} before {}\n",
        first.engine(),
        ratio(factor),
        second.engine()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Size;
    use crate::compare::{Conditions, Job, Record, cases};
    use crate::problem::Problem;

    fn record(engine: &str, all_ns: u64) -> Record {
        let problem = Problem::queens_on(5).expect("small");
        let conditions = Conditions::counting(Duration::from_secs(1));
        Record {
            encoding: engine.split_once('+').map(|(_, name)| name.to_owned()),
            status: Status::Complete,
            solutions: 10,
            verified: true,
            fingerprint: Some("f".to_owned()),
            first_ns: vec![1_500],
            all_ns: vec![all_ns],
            ..Record::begun(Job::new("5", &problem, engine, &conditions))
        }
    }

    fn text(records: &[Record]) -> String {
        block(&cases(records)[0], BASELINE)
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
        let text = text(&[native, sat, slow]);
        insta::assert_snapshot!(text, @r"
        5
        10 solutions (as in OEIS A000170); 2 of 3 engines finished and agree, 2 verified
        fastest: bitmask, by 250 before sat-blocking+product:recursive

        engine                 first     all ratio x10 variables clauses     learned
        bitmask              1.50 µs 20.0 µs  1.00 ▏           -       - 1,234 nodes
        sat-blocking with
          +product:recursive 1.50 µs 5.00 ms   250 ██▍    26,104 106,192   1,234,567
          +knuth             1.50 µs timeout     -             -       -           -
        ");
        assert!(text.lines().all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn engines_that_disagree_are_named() {
        let mut liar = record("sat-blocking+knuth", 1);
        liar.solutions = 9;
        let text = text(&[record("bitmask", 1), liar]);
        let start = "5\n10 solutions (as in OEIS A000170); ENGINES DISAGREE OR FAIL\n  \
                     sat-blocking+knuth counts 9, expected 10\n";
        assert!(text.starts_with(start), "{text}");
    }

    #[test]
    fn a_bar_grows_by_a_cell_with_each_factor_of_ten() {
        assert_eq!(
            [1.0, 10.0, 100.0, 31.6, 1e12].map(bar),
            ["▏", "█", "██", "█▌", "████████"]
        );
    }
}
