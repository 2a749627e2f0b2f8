//! `compare`: instances times engines, each job in a child process; and `worker`, that child.

use std::io::{Read, Write};
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use queensat::amo;
use queensat::compare::agreement::{agreement, known_count};
use queensat::compare::{Job, Record, RunError, Runner, execute};
use queensat::engine;
use queensat::problem::formats::{self, Format};
use queensat::report::comparison::{BASELINE, block};

use super::instance::{Instances, Named};
use super::output::write_text;
use super::{Ending, note, run};

/// Arguments of `compare`.
#[derive(Args)]
pub(super) struct Compare {
    #[command(flatten)]
    instances: Instances,
    /// The engines, NAME[+ENCODING] (comma-separated or repeated) [default: bitmask, and sat-blocking with every encoding]
    #[arg(long, short, value_name = "ENGINE", value_delimiter = ',')]
    engines: Vec<String>,
    /// Time limit of each run of a job
    #[arg(long, value_name = "TIME", value_parser = run::parse_duration, default_value = "10s")]
    timeout: Duration,
    /// How the results are written
    #[arg(long, short, value_enum, default_value_t = Shape::Text)]
    format: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// A table an instance
    Text,
    /// A record a line
    Json,
}

/// What is compared when nothing is named: two empty boards, Nauck's completion problem of 1850 and a rectangle.
const DEFAULT_INSTANCES: &[&str] = &["8", "9", "8: b4 d5", "5x8"];

const INTRODUCTION: &str = "\
Each line is one engine on one board, run in a process of its own: time to the
first and to all solutions (runs of their own), the ratio to the native bitmask
search, the formula's size, and the cost in units that no machine changes.

";

const CLOSING: &str = "\
Next: queensat compare 4..10, queensat sizes 8 100, queensat solve 20 --amo product,
queensat encode 8 -o queens.cnf, queensat --help.
";

impl Compare {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let engines = self.engines()?;
        let instances = self.instances.read(DEFAULT_INSTANCES)?;
        let introduce = self.instances.is_default() && self.format == Shape::Text && !quiet;
        if introduce {
            write_text(None, INTRODUCTION)?;
        }
        let control = run::interruptible(None)?;
        let program = std::env::current_exe().context("the path of this program is unknown")?;
        let runner = Runner::new(program, &["worker"]);
        let mut agree = true;
        for named in &instances {
            let mut records = Vec::new();
            for engine in &engines {
                let job = job(named, engine, self.timeout);
                match runner.run(&job, &control) {
                    Ok(record) => records.push(record),
                    Err(RunError::Stopped(_)) => {
                        self.show(named, &records, engines.len(), quiet)?;
                        note(quiet, "note: interrupted");
                        return Ok(Ending::Interrupted);
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            agree &= self.show(named, &records, engines.len(), quiet)?;
        }
        if introduce {
            write_text(None, CLOSING)?;
        }
        Ok(if agree { Ending::Done } else { Ending::No })
    }

    /// The engines' full names, checked before anything runs.
    fn engines(&self) -> anyhow::Result<Vec<String>> {
        if self.engines.is_empty() {
            let with_encoding = amo::all().map(|amo| format!("sat-blocking+{}", amo.name()));
            return Ok(std::iter::once(BASELINE.to_owned())
                .chain(with_encoding)
                .collect());
        }
        let mut names = Vec::new();
        for name in &self.engines {
            let name = engine::parse(name)?.name();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// Prints the records of one instance; whether they agree.
    fn show(
        &self,
        named: &Named,
        records: &[Record],
        wanted: usize,
        quiet: bool,
    ) -> anyhow::Result<bool> {
        if let Some(conflict) = named.problem.conflict() {
            note(quiet, format_args!("note: {}: {conflict}", named.label));
        }
        let agreement = agreement(known_count(&named.problem), records);
        let text = match self.format {
            Shape::Text => block(&named.label, &agreement, records, wanted) + "\n",
            Shape::Json => {
                let line = |record| serde_json::to_string(record).map(|line| line + "\n");
                records.iter().map(line).collect::<Result<String, _>>()?
            }
        };
        write_text(None, &text)?;
        Ok(agreement.faults.is_empty())
    }
}

fn job(named: &Named, engine: &str, limit: Duration) -> Job {
    Job {
        label: named.label.clone(),
        instance: formats::print(&named.problem, Format::Squares)
            .expect("squares express every problem"),
        engine: engine.to_owned(),
        limit_ns: u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX),
    }
}

/// Runs the job that standard input holds and prints its record.
pub(super) fn worker() -> anyhow::Result<Ending> {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .context("standard input")?;
    let job: Job = serde_json::from_str(&text)
        .context("expected a job of `queensat compare` on standard input")?;
    let mut stdout = std::io::stdout().lock();
    serde_json::to_writer(&mut stdout, &execute(&job))?;
    stdout.write_all(b"\n")?;
    Ok(Ending::Done)
}
