//! Jobs in child processes, one after another, each with a deadline that holds.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::record::{Job, Record, Status};
use crate::control::{Control, Stopped};

/// How long a child may take beyond the limits of its runs before it is killed.
const GRACE: Duration = Duration::from_secs(1);
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

/// Starts workers: a program that reads a [`Job`] as JSON from standard input and writes a [`Record`].
pub struct Runner {
    program: PathBuf,
    arguments: Vec<String>,
}

impl Runner {
    /// Workers are started as `program` with `arguments`.
    pub fn new(program: PathBuf, arguments: &[&str]) -> Self {
        let arguments = arguments
            .iter()
            .map(|&argument| argument.to_owned())
            .collect();
        Self { program, arguments }
    }

    /// Runs one job. A child that dies or talks nonsense makes a failed record; one that outlives
    /// its limits is killed and makes one that timed out.
    ///
    /// # Errors
    /// No child could be started, or the control stopped the wait; the child is killed then.
    pub fn run(&self, job: &Job, control: &Control) -> Result<Record, RunError> {
        let started = Command::new(&self.program)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let child = started.map_err(|fault| RunError::Start(self.program.clone(), fault))?;
        let mut child = KilledOnDrop(child);
        let output = read_aside(child.0.stdout.take());
        let errors = read_aside(child.0.stderr.take());
        let mut stdin = child.0.stdin.take().expect("the standard input is a pipe");
        let line = serde_json::to_vec(job).expect("a job is plain data");
        // A child that died before reading shows in what it wrote.
        let _ = stdin.write_all(&line);
        drop(stdin);

        let deadline = Instant::now() + 3 * job.limit() + GRACE;
        let Some(output) = wait(&output, deadline, control)? else {
            return Ok(Record::without_count(job.clone(), Status::Timeout));
        };
        let record = serde_json::from_slice::<Record>(&output)
            .ok()
            .filter(|record| record.job == *job);
        Ok(record.unwrap_or_else(|| {
            let status = child
                .0
                .wait()
                .map_or_else(|fault| fault.to_string(), |status| status.to_string());
            let talk = errors.recv_timeout(GRACE).unwrap_or_default();
            let last = String::from_utf8_lossy(&talk)
                .lines()
                .last()
                .map_or(String::new(), |line| format!(": {line}"));
            Record::failed(
                job.clone(),
                format!("the worker gave no record ({status}){last}"),
            )
        }))
    }
}

/// All of a pipe, read in a thread of its own so that nobody waits for a pipe that stays open.
fn read_aside(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    let mut pipe = pipe.expect("the standard outputs are pipes");
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

/// The child's output once it is complete, or `None` past the deadline.
fn wait(
    output: &Receiver<Vec<u8>>,
    deadline: Instant,
    control: &Control,
) -> Result<Option<Vec<u8>>, Stopped> {
    loop {
        match output.recv_timeout(POLL) {
            Ok(bytes) => return Ok(Some(bytes)),
            Err(RecvTimeoutError::Disconnected) => return Ok(Some(Vec::new())),
            Err(RecvTimeoutError::Timeout) => control.check()?,
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
    }
}

/// No child outlives its job, whichever way that ends.
struct KilledOnDrop(Child);

impl Drop for KilledOnDrop {
    fn drop(&mut self) {
        // Both fail only if it has ended and been waited for already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
