//! Jobs in child processes, one after another, each with a deadline that holds.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::time::{Duration, Instant};

use super::job::Job;
use super::origin::Origin;
use super::process::died_of_memory;
use super::record::{Message, Record, Status};
use crate::control::{Control, Stopped};

/// How long a child may be silent beyond the limit of a run before it is killed.
const GRACE: Duration = Duration::from_millis(300);
/// How often a cancellation is looked for.
const POLL: Duration = Duration::from_millis(20);

/// Why no job could be run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The worker did not start.
    #[error("the worker process {0:?} could not be started: {1}")]
    Start(PathBuf, #[source] io::Error),
    /// The control stopped the comparison.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Starts workers: a program that reads a [`Job`] as JSON from standard input and writes [`Message`]s.
pub struct Runner {
    program: PathBuf,
    arguments: Vec<String>,
    origin: Origin,
}

impl Runner {
    /// Workers are started as `program` with `arguments`.
    pub fn new(program: PathBuf, arguments: &[&str]) -> Self {
        let arguments = arguments
            .iter()
            .map(|&argument| argument.to_owned())
            .collect();
        Self {
            program,
            arguments,
            origin: Origin::here(),
        }
    }

    /// Runs one job. A child that dies, talks nonsense or outlives its limits makes a record that says so
    /// and keeps what it had reported before.
    ///
    /// # Errors
    /// No child could be started, or the control stopped the wait; the child is killed then.
    pub fn run(&self, job: &Job, control: &Control) -> Result<Record, RunError> {
        let begin = Instant::now();
        let mut worker = self
            .start(job)
            .map_err(|fault| RunError::Start(self.program.clone(), fault))?;
        let mut record = worker.watch(job, control)?;
        record.job_ns = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
        record.origin = self.origin.clone();
        Ok(record)
    }

    fn start(&self, job: &Job) -> io::Result<Worker> {
        let mut command = Command::new(&self.program);
        // In a group of its own it does not see the terminal's Ctrl-C, and is never taken for a crash then.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let piped = "the three streams are pipes";
        let lines = lines(child.stdout.take().expect(piped));
        let words = words(child.stderr.take().expect(piped));
        let mut stdin = child.stdin.take().expect(piped);
        let line = serde_json::to_vec(job).expect("a job is plain data");
        // A child that died before reading shows in what it wrote.
        let _ = stdin.write_all(&line);
        Ok(Worker {
            child,
            lines,
            words,
        })
    }
}

/// A running child; it does not outlive this value.
struct Worker {
    child: Child,
    lines: Receiver<Vec<u8>>,
    words: Receiver<Vec<u8>>,
}

impl Worker {
    fn watch(&mut self, job: &Job, control: &Control) -> Result<Record, Stopped> {
        let mut known = Record::begun(job.clone());
        let patience = job.limit() + GRACE;
        let mut deadline = Instant::now() + patience;
        loop {
            let wait = POLL.min(deadline.saturating_duration_since(Instant::now()));
            match self.lines.recv_timeout(wait) {
                Ok(line) => match serde_json::from_slice(&line) {
                    Ok(Message::Done(record)) if record.job == *job => return Ok(record),
                    Ok(Message::Progress(record)) if record.job == *job => {
                        known = record;
                        deadline = Instant::now() + patience;
                    }
                    _ => return Ok(of_nonsense(known, &line)),
                },
                Err(RecvTimeoutError::Disconnected) => {
                    control.check()?;
                    return Ok(self.of_death(known));
                }
                Err(RecvTimeoutError::Timeout) => control.check()?,
            }
            if Instant::now() >= deadline {
                return Ok(known);
            }
        }
    }

    /// The record of a child that ended without one.
    fn of_death(&mut self, known: Record) -> Record {
        let status = self.child.wait();
        let status = status.map_or_else(|fault| fault.to_string(), |status| status.to_string());
        let words = self.words.recv_timeout(GRACE).unwrap_or_default();
        let words = String::from_utf8_lossy(&words);
        let status = if known.job.memory_limit.is_some() && died_of_memory(&words) {
            Status::OutOfMemory
        } else {
            let last = words.lines().last().map(|line| format!(": {line}"));
            Status::Failed(format!(
                "the worker gave no record ({status}){}",
                last.unwrap_or_default()
            ))
        };
        Record { status, ..known }
    }
}

fn of_nonsense(known: Record, line: &[u8]) -> Record {
    let start: String = String::from_utf8_lossy(line).chars().take(60).collect();
    let status = Status::Failed(format!(
        "the worker gave no record of its job but {start:?}"
    ));
    Record { status, ..known }
}

/// A pipe's lines, read in a thread of its own so that nobody waits for a pipe that stays open.
fn lines(pipe: ChildStdout) -> Receiver<Vec<u8>> {
    /// A worker that floods its pipe waits, and this process stays small.
    const AHEAD: usize = 16;
    /// No record is longer.
    const LONGEST: u64 = 1 << 22;
    let (sender, receiver) = sync_channel(AHEAD);
    std::thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        loop {
            let mut line = Vec::new();
            let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line);
            if !matches!(read, Ok(1..)) || sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// What comes through a pipe last, for the reason of a failure.
fn words(pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    /// Reasons are short; what follows is read and dropped.
    const KEPT: u64 = 1 << 16;
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut pipe = pipe.take(KEPT);
        let _ = pipe.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
        let _ = io::copy(&mut pipe.into_inner(), &mut io::sink());
    });
    receiver
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Both fail only if it has ended and been waited for already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
