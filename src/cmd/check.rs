//! `check`: can each instance be completed? One line an instance: name, verdict, time.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use queensat::control::{Control, Stopped};
use queensat::engine::{Engine, best_to_find, second_opinion};
use queensat::problem::formats::{Format, print};
use queensat::report::quantity::duration;
use queensat::solution::Solution;

use super::encoding::EncodingOptions;
use super::instance::{Instances, Named};
use super::output::{NO_FILE, Output};
use super::shape::queens;
use super::{Ending, note, run, verified};

/// Arguments of `check`.
#[derive(Args)]
pub(super) struct Check {
    #[command(flatten)]
    instances: Instances,
    /// The engine, NAME[+ENCODING] (`queensat list engines`) [default: auto, or sat where an encoding is chosen]
    #[arg(long, short)]
    engine: Option<String>,
    #[command(flatten)]
    encoding: EncodingOptions,
    /// Time limit of each instance: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = run::parse_duration)]
    timeout: Option<Duration>,
    /// Have every "not completable" confirmed by a second engine of another kind
    #[arg(long)]
    certify: bool,
    /// Show the verified board of every "completable"
    #[arg(long)]
    board: bool,
    /// How the verdicts are written
    #[arg(long, short, value_enum, default_value_t = Shape::Text)]
    format: Shape,
    /// Write to a file, which appears whole or not at all, and not at all if interrupted; an instance whose time is up
    /// is `unknown` there; .gz compresses
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// Aligned columns: instance, verdict, time
    Text,
    /// An object a line
    Json,
}

enum Verdict {
    Completable(Solution),
    NotCompletable { certificate: Option<String> },
    Unknown(Stopped),
}

impl Check {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let instances = self.instances.read(&[])?;
        anyhow::ensure!(
            !instances.is_empty(),
            "expected an instance, such as a file or \"8: b4 d5\""
        );
        let chosen = self.encoding.chosen(self.engine.as_deref())?;
        let interrupt = run::interruptible(None)?;
        let width = instances
            .iter()
            .map(|named| named.label.chars().count())
            .max()
            .unwrap_or_default();
        let mut output = Output::new(self.output.as_deref())?;
        let mut ending = Ending::Done;
        for named in &instances {
            let control = interrupt.child(self.timeout);
            let engine = chosen
                .clone()
                .unwrap_or_else(|| best_to_find(&named.problem));
            let line = Line::new(self.format, width, &named.label, &engine.name());
            let (last, to_file) = (line.clone(), output.is_file());
            let watch = run::Watch::new(quiet, &control, move |stopped, _| {
                let verdict = Verdict::Unknown(stopped);
                let words = if to_file {
                    String::new()
                } else {
                    last.text(&verdict)
                };
                (words, worse(ending, ending_of(&verdict)))
            });
            let verdict = self.verdict(named, &*engine, &control)?;
            drop(watch);
            output.write_all(line.text(&verdict).as_bytes())?;
            if let (Verdict::Completable(solution), true) = (&verdict, self.board) {
                output.write_all(print(&solution.on(&named.problem), Format::Board)?.as_bytes())?;
            }
            ending = worse(ending, ending_of(&verdict));
            if ending == Ending::Interrupted {
                break;
            }
        }
        if ending == Ending::Interrupted && output.is_file() {
            note(quiet, format_args!("note: interrupted: {NO_FILE}"));
        } else {
            output.finish()?;
        }
        Ok(ending)
    }

    /// The verdict of one instance, confirmed if that is wanted.
    fn verdict(
        &self,
        named: &Named,
        engine: &dyn Engine,
        control: &Control,
    ) -> anyhow::Result<Verdict> {
        let (found, outcome) = engine
            .find(&named.problem, control)
            .with_context(|| named.label.clone())?;
        Ok(match (found, outcome.stopped) {
            (Some(placement), _) => Verdict::Completable(
                verified(engine, &named.problem, &placement)
                    .with_context(|| named.label.clone())?,
            ),
            (None, Some(stopped)) => Verdict::Unknown(stopped),
            (None, None) => {
                let certificate = if self.certify {
                    Some(certificate(named, engine, control)?)
                } else {
                    None
                };
                Verdict::NotCompletable { certificate }
            }
        })
    }
}

/// What the line of one instance says beside its verdict.
#[derive(Clone)]
struct Line {
    shape: Shape,
    width: usize,
    label: String,
    engine: String,
    begin: Instant,
}

impl Line {
    fn new(shape: Shape, width: usize, label: &str, engine: &str) -> Self {
        Self {
            shape,
            width,
            label: label.to_owned(),
            engine: engine.to_owned(),
            begin: Instant::now(),
        }
    }

    fn text(&self, verdict: &Verdict) -> String {
        let time = self.begin.elapsed();
        let note = match verdict {
            Verdict::Completable(_) => None,
            Verdict::NotCompletable { certificate } => certificate.clone(),
            Verdict::Unknown(stopped) => Some(stopped.to_string()),
        };
        match self.shape {
            Shape::Text => {
                let (label, width) = (&self.label, self.width);
                let note = note.map_or(String::new(), |note| format!("  {note}"));
                format!(
                    "{label:<width$}  {:<15}  {:>8}{note}\n",
                    word(verdict),
                    duration(time)
                )
            }
            Shape::Json => {
                let queens = match verdict {
                    Verdict::Completable(solution) => Some(queens(solution)),
                    _ => None,
                };
                let object = serde_json::json!({
                    "schema": 1,
                    "instance": self.label,
                    "verdict": word(verdict).replace(' ', "_"),
                    "seconds": time.as_secs_f64(),
                    "engine": self.engine,
                    "base": 0,
                    "queens": queens,
                    "note": note,
                });
                format!("{object}\n")
            }
        }
    }
}

/// Who confirms that there is no completion: the givens themselves, or a second engine.
fn certificate(named: &Named, first: &dyn Engine, control: &Control) -> anyhow::Result<String> {
    if let Some(conflict) = named.problem.conflict() {
        return Ok(conflict.to_string());
    }
    let second = second_opinion(&named.problem, first);
    let (found, outcome) = second
        .find(&named.problem, control)
        .with_context(|| named.label.clone())?;
    match (found, outcome.stopped) {
        (None, None) => Ok(format!("confirmed by {}", second.name())),
        (None, Some(stopped)) => Ok(format!("not confirmed by {}: {stopped}", second.name())),
        (Some(_), _) => bail!(
            "{}: {} finds no completion but {} does, a defect of this program",
            named.label,
            first.name(),
            second.name()
        ),
    }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Completable(_) => "completable",
        Verdict::NotCompletable { .. } => "not completable",
        Verdict::Unknown(_) => "unknown",
    }
}

fn ending_of(verdict: &Verdict) -> Ending {
    match verdict {
        Verdict::Completable(_) => Ending::Done,
        Verdict::NotCompletable { .. } => Ending::No,
        Verdict::Unknown(Stopped::Cancelled) => Ending::Interrupted,
        Verdict::Unknown(_) => Ending::OutOfTime,
    }
}

/// Several verdicts together: interrupted, else any "no", else any "unknown".
fn worse(one: Ending, other: Ending) -> Ending {
    let rank = |ending| match ending {
        Ending::Interrupted => 3,
        Ending::No => 2,
        Ending::OutOfTime => 1,
        _ => 0,
    };
    if rank(other) > rank(one) { other } else { one }
}
