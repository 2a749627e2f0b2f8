//! `check`: can each instance be completed? One line an instance: name, verdict, time.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::{Args, ValueEnum};
use queensat::control::{Control, Stopped};
use queensat::engine::{Engine, best_to_find, blame, second_opinion};
use queensat::problem::Problem;
use queensat::problem::formats::{Format, print};
use queensat::report::quantity::duration;
use queensat::solution::Solution;

use super::encoding::EncodingOptions;
use super::escaped::Escaped;
use super::instance::Instances;
use super::output::{NO_FILE, Output};
use super::shape::queens;
use super::{Ending, note, run, say, sentence, verified};

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
    /// Threads that the engine may use, if it can use more than one: 1 to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = run::parse_threads)]
    threads: usize,
    /// Have every "not completable" confirmed by a second engine of another kind
    #[arg(long)]
    certify: bool,
    /// Show the verified board of every "completable"; JSON has its queens anyway, and shows none
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
    NotCompletable {
        certificate: Option<String>,
    },
    Unknown(Stopped),
    /// The instance is bad or the engine failed; this says how.
    Failed(String),
}

impl Check {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let instances = self.instances.read_each()?;
        anyhow::ensure!(
            !instances.is_empty(),
            "expected an instance, such as a file or \"8: b4 d5\""
        );
        let chosen = self.encoding.chosen(self.engine.as_deref())?;
        let interrupt = run::interruptible(None)?;
        let labels = instances.iter().map(|(label, _)| label.chars().count());
        let width = labels.max().unwrap_or_default();
        let mut output = Output::new(self.output.as_deref())?;
        let (mut ending, mut failed) = (Ending::Done, 0);
        for (label, problem) in &instances {
            let mut line = Line::new(self.format, width, label);
            let verdict = match problem {
                Ok(problem) => {
                    let engine = chosen.clone().unwrap_or_else(|| best_to_find(problem));
                    line.engine = Some(engine.name());
                    let control = interrupt.child(self.timeout).with_threads(self.threads);
                    let watch = self.watch(quiet, &control, &line, ending);
                    let verdict = self.verdict(problem, &*engine, &control);
                    drop(watch);
                    verdict.unwrap_or_else(|error| Verdict::failed(label, &error))
                }
                Err(error) => Verdict::failed(label, error),
            };
            output.write_all(line.text(&verdict).as_bytes())?;
            if let (Verdict::Completable(solution), Ok(problem)) = (&verdict, problem)
                && self.board
                && self.format == Shape::Text
            {
                output.write_all(print(&solution.on(problem), Format::Board)?.as_bytes())?;
            }
            failed += usize::from(matches!(verdict, Verdict::Failed(_)));
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
        if failed > 0 {
            let all = instances.len();
            say(format_args!(
                "queensat: instances that failed: {failed} of {all}; the verdicts say why"
            ));
        }
        Ok(ending)
    }

    /// Gives the verdict on an instance whose engine does not stop, after those that came to `ending`.
    fn watch(&self, quiet: bool, control: &Control, line: &Line, ending: Ending) -> run::Watch {
        let (line, to_file) = (line.clone(), self.output.is_some());
        run::Watch::new(quiet, control, move |stopped, _| {
            let verdict = Verdict::Unknown(stopped);
            let words = if to_file {
                String::new()
            } else {
                line.text(&verdict)
            };
            (words, worse(ending, ending_of(&verdict)))
        })
    }

    /// The verdict on one instance, confirmed if that is wanted.
    fn verdict(
        &self,
        problem: &Problem,
        engine: &dyn Engine,
        control: &Control,
    ) -> anyhow::Result<Verdict> {
        let (found, outcome) = engine.find(problem, control)?;
        Ok(match (found, outcome.stopped) {
            (Some(placement), _) => Verdict::Completable(verified(engine, problem, &placement)?),
            (None, Some(stopped)) => Verdict::Unknown(stopped),
            (None, None) => {
                let certificate = if self.certify {
                    Some(certificate(problem, engine, control)?)
                } else {
                    None
                };
                Verdict::NotCompletable { certificate }
            }
        })
    }
}

impl Verdict {
    /// The failure on the instance of this name, which stands beside it.
    fn failed(label: &str, error: &anyhow::Error) -> Self {
        let sentence = sentence(error);
        let named = sentence.strip_prefix(label);
        let rest = named.and_then(|rest| rest.strip_prefix(": "));
        Self::Failed(rest.unwrap_or(&sentence).to_owned())
    }
}

/// What the line of one instance says beside its verdict.
#[derive(Clone)]
struct Line {
    shape: Shape,
    width: usize,
    label: String,
    /// None for an instance that could not be read.
    engine: Option<String>,
    begin: Instant,
}

impl Line {
    fn new(shape: Shape, width: usize, label: &str) -> Self {
        Self {
            shape,
            width,
            label: label.to_owned(),
            engine: None,
            begin: Instant::now(),
        }
    }

    fn text(&self, verdict: &Verdict) -> String {
        let time = self.begin.elapsed();
        let note = match verdict {
            Verdict::Completable(_) => None,
            Verdict::NotCompletable { certificate } => certificate.clone(),
            Verdict::Unknown(stopped) => Some(stopped.to_string()),
            Verdict::Failed(sentence) => Some(sentence.clone()),
        };
        match self.shape {
            Shape::Text => {
                let (label, width) = (&self.label, self.width);
                let note = note.map_or(String::new(), |note| format!("  {}", Escaped(note)));
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
fn certificate(problem: &Problem, first: &dyn Engine, control: &Control) -> anyhow::Result<String> {
    if let Some(conflict) = problem.conflict() {
        return Ok(conflict.to_string());
    }
    let second = second_opinion(problem, first);
    let (found, outcome) = second.find(problem, control)?;
    match (found, outcome.stopped) {
        (None, None) => Ok(format!("confirmed by {}", second.name())),
        (None, Some(stopped)) => Ok(format!("not confirmed by {}: {stopped}", second.name())),
        (Some(placement), _) => {
            verified(&*second, problem, &placement)?;
            bail!(
                "the engines disagree: {} finds no completion, {} found one that was verified; {}",
                first.name(),
                second.name(),
                blame(first)
            )
        }
    }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Completable(_) => "completable",
        Verdict::NotCompletable { .. } => "not completable",
        Verdict::Unknown(_) => "unknown",
        Verdict::Failed(_) => "error",
    }
}

fn ending_of(verdict: &Verdict) -> Ending {
    match verdict {
        Verdict::Completable(_) => Ending::Done,
        Verdict::NotCompletable { .. } => Ending::No,
        Verdict::Unknown(Stopped::Cancelled) => Ending::Interrupted,
        Verdict::Unknown(_) => Ending::OutOfTime,
        Verdict::Failed(_) => Ending::Failed,
    }
}

/// Several verdicts together: interrupted, else any failure, else any "no", else any "unknown".
fn worse(one: Ending, other: Ending) -> Ending {
    let rank = |ending| match ending {
        Ending::Interrupted => 4,
        Ending::Failed => 3,
        Ending::No => 2,
        Ending::OutOfTime => 1,
        _ => 0,
    };
    if rank(other) > rank(one) { other } else { one }
}
