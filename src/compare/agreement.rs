//! Do the engines agree? Every exact count must equal every other and the known one, and so must
//! the fingerprints of the verified solutions.

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

/// What the records of one instance say together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The first exact count.
    pub solutions: Option<u128>,
    /// The count in the literature.
    pub known: Option<u128>,
    /// How many engines gave an exact count.
    pub complete: usize,
    /// How many of them had every solution verified and the same set of them.
    pub verified: usize,
    /// What does not fit, one sentence an engine.
    pub faults: Vec<String>,
}

/// Compares the records of one instance.
pub fn agreement(known: Option<u128>, records: &[Record]) -> Agreement {
    let exact: Vec<&Record> = records
        .iter()
        .filter(|record| record.is_complete())
        .collect();
    let solutions = exact.first().map(|record| record.solutions);
    let reference = known.or(solutions);
    let prints: Vec<&Record> = exact
        .iter()
        .copied()
        .filter(|record| record.fingerprint.is_some())
        .collect();
    let mut faults = Vec::new();
    for record in records {
        let engine = &record.job.engine;
        match (&record.status, reference) {
            (Status::Failed(reason), _) => faults.push(format!("{engine} failed: {reason}")),
            (Status::Complete, Some(expected)) if record.solutions != expected => {
                faults.push(format!(
                    "{engine} counts {}, expected {expected}",
                    record.solutions
                ));
            }
            (Status::Timeout, Some(expected)) if record.solutions > expected => {
                faults.push(format!(
                    "{engine} found {} before its time was up, expected {expected}",
                    record.solutions
                ));
            }
            _ => {}
        }
    }
    for record in &prints {
        let first = prints[0];
        if record.solutions == first.solutions && record.fingerprint != first.fingerprint {
            let (engine, other) = (&record.job.engine, &first.job.engine);
            faults.push(format!("{engine} lists other solutions than {other}"));
        }
    }
    Agreement {
        solutions,
        known,
        complete: exact.len(),
        verified: prints.len(),
        faults,
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Job;
    use super::*;

    fn record(engine: &str, solutions: u128, fingerprint: &str) -> Record {
        let job = Job {
            label: "8".to_owned(),
            instance: "8:".to_owned(),
            engine: engine.to_owned(),
            limit_ns: 1,
        };
        let mut record = Record::failed(job, "");
        record.status = Status::Complete;
        record.solutions = solutions;
        record.fingerprint = Some(fingerprint.to_owned());
        record
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
}
