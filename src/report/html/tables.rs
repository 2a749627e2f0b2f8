//! The tables of a report: verdicts, the heat map of encodings against instances, scores, all numbers.

use maud::{Markup, html};

use super::plots::tasks;
use crate::compare::{Case, Entry, Task};
use crate::report::comparison::verdict;
use crate::report::export::{against, memory, quartiles, time};
use crate::report::quantity::{duration, grouped, ratio};
use crate::report::row::{rows, scores};

/// A table that scrolls by itself where the screen is narrow, by keys too.
fn scrolling(name: &str, table: &Markup) -> Markup {
    html! { div class="scroll" role="region" aria-label=(name) tabindex="0" { (table) } }
}

/// Who agrees, who is fastest, by what factor: one line a case.
pub(super) fn verdicts(cases: &[Case]) -> Markup {
    let table = html! {
        table {
            thead { tr {
                th scope="col" { "instance" } th scope="col" { "fastest" } th scope="col" class="number" { "time" }
                th scope="col" class="number" { "ahead by" } th scope="col" { "the next" } th scope="col" { "answer" }
            } }
            tbody { @for case in cases {
                @let ranking = case.ranking();
                tr class=[(!case.agreement.faults.is_empty()).then_some("fault")] {
                    th scope="row" { (case.label) }
                    @match &ranking[..] {
                        [] => { td { "-" } td { "-" } td { "-" } td { "-" } }
                        [(only, time)] => { td { (only.engine()) } td class="number" { (duration(*time)) } td { "-" } td { "-" } }
                        [(first, time), (second, next), ..] => {
                            td { (first.engine()) }
                            td class="number" { (duration(*time)) }
                            td class="number" { (ratio(next.as_secs_f64() / time.as_secs_f64().max(1e-9))) " ×" }
                            td { (second.engine()) }
                        }
                    }
                    td class="words" { (verdict(case.task, &case.agreement)) }
                }
            } }
        }
    };
    scrolling("Verdicts", &table)
}

/// Times of the engines that encode, as ratios to the fastest of them on each instance.
pub(super) fn heat_maps(cases: &[Case]) -> Markup {
    html! { @for task in tasks(cases) { (heat_map(cases, task)) } }
}

fn heat_map(cases: &[Case], task: Task) -> Markup {
    let encodes = |entry: &&Entry| entry.encoding().is_some();
    let mut engines: Vec<&str> = Vec::new();
    let mut columns: Vec<&Case> = Vec::new();
    for case in cases.iter().filter(|case| case.task == task) {
        for entry in case.entries.iter().filter(encodes) {
            if !engines.contains(&entry.engine()) {
                engines.push(entry.engine());
            }
        }
        if case.entries.iter().any(|entry| encodes(&entry)) {
            columns.push(case);
        }
    }
    if engines.len() < 2 {
        return html! {};
    }
    let best = |case: &Case| {
        let times = case.entries.iter().filter(encodes).filter_map(Entry::time);
        times.min()
    };
    let cell = |case: &Case, engine: &str| {
        let (Some(entry), best) = (case.entry(engine), best(case)) else {
            return html! { td class="number" { "" } };
        };
        if let Some((time, best)) = entry.time().zip(best) {
            let factor = time.as_secs_f64() / best.as_secs_f64().max(1e-9);
            html! { td class=(format!("number h{}", heat(factor))) { (ratio(factor)) } }
        } else {
            html! { td class="number none" { (entry.status().word().replace('_', " ")) } }
        }
    };
    let title = match task {
        Task::Count => "Encodings against instances: counting",
        Task::Find => "Encodings against instances: one solution",
    };
    let table = html! {
        table class="heat" {
            thead { tr {
                th scope="col" { "engine" }
                @for case in &columns { th scope="col" class="number" { (case.label) } }
            } }
            tbody { @for engine in engines { tr {
                th scope="row" { (engine) }
                @for case in &columns { (cell(case, engine)) }
            } } }
        }
    };
    html! {
        h3 { (title) }
        p { "Each number is a time over that of the fastest encoding on the same instance: 1.00 is the best of its column." }
        (scrolling(title, &table))
    }
}

/// The step of a colour, from 0, for the fastest, to 5: three steps a factor of ten.
fn heat(factor: f64) -> usize {
    [1.05, 1.5, 2.2, 4.7, 10.0]
        .iter()
        .filter(|&&step| factor > step)
        .count()
}

/// PAR-2 and growth.
pub(super) fn score_table(cases: &[Case]) -> Markup {
    let growth = |factors: &[(u32, f64)]| {
        let last = factors.iter().rev().take(3).rev();
        let texts: Vec<String> = last
            .map(|&(n, factor)| format!("×{} to n = {n}", ratio(factor)))
            .collect();
        if texts.is_empty() {
            "-".to_owned()
        } else {
            texts.join(", ")
        }
    };
    let table = html! {
        table {
            thead { tr {
                th scope="col" { "engine" } th scope="col" { "task" } th scope="col" class="number" { "solved" }
                th scope="col" class="number" { "PAR-2" } th scope="col" { "growth from n - 1, last steps" }
            } }
            tbody { @for score in scores(cases) { tr {
                th scope="row" { (score.engine) }
                td { (score.task) }
                td class="number" { (score.solved) " of " (score.cases) }
                td class="number" { (score.par2_s.map_or("-".to_owned(), seconds)) }
                td { (growth(&score.growth)) }
            } } }
        }
    };
    scrolling("Scores", &table)
}

fn seconds(seconds: f64) -> String {
    std::time::Duration::try_from_secs_f64(seconds).map_or("-".to_owned(), duration)
}

/// Every row.
pub(super) fn all_numbers(cases: &[Case], baseline: &str) -> Markup {
    let show = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let table = html! {
        table {
            thead { tr {
                th scope="col" { "instance" } th scope="col" { "task" } th scope="col" { "engine" }
                th scope="col" { "status" } th scope="col" class="number" { "solutions" }
                th scope="col" class="number" { "load" } th scope="col" class="number" { "first" }
                th scope="col" class="number" { "time" } th scope="col" class="number" { "quartiles" }
                th scope="col" class="number" { "ratio to " (baseline) } th scope="col" class="number" { "variables" }
                th scope="col" class="number" { "clauses" } th scope="col" class="number" { "nodes" }
                th scope="col" class="number" { "learned" } th scope="col" class="number" { "memory" }
            } }
            tbody { @for row in rows(cases, baseline) { tr {
                th scope="row" { (row.instance) }
                td { (row.task) }
                td { (row.engine) }
                td { (row.status.replace('_', " ")) }
                td class="number" { (grouped(row.solutions)) }
                td class="number" { (show(row.load_median_ns.map(time))) }
                td class="number" { (show(row.first_median_ns.map(time))) }
                td class="number" { (show(row.time_median_ns.map(time))) }
                td class="number" { (show(quartiles(&row))) }
                td class="number" { (show(against(&row))) }
                td class="number" { (show(row.variables.map(grouped))) }
                td class="number" { (show(row.clauses.map(grouped))) }
                td class="number" { (show(row.nodes.map(grouped))) }
                td class="number" { (show(row.learned.map(grouped))) }
                td class="number" { (show(row.peak_bytes.map(memory))) }
            } } }
        }
    };
    scrolling("All numbers", &table)
}
