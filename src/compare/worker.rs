//! One job, in the process that calls it: timed runs, then a verifying one.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::record::{Job, Record, SCHEMA, Status};
use crate::control::{Control, Stopped};
use crate::encode::predict;
use crate::engine::{self, Engine, EngineError, Outcome};
use crate::problem::reduce::Residual;
use crate::problem::{Problem, formats};
use crate::solution::{Fingerprint, verify};

/// Short runs are repeated until they have taken this long together, so that one hiccup does not decide.
const SAMPLE_TIME: Duration = Duration::from_millis(20);
/// But no more often than this.
const MAX_SAMPLES: usize = 9;

/// Runs a job to its end or its limits. Whatever goes wrong is in the record.
pub fn execute(job: &Job) -> Record {
    run(job).unwrap_or_else(|status| Record::without_count(job.clone(), status))
}

fn run(job: &Job) -> Result<Record, Status> {
    let problem = formats::parse(&job.instance, None).map_err(failed)?;
    let engine = engine::parse(&job.engine).map_err(failed)?;
    let size = match engine.encoding() {
        Some(encoding) => {
            let residual = Residual::new(&problem).map_err(failed)?;
            Some(predict(&residual, encoding))
        }
        None => None,
    };
    let (first_ns, _) = sample(job.limit(), |control| {
        let (_, outcome) = engine.find(&problem, control).map_err(ended)?;
        Ok(outcome)
    })?;
    let (all_ns, outcome) = sample(job.limit(), |control| {
        engine.count(&problem, control).map_err(ended)
    })?;
    let complete = outcome.stopped.is_none();
    let fingerprint = if complete {
        fingerprint(&*engine, &problem, &outcome, job.limit())?
    } else {
        None
    };
    Ok(Record {
        schema: SCHEMA,
        job: job.clone(),
        status: if complete {
            Status::Complete
        } else {
            Status::Timeout
        },
        solutions: outcome.solutions,
        fingerprint,
        first_ns,
        all_ns: if complete { all_ns } else { Vec::new() },
        size,
        effort: outcome.effort,
    })
}

/// Runs `once` a few times; the samples are empty if the time limit came first.
fn sample(
    limit: Duration,
    mut once: impl FnMut(&Control) -> Result<Outcome, Status>,
) -> Result<(Vec<u64>, Outcome), Status> {
    let begin = Instant::now();
    let mut samples = Vec::new();
    loop {
        let control = Control::with_timeout(limit);
        let start = Instant::now();
        let outcome = once(&control)?;
        let elapsed = start.elapsed();
        if outcome.stopped.is_some() {
            return Ok((Vec::new(), outcome));
        }
        samples.push(u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX));
        if samples.len() == MAX_SAMPLES || begin.elapsed() >= SAMPLE_TIME {
            return Ok((samples, outcome));
        }
    }
}

/// Lists the solutions again, verifies each, and compares their number with the timed count.
fn fingerprint(
    engine: &dyn Engine,
    problem: &Problem,
    counted: &Outcome,
    limit: Duration,
) -> Result<Option<String>, Status> {
    let mut fingerprint = Fingerprint::default();
    let mut violation = None;
    let listed =
        engine.enumerate(
            problem,
            &Control::with_timeout(limit),
            &mut |placement| match verify(problem, placement) {
                Ok(solution) => {
                    fingerprint.add(&solution);
                    ControlFlow::Continue(())
                }
                Err(fault) => {
                    violation = Some(fault);
                    ControlFlow::Break(())
                }
            },
        );
    let listed = listed.map_err(ended)?;
    match (violation, listed.stopped) {
        (Some(violation), _) => Err(failed(format!(
            "it lists a placement that is no solution: {violation}"
        ))),
        (None, Some(Stopped::Deadline)) => Ok(None),
        (None, Some(stopped)) => Err(failed(stopped)),
        (None, None) if listed.solutions == counted.solutions => Ok(Some(fingerprint.to_string())),
        (None, None) => Err(failed(format!(
            "it counts {} solutions but lists {}",
            counted.solutions, listed.solutions
        ))),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it ends chains of `map_err`")]
fn failed(reason: impl ToString) -> Status {
    Status::Failed(reason.to_string())
}

fn ended(error: EngineError) -> Status {
    if error.is_refusal() {
        Status::Refused(error.to_string())
    } else {
        failed(error)
    }
}
