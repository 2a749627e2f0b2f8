//! Records put together: a case is one instance with one task, an entry what one engine did there.
//!
//! Records come in the order in which jobs ran; cases are ordered by board and label, entries by the tables of
//! engines and encodings, so that two runs of one plan read alike.

use std::collections::HashMap;
use std::time::Duration;

use super::agreement::{Agreement, agreement, known_count};
use super::job::Task;
use super::record::{Record, Status};
use super::statistics::Samples;
use crate::amo;
use crate::engine;
use crate::problem::{Problem, formats};

/// One instance with one task.
#[derive(Clone, Debug)]
pub struct Case {
    /// What people call the instance.
    pub label: String,
    /// Its hash.
    pub hash: String,
    /// What was asked.
    pub task: Task,
    /// The instance.
    pub problem: Problem,
    /// What the engines did.
    pub entries: Vec<Entry>,
    /// Whether they agree.
    pub agreement: Agreement,
}

/// One engine on one case: its records, by repetition; one at least.
#[derive(Clone, Debug)]
pub struct Entry {
    records: Vec<Record>,
}

/// The cases of these records.
pub fn cases(records: &[Record]) -> Vec<Case> {
    let mut groups: HashMap<(&str, Task), Vec<Record>> = HashMap::new();
    for record in records {
        let key = (&*record.job.hash, record.job.task);
        groups.entry(key).or_default().push(record.clone());
    }
    let mut cases: Vec<Case> = groups.into_values().map(case).collect();
    cases.sort_by_cached_key(|case| {
        let board = case.problem.board();
        let plain = case.problem.is_plain();
        let sides = (board.shorter_side(), board.rows(), board.columns());
        (
            !plain,
            sides,
            case.label.clone(),
            case.task,
            case.hash.clone(),
        )
    });
    cases
}

fn case(mut records: Vec<Record>) -> Case {
    records.sort_by_cached_key(|record| (place(record), record.job.repetition));
    let job = records[0].job.clone();
    // Whoever writes records by hand may write an instance that is none; the engines will have said so.
    let problem = formats::parse(&job.instance, None)
        .unwrap_or_else(|_| Problem::queens_on(0).expect("no board is smaller"));
    let agreement = agreement(known_count(&problem), &records);
    let mut entries: Vec<Entry> = Vec::new();
    for mut record in records {
        // Whoever answers wrongly has solved nothing, however fast.
        if record.is_complete() && agreement.wrong.contains(&record.job.engine) {
            record.status = Status::Failed("its answer does not fit the others'".to_owned());
            record.verified = false;
        }
        match entries.last_mut() {
            Some(entry) if entry.engine() == record.job.engine => entry.records.push(record),
            _ => entries.push(Entry {
                records: vec![record],
            }),
        }
    }
    Case {
        label: job.label,
        hash: job.hash,
        task: job.task,
        problem,
        entries,
        agreement,
    }
}

/// The name of an instance; of a file the name without the folder.
pub fn short_label(label: &str) -> &str {
    label.rsplit('/').next().unwrap_or_default()
}

/// Where an engine stands: by the table of engines, then by that of encodings, then by name.
fn place(record: &Record) -> (usize, String, usize, String) {
    let (engine, encoding) = (
        family(record),
        record.encoding.as_deref().unwrap_or_default(),
    );
    let engines = engine::TABLE
        .iter()
        .position(|entry| is(entry.name, engine));
    let encodings = amo::TABLE.iter().position(|entry| is(entry.name, encoding));
    (
        engines.unwrap_or(usize::MAX),
        engine.to_owned(),
        encodings.unwrap_or(usize::MAX),
        record.job.engine.clone(),
    )
}

/// Whether `text` is `name`, or `name` with a parameter.
fn is(name: &str, text: &str) -> bool {
    text.split(':').next() == Some(name)
}

/// The engine's name without its encoding.
fn family(record: &Record) -> &str {
    let engine = &record.job.engine;
    let encoding = record.encoding.as_deref();
    encoding
        .and_then(|encoding| engine.strip_suffix(encoding)?.strip_suffix('+'))
        .unwrap_or(engine)
}

impl Case {
    /// The side of an empty square board, which makes cases comparable as n grows.
    pub fn n(&self) -> Option<u32> {
        let board = self.problem.board();
        (self.problem.is_plain() && board.rows() == board.columns()).then_some(board.rows())
    }

    /// The entry of this engine.
    pub fn entry(&self, engine: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.engine() == engine)
    }

    /// The entries that came to their end, fastest first.
    pub fn ranking(&self) -> Vec<(&Entry, Duration)> {
        let timed = |entry| Some((entry, Entry::time(entry)?));
        let mut ranking: Vec<(&Entry, Duration)> = self.entries.iter().filter_map(timed).collect();
        ranking.sort_by_key(|&(_, time)| time);
        ranking
    }
}

impl Entry {
    /// Its records, by repetition.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The first record, which also verified.
    pub fn record(&self) -> &Record {
        &self.records[0]
    }

    /// The engine's full name.
    pub fn engine(&self) -> &str {
        &self.record().job.engine
    }

    /// The engine's name without its encoding.
    pub fn family(&self) -> &str {
        family(self.record())
    }

    /// The encoding, for engines that encode.
    pub fn encoding(&self) -> Option<&str> {
        self.record().encoding.as_deref()
    }

    /// The worst end of its jobs.
    pub fn status(&self) -> &Status {
        let statuses = self.records.iter().map(|record| &record.status);
        statuses.max().expect("an entry has a record")
    }

    /// Samples of all repetitions: `entry.samples(|record| &record.first_ns)`.
    pub fn samples(&self, of: impl Fn(&Record) -> &Vec<u64>) -> Samples {
        Samples::new(self.records.iter().map(|record| of(record).clone()))
    }

    /// Samples of the time that the task took: to all solutions, or to the one that was asked for.
    pub fn times(&self) -> Samples {
        match self.record().job.task {
            Task::Count => self.samples(|record| &record.all_ns),
            Task::Find => self.samples(|record| &record.first_ns),
        }
    }

    /// The median of these, if every job came to its end: the median of the lucky ones would flatter.
    pub fn time(&self) -> Option<Duration> {
        self.times()
            .median()
            .filter(|_| *self.status() == Status::Complete)
    }

    /// The most memory that a job used.
    pub fn peak_bytes(&self) -> Option<u64> {
        let peaks = self.records.iter().filter_map(|record| record.peak_bytes);
        peaks.max()
    }
}

#[cfg(test)]
mod tests {
    use super::super::agreement::A000170;
    use super::super::job::{Conditions, Job};
    use super::*;

    fn record(n: u32, engine: &str, encoding: Option<&str>, repetition: u32, ns: u64) -> Record {
        let problem = Problem::queens_on(n).expect("small");
        let conditions = Conditions::counting(Duration::from_secs(1));
        let job = Job::new(&n.to_string(), &problem, engine, &conditions);
        Record {
            encoding: encoding.map(str::to_owned),
            status: Status::Complete,
            solutions: A000170[n as usize],
            all_ns: vec![ns],
            ..Record::begun(Job { repetition, ..job })
        }
    }

    #[test]
    fn cases_and_entries_have_an_order_of_their_own() {
        let cases = cases(&[
            record(10, "bitmask", None, 0, 1),
            record(9, "sat-blocking+knuth", Some("knuth"), 1, 5),
            record(9, "sat-blocking+pairwise", Some("pairwise"), 0, 9),
            record(9, "bitmask", None, 0, 1),
            record(9, "sat-blocking+knuth", Some("knuth"), 0, 3),
        ]);
        let labels: Vec<&str> = cases.iter().map(|case| &*case.label).collect();
        assert_eq!(labels, ["9", "10"]);
        let engines: Vec<&str> = cases[0].entries.iter().map(Entry::engine).collect();
        assert_eq!(
            engines,
            ["bitmask", "sat-blocking+pairwise", "sat-blocking+knuth"]
        );
        let knuth = &cases[0].entries[2];
        assert_eq!((knuth.records().len(), knuth.family()), (2, "sat-blocking"));
        assert_eq!(knuth.time(), Some(Duration::from_nanos(3)));
        assert_eq!(cases[0].ranking()[0].0.engine(), "bitmask");
    }

    #[test]
    fn an_entry_with_a_job_that_did_not_end_has_no_time() {
        let mut late = record(9, "bitmask", None, 1, 1);
        late.status = Status::Timeout;
        let cases = cases(&[record(9, "bitmask", None, 0, 1), late]);
        assert_eq!(cases[0].entries[0].status(), &Status::Timeout);
        assert_eq!(cases[0].entries[0].time(), None);
    }
}
