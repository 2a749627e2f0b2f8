//! The plots of a report: time against n, solved cases against time, predicted against actual sizes.

use std::time::Duration;

use super::axis::{Axis, Scale};
use super::chart::{Chart, Series};
use crate::compare::{Case, Entry, Task};
use crate::report::row::engines;

/// The engines of a report, each with its colour.
pub(super) struct Palette<'a>(Vec<&'a str>);

impl<'a> Palette<'a> {
    pub(super) fn new(cases: &'a [Case]) -> Self {
        let mut names = Vec::new();
        for (_, engine) in engines(cases) {
            if !names.contains(&engine) {
                names.push(engine);
            }
        }
        Self(names)
    }

    fn colour(&self, engine: &str) -> usize {
        let known = self.0.iter().position(|&name| name == engine);
        known.unwrap_or_default()
    }

    /// One series an engine that has points.
    fn series(&self, points: impl Fn(&str) -> Vec<(f64, f64)>) -> Vec<Series> {
        let series = self.0.iter().map(|&engine| Series {
            name: engine.to_owned(),
            colour: self.colour(engine),
            points: points(engine),
        });
        series.filter(|series| !series.points.is_empty()).collect()
    }
}

/// Whether a task was asked of any case.
pub(super) fn tasks(cases: &[Case]) -> Vec<Task> {
    let mut tasks: Vec<Task> = cases.iter().map(|case| case.task).collect();
    tasks.sort_unstable();
    tasks.dedup();
    tasks
}

fn words(task: Task) -> &'static str {
    match task {
        Task::Count => "to count all solutions",
        Task::Find => "to find one solution",
    }
}

/// Time against n on empty boards; `None` if no board of them was solved.
pub(super) fn scaling(cases: &[Case], task: Task, palette: &Palette<'_>) -> Option<Chart> {
    let series = palette.series(|engine| {
        let mine = cases.iter().filter(|case| case.task == task);
        let point = |case: &Case| {
            let time = case.entry(engine)?.time()?;
            Some((f64::from(case.n()?), time.as_secs_f64()))
        };
        mine.filter_map(point).collect()
    });
    let title = format!("Time {} by n", words(task));
    let caption = "Median time on empty n by n boards, on a logarithmic scale: a straight line is exponential growth. \
                   Jobs that did not end in time are left out.";
    chart(
        series,
        title,
        caption,
        ("n", Scale::Whole),
        ("median time", Scale::Times),
    )
}

/// How many cases each engine solves within a time; `None` if none was solved.
pub(super) fn cactus(cases: &[Case], task: Task, palette: &Palette<'_>) -> Option<Chart> {
    let series = palette.series(|engine| {
        let mine = cases.iter().filter(|case| case.task == task);
        let times = mine.filter_map(|case| case.entry(engine).and_then(Entry::time));
        let mut times: Vec<Duration> = times.collect();
        times.sort_unstable();
        let point = |(solved, time): (u32, Duration)| (f64::from(solved), time.as_secs_f64());
        (1..).zip(times).map(point).collect()
    });
    let title = format!("Cases solved, by time {}", words(task));
    let caption = "A cactus plot: the k-th point of an engine is its k-th fastest case. Further right is more solved, \
                   lower is faster. Engines that were asked fewer cases end earlier.";
    chart(
        series,
        title,
        caption,
        ("cases solved", Scale::Whole),
        ("median time", Scale::Times),
    )
}

/// Clauses by formula against clauses sent; `None` without formulas.
pub(super) fn sizes(cases: &[Case], palette: &Palette<'_>) -> Option<Chart> {
    #[expect(clippy::cast_precision_loss, reason = "a pixel is wider")]
    let series = palette.series(|engine| {
        let records = cases
            .iter()
            .filter_map(|case| Some(case.entry(engine)?.record()));
        let point = |(predicted, sent): (u64, u64)| (predicted as f64, sent as f64);
        let sizes = records.filter_map(|record| Some((record.size?.clauses, record.sent?.clauses)));
        sizes.map(point).collect()
    });
    let title = "Clauses: predicted and actual".to_owned();
    let caption = "Each point is a formula: its clauses by the encoding's formula against those really sent. \
                   Points on the diagonal are predicted exactly.";
    let x = ("clauses predicted", Scale::Counts);
    let chart = chart(series, title, caption, x, ("clauses sent", Scale::Counts))?;
    Some(Chart {
        joined: false,
        diagonal: true,
        ..chart
    })
}

fn chart(
    series: Vec<Series>,
    title: String,
    caption: &str,
    x: (&str, Scale),
    y: (&str, Scale),
) -> Option<Chart> {
    if series.is_empty() {
        return None;
    }
    let points = || series.iter().flat_map(|series| &series.points);
    Some(Chart {
        title,
        caption: caption.to_owned(),
        x: Axis::new(x.0, x.1, points().map(|&(x, _)| x)),
        y: Axis::new(y.0, y.1, points().map(|&(_, y)| y)),
        series,
        joined: true,
        diagonal: false,
    })
}
