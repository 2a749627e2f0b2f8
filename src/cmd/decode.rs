//! `decode`: a solver's answer to an exported file becomes a board, checked against the instance.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Args;
use queensat::board::{Board, Square};
use queensat::cnf::answer::{Answer, read_all};
use queensat::cnf::reader::{Reading, read};
use queensat::cnf::{Lit, Size};
use queensat::encode::Numbering;
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;
use queensat::solution::{Placement, verify};

use super::instance::Instance;
use super::output::Output;
use super::shape::SolutionShape;
use super::source::read_bytes;
use super::{Ending, note};

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

/// Which square each variable stands for, and how many variables there are if that is known.
struct Map {
    squares: BTreeMap<u32, Square>,
    placed: Vec<Square>,
    variables: Option<u64>,
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
        let mut output = Output::new(self.output.as_deref())?;
        let mut endings = Vec::new();
        for answer in &answers {
            let (text, ending) = self.tell(&problem, &map, answer)?;
            if !endings.is_empty() && self.format.has_several_lines() {
                output.write_all(b"\n")?;
            }
            output.write_all(text.as_bytes())?;
            endings.push(ending);
        }
        output.finish()?;
        Ok(together(&endings))
    }

    fn tell(
        &self,
        problem: &Problem,
        map: &Map,
        answer: &Answer,
    ) -> anyhow::Result<(String, Ending)> {
        Ok(match answer {
            Answer::Unsatisfiable => ("unsatisfiable\n".to_owned(), Ending::Unsatisfiable),
            Answer::Unknown => ("unknown\n".to_owned(), Ending::OutOfTime),
            Answer::Count(models) => (format!("{models} models\n"), Ending::Done),
            Answer::Satisfiable(literals) => {
                let placement = map
                    .placement(literals)
                    .with_context(|| self.answer.clone())?;
                match verify(problem, &placement) {
                    Ok(solution) => (self.format.text(problem, &solution)?, Ending::Done),
                    Err(violation) => (format!("invalid: {violation}\n"), Ending::No),
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
            variables: None,
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
            variables: Some(variables),
        })
    }

    /// Where the queens stand that a model places.
    fn placement(&self, literals: &[Lit]) -> anyhow::Result<Placement> {
        let mut queens = self.placed.clone();
        for &literal in literals.iter().filter(|literal| literal.is_positive()) {
            let variable = literal.variable();
            if let Some(&square) = self.squares.get(&variable) {
                queens.push(square);
            } else if self
                .variables
                .is_some_and(|variables| u64::from(variable) > variables)
            {
                bail!(
                    "expected variables up to {}, found {literal}: is it the answer to another file?",
                    self.variables.unwrap_or_default()
                );
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
