//! What is to be run: a TOML text comes in, a shuffled list of jobs goes out.
//!
//! ```toml
//! seed = 1              # of the order
//! repetitions = 5       # processes for each engine and instance
//! warm_up = 1           # untimed runs in each process
//! timeout = "10s"       # of each run
//! memory = "1GiB"       # of each process
//!
//! [[matrix]]            # as many as wanted; each overrides task, timeout and memory if it likes
//! task = "count"        # or "find"
//! instances = ["4..9", "8: b4 d5"]
//! engines = ["bitmask", "sat-blocking"]
//! encodings = ["all"]   # for those of the engines that encode and name no encoding themselves
//! ```

use std::collections::HashSet;
use std::time::Duration;

use serde::{Deserialize, Deserializer};

use super::job::{Conditions, Job, Task};
use super::limits::{parse_bytes, parse_duration};
use crate::amo::{self, Auxiliaries};
use crate::encode::Encoding;
use crate::engine::{self, EngineNameError};
use crate::problem::Problem;
use crate::random::Random;

/// The time limit of a run unless the plan has another.
pub const DEFAULT_LIMIT: Duration = Duration::from_secs(10);

/// A plan: matrices of jobs, and how they are run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The seed of the order.
    #[serde(default)]
    pub seed: u64,
    /// How many processes run each engine on each instance.
    #[serde(default = "once")]
    pub repetitions: u32,
    /// Untimed runs before the timed ones, in the same process.
    #[serde(default)]
    pub warm_up: u32,
    /// The time limit of each run.
    #[serde(default, deserialize_with = "duration")]
    pub timeout: Option<Duration>,
    /// The memory limit of each process.
    #[serde(default, deserialize_with = "bytes")]
    pub memory: Option<u64>,
    /// The jobs.
    #[serde(default)]
    pub matrix: Vec<Matrix>,
}

/// Instances times engines times encodings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// What is asked.
    #[serde(default)]
    pub task: Task,
    /// Instances as on the command line: numbers, ranges, squares, files.
    pub instances: Vec<String>,
    /// Engines, with or without encoding.
    pub engines: Vec<String>,
    /// Encodings for those engines that encode and name none; `all` for every one.
    #[serde(default)]
    pub encodings: Vec<String>,
    /// Another time limit than the plan's.
    #[serde(default, deserialize_with = "duration")]
    pub timeout: Option<Duration>,
    /// Another memory limit than the plan's.
    #[serde(default, deserialize_with = "bytes")]
    pub memory: Option<u64>,
}

fn once() -> u32 {
    1
}

fn duration<'de, D: Deserializer<'de>>(text: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(text)?;
    let time = parse_duration(&text).map_err(serde::de::Error::custom)?;
    Ok(Some(time))
}

fn bytes<'de, D: Deserializer<'de>>(text: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(text)?;
    let bytes = parse_bytes(&text).map_err(serde::de::Error::custom)?;
    Ok(Some(bytes))
}

/// Why a text is no plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// It is no TOML, or has other keys.
    #[error("line {line}, column {column}: {message}")]
    Toml {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// An engine that is none.
    #[error(transparent)]
    Engine(#[from] EngineNameError),
    /// Nothing to do.
    #[error(
        "expected a [[matrix]] with instances and engines and at least 1 repetition, found none"
    )]
    Empty,
}

impl Plan {
    /// Reads a plan; every engine and encoding is checked before anything runs.
    ///
    /// # Errors
    /// The text is no TOML, has unknown keys, names an unknown engine or encoding, or asks for nothing.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        let plan: Self = toml::from_str(text).map_err(|error| {
            let before = text.get(..error.span().unwrap_or_default().start);
            let before = before.unwrap_or_default();
            PlanError::Toml {
                line: before.matches('\n').count() + 1,
                column: before.chars().rev().take_while(|&c| c != '\n').count() + 1,
                message: error.message().lines().collect::<Vec<_>>().join("; "),
            }
        })?;
        for matrix in &plan.matrix {
            matrix.engines()?;
        }
        let empty = |matrix: &Matrix| matrix.instances.is_empty() || matrix.engines.is_empty();
        if plan.repetitions == 0 || plan.matrix.is_empty() || plan.matrix.iter().any(empty) {
            return Err(PlanError::Empty);
        }
        Ok(plan)
    }

    /// The jobs in the order that the seed decides, each once. `instances` reads what stands for
    /// instances: every problem with what people call it.
    ///
    /// # Errors
    /// Those of `instances`, or an unknown engine.
    pub fn jobs<E: From<PlanError>>(
        &self,
        mut instances: impl FnMut(&str) -> Result<Vec<(String, Problem)>, E>,
    ) -> Result<Vec<Job>, E> {
        let mut jobs = Vec::new();
        for matrix in &self.matrix {
            let engines = matrix.engines()?;
            let conditions = Conditions {
                task: matrix.task,
                warm_up: self.warm_up,
                limit: matrix.timeout.or(self.timeout).unwrap_or(DEFAULT_LIMIT),
                memory: matrix.memory.or(self.memory),
            };
            for text in &matrix.instances {
                for (label, problem) in instances(text)? {
                    for engine in &engines {
                        let job = Job::new(&label, &problem, engine, &conditions);
                        jobs.extend((0..self.repetitions).map(|repetition| Job {
                            repetition,
                            ..job.clone()
                        }));
                    }
                }
            }
        }
        let mut seen = HashSet::new();
        jobs.retain(|job| seen.insert(job.clone()));
        Random::new(self.seed).shuffle(&mut jobs);
        Ok(jobs)
    }
}

impl Matrix {
    /// The full names of the engines, each once, in the order of the matrix.
    ///
    /// # Errors
    /// An unknown engine or encoding.
    pub fn engines(&self) -> Result<Vec<String>, PlanError> {
        let mut encodings = Vec::new();
        for name in &self.encodings {
            if name == "all" {
                encodings.extend(amo::all());
            } else {
                encodings.push(amo::parse(name).map_err(EngineNameError::from)?);
            }
        }
        let mut names = Vec::new();
        for text in &self.engines {
            let plain = engine::parse(text)?;
            if encodings.is_empty() {
                names.push(plain.name());
            }
            for amo in &encodings {
                let encoding = Encoding::uniform(amo.clone(), Auxiliaries::Determined);
                names.push(match engine::parse_with(text, Some(encoding)) {
                    // An engine without encodings, or one that names its own, is there once all the same.
                    Err(EngineNameError::TwoEncodings(_) | EngineNameError::NoEncoding(_)) => {
                        plain.name()
                    }
                    engine => engine?.name(),
                });
            }
        }
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(text: &str) -> Result<Vec<(String, Problem)>, PlanError> {
        let n = text.parse().map_err(|_| PlanError::Empty)?;
        Ok(vec![(
            text.to_owned(),
            Problem::queens_on(n).expect("small"),
        )])
    }

    #[test]
    fn a_plan_is_multiplied_out_and_shuffled_by_its_seed() {
        let text = |seed| {
            format!(
                "seed = {seed}\nrepetitions = 2\nwarm_up = 1\ntimeout = \"2s\"\nmemory = \"1MiB\"\n\
                 [[matrix]]\ninstances = [\"4\", \"5\"]\nengines = [\"bitmask\", \"sat\", \"sat+ladder\"]\n\
                 encodings = [\"knuth\", \"product\"]\n\
                 [[matrix]]\ntask = \"find\"\ntimeout = \"1s\"\ninstances = [\"6\"]\nengines = [\"bitmask\"]\n"
            )
        };
        let jobs = |seed| {
            let plan = Plan::parse(&text(seed)).expect("a plan");
            plan.jobs(boards).expect("jobs")
        };
        let first = jobs(1);
        assert_eq!(first.len(), 2 * 2 * 4 + 2);
        assert_eq!(first, jobs(1));
        assert_ne!(first, jobs(2));
        let find = first
            .iter()
            .find(|job| job.task == Task::Find)
            .expect("one");
        assert_eq!(
            (find.limit_ns, find.memory_limit, find.warm_up),
            (1_000_000_000, Some(1 << 20), 1)
        );
        let distinct: HashSet<&Job> = first.iter().collect();
        assert_eq!(distinct.len(), first.len());
    }

    #[test]
    fn a_job_that_two_matrices_ask_for_is_run_once() {
        let matrix = "[[matrix]]\ninstances = [\"4\"]\nengines = [\"bitmask\"]\n";
        let plan = Plan::parse(&matrix.repeat(2)).expect("a plan");
        assert_eq!(plan.jobs(boards).expect("jobs").len(), 1);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| Plan::parse(text).expect_err("wrong").to_string();
        let matrix = "[[matrix]]\ninstances = [\"4\"]\n";
        assert!(said("").contains("expected a [[matrix]]"));
        assert!(said("seeds = 1").contains("seeds"));
        assert!(said("timeout = \"10\"").contains("expected a time with its unit"));
        assert!(said(&format!("{matrix}engines = [\"bitmsk\"]")).contains("bitmsk"));
        assert!(
            said(&format!(
                "{matrix}engines = [\"sat\"]\nencodings = [\"knut\"]"
            ))
            .contains("knut")
        );
        assert!(
            said(&format!("repetitions = 0\n{matrix}engines = [\"sat\"]")).contains("repetition")
        );
    }
}
