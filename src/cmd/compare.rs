//! `compare`: a plan or arguments become jobs, each in a child process; and `worker`, that child.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use queensat::compare::limits::{parse_bytes, parse_duration};
use queensat::compare::plan::{DEFAULT_LIMIT, Matrix, Plan, PlanError};
use queensat::compare::{Job, Record, RunError, Runner, Task, cases, serve};
use queensat::control::Control;
use queensat::report::comparison::{BASELINE, block};

use super::instance::{Instances, Named};
use super::output::write_text;
use super::progress::Progress;
use super::store::Store;
use super::words::engines;
use super::{Ending, note, run};

/// Arguments of `compare`.
#[derive(Args)]
pub(super) struct Compare {
    #[command(flatten)]
    instances: Instances,
    /// A plan in TOML instead of instances and engines; files in it are found from its folder
    #[arg(long, value_name = "FILE", conflicts_with_all = ["texts", "engines", "encodings", "task", "warm_up", "timeout", "memory"])]
    plan: Option<PathBuf>,
    /// The engines, NAME[+ENCODING] (comma-separated or repeated; portfolio:ENGINE,ENGINE by itself) [default: bitmask, and sat-blocking with every encoding]
    #[arg(long, short, value_name = "ENGINE")]
    engines: Vec<String>,
    /// Encodings for the engines that encode and name none; `all` for every one
    #[arg(
        long,
        value_name = "ENCODING",
        value_delimiter = ',',
        requires = "engines"
    )]
    encodings: Vec<String>,
    /// What is asked of each engine
    #[arg(long, value_enum)]
    task: Option<TaskName>,
    /// How many processes run each engine on each instance
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    repeat: Option<u32>,
    /// Untimed runs before the timed ones in each process
    #[arg(long, value_name = "N")]
    warm_up: Option<u32>,
    /// The seed of the order in which jobs run
    #[arg(long)]
    seed: Option<u64>,
    /// Time limit of each run of a job [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    timeout: Option<Duration>,
    /// Memory limit of each process, as 512MiB
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// How the results are written
    #[arg(long, short, value_enum, default_value_t = Shape::Text)]
    format: Shape,
    /// Append a record to FILE as each job ends; jobs that FILE has are not run again
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// A table an instance
    Text,
    /// A record a line
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
enum TaskName {
    /// Count the solutions
    Count,
    /// Find one
    Find,
}

/// What is compared when nothing is named: two empty boards, Nauck's completion problem of 1850 and a rectangle.
const DEFAULT_INSTANCES: &[&str] = &["8", "9", "8: b4 d5", "5x8"];

const INTRODUCTION: &str = "\
Each line is one engine on one board, run in a process of its own: time to the
first and to all solutions, their ratio to the native bitmask search, a bar that
grows a cell with each factor of ten behind the fastest (x10), the size of the
formula, and the cost in units that no machine changes: clauses that the solver
learned, or nodes of the search.

";

const CLOSING: &str = "\
Next: queensat compare 4..10, queensat sizes 8 100, queensat solve 20 --amo product,
queensat encode 8 -o queens.cnf, queensat --help.
";

impl Compare {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let jobs = self.jobs(quiet)?;
        let wanted = wanted(&jobs);
        let introduce = self.plan.is_none()
            && self.instances.is_default()
            && self.format == Shape::Text
            && self.output.is_none()
            && !quiet;
        let mut store = Store::open(self.output.as_ref())?;
        let left = store.left(jobs)?;
        if introduce {
            write_text(None, INTRODUCTION)?;
        }
        let program = std::env::current_exe().context("the path of this program is unknown")?;
        let runner = Runner::new(program, &["worker"]);
        let control = run::interruptible(None)?;
        let interrupted = work(&runner, &left, &mut store, &control, quiet)?;
        let agree = self.show(store.records(), &wanted)?;
        if interrupted {
            note(quiet, "note: interrupted");
            return Ok(Ending::Interrupted);
        }
        if introduce {
            write_text(None, CLOSING)?;
        }
        Ok(if agree { Ending::Done } else { Ending::No })
    }

    /// The jobs in the order in which they will run; all names are checked before anything runs.
    fn jobs(&self, quiet: bool) -> anyhow::Result<Vec<Job>> {
        let mut plan = match &self.plan {
            Some(path) => {
                let text = std::fs::read_to_string(path);
                let plan = text
                    .map_err(anyhow::Error::from)
                    .and_then(|text| Ok(Plan::parse(&text)?));
                plan.with_context(|| path.display().to_string())?
            }
            None => self.arguments_as_plan(),
        };
        plan.seed = self.seed.unwrap_or(plan.seed);
        plan.repetitions = self.repeat.unwrap_or(plan.repetitions);
        let texts = plan.matrix.iter().flat_map(|matrix| &matrix.instances);
        if texts.filter(|text| *text == "-").count() > 1 {
            bail!("standard input can be read once, found - more than once");
        }
        let folder = self.plan.as_deref().and_then(std::path::Path::parent);
        plan.jobs(|text| {
            let named = self.instances.read_one(text, folder)?;
            for Named { label, problem } in &named {
                if let Some(conflict) = problem.conflict() {
                    note(quiet, format_args!("note: {label}: {conflict}"));
                }
            }
            let pairs = named.into_iter().map(|named| (named.label, named.problem));
            Ok::<_, Fault>(pairs.collect())
        })
        .map_err(|fault| fault.0)
    }

    fn arguments_as_plan(&self) -> Plan {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let (engines, encodings) = if self.engines.is_empty() {
            (owned(&[BASELINE, "sat-blocking"]), owned(&["all"]))
        } else {
            (engines(&self.engines), self.encodings.clone())
        };
        let matrix = Matrix {
            task: match self.task {
                Some(TaskName::Find) => Task::Find,
                Some(TaskName::Count) | None => Task::Count,
            },
            instances: if self.instances.is_default() {
                owned(DEFAULT_INSTANCES)
            } else {
                self.instances.texts().to_vec()
            },
            engines,
            encodings,
            ..Matrix::default()
        };
        Plan {
            seed: 0,
            repetitions: 1,
            warm_up: self.warm_up.unwrap_or(0),
            timeout: Some(self.timeout.unwrap_or(DEFAULT_LIMIT)),
            memory: self.memory,
            matrix: vec![matrix],
        }
    }

    /// Prints what the records say; whether they agree.
    fn show(&self, records: &[Record], wanted: &Wanted) -> anyhow::Result<bool> {
        let mut cases = cases(records);
        for case in &mut cases {
            // Where somebody interrupted, not all that were to be asked have been.
            let engines = wanted.get(&(case.hash.clone(), case.task));
            case.agreement.engines = engines.map_or(0, HashSet::len);
        }
        let text = match self.format {
            Shape::Text => cases
                .iter()
                .map(|case| block(case, BASELINE) + "\n")
                .collect::<String>(),
            Shape::Json => {
                let line = |record| serde_json::to_string(record).map(|line| line + "\n");
                records.iter().map(line).collect::<Result<_, _>>()?
            }
        };
        write_text(None, &text)?;
        Ok(cases.iter().all(|case| case.agreement.faults.is_empty()))
    }
}

/// The engines of each instance and task.
type Wanted = HashMap<(String, Task), HashSet<String>>;

fn wanted(jobs: &[Job]) -> Wanted {
    let mut wanted = Wanted::new();
    for job in jobs {
        let engines = wanted.entry((job.hash.clone(), job.task)).or_default();
        engines.insert(job.engine.clone());
    }
    wanted
}

/// Any error, as [`Plan::jobs`] wants it.
struct Fault(anyhow::Error);

impl From<PlanError> for Fault {
    fn from(error: PlanError) -> Self {
        Self(error.into())
    }
}

impl From<anyhow::Error> for Fault {
    fn from(error: anyhow::Error) -> Self {
        Self(error)
    }
}

/// Runs the jobs one after another; whether somebody interrupted.
fn work(
    runner: &Runner,
    jobs: &[Job],
    store: &mut Store,
    control: &Control,
    quiet: bool,
) -> anyhow::Result<bool> {
    let progress = Progress::new(quiet, store.records().len(), jobs.len());
    for job in jobs {
        progress.begin(job);
        match runner.run(job, control) {
            Ok(record) => store.append(record)?,
            Err(RunError::Stopped(_)) => return Ok(true),
            Err(error) => return Err(error.into()),
        }
        progress.end();
    }
    Ok(false)
}

/// Runs the job that standard input holds and prints its record.
pub(super) fn worker() -> anyhow::Result<Ending> {
    serve(std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(Ending::Done)
}
