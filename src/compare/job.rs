//! What a worker is asked to do: one engine on one instance, once.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::problem::formats::{self, Format};

/// What is asked of an engine.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// The number of solutions.
    #[default]
    Count,
    /// One solution, or the proof that there is none.
    Find,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Count => "count",
            Self::Find => "find",
        })
    }
}

/// The conditions under which a job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// What is asked.
    pub task: Task,
    /// Untimed runs before the timed ones, in the same process.
    pub warm_up: u32,
    /// The time limit of each run.
    pub limit: Duration,
    /// The memory limit of the worker process in bytes.
    pub memory: Option<u64>,
}

impl Conditions {
    /// Counting within `limit`, without warm-up and memory limit.
    pub fn counting(limit: Duration) -> Self {
        Self {
            task: Task::Count,
            warm_up: 0,
            limit,
            memory: None,
        }
    }
}

/// One instance for one engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Job {
    /// What people call the instance.
    pub label: String,
    /// The instance in the `squares` format.
    pub instance: String,
    /// A hash of `instance`: FNV-1a, 64 bits.
    pub hash: String,
    /// What is asked.
    pub task: Task,
    /// The engine's name.
    pub engine: String,
    /// Which of the repetitions, from 0. The first one also verifies.
    pub repetition: u32,
    /// Untimed runs before the timed ones.
    pub warm_up: u32,
    /// The time limit of each of the timed runs, and of the verifying one, in nanoseconds.
    pub limit_ns: u64,
    /// The memory limit in bytes.
    pub memory_limit: Option<u64>,
}

impl Job {
    /// The first repetition of `engine` on `problem`.
    pub fn new(label: &str, problem: &Problem, engine: &str, conditions: &Conditions) -> Self {
        let instance =
            formats::print(problem, Format::Squares).expect("squares express every problem");
        Self {
            label: label.to_owned(),
            hash: hash(&instance),
            instance,
            task: conditions.task,
            engine: engine.to_owned(),
            repetition: 0,
            warm_up: conditions.warm_up,
            limit_ns: u64::try_from(conditions.limit.as_nanos()).unwrap_or(u64::MAX),
            memory_limit: conditions.memory,
        }
    }

    /// The time limit of each run.
    pub fn limit(&self) -> Duration {
        Duration::from_nanos(self.limit_ns)
    }
}

/// FNV-1a over 64 bits: names an instance, and defends against nobody.
fn hash(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        // Test vectors of the authors, Fowler, Noll and Vo.
        assert_eq!(hash(""), "cbf29ce484222325");
        assert_eq!(hash("foobar"), "85944171f73967e8");
    }
}
