//! `count`: how many solutions, one bare number an instance.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use queensat::control::{Control, Stopped};
use queensat::engine::{Engine, Outcome};
use queensat::problem::Problem;

use super::encoding::EncodingOptions;
use super::instance::Instances;
use super::output::write_text;
use super::{Ending, note, run};

/// Arguments of `count`.
#[derive(Args)]
pub(super) struct Count {
    #[command(flatten)]
    instances: Instances,
    /// The engine, NAME[+ENCODING] (`queensat list engines`)
    #[arg(long, short, default_value = "bitmask")]
    engine: String,
    #[command(flatten)]
    encoding: EncodingOptions,
    /// Stop at this many solutions
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Stop after this time, for all instances together: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = run::parse_duration)]
    timeout: Option<Duration>,
    /// How the number is written; a partial count is `>= N`, or `"complete": false`
    #[arg(long, short, value_enum, default_value_t = Shape::Text)]
    format: Shape,
    /// Write to a file, which appears whole or not at all; .gz compresses
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
        let engine = self.encoding.engine(&self.engine)?;
        let control = run::interruptible(self.timeout)?;
        let shape = self.format;
        let to_file = self.output.is_some();
        let mut text = String::new();
        let mut ending = Ending::Done;
        for named in &instances {
            control.report_solutions(0);
            let (label, before) = (named.label.clone(), text.clone());
            let watch = run::Watch::new(quiet, &control, move |stopped, control| {
                let known = line(
                    shape,
                    &label,
                    control.solutions().into(),
                    Some(stopped),
                    None,
                );
                (
                    if to_file {
                        String::new()
                    } else {
                        before.clone() + &known
                    },
                    Ending::of_run(Some(stopped)),
                )
            });
            let outcome = self.count(&*engine, &named.problem, &control)?;
            drop(watch);
            if let Some(conflict) = named.problem.conflict() {
                note(quiet, format_args!("note: {conflict}"));
            }
            text += &line(
                shape,
                &named.label,
                outcome.solutions,
                outcome.stopped,
                Some(&outcome),
            );
            if Ending::of_run(outcome.stopped) != Ending::Done {
                ending = Ending::of_run(outcome.stopped);
            }
        }
        write_text(self.output.as_deref(), &text)?;
        Ok(ending)
    }

    fn count(
        &self,
        engine: &dyn Engine,
        problem: &Problem,
        control: &Control,
    ) -> anyhow::Result<Outcome> {
        // An engine looks at the control only now and then; a limit that has passed already is not tried again.
        if let Err(stopped) = control.check() {
            return Ok(Outcome {
                solutions: 0,
                stopped: Some(stopped),
                effort: queensat::engine::Effort::default(),
            });
        }
        let Some(limit) = self.limit else {
            return Ok(engine.count(problem, control)?);
        };
        if limit == 0 {
            return Ok(Outcome {
                solutions: 0,
                stopped: Some(Stopped::Limit),
                effort: queensat::engine::Effort::default(),
            });
        }
        let mut seen = 0;
        Ok(engine.enumerate(problem, control, &mut |_| {
            seen += 1;
            if seen == limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?)
    }
}

fn line(
    shape: Shape,
    label: &str,
    solutions: u128,
    stopped: Option<Stopped>,
    outcome: Option<&Outcome>,
) -> String {
    match (shape, stopped) {
        (Shape::Text, None) => format!("{solutions}\n"),
        (Shape::Text, Some(_)) => format!(">= {solutions}\n"),
        (Shape::Json, _) => {
            let object = serde_json::json!({
                "schema": 1,
                "instance": label,
                "solutions": solutions,
                "complete": stopped.is_none(),
                "effort": outcome.map(|outcome| outcome.effort),
            });
            format!("{object}\n")
        }
    }
}
