//! What goes to a worker and what comes back: one JSON line each way.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::cnf::Size;
use crate::engine::Effort;

/// The version of [`Record`]'s fields.
pub const SCHEMA: u32 = 1;

/// One instance for one engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// What people call the instance.
    pub label: String,
    /// The instance in the `squares` format.
    pub instance: String,
    /// The engine's name.
    pub engine: String,
    /// The time limit of each of the timed runs, and of the verifying one, in nanoseconds.
    pub limit_ns: u64,
}

impl Job {
    /// The time limit of each run.
    pub fn limit(&self) -> Duration {
        Duration::from_nanos(self.limit_ns)
    }
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The count is exact.
    Complete,
    /// The time limit came first; the count is a lower bound.
    Timeout,
    /// The engine does not take the instance; this says why.
    Refused(String),
    /// The engine or its process went wrong; this says how.
    Failed(String),
}

/// The result of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The job.
    #[serde(flatten)]
    pub job: Job,
    /// How it ended.
    pub status: Status,
    /// The solutions counted.
    pub solutions: u128,
    /// The fingerprint of the solutions, each verified, if the verifying run came to its end.
    pub fingerprint: Option<String>,
    /// Times to the first solution (or to the proof that there is none), encoding included: one sample a run.
    pub first_ns: Vec<u64>,
    /// Times to the last solution and the proof that no other is left, encoding included: one sample a run.
    pub all_ns: Vec<u64>,
    /// The size of the formula, for engines that encode.
    pub size: Option<Size>,
    /// What counting cost.
    pub effort: Effort,
}

impl Record {
    /// A job that went wrong.
    pub fn failed(job: Job, reason: impl Into<String>) -> Self {
        Self::without_count(job, Status::Failed(reason.into()))
    }

    /// A job that came to nothing, for the reason that `status` gives.
    pub(super) fn without_count(job: Job, status: Status) -> Self {
        Self {
            schema: SCHEMA,
            job,
            status,
            solutions: 0,
            fingerprint: None,
            first_ns: Vec::new(),
            all_ns: Vec::new(),
            size: None,
            effort: Effort::default(),
        }
    }

    /// Whether the count is exact.
    pub fn is_complete(&self) -> bool {
        self.status == Status::Complete
    }

    /// The median time to the first solution.
    pub fn first(&self) -> Option<Duration> {
        median(&self.first_ns)
    }

    /// The median time to all solutions.
    pub fn all(&self) -> Option<Duration> {
        median(&self.all_ns)
    }
}

/// The middle sample, the lower of two.
fn median(samples: &[u64]) -> Option<Duration> {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable();
    let middle = sorted.len().checked_sub(1)? / 2;
    Some(Duration::from_nanos(sorted[middle]))
}
