//! `decode`: a solver's answer to an exported file becomes a board, checked against the instance.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Args;
use queensat::board::{Board, Square};
use queensat::cnf::answer::{Answer, read_all};
use queensat::cnf::reader::{Reading, read};
use queensat::cnf::{Lit, Size};
use queensat::encode::{Numbering, most_variables};
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;
use queensat::solution::{Placement, verify};

use super::instance::Instance;
use super::output::write_text;
use super::shape::SolutionShape;
use super::source::read_bytes;
use super::{Ending, note, word};

/// Arguments of `decode`.
#[derive(Args)]
pub(super) struct Decode {
    #[command(flatten)]
    instance: Instance,
    /// The solver's answer: a file, or - for standard input
    answer: String,
    /// Take the map of variables from this exported file instead of the instance: needed where the
    /// export was made with --no-reduce or by another program that writes `c varname` lines
    #[arg(long, value_name = "FILE")]
    cnf: Option<PathBuf>,
    /// How each board is written
    #[arg(long, short, value_enum, default_value_t = SolutionShape::Board)]
    format: SolutionShape,
    /// Write to a file, which appears whole or not at all; .gz compresses
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Which square each variable stands for, and the largest variable there can be.
struct Map {
    squares: BTreeMap<u32, Square>,
    placed: Vec<Square>,
    variables: u64,
    /// Where that is known from, as an error says it.
    by: &'static str,
}

impl Decode {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let problem = self.instance.read()?;
        let map = match &self.cnf {
            Some(path) => {
                let path = path.to_string_lossy();
                let bytes = read_bytes(&path).with_context(|| path.clone().into_owned())?;
                let reading = read(&bytes[..], &mut Size::default())
                    .with_context(|| path.clone().into_owned())?;
                for warning in &reading.warnings {
                    note(quiet, format_args!("warning: {path}: {warning}"));
                }
                Map::of_file(&problem, &reading).with_context(|| path.into_owned())?
            }
            None => Map::of_instance(&problem)?,
        };
        let bytes = read_bytes(&self.answer).with_context(|| self.answer.clone())?;
        let answers = read_all(&bytes).with_context(|| self.answer.clone())?;
        let mut told: Vec<String> = Vec::new();
        let mut endings = Vec::new();
        for answer in &answers {
            let (text, ending) = self.tell(&problem, &map, answer, quiet)?;
            told.extend(text);
            endings.push(ending);
        }
        if !told.is_empty() {
            let several_lines = self.format.has_several_lines();
            let between = if several_lines { "\n" } else { "" };
            write_text(self.output.as_deref(), &told.join(between))?;
        }
        Ok(together(&endings))
    }

    /// What an answer says in the format, if that has a word for it.
    fn tell(
        &self,
        problem: &Problem,
        map: &Map,
        answer: &Answer,
        quiet: bool,
    ) -> anyhow::Result<(Option<String>, Ending)> {
        let shape = self.format;
        Ok(match answer {
            Answer::Unsatisfiable => {
                let text = word(quiet, "unsatisfiable", shape.unsatisfiable());
                (text, Ending::Unsatisfiable)
            }
            Answer::Unknown => (word(quiet, "unknown", shape.unknown()), Ending::OutOfTime),
            &Answer::Count(models) => {
                let text = word(
                    quiet,
                    format_args!("{models} models"),
                    shape.counted(models),
                );
                (text, Ending::Done)
            }
            Answer::Satisfiable(literals) => {
                let placement = map
                    .placement(literals)
                    .with_context(|| self.answer.clone())?;
                match verify(problem, &placement) {
                    Ok(solution) => (Some(shape.text(problem, &solution)?), Ending::Done),
                    Err(violation) => {
                        let words = format_args!("invalid: {violation}");
                        (word(quiet, words, shape.invalid(&violation)), Ending::No)
                    }
                }
            }
        })
    }
}

/// Any invalid board is a no; else a board is a success; else what the last answer says.
fn together(endings: &[Ending]) -> Ending {
    [Ending::No, Ending::Done]
        .into_iter()
        .find(|ending| endings.contains(ending))
        .or(endings.last().copied())
        .unwrap_or(Ending::OutOfTime)
}

impl Map {
    /// The map of a reduced export of the instance.
    fn of_instance(problem: &Problem) -> anyhow::Result<Self> {
        let residual = Residual::new(problem)?;
        let squares = Numbering::new(&residual)
            .iter()
            .map(|(literal, square)| (literal.variable(), square));
        Ok(Self {
            squares: squares.collect(),
            placed: residual.placed().to_vec(),
            variables: most_variables(&residual),
            by: "the most that any encoding of the instance has",
        })
    }

    /// The map that an exported file holds in its comments.
    fn of_file(problem: &Problem, reading: &Reading) -> anyhow::Result<Self> {
        ensure!(
            !reading.names.is_empty() || reading.notes("board").next().is_some(),
            "expected lines `c varname ID x_ROW_COLUMN` or `c board ROWS COLUMNS` as `queensat encode` writes them, found none; leave --cnf out if the variables are numbered by rows"
        );
        if let Some(size) = reading.notes("board").next() {
            let board =
                pair(size).and_then(|[rows, columns]| Board::new(rows.into(), columns.into()).ok());
            ensure!(
                board == Some(problem.board()),
                "the file is for a board of {size}, the instance has {}",
                problem.board()
            );
        }
        let square = |text: &str| pair(text).map(|[row, column]| Square::new(row, column));
        let placed = reading.notes("queen").map(|text| {
            square(text).with_context(|| format!("expected `c queen ROW COLUMN`, found {text:?}"))
        });
        let named = reading.names.iter().filter_map(|(&variable, name)| {
            let text = name.strip_prefix("x_")?.replace('_', " ");
            Some((variable, square(&text)?))
        });
        let variables = reading
            .size
            .variables
            .max(reading.declared.map_or(0, |(variables, _)| variables));
        Ok(Self {
            squares: named.collect(),
            placed: placed.collect::<anyhow::Result<_>>()?,
            variables,
            by: "those of the file",
        })
    }

    /// Where the queens stand that a model places.
    fn placement(&self, literals: &[Lit]) -> anyhow::Result<Placement> {
        let mut queens = self.placed.clone();
        for &literal in literals {
            let variable = literal.variable();
            match self.squares.get(&variable) {
                Some(&square) if literal.is_positive() => queens.push(square),
                None if u64::from(variable) > self.variables => bail!(
                    "expected variables up to {}, {}, found {literal}: is it the answer to another file? name that by --cnf",
                    self.variables,
                    self.by
                ),
                _ => {}
            }
        }
        queens.sort_unstable();
        queens.dedup();
        Ok(Placement::new(queens))
    }
}

fn pair(text: &str) -> Option<[u32; 2]> {
    let mut numbers = text.split_whitespace().map(str::parse);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(first)), Some(Ok(second)), None) => Some([first, second]),
        _ => None,
    }
}
