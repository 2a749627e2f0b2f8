//! A report for other programs: CSV, JSON, and Markdown tables.

use std::time::Duration;

use super::quantity::{duration, grouped, ratio};
use super::row::{Document, Row, document, rows, scores};
use crate::compare::{Case, Task, short_label};

/// Comma-separated values with a header line, a line a row, quoted where needed.
///
/// # Errors
/// Never of itself: the values are text and numbers, and the target is memory.
pub fn csv(cases: &[Case], baseline: &str) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows(cases, baseline) {
        writer.serialize(row)?;
    }
    let bytes = writer
        .into_inner()
        .map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8(bytes).expect("every value is UTF-8"))
}

/// One object; its `rows` have the columns of [`csv()`] as fields.
///
/// # Errors
/// As [`csv()`].
pub fn json(cases: &[Case], baseline: &str) -> Result<String, serde_json::Error> {
    let document: Document = document(cases, baseline);
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// One table that GitHub and others render.
pub fn markdown(cases: &[Case], baseline: &str) -> String {
    let mut out = format!(
        "| instance | task | engine | status | solutions | verified | first | time | quartiles | ratio to {} | clauses | peak memory |\n\
         |---|---|---|---|--:|---|--:|--:|--:|--:|--:|--:|\n",
        escaped(baseline)
    );
    for row in rows(cases, baseline) {
        out += &format!("| {} |\n", cells(&row).join(" | "));
    }
    out
}

/// One table of median times, engines down and instances across (files without their folders), the fastest of an instance in bold; before them
/// the cases solved of those asked, and PAR-2. A table for each task.
pub fn matrix(cases: &[Case]) -> String {
    let mut out = String::new();
    for score in scores(cases) {
        let mine = || cases.iter().filter(|case| case.task == score.task);
        if !out.contains(&title(score.task)) {
            let labels: Vec<String> = mine()
                .map(|case| escaped(short_label(&case.label)))
                .collect();
            let blank = if out.is_empty() { "" } else { "\n" };
            out += &format!(
                "{blank}| {} | solved | PAR-2 | {} |\n|---|--:|--:|{}\n",
                title(score.task),
                labels.join(" | "),
                "--:|".repeat(labels.len())
            );
        }
        let times: Vec<String> = mine().map(|case| outcome(case, &score.engine)).collect();
        out += &format!(
            "| {} | {} of {} | {} | {} |\n",
            escaped(&score.engine),
            score.solved,
            score.cases,
            score.par2_s.map_or_else(String::new, seconds),
            times.join(" | ")
        );
    }
    out
}

fn seconds(value: f64) -> String {
    Duration::try_from_secs_f64(value).map_or_else(|_| String::new(), duration)
}

fn title(task: Task) -> String {
    format!("engine, to {task}")
}

/// The median time, or why there is none; nothing if the engine was not asked.
fn outcome(case: &Case, engine: &str) -> String {
    let Some(entry) = case.entry(engine) else {
        return String::new();
    };
    match entry.time() {
        None => entry.status().word().replace('_', " "),
        Some(time) => {
            let fastest = case.ranking().first().map(|(first, _)| first.engine());
            let mark = if fastest == Some(engine) { "**" } else { "" };
            format!("{mark}{}{mark}", duration(time))
        }
    }
}

fn cells(row: &Row) -> [String; 12] {
    let dash = || "-".to_owned();
    [
        escaped(&row.instance),
        row.task.to_string(),
        escaped(&row.engine),
        row.status.replace('_', " "),
        grouped(row.solutions),
        if row.verified { "yes" } else { "no" }.to_owned(),
        row.first_median_ns.map_or_else(dash, time),
        row.time_median_ns.map_or_else(dash, time),
        quartiles(row).unwrap_or_else(dash),
        against(row).unwrap_or_else(dash),
        row.clauses.map_or_else(dash, grouped),
        row.peak_bytes.map_or_else(dash, memory),
    ]
}

/// A time in nanoseconds as people read it.
pub(super) fn time(nanoseconds: u64) -> String {
    duration(Duration::from_nanos(nanoseconds))
}

/// From the lower to the upper quartile.
pub(super) fn quartiles(row: &Row) -> Option<String> {
    Some(format!(
        "{} .. {}",
        time(row.time_q1_ns?),
        time(row.time_q3_ns?)
    ))
}

/// The ratio with its interval.
pub(super) fn against(row: &Row) -> Option<String> {
    let value = ratio(row.ratio?);
    Some(match row.ratio_low.zip(row.ratio_high) {
        Some((low, high)) => format!("{value} [{}, {}]", ratio(low), ratio(high)),
        None => value,
    })
}

/// Bytes in the next smaller unit.
pub(super) fn memory(bytes: u64) -> String {
    let kibibytes = bytes.div_ceil(1024);
    if kibibytes < 10_000 {
        format!("{} KiB", grouped(kibibytes))
    } else {
        format!("{} MiB", grouped(kibibytes.div_ceil(1024)))
    }
}

/// A bar would end the cell, and a line break the row.
fn escaped(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::with_capacity(line.len());
    for character in line.chars() {
        if "|\\`*_<>[]".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_stays_a_cell() {
        assert_eq!(escaped("a|b\nc*"), "a\\|b c\\*");
        assert_eq!(memory(3_000_000), "2,930 KiB");
        assert_eq!(memory(64 << 20), "64 MiB");
    }
}
