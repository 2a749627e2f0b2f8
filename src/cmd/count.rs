//! `count`: how many solutions, one bare number an instance.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use queensat::control::{Control, Stopped};
use queensat::engine::unique::{self, Classes};
use queensat::engine::{self, Auto, Effort, Engine, Outcome};
use queensat::problem::Problem;
use queensat::solution::Placement;

use super::certificate::{Certificate, CertificateOptions};
use super::encoding::EncodingOptions;
use super::instance::Instances;
use super::output::{NO_FILE, Output};
use super::{Ending, note, run};

/// Arguments of `count`.
#[derive(Args)]
pub(super) struct Count {
    #[command(flatten)]
    instances: Instances,
    /// The engine, NAME[+ENCODING] (`queensat list engines`) [default: auto, or sat where an encoding is chosen]
    #[arg(long, short)]
    engine: Option<String>,
    #[command(flatten)]
    encoding: EncodingOptions,
    /// Count solutions up to the symmetries of the instance
    #[arg(long)]
    unique: bool,
    /// As --unique, in three numbers: doubly symmetric, singly symmetric, asymmetric
    #[arg(long, conflicts_with_all = ["unique", "limit"])]
    classes: bool,
    /// Stop at this many solutions
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Stop after this time, for all instances together: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = run::parse_duration)]
    timeout: Option<Duration>,
    /// Threads that the engine may use, if it can use more than one: 1 to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = run::parse_threads)]
    threads: usize,
    #[command(flatten)]
    certificate: CertificateOptions,
    /// How the number is written; a partial count is `>= N`, or `"complete": false`
    #[arg(long, short, value_enum, default_value_t = Shape::Text)]
    format: Shape,
    /// Write to a file, which appears whole or not at all, and not at all where a count is partial by time or
    /// interrupt; .gz compresses
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// The bare number
    Text,
    /// An object a line: instance, solutions, whether complete, cost
    Json,
}

impl Count {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let instances = self.instances.read(&[])?;
        anyhow::ensure!(
            !instances.is_empty(),
            "expected an instance, such as 8 or \"8: b4 d5\""
        );
        let (engine, certificate) = self.engine_and_certificate(instances.len())?;
        let control = run::interruptible(self.timeout)?.with_threads(self.threads);
        let output = Output::new(self.output.as_deref())?;
        let (shape, to_file, sieved) = (self.format, output.is_file(), self.unique || self.classes);
        let mut text = String::new();
        let mut stopped = None;
        for named in &instances {
            control.report_solutions(0);
            let (label, before) = (named.label.clone(), text.clone());
            let watch = run::Watch::new(quiet, &control, move |stopped, control| {
                // Engines publish solutions, of which those up to symmetry are an unknown part.
                let solutions = if sieved { 0 } else { control.solutions() };
                let known = Answer::partial(solutions.into(), stopped).text(shape, &label);
                (
                    if to_file {
                        String::new()
                    } else {
                        before.clone() + &known
                    },
                    Ending::of_run(Some(stopped)),
                )
            });
            let answer = match &certificate {
                Some(certificate) => match certificate.count(&*engine, &named.problem, &control)? {
                    Ok(solutions) => Answer::whole(solutions.into()),
                    Err(stopped) => Answer::partial(control.solutions().into(), stopped),
                },
                None => self.count(&*engine, &named.problem, &control)?,
            };
            drop(watch);
            if let Some(conflict) = named.problem.conflict() {
                note(quiet, format_args!("note: {conflict}"));
            }
            text += &answer.text(shape, &named.label);
            if Ending::of_run(answer.stopped) != Ending::Done {
                stopped = answer.stopped;
            }
        }
        let ending = Ending::of_run(stopped);
        if let Some(certificate) = certificate.filter(|_| ending == Ending::Done) {
            certificate.finish(quiet)?;
        }
        match stopped {
            Some(stopped) if to_file => note(quiet, format_args!("note: {stopped}: {NO_FILE}")),
            _ => output.write_text(&text)?,
        }
        Ok(ending)
    }

    /// With a certificate, the encoding is that of its formula.
    fn engine_and_certificate(
        &self,
        instances: usize,
    ) -> anyhow::Result<(Arc<dyn Engine>, Option<Certificate>)> {
        if !self.certificate.is_given() {
            return Ok((self.encoding.engine(self.engine.as_deref())?, None));
        }
        anyhow::ensure!(
            instances == 1,
            "expected one instance for --certificate, found {instances}"
        );
        let engine = engine::parse(self.engine.as_deref().unwrap_or(Auto::NAME))?;
        let encoding = self.encoding.encoding()?;
        Ok((engine, self.certificate.open(encoding)?))
    }

    fn count(
        &self,
        engine: &dyn Engine,
        problem: &Problem,
        control: &Control,
    ) -> anyhow::Result<Answer> {
        // The time may have run out for an earlier instance.
        if let Err(stopped) = control.check() {
            return Ok(Answer::partial(0, stopped));
        }
        if self.classes {
            let (classes, outcome) = unique::classes(engine, problem, control)?;
            return Ok(Answer {
                classes: Some(classes),
                ..Answer::from(outcome)
            });
        }
        let Some(limit) = self.limit else {
            let outcome = if self.unique {
                unique::count(engine, problem, control)
            } else {
                engine.count(problem, control)
            };
            return Ok(outcome?.into());
        };
        if limit == 0 {
            return Ok(Answer::partial(0, Stopped::Limit));
        }
        let mut seen = 0;
        let mut visit = |_: &Placement| {
            seen += 1;
            if seen == limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let outcome = if self.unique {
            unique::enumerate(engine, problem, control, &mut visit)
        } else {
            engine.enumerate(problem, control, &mut visit)
        };
        Ok(outcome?.into())
    }
}

/// What is known of a count.
struct Answer {
    solutions: u128,
    classes: Option<Classes>,
    stopped: Option<Stopped>,
    effort: Option<Effort>,
}

/// An answer as JSON. `serde_json::Value` has no numbers of 128 bits, as model counters give them.
#[derive(serde::Serialize)]
struct Object<'a> {
    classes: Option<&'a Classes>,
    complete: bool,
    effort: Option<Effort>,
    instance: &'a str,
    schema: u32,
    solutions: u128,
}

impl From<Outcome> for Answer {
    fn from(outcome: Outcome) -> Self {
        let Outcome {
            solutions,
            stopped,
            effort,
        } = outcome;
        Self {
            solutions,
            classes: None,
            stopped,
            effort: Some(effort),
        }
    }
}

impl Answer {
    /// Of a certificate, which is not measured.
    fn whole(solutions: u128) -> Self {
        Self {
            solutions,
            classes: None,
            stopped: None,
            effort: None,
        }
    }

    fn partial(solutions: u128, stopped: Stopped) -> Self {
        Self {
            solutions,
            classes: None,
            stopped: Some(stopped),
            effort: None,
        }
    }

    fn text(&self, shape: Shape, label: &str) -> String {
        let at_least = if self.stopped.is_some() { ">= " } else { "" };
        match (shape, &self.classes) {
            (Shape::Text, None) => format!("{at_least}{}\n", self.solutions),
            (Shape::Text, Some(classes)) => {
                let Classes {
                    doubly_symmetric,
                    singly_symmetric,
                    asymmetric,
                } = classes;
                format!(
                    "{at_least}{doubly_symmetric} {at_least}{singly_symmetric} {at_least}{asymmetric}\n"
                )
            }
            (Shape::Json, classes) => {
                let object = Object {
                    classes: classes.as_ref(),
                    complete: self.stopped.is_none(),
                    effort: self.effort,
                    instance: label,
                    schema: 1,
                    solutions: self.solutions,
                };
                let object = serde_json::to_string(&object);
                object.expect("numbers and strings have JSON") + "\n"
            }
        }
    }
}
