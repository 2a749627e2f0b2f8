//! One job, in the process that calls it: sizes, timed runs, then an untimed one that verifies.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::job::{Job, Task};
use super::process::{end_with_parent, limit_memory, peak_memory};
use super::record::{Message, Record, Status};
use crate::cnf::Size;
use crate::control::{Control, Stopped};
use crate::encode::{EncodeError, Encoding, encode, predict};
use crate::engine::{self, Engine, EngineError, Outcome};
use crate::problem::Problem;
use crate::problem::formats::{self, Format};
use crate::problem::reduce::Residual;
use crate::solution::{Fingerprint, verify};

/// Short searches are repeated until they have taken this long together, so that one hiccup does not decide.
const SEARCHES: Duration = Duration::from_millis(20);
/// The same for encoding and loading.
const PREPARATIONS: Duration = Duration::from_millis(5);
/// But none is repeated more often than this.
const MAX_SAMPLES: usize = 9;

/// Why a worker gave no record.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// What it read is no job.
    #[error("expected a job of `queensat compare` on standard input: {0}")]
    NoJob(#[from] serde_json::Error),
    /// It could not read or write, or not limit its memory.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A worker process: reads a [`Job`], writes a [`Message`] a line as each step ends.
///
/// # Errors
/// No job came in, or a line did not go out.
pub fn serve(mut input: impl Read, mut output: impl Write) -> Result<(), ServeError> {
    end_with_parent();
    let mut text = String::new();
    input.read_to_string(&mut text)?;
    let job: Job = serde_json::from_str(&text)?;
    if let Some(bytes) = job.memory_limit {
        limit_memory(bytes)?;
    }
    let mut say = |message: &Message| -> io::Result<()> {
        let mut line = serde_json::to_vec(message).expect("a record is plain data");
        line.push(b'\n');
        output.write_all(&line)?;
        output.flush()
    };
    let mut fault = None;
    let record = execute(&job, &mut |record| {
        if let Err(error) = say(&Message::Progress(record.clone())) {
            fault = Some(error);
        }
    });
    match fault {
        Some(error) => Err(error.into()),
        None => Ok(say(&Message::Done(record))?),
    }
}

/// Runs a job to its end or its limits. Whatever goes wrong is in the record; `progress` is shown what is
/// known before each run that may take as long as the time limit.
pub fn execute(job: &Job, progress: &mut dyn FnMut(&Record)) -> Record {
    let mut course = Course {
        record: Record::begun(job.clone()),
        progress,
    };
    let status = match course.run() {
        Ok(None) => Status::Complete,
        Ok(Some(Stopped::Deadline)) => Status::Timeout,
        Ok(Some(stopped)) => failed(stopped),
        Err(status) => status,
    };
    Record {
        status,
        peak_bytes: peak_memory(),
        ..course.record
    }
}

/// A job on its way.
struct Course<'a> {
    record: Record,
    progress: &'a mut dyn FnMut(&Record),
}

/// What ended a step early, if anything did; or what is wrong.
type Step = Result<Option<Stopped>, Status>;

impl Course<'_> {
    fn run(&mut self) -> Step {
        let job = self.record.job.clone();
        let problem = formats::parse(&job.instance, None).map_err(failed)?;
        let engine = engine::parse(&job.engine).map_err(failed)?;
        if let Some(encoding) = engine.encoding() {
            self.record.encoding = Some(encoding.name());
            if let Some(stopped) = self.encoding(&problem, encoding)? {
                return Ok(Some(stopped));
            }
        }
        if let Some(stopped) = self.loading(&*engine, &problem)? {
            return Ok(Some(stopped));
        }
        let found = self.finding(&*engine, &problem)?;
        if found.is_some() || job.task == Task::Find {
            return Ok(found);
        }
        if let Some(stopped) = self.counting(&*engine, &problem)? {
            return Ok(Some(stopped));
        }
        // An exact count stays exact if there is no time to verify it; the record tells.
        match job.repetition {
            0 => self.verifying(&*engine, &problem).map(|()| None),
            _ => Ok(None),
        }
    }

    /// Writes the formula to a sink that only counts.
    fn encoding(&mut self, problem: &Problem, encoding: &Encoding) -> Step {
        let residual = Residual::new(problem).map_err(refused)?;
        self.record.size = Some(predict(&residual, encoding));
        let mut sent = Size::ZERO;
        let (samples, stopped) = self.sample(PREPARATIONS, 0, &mut |control| {
            sent = Size::ZERO;
            match encode(&residual, encoding, &mut sent, control) {
                Ok(()) => Ok(None),
                Err(EncodeError::Stopped(stopped)) => Ok(Some(stopped)),
                Err(fault) => Err(refused(fault)),
            }
        })?;
        self.record.encode_ns = samples;
        self.record.sent = stopped.is_none().then_some(sent);
        Ok(stopped)
    }

    fn loading(&mut self, engine: &dyn Engine, problem: &Problem) -> Step {
        let mut loads = true;
        let (samples, stopped) = self.sample(PREPARATIONS, 0, &mut |control| {
            loads &= engine.prepare(problem, control).map_err(ended)?;
            Ok(control.check().err())
        })?;
        self.record.load_ns = if loads { samples } else { Vec::new() };
        Ok(stopped)
    }

    fn finding(&mut self, engine: &dyn Engine, problem: &Problem) -> Step {
        let mut last = None;
        let warm_up = self.record.job.warm_up;
        let (samples, stopped) = self.sample(SEARCHES, warm_up, &mut |control| {
            let (placement, outcome) = engine.find(problem, control).map_err(ended)?;
            last = Some((placement, outcome));
            Ok(outcome.stopped)
        })?;
        self.record.first_ns = samples;
        let Some((placement, outcome)) = last else {
            return Ok(stopped);
        };
        if self.record.job.task == Task::Find {
            self.record.solutions = placement.is_some().into();
            self.record.effort = outcome.effort;
            self.record.verified = stopped.is_none();
        }
        if let Some(placement) = placement {
            let solution = verify(problem, &placement).map_err(|fault| {
                failed(format!("it finds a placement that is no solution: {fault}"))
            })?;
            self.record.solution = formats::print(&solution.on(problem), Format::Squares).ok();
        }
        Ok(stopped)
    }

    fn counting(&mut self, engine: &dyn Engine, problem: &Problem) -> Step {
        let mut last: Option<Outcome> = None;
        let warm_up = self.record.job.warm_up;
        let (samples, stopped) = self.sample(SEARCHES, warm_up, &mut |control| {
            let outcome = engine.count(problem, control).map_err(ended)?;
            last = Some(outcome);
            Ok(outcome.stopped)
        })?;
        if let Some(outcome) = last {
            self.record.solutions = outcome.solutions;
            self.record.effort = outcome.effort;
        }
        self.record.all_ns = samples;
        if stopped.is_none() && (self.record.solutions == 0) != self.record.solution.is_none() {
            let found = self.record.solution.as_deref().unwrap_or("none");
            return Err(failed(format!(
                "it counts {} solutions but finds {}",
                self.record.solutions,
                found.trim_end()
            )));
        }
        Ok(stopped)
    }

    /// Lists the solutions again, verifies each, and compares their number with the timed count.
    fn verifying(&mut self, engine: &dyn Engine, problem: &Problem) -> Result<(), Status> {
        // Should the process be killed from here on, the count was complete all the same.
        self.record.status = Status::Complete;
        (self.progress)(&self.record);
        let mut fingerprint = Fingerprint::default();
        let mut violation = None;
        let control = Control::with_timeout(self.record.job.limit());
        let listed = engine.enumerate(problem, &control, &mut |placement| match verify(
            problem, placement,
        ) {
            Ok(solution) => {
                fingerprint.add(&solution);
                ControlFlow::Continue(())
            }
            Err(fault) => {
                violation = Some(fault);
                ControlFlow::Break(())
            }
        });
        let listed = listed.map_err(ended)?;
        match (violation, listed.stopped) {
            (Some(violation), _) => Err(failed(format!(
                "it lists a placement that is no solution: {violation}"
            ))),
            (None, Some(Stopped::Deadline)) => Ok(()),
            (None, Some(stopped)) => Err(failed(stopped)),
            (None, None) if listed.solutions == self.record.solutions => {
                self.record.verified = true;
                self.record.fingerprint = Some(fingerprint.to_string());
                Ok(())
            }
            (None, None) => Err(failed(format!(
                "it counts {} solutions but lists {}",
                self.record.solutions, listed.solutions
            ))),
        }
    }

    /// Runs `once` a few times after the untimed runs; the samples are empty if something stopped it.
    fn sample(
        &mut self,
        enough: Duration,
        warm_up: u32,
        once: &mut dyn FnMut(&Control) -> Step,
    ) -> Result<(Vec<u64>, Option<Stopped>), Status> {
        let limit = self.record.job.limit();
        for _ in 0..warm_up {
            (self.progress)(&self.record);
            if let Some(stopped) = once(&Control::with_timeout(limit))? {
                return Ok((Vec::new(), Some(stopped)));
            }
        }
        (self.progress)(&self.record);
        let begin = Instant::now();
        let mut samples = Vec::new();
        while samples.len() < MAX_SAMPLES && (samples.is_empty() || begin.elapsed() < enough) {
            let control = Control::with_timeout(limit);
            let start = Instant::now();
            let stopped = once(&control)?;
            let elapsed = start.elapsed();
            if stopped.is_some() {
                return Ok((Vec::new(), stopped));
            }
            samples.push(u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX));
        }
        Ok((samples, None))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it ends chains of `map_err`")]
fn failed(reason: impl ToString) -> Status {
    Status::Failed(reason.to_string())
}

#[expect(clippy::needless_pass_by_value, reason = "it ends chains of `map_err`")]
fn refused(reason: impl ToString) -> Status {
    Status::Refused(reason.to_string())
}

fn ended(error: EngineError) -> Status {
    if error.is_refusal() {
        refused(error)
    } else {
        failed(error)
    }
}

#[cfg(test)]
mod tests {
    use super::super::job::Conditions;
    use super::*;

    fn executed(text: &str, engine: &str, task: Task, limit: Duration) -> (Record, usize) {
        let problem = formats::parse(text, None).expect("an instance");
        let conditions = Conditions {
            task,
            warm_up: 1,
            ..Conditions::counting(limit)
        };
        let mut words = 0;
        let job = Job::new(text, &problem, engine, &conditions);
        let record = execute(&job, &mut |_| words += 1);
        (record, words)
    }

    #[test]
    fn every_step_leaves_its_samples() {
        let (record, words) = executed("6", "sat-blocking", Task::Count, Duration::from_secs(60));
        assert_eq!(
            (record.status.clone(), record.solutions),
            (Status::Complete, 4)
        );
        assert!(record.verified && record.fingerprint.is_some() && record.size == record.sent);
        for samples in [
            &record.encode_ns,
            &record.load_ns,
            &record.first_ns,
            &record.all_ns,
        ] {
            assert!((1..=MAX_SAMPLES).contains(&samples.len()));
        }
        // Encoding, loading, two runs each to find and to count, verifying.
        assert_eq!(words, 7);
    }

    #[test]
    fn finding_verifies_what_it_finds_and_counts_nothing() {
        let limit = Duration::from_secs(60);
        let (record, _) = executed("6", "bitmask", Task::Find, limit);
        assert_eq!((record.solutions, record.verified), (1, true));
        assert!(record.all_ns.is_empty() && record.load_ns.is_empty() && record.size.is_none());
        assert!(
            record
                .solution
                .is_some_and(|squares| squares.starts_with("6: "))
        );
        let (record, _) = executed("3", "sat", Task::Find, limit);
        assert_eq!((record.solutions, record.status), (0, Status::Complete));
    }

    #[test]
    fn a_limit_leaves_what_was_known_before() {
        let (record, _) = executed("17", "bitmask", Task::Count, Duration::from_millis(300));
        assert_eq!(record.status, Status::Timeout);
        assert!(record.all_ns.is_empty() && !record.first_ns.is_empty());
    }
}
