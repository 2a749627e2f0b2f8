//! The sub-commands, one file each, and what they share: where instances come from, where output
//! goes, and how errors become exit codes.

mod certificate;
mod check;
mod compare;
mod convert;
mod count;
mod decode;
mod diagnose;
mod encode;
mod encoding;
mod enumerate;
mod escaped;
mod export;
mod folder;
mod formula;
mod generate;
mod instance;
mod list;
mod output;
mod progress;
mod proof;
mod report;
mod run;
mod shape;
mod shell;
mod sizes;
mod solve;
mod source;
mod store;
mod trace;
mod verify;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use queensat::control::Stopped;
use queensat::encode::EncodeError;
use queensat::engine::{Engine, blame};
use queensat::explain::ExplainError;
use queensat::problem::Problem;
use queensat::solution::{Placement, Solution, verify};

use self::escaped::Escaped;

/// N-Queens as SAT: encode, solve, count, and compare with native search.
///
/// INSTANCE is a number (8), rows by columns (6x8), squares ("8: b4 d5"), a file, or - for standard
/// input; --queen and --block add to it.
#[derive(Parser)]
#[command(version, propagate_version = true, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// No notes and no progress on standard error
    #[arg(long, short, global = true)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  queensat compare                          encodings and searches side by side
  queensat solve 8                          a board
  queensat count \"8: b4 d5\"                 completions of a partial board
  queensat encode 20 --amo product -o q.cnf for other solvers
  queensat sizes 8 100                      how large the encodings are

Exit codes:
  solve: 10 satisfiable, 20 unsatisfiable, 0 unknown; verify: 0 valid, 1 not;
  check: 0 all completable, 1 any not, 3 else any unknown, 2 if any failed;
  decode: 0 valid, 1 invalid, 20 unsatisfiable, 3 unknown;
  count, enumerate: 0 complete or limited, 3 out of time; compare: 1 on disagreement;
  diagnose: 0 decided, 3 unknown; generate: 0 made, 3 out of time;
  all: 2 wrong usage or input, 130 interrupted";

#[derive(Subcommand)]
enum Command {
    /// Write an instance as DIMACS CNF
    Encode(encode::Encode),
    /// Find one solution
    Solve(solve::Solve),
    /// Say for each instance whether it can be completed
    Check(check::Check),
    /// Count the solutions
    Count(count::Count),
    /// List the solutions, one a line
    Enumerate(enumerate::Enumerate),
    /// Check placements against an instance
    Verify(verify::Verify),
    /// Turn a solver's answer to an exported file into a board, and check it
    Decode(decode::Decode),
    /// Write an instance in another format
    Convert(convert::Convert),
    /// Show the size of every encoding
    Sizes(sizes::Sizes),
    /// Say why there is no completion and how to mend it, or what all completions share
    Diagnose(diagnose::Diagnose),
    /// Make seeded instances
    Generate(generate::Generate),
    /// Show the depth-first search step by step
    Trace(trace::TraceCommand),
    /// Run engines and encodings side by side
    Compare(compare::Compare),
    /// Turn records of `compare` into tables, data or a page with plots
    Report(report::Report),
    /// Name the encodings, engines and formats
    List(list::List),
    /// Print a completion script for a shell
    Completions(shell::Completions),
    /// Print the manual page, as for `man -l -`
    Man(shell::Man),
    /// Run one job of `compare` from standard input
    #[command(hide = true)]
    Worker,
}

/// How a command ended, beyond errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// All was done (0), or nothing is known (`solve`).
    Done,
    /// The answer is no: an invalid placement, no completion, engines that disagree (1).
    No,
    /// Time ran out before the answer was complete (3).
    OutOfTime,
    /// One of several instances was bad or its engine failed (2).
    Failed,
    /// `solve` found a board (10).
    Satisfiable,
    /// `solve` showed that there is none (20).
    Unsatisfiable,
    /// Somebody pressed Ctrl-C (130).
    Interrupted,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        Self::from(ending.code())
    }
}

impl Ending {
    /// `solve` and nothing known.
    fn of_unknown(stopped: Stopped) -> Self {
        if stopped == Stopped::Cancelled {
            Self::Interrupted
        } else {
            Self::Done
        }
    }

    /// A run that may have been stopped before its answer was complete.
    fn of_run(stopped: Option<Stopped>) -> Self {
        match stopped {
            None | Some(Stopped::Limit) => Self::Done,
            Some(Stopped::Cancelled) => Self::Interrupted,
            Some(_) => Self::OutOfTime,
        }
    }

    fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::Failed => 2,
            Self::OutOfTime => 3,
            Self::Satisfiable => 10,
            Self::Unsatisfiable => 20,
            Self::Interrupted => 130,
        }
    }
}

/// Runs a command. A closed pipe is success; every error is one line on standard error and 2.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    let quiet = arguments.quiet;
    let result = match arguments.command {
        Command::Encode(command) => command.run(quiet),
        Command::Solve(command) => command.run(quiet),
        Command::Check(command) => command.run(quiet),
        Command::Count(command) => command.run(quiet),
        Command::Enumerate(command) => command.run(quiet),
        Command::Verify(command) => command.run(),
        Command::Decode(command) => command.run(quiet),
        Command::Convert(command) => command.run(),
        Command::Sizes(command) => command.run(),
        Command::Diagnose(command) => command.run(quiet),
        Command::Generate(command) => command.run(quiet),
        Command::Trace(command) => command.run(),
        Command::Compare(command) => command.run(quiet),
        Command::Report(command) => command.run(quiet),
        Command::List(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
        Command::Worker => compare::worker(),
    };
    match result {
        Ok(ending) => ending.into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let stopped = stopped_by(&error);
            say(format_args!("queensat: {}", sentence(&error)));
            stopped.map_or(ExitCode::from(2), |stopped| {
                Ending::of_run(Some(stopped)).into()
            })
        }
    }
}

/// What ended the run where the error is nothing but that.
fn stopped_by(error: &anyhow::Error) -> Option<Stopped> {
    error.chain().find_map(|cause| {
        let diagnosing = cause.downcast_ref().and_then(|error| match error {
            ExplainError::Stopped(stopped) => Some(*stopped),
            _ => None,
        });
        let encoding = cause.downcast_ref().and_then(|error| match error {
            EncodeError::Stopped(stopped) => Some(*stopped),
            _ => None,
        });
        cause.downcast_ref().copied().or(diagnosing).or(encoding)
    })
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .any(|cause| cause.downcast_ref().is_some_and(broken))
}

/// What an error says, with its causes, of which many are in the words of what they caused already.
fn sentence(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text += &format!(": {cause}");
        }
    }
    text
}

/// A note for people, on standard error.
fn note(quiet: bool, text: impl std::fmt::Display) {
    if !quiet {
        say(text);
    }
}

/// A note that ends with a command for a shell, which may hold an instance of several lines.
fn note_command(quiet: bool, text: impl std::fmt::Display) {
    if !quiet {
        text.to_string().split('\n').for_each(say);
    }
}

/// The verdict where the format has a word for it; else a note and nothing, since `unsatisfiable` is no picture.
fn word(quiet: bool, verdict: impl std::fmt::Display, word: Option<String>) -> Option<String> {
    if word.is_none() {
        note(quiet, format_args!("note: {verdict}"));
    }
    word
}

/// A line on standard error, the way of all talk. If that is full or closed the line is lost, but no result is.
fn say(text: impl std::fmt::Display) {
    let line = format!("{}\n", Escaped(text.to_string()));
    let _ = io::stderr().write_all(line.as_bytes());
}

/// The solution that an engine's placement is, once it is checked.
fn verified(
    engine: &dyn Engine,
    problem: &Problem,
    placement: &Placement,
) -> anyhow::Result<Solution> {
    verify(problem, placement).with_context(|| defect(engine))
}

/// What a violation means in a placement that an engine gave.
fn defect(engine: &dyn Engine) -> String {
    format!(
        "the engine {} gave a placement that is no solution, {}",
        engine.name(),
        blame(engine)
    )
}
