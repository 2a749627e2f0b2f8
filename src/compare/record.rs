//! What comes back from a job: one JSON line, described in `docs/METHODOLOGY.md`.

use serde::{Deserialize, Serialize};

use super::job::Job;
use super::origin::Origin;
use crate::cnf::Size;
use crate::engine::Effort;

/// The version of [`Record`]'s fields.
pub const SCHEMA: u32 = 2;

/// How a job ended, from best to worst.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The answer is exact.
    Complete,
    /// The time limit came first; a count is a lower bound.
    Timeout,
    /// The memory limit came first.
    OutOfMemory,
    /// The engine does not take the instance; this says why.
    Refused(String),
    /// The engine or its process went wrong; this says how.
    Failed(String),
}

impl Status {
    /// One word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Timeout => "timeout",
            Self::OutOfMemory => "out_of_memory",
            Self::Refused(_) => "refused",
            Self::Failed(_) => "failed",
        }
    }
}

/// The result of a job. Every time is a list of raw samples, one a run, in nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The job.
    #[serde(flatten)]
    pub job: Job,
    /// The encoding, for engines that encode.
    pub encoding: Option<String>,
    /// How it ended.
    pub status: Status,
    /// The solutions counted; 0 or 1 for the task `find`.
    pub solutions: u128,
    /// Whether every solution was listed and checked against the rules. Of the task `find`: the one found.
    pub verified: bool,
    /// The fingerprint of the set of solutions, if all were listed and verified.
    pub fingerprint: Option<String>,
    /// The solution found first, verified, in the `squares` format.
    pub solution: Option<String>,
    /// Writing the formula to a sink that only counts.
    pub encode_ns: Vec<u64>,
    /// All that precedes the search: reducing, encoding, loading the solver.
    pub load_ns: Vec<u64>,
    /// To the first solution or the proof that there is none, encoding and loading included.
    pub first_ns: Vec<u64>,
    /// To the last solution and the proof that no other is left, encoding and loading included.
    pub all_ns: Vec<u64>,
    /// The size of the formula by its formulas, for engines that encode.
    pub size: Option<Size>,
    /// The size of the formula that was really sent.
    pub sent: Option<Size>,
    /// What the task cost.
    pub effort: Effort,
    /// The most memory that the worker process used, verification included, the programs it started not.
    pub peak_bytes: Option<u64>,
    /// From the start of the process to its last word, as its parent saw it.
    pub job_ns: u64,
    /// Machine and program.
    pub origin: Origin,
}

impl Record {
    /// A job of which nothing is known yet. It counts as out of time until more is.
    pub fn begun(job: Job) -> Self {
        Self {
            schema: SCHEMA,
            job,
            encoding: None,
            status: Status::Timeout,
            solutions: 0,
            verified: false,
            fingerprint: None,
            solution: None,
            encode_ns: Vec::new(),
            load_ns: Vec::new(),
            first_ns: Vec::new(),
            all_ns: Vec::new(),
            size: None,
            sent: None,
            effort: Effort::default(),
            peak_bytes: None,
            job_ns: 0,
            origin: Origin::default(),
        }
    }

    /// A job that went wrong.
    pub fn failed(job: Job, reason: impl Into<String>) -> Self {
        Self {
            status: Status::Failed(reason.into()),
            ..Self::begun(job)
        }
    }

    /// Whether the answer is exact.
    pub fn is_complete(&self) -> bool {
        self.status == Status::Complete
    }
}

/// A line of a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// What is known so far. The time limit starts anew.
    Progress(Record),
    /// The result.
    Done(Record),
}
