//! Where the records of `compare` go, and which jobs need none.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{Context, bail};
use queensat::compare::log::Log;
use queensat::compare::{Job, Record};

use super::output::check_parent;

/// Where records go: a file, or memory alone.
pub(super) enum Store {
    File(PathBuf, Log),
    Memory(Vec<Record>),
}

impl Store {
    pub(super) fn open(path: Option<&PathBuf>) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self::Memory(Vec::new()));
        };
        if path.extension().is_some_and(|extension| extension == "gz") {
            bail!(
                "{}: records are appended as jobs end, which a compressed file does not allow; choose a name without .gz",
                path.display()
            );
        }
        check_parent(path).with_context(|| path.display().to_string())?;
        let log = Log::open(path).with_context(|| path.display().to_string())?;
        Ok(Self::File(path.clone(), log))
    }

    pub(super) fn records(&self) -> &[Record] {
        match self {
            Self::File(_, log) => log.records(),
            Self::Memory(records) => records,
        }
    }

    pub(super) fn append(&mut self, record: Record) -> anyhow::Result<()> {
        match self {
            Self::File(path, log) => log
                .append(record)
                .with_context(|| path.display().to_string()),
            Self::Memory(records) => {
                records.push(record);
                Ok(())
            }
        }
    }

    /// The jobs without a record. A record without a job is of another plan, and plans are not mixed.
    pub(super) fn left(&self, mut jobs: Vec<Job>) -> anyhow::Result<Vec<Job>> {
        let done: HashSet<&Job> = self.records().iter().map(|record| &record.job).collect();
        let all = jobs.len();
        jobs.retain(|job| !done.contains(job));
        match self {
            Self::File(path, _) if jobs.len() + done.len() != all => bail!(
                "{}: it holds records that this plan does not ask for, as of another time limit; choose another file",
                path.display()
            ),
            _ => Ok(jobs),
        }
    }
}
