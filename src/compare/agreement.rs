//! Do the engines agree? Every exact count must equal every other and the known one, and so must
//! the fingerprints of the verified solutions.

use std::collections::HashSet;

use super::job::Task;
use super::record::{Record, Status};
use crate::problem::Problem;

/// Solutions of the empty n x n board, n = 0, 1, ..: OEIS A000170.
pub const A000170: [u128; 28] = [
    1,
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2_680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848,
    39_029_188_884,
    314_666_222_712,
    2_691_008_701_644,
    24_233_937_684_440,
    227_514_171_973_736,
    2_207_893_435_808_352,
    22_317_699_616_364_044,
    234_907_967_154_122_528,
];

/// The number of solutions where the literature has it.
pub fn known_count(problem: &Problem) -> Option<u128> {
    let board = problem.board();
    let plain = problem.is_plain() && board.rows() == board.columns();
    A000170
        .get(board.rows() as usize)
        .copied()
        .filter(|_| plain)
}

/// What the records of one instance and task say together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The first exact answer: a count, or 0 or 1 for the task `find`.
    pub solutions: Option<u128>,
    /// The answer in the literature. Others are held against it, or else against the first exact one.
    pub known: Option<u128>,
    /// How many engines were asked.
    pub engines: usize,
    /// How many of them answered exactly whenever they were asked.
    pub complete: usize,
    /// How many of them had every solution verified and the same set of them.
    pub verified: usize,
    /// What does not fit, one sentence an engine.
    pub faults: Vec<String>,
    /// The engines whose exact answers do not fit.
    pub wrong: HashSet<String>,
}

/// Compares the records of one instance and task; `known` is the number of its solutions.
pub fn agreement(known: Option<u128>, records: &[Record]) -> Agreement {
    let find = |record: &Record| record.job.task == Task::Find;
    let known = match records.first() {
        Some(first) if find(first) => known.map(|solutions| solutions.min(1)),
        _ => known,
    };
    let mut exact = records.iter().filter(|record| record.is_complete());
    let solutions = exact.next().map(|record| record.solutions);
    let reference = known.or(solutions);
    let listed = records
        .iter()
        .filter(|record| record.is_complete() && record.fingerprint.is_some());
    let sets: Vec<&Record> = listed.collect();
    let (mut faults, mut wrong) = (Vec::new(), HashSet::new());
    for record in records {
        if let Some(fault) = fault(record, reference) {
            faults.push(fault);
            if record.is_complete() {
                wrong.insert(record.job.engine.clone());
            }
        }
    }
    for record in &sets {
        let first = sets[0];
        if record.solutions == first.solutions && record.fingerprint != first.fingerprint {
            let (engine, other) = (&record.job.engine, &first.job.engine);
            faults.push(format!("{engine} lists other solutions than {other}"));
            wrong.insert(engine.clone());
        }
    }
    let mut seen = HashSet::new();
    faults.retain(|fault| seen.insert(fault.clone()));
    let engines = |wanted: &dyn Fn(&Record) -> bool| -> HashSet<&str> {
        let wanted = records.iter().filter(|record| wanted(record));
        wanted.map(|record| &*record.job.engine).collect()
    };
    let (all, unfinished) = (engines(&|_| true), engines(&|record| !record.is_complete()));
    Agreement {
        solutions,
        known,
        engines: all.len(),
        complete: all.len() - unfinished.len(),
        verified: engines(&|record| record.is_complete() && record.verified).len(),
        faults,
        wrong,
    }
}

/// What a record says against the answer that is expected, or that it failed.
fn fault(record: &Record, reference: Option<u128>) -> Option<String> {
    let engine = &record.job.engine;
    let found = record.solutions;
    match (&record.status, reference) {
        (Status::Failed(reason), _) => Some(format!("{engine} failed: {reason}")),
        (Status::Complete, Some(expected)) if found != expected => {
            let word = match record.job.task {
                Task::Count => "counts",
                Task::Find => "finds",
            };
            Some(format!("{engine} {word} {found}, expected {expected}"))
        }
        (Status::Timeout | Status::OutOfMemory, Some(expected)) if found > expected => Some(
            format!("{engine} found {found} before it was stopped, expected {expected}"),
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::job::{Conditions, Job};
    use super::*;

    fn record(engine: &str, solutions: u128, fingerprint: &str) -> Record {
        let problem = Problem::queens_on(8).expect("small");
        let conditions = Conditions::counting(std::time::Duration::from_secs(1));
        Record {
            status: Status::Complete,
            solutions,
            verified: true,
            fingerprint: Some(fingerprint.to_owned()),
            ..Record::begun(Job::new("8", &problem, engine, &conditions))
        }
    }

    #[test]
    fn agreement_needs_equal_counts_and_equal_sets() {
        let honest = [record("a", 92, "f"), record("b", 92, "f")];
        assert_eq!(agreement(Some(92), &honest).faults, Vec::<String>::new());
        let counts = [record("a", 92, "f"), record("b", 91, "f")];
        assert_eq!(
            agreement(None, &counts).faults,
            ["b counts 91, expected 92"]
        );
        let sets = [record("a", 92, "f"), record("b", 92, "e")];
        assert_eq!(
            agreement(Some(92), &sets).faults,
            ["b lists other solutions than a"]
        );
        let known = [record("a", 91, "f"), record("b", 91, "f")];
        assert_eq!(agreement(Some(92), &known).faults.len(), 2);
    }

    #[test]
    fn a_partial_count_may_be_low_but_not_high() {
        let mut partial = record("a", 91, "f");
        partial.status = Status::Timeout;
        assert!(agreement(Some(92), &[partial.clone()]).faults.is_empty());
        partial.solutions = 93;
        assert_eq!(agreement(Some(92), &[partial]).faults.len(), 1);
    }

    #[test]
    fn repetitions_are_of_one_engine_and_a_verdict_is_no_count() {
        let mut again = record("a", 92, "f");
        (again.job.repetition, again.fingerprint, again.verified) = (1, None, false);
        let found = agreement(None, &[record("a", 92, "f"), again.clone()]);
        assert_eq!((found.engines, found.complete, found.verified), (1, 1, 1));
        again.status = Status::Timeout;
        let found = agreement(None, &[record("a", 92, "f"), again]);
        assert_eq!((found.complete, found.verified), (0, 1));
        let mut verdict = record("a", 1, "");
        (verdict.job.task, verdict.fingerprint) = (Task::Find, None);
        assert!(agreement(Some(92), &[verdict.clone()]).faults.is_empty());
        assert_eq!(
            agreement(Some(0), &[verdict]).faults,
            ["a finds 1, expected 0"]
        );
    }
}
