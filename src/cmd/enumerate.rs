//! `enumerate`: the solutions, one a line, each verified before it is shown.
//!
//! Searches show their solutions in an order in which neighbours share their first queens, so each is verified and written from
//! the first queen on that changed.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use queensat::control::Stopped;
use queensat::engine::{Effort, Engine, Outcome, unique};
use queensat::problem::Problem;
use queensat::problem::formats::{self, Format, Listing};
use queensat::solution::{Placement, Successive};

use super::encoding::EncodingOptions;
use super::instance::Instance;
use super::output::{NO_FILE, Output};
use super::{Ending, defect, note, run};

/// Arguments of `enumerate`.
#[derive(Args)]
pub(super) struct Enumerate {
    #[command(flatten)]
    instance: Instance,
    /// The engine, NAME[+ENCODING] (`queensat list engines`). `bitmask`, which `auto` takes for boards to 128,
    /// lists in lexicographic order of the columns (of the rows, where there are more rows than columns); SAT
    /// engines list in the solver's order [default: auto, or sat where an encoding is chosen]
    #[arg(long, short)]
    engine: Option<String>,
    #[command(flatten)]
    encoding: EncodingOptions,
    /// Only one solution of each set that the symmetries of the instance turn into each other, the
    /// lexicographically smallest
    #[arg(long)]
    unique: bool,
    /// Stop at this many solutions
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Stop after this time: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = run::parse_duration)]
    timeout: Option<Duration>,
    /// Threads that the engine may use, if it can use more than one: 1 to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = run::parse_threads)]
    threads: usize,
    /// How each solution is written
    #[arg(long, short, value_enum, default_value_t = Shape::Columns)]
    format: Shape,
    /// Write to a file, which appears whole or not at all, and not at all where the list is partial by time or
    /// interrupt; .gz compresses
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// `[1, 3, 0, 2]`: each row's column from 0, -1 for none
    Columns,
    /// `4: b1 d2 a3 c4`
    Squares,
    /// Chess notation, last rank first
    Fen,
    /// Text boards with an empty line between them
    Board,
}

impl From<Shape> for Format {
    fn from(shape: Shape) -> Self {
        match shape {
            Shape::Columns => Self::Columns,
            Shape::Squares => Self::Squares,
            Shape::Fen => Self::Fen,
            Shape::Board => Self::Board,
        }
    }
}

/// Lines are gathered to this many bytes before they are written.
const BUFFER: usize = 64 * 1024;

impl Enumerate {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let problem = self.instance.read()?;
        formats::check_board(problem.board(), self.format.into())?;
        let engine = self.encoding.engine(self.engine.as_deref())?;
        let control = run::interruptible(self.timeout)?.with_threads(self.threads);
        let mut output = Output::new(self.output.as_deref())?;
        // It lives until the end, for a reader that takes nothing more would hold up the last lines.
        let _watch = run::Watch::new(quiet, &control, |stopped, _| {
            (String::new(), Ending::of_run(Some(stopped)))
        });
        let (mut list, mut failure) = (List::new(&problem, self.format), None);
        let mut visit = |placement: &Placement| {
            failure = list.show(&*engine, placement, &mut output).err();
            let enough = failure.is_some() || self.limit.is_some_and(|limit| list.shown >= limit);
            if enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let outcome = match self.limit {
            Some(0) => Ok(Outcome {
                solutions: 0,
                stopped: Some(Stopped::Limit),
                effort: Effort::default(),
            }),
            _ if self.unique => unique::enumerate(&*engine, &problem, &control, &mut visit),
            _ => engine.enumerate(&problem, &control, &mut visit),
        }?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        output.write_all(&list.lines)?;
        let ending = Ending::of_run(outcome.stopped);
        let partial = ending != Ending::Done && output.is_file();
        match (problem.conflict(), outcome.stopped) {
            (Some(conflict), _) => note(quiet, format_args!("note: {conflict}")),
            (_, Some(stopped)) => {
                let listed = outcome.solutions;
                let end = if partial {
                    format!(", and {NO_FILE}")
                } else {
                    String::new()
                };
                note(
                    quiet,
                    format_args!("note: {stopped}: solutions listed: {listed}{end}"),
                );
            }
            _ => {}
        }
        if !partial {
            output.finish()?;
        }
        Ok(ending)
    }
}

/// The solutions shown so far, of which the last lines wait to be written.
struct List<'a> {
    problem: &'a Problem,
    shape: Shape,
    verifier: Successive<'a>,
    columns: Listing,
    lines: Vec<u8>,
    shown: u64,
}

impl<'a> List<'a> {
    fn new(problem: &'a Problem, shape: Shape) -> Self {
        Self {
            problem,
            shape,
            verifier: Successive::new(problem),
            columns: Listing::new(problem.board()),
            lines: Vec::new(),
            shown: 0,
        }
    }

    /// Verifies a placement and adds it; enough lines are written at once.
    fn show(
        &mut self,
        engine: &dyn Engine,
        placement: &Placement,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let verdict = self.verifier.verify(placement);
        let solution = verdict.with_context(|| defect(engine))?;
        let solved = || solution.on(self.problem);
        let text = match self.shape {
            Shape::Columns => {
                self.columns.append(solution.queens(), &mut self.lines);
                String::new()
            }
            Shape::Squares => formats::print(&solved(), Format::Squares)?,
            Shape::Fen => formats::fen_line(&solved())?,
            Shape::Board => formats::print(&solved(), Format::Board)?,
        };
        if self.shape == Shape::Board && self.shown > 0 {
            self.lines.push(b'\n');
        }
        self.lines.extend_from_slice(text.as_bytes());
        self.shown += 1;
        if self.lines.len() >= BUFFER {
            output.write_all(&self.lines)?;
            self.lines.clear();
        }
        Ok(())
    }
}
