//! Any program that reads DIMACS CNF, as a solver: a formula goes to a file, a verdict comes back.
//!
//! The program is started with the formula's path as its last argument, in a process group that ends with it, with the
//! deadline or with the caller; a process that it detaches into a session of its own, as by `setsid`, escapes that. Its output goes to files beside the formula rather than through pipes: no
//! descendant can then hold up the reading, and all vanish with their folder. Programs of
//! MiniSat's family print no model but write it to the file that a further argument names.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use tempfile::TempDir;

use super::child::Group;
use super::command::CommandLine;
use super::verdict::{is_orderly, verdict};
use crate::cnf::answer::stated;
use crate::cnf::check::Check;
use crate::cnf::dimacs::Writer;
use crate::cnf::{ClauseSink, Model, Size, SyntaxError};
use crate::control::{Control, Stopped};
use crate::encode::EncodeError;

pub use super::verdict::Verdict;

/// Sends a formula to a sink: the same one every time it is called.
pub type Fill<'a> = dyn FnMut(&mut dyn ClauseSink) -> Result<(), EncodeError> + 'a;

/// Why a program gave no verdict.
#[derive(Debug, thiserror::Error)]
pub enum ExternalError {
    /// The control stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The formula could not be made.
    #[error(transparent)]
    Encode(EncodeError),
    /// The formula or the answer could not be kept in a file.
    #[error("the files for the solver `{command}` failed: {source}; is the temporary folder full?")]
    File {
        /// The command.
        command: String,
        /// What failed.
        source: io::Error,
    },
    /// There is no such program.
    #[error("the program `{program}` was not found; install it, or name it by its path")]
    NotFound {
        /// The first word of the command.
        program: String,
    },
    /// It could not be started.
    #[error("the command `{command}` could not be started: {source}")]
    Start {
        /// The command.
        command: String,
        /// Why.
        source: io::Error,
    },
    /// It ended as no solver ends.
    #[error("the solver `{command}` failed with {status}{}", last_words(.last_line.as_deref()))]
    Crashed {
        /// The command.
        command: String,
        /// Its exit code or signal.
        status: ExitStatus,
        /// The last line it wrote to standard error.
        last_line: Option<String>,
    },
    /// Its answer cannot be read.
    #[error("the answer of the solver `{command}` cannot be read: {source}")]
    Garbled {
        /// The command.
        command: String,
        /// Where and why.
        source: SyntaxError,
    },
    /// Its answer cannot be right.
    #[error("the answer of the solver `{command}` cannot be right: {what}")]
    Absurd {
        /// The command.
        command: String,
        /// What it says.
        what: String,
    },
}

fn last_words(last_line: Option<&str>) -> String {
    match last_line {
        Some(line) => format!("; its last words: {line}"),
        None => String::new(),
    }
}

/// More output than this is no answer but a program that went wild.
const OUTPUT_LIMIT: u64 = 1 << 30;

/// A program that solves DIMACS files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    command: CommandLine,
}

impl Program {
    /// The program that `command` starts.
    pub fn new(command: CommandLine) -> Self {
        Self { command }
    }

    /// The command.
    pub fn command(&self) -> &CommandLine {
        &self.command
    }

    /// A model of the formula that `fill` sends, whose size is `size`; `None` if there is none. The
    /// model is checked against every clause.
    ///
    /// # Errors
    /// As [`run`](Self::run); and the program does not know, only counts, or gave a wrong model.
    pub fn solve(
        &self,
        size: Size,
        fill: &mut Fill<'_>,
        control: &Control,
    ) -> Result<Option<Model>, ExternalError> {
        let model = match self.run(size, fill, control)? {
            Verdict::Models(models) => models.into_iter().next(),
            Verdict::Unsatisfiable => return Ok(None),
            Verdict::Unknown => return Err(Stopped::GaveUp.into()),
            Verdict::Count(_) => None,
        };
        let model = model.ok_or_else(|| self.absurd("models are counted, but none is given"))?;
        let mut check = Check::new(&model);
        fill(&mut check).map_err(encode_error)?;
        match check.falsified() {
            None => Ok(Some(model)),
            Some((number, clause)) => {
                let what = format!("its model makes clause {number}, {clause:?}, false");
                Err(self.absurd(what))
            }
        }
    }

    /// Runs the program on the formula that `fill` sends, whose size is `size`.
    ///
    /// # Errors
    /// The formula could not be made, the program could not be run to its end, or what it says is no answer to this formula.
    pub fn run(
        &self,
        size: Size,
        fill: &mut Fill<'_>,
        control: &Control,
    ) -> Result<Verdict, ExternalError> {
        control.check()?;
        let (_folder, files) = self.write(size, fill)?;
        let status = self.execute(&files, control)?;
        let text = self
            .said(&files)
            .map_err(|source| self.file_error(source))?;
        let answers = stated(&text);
        if !is_orderly(status, answers.as_deref()) {
            return Err(ExternalError::Crashed {
                command: self.command.to_string(),
                status,
                last_line: last_line(&files.errors),
            });
        }
        let answers = answers.map_err(|source| ExternalError::Garbled {
            command: self.command.to_string(),
            source,
        })?;
        let verdict = verdict(answers, size, status);
        verdict.map_err(|what| self.absurd(what))
    }

    /// Does what precedes the program's start, the writing of the formula, and drops it.
    ///
    /// # Errors
    /// The formula could not be made or kept.
    pub fn prepare(&self, size: Size, fill: &mut Fill<'_>) -> Result<(), ExternalError> {
        self.write(size, fill).map(drop)
    }

    /// Whether the program writes its model to a file that a second argument names.
    fn writes_result(&self) -> bool {
        let name = self.command.name();
        ["minisat", "glucose"]
            .iter()
            .any(|family| name.starts_with(family))
    }

    /// The formula in a folder of its own, where the answer goes, too.
    fn write(&self, size: Size, fill: &mut Fill<'_>) -> Result<(TempDir, Files), ExternalError> {
        let folder = tempfile::Builder::new().prefix("queensat-").tempdir();
        let folder = folder.map_err(|source| self.file_error(source))?;
        let files = Files::within(folder.path());
        let target = File::create(&files.formula).map_err(|source| self.file_error(source))?;
        let mut writer = Writer::new(target);
        writer.header(size);
        match fill(&mut writer) {
            // A writer that failed knows why, and says so when it is finished.
            Ok(()) | Err(EncodeError::SinkFailed) => match writer.finish() {
                Ok(_) => Ok((folder, files)),
                Err(source) => Err(self.file_error(source)),
            },
            Err(error) => Err(encode_error(error)),
        }
    }

    fn execute(&self, files: &Files, control: &Control) -> Result<ExitStatus, ExternalError> {
        let create = |path| File::create(path).map_err(|source| self.file_error(source));
        let mut command = Command::new(self.command.program());
        command.args(self.command.arguments()).arg(&files.formula);
        if self.writes_result() {
            command.arg(&files.result);
        }
        command
            .stdin(Stdio::null())
            .stdout(create(&files.output)?)
            .stderr(create(&files.errors)?);
        let group =
            Group::start(&mut command, &files.folder).map_err(|source| match source.kind() {
                io::ErrorKind::NotFound => ExternalError::NotFound {
                    program: self.command.program().to_owned(),
                },
                _ => ExternalError::Start {
                    command: self.command.to_string(),
                    source,
                },
            })?;
        let ended = group.wait(|| {
            control.check()?;
            if files.printed() > OUTPUT_LIMIT {
                return Err(self.absurd("it prints more than a gibibyte"));
            }
            Ok(())
        })?;
        ended.map_err(|source| ExternalError::Start {
            command: self.command.to_string(),
            source,
        })
    }

    /// The text that holds the answer.
    fn said(&self, files: &Files) -> io::Result<Vec<u8>> {
        if self.writes_result() && files.result.exists() {
            fs::read(&files.result)
        } else {
            fs::read(&files.output)
        }
    }

    fn file_error(&self, source: io::Error) -> ExternalError {
        ExternalError::File {
            command: self.command.to_string(),
            source,
        }
    }

    fn absurd(&self, what: impl Into<String>) -> ExternalError {
        ExternalError::Absurd {
            command: self.command.to_string(),
            what: what.into(),
        }
    }
}

/// The files of one run.
struct Files {
    folder: PathBuf,
    formula: PathBuf,
    /// Written by programs of MiniSat's family.
    result: PathBuf,
    output: PathBuf,
    errors: PathBuf,
}

impl Files {
    fn within(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            formula: folder.join("formula.cnf"),
            result: folder.join("result"),
            output: folder.join("output"),
            errors: folder.join("errors"),
        }
    }

    /// How many bytes the program has printed so far.
    fn printed(&self) -> u64 {
        let length = |path| fs::metadata(path).map_or(0, |file| file.len());
        length(&self.output) + length(&self.errors)
    }
}

fn encode_error(error: EncodeError) -> ExternalError {
    match error {
        EncodeError::Stopped(stopped) => ExternalError::Stopped(stopped),
        other => ExternalError::Encode(other),
    }
}

/// The last line with something in it, cut to what a message can hold.
fn last_line(path: &Path) -> Option<String> {
    const TAIL: i64 = 4096;
    const WIDTH: usize = 200;
    let mut file = File::open(path).ok()?;
    let from_end = file.seek(SeekFrom::End(-TAIL));
    from_end.or_else(|_| file.rewind().map(|()| 0)).ok()?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail).ok()?;
    let tail = String::from_utf8_lossy(&tail);
    let line = tail.lines().rev().find(|line| !line.trim().is_empty())?;
    let printable = line
        .trim()
        .chars()
        .filter(|character| !character.is_control());
    Some(printable.take(WIDTH).collect())
}
