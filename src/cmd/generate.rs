//! `generate`: seeded instances, the same for ever.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::{Args, Subcommand};
use queensat::control::Control;
use queensat::engine::best_for;
use queensat::generate::{
    Batch, Filter, GenerateError, Instance, Origin, Recipe, THRESHOLD_OPEN_PER_ROW,
};
use queensat::problem::formats::{Format, print};

use super::instance::format_name;
use super::output::write_text;
use super::{Ending, note, run};

/// Arguments of `generate`.
#[derive(Args)]
pub(super) struct Generate {
    #[command(subcommand)]
    kind: Kind,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand)]
enum Kind {
    /// Boards with placed queens
    Completion {
        /// Rows and columns
        n: u32,
        /// Placed queens
        queens: u32,
        /// Place them one by one on random squares that no earlier one attacks, instead of keeping some of
        /// a random solution's
        #[arg(long)]
        random: bool,
    },
    /// Boards with blocked squares
    Blocked {
        /// Rows and columns
        n: u32,
        /// Expected open squares a row; 7 is the threshold between solvable and unsolvable boards
        #[arg(long, default_value_t = THRESHOLD_OPEN_PER_ROW)]
        open: f64,
    },
    /// Boards with excluded diagonals, which leave more than 4 squares on every row and column
    Diagonals {
        /// Rows and columns
        n: u32,
        /// How many [default: as many as possible]
        #[arg(long)]
        excluded: Option<u32>,
    },
}

/// More than these columns nobody reads from a text board.
const MOST_COLUMNS: u32 = 1000;

#[derive(Args)]
struct Options {
    /// The seed; the same seed gives the same instances for ever
    #[arg(long, default_value_t = 1, global = true)]
    seed: u64,
    /// How many instances
    #[arg(long, short, default_value_t = 1, value_name = "N", global = true)]
    number: u64,
    /// Only instances with a completion
    #[arg(long, global = true, conflicts_with_all = ["unsatisfiable", "single"])]
    satisfiable: bool,
    /// Only instances without one
    #[arg(long, global = true, conflicts_with = "single")]
    unsatisfiable: bool,
    /// Only instances with exactly one
    #[arg(long, global = true)]
    single: bool,
    /// Give up after this time: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = run::parse_duration, global = true)]
    timeout: Option<Duration>,
    /// The instance format (`queensat list formats`) [default: board, squares past 1000 columns, or
    /// diagonals for those]
    #[arg(long, short, value_name = "FORMAT", value_parser = format_name, global = true)]
    format: Option<Format>,
    /// Write to a file, which appears whole or not at all; with several instances to PREFIX-1.EXT and so on, which
    /// stay if a later one is interrupted; - is standard output
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
}

impl Generate {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let options = &self.options;
        let batch = Batch {
            recipe: self.kind.recipe(),
            filter: options.filter(),
            seed: options.seed,
        };
        options.check_output()?;
        let control = run::interruptible(options.timeout)?;
        let _watch = run::Watch::new(quiet, &control, |stopped, _| {
            (String::new(), Ending::of_run(Some(stopped)))
        });
        for index in 0..options.number {
            let instance = match instance(&batch, index, &control) {
                Err(GenerateError::Stopped(stopped)) => {
                    note(
                        quiet,
                        format_args!("note: {stopped}: instances made: {index}"),
                    );
                    return Ok(Ending::of_run(Some(stopped)));
                }
                instance => instance?,
            };
            let Instance {
                seed, candidates, ..
            } = instance;
            note(
                quiet,
                format_args!(
                    "note: instance {}: its own seed is {seed}, candidates looked at: {candidates}",
                    index + 1
                ),
            );
            write_text(options.path(index).as_deref(), &options.text(&instance)?)?;
        }
        Ok(Ending::Done)
    }
}

/// Instance `index`, by the engine that filters the kind best: that depends on the board alone, and one of the kind
/// shows it.
fn instance(batch: &Batch, index: u64, control: &Control) -> Result<Instance, GenerateError> {
    let sample = batch.recipe.instance(batch.seed, control)?.problem;
    batch.instance(index, &*best_for(&sample), control)
}

impl Kind {
    fn recipe(&self) -> Recipe {
        match *self {
            Self::Completion { n, queens, random } => {
                let origin = if random {
                    Origin::Placement
                } else {
                    Origin::Solution
                };
                Recipe::Completion { n, queens, origin }
            }
            Self::Blocked { n, open } => Recipe::Blocked {
                n,
                open_per_row: open,
            },
            Self::Diagonals { n, excluded } => Recipe::Diagonals {
                n,
                number: excluded,
            },
        }
    }
}

impl Options {
    fn filter(&self) -> Option<Filter> {
        let filters = [
            (self.satisfiable, Filter::Satisfiable),
            (self.unsatisfiable, Filter::Unsatisfiable),
            (self.single, Filter::Single),
        ];
        filters
            .into_iter()
            .find(|(wanted, _)| *wanted)
            .map(|(_, filter)| filter)
    }

    /// A folder is no file; with several instances it would be no fault, but files beside it.
    fn check_output(&self) -> anyhow::Result<()> {
        if let Some(path) = self.output.as_deref().filter(|path| path.is_dir()) {
            let name = path.display();
            let example = path.join("instance.txt");
            bail!(
                "{name}: expected a file, found a folder; name a file in it, as {}",
                example.display()
            );
        }
        Ok(())
    }

    /// The file of an instance: `-`, `q.txt`, or `q-1.txt`, `q-2.txt` and so on of several.
    fn path(&self, index: u64) -> Option<PathBuf> {
        let path = self.output.as_ref()?;
        // A device or a pipe takes one after the other, as standard output does.
        let is_stream = path == Path::new("-")
            || path
                .metadata()
                .is_ok_and(|data| !data.is_file() && !data.is_dir());
        if self.number == 1 || is_stream {
            return Some(path.clone());
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let extension = path.extension().map_or(String::new(), |extension| {
            format!(".{}", extension.to_string_lossy())
        });
        Some(path.with_file_name(format!("{stem}-{}{extension}", index + 1)))
    }

    fn text(&self, instance: &Instance) -> anyhow::Result<String> {
        match self.format {
            None | Some(Format::Diagonals) if !instance.excluded.is_empty() => {
                Ok(in_order(instance))
            }
            Some(format) => Ok(print(&instance.problem, format)?),
            None => {
                let columns = instance.problem.board().columns();
                let format = if columns > MOST_COLUMNS {
                    Format::Squares
                } else {
                    Format::Board
                };
                Ok(print(&instance.problem, format)?)
            }
        }
    }
}

/// The excluded diagonals in the order of their exclusion, so that the first K of them are an instance too.
fn in_order(instance: &Instance) -> String {
    let diagonals: Vec<String> = instance
        .excluded
        .iter()
        .map(|(index, kind)| format!("[{index}, {kind}]"))
        .collect();
    let n = instance.problem.board().rows();
    format!(
        "n = {n}\nnumdiags = {}\ndiags = [{}]\n",
        diagonals.len(),
        diagonals.join(", ")
    )
}
