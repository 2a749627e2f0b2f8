//! `solve`: one solution, verified, or the word that there is none.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use queensat::cnf::answer;
use queensat::control::Stopped;
use queensat::draw;
use queensat::encode::Numbering;
use queensat::problem::Problem;
use queensat::problem::formats::{self, Format};
use queensat::problem::reduce::Residual;
use queensat::solution::{Solution, verify};

use super::encoding::EncodingOptions;
use super::instance::Instance;
use super::output::write_text;
use super::{Ending, note, run};

/// Arguments of `solve`.
#[derive(Args)]
pub(super) struct Solve {
    #[command(flatten)]
    instance: Instance,
    /// The engine, NAME[+ENCODING] (`queensat list engines`)
    #[arg(long, short, default_value = "sat")]
    engine: String,
    #[command(flatten)]
    encoding: EncodingOptions,
    /// Give up after this time: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = run::parse_duration)]
    timeout: Option<Duration>,
    /// How the answer is written
    #[arg(long, short, value_enum, default_value_t = Shape::Board)]
    format: Shape,
    /// Write to a file, which appears whole or not at all; .gz compresses
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// A text board with ranks and files
    Board,
    /// `[1, 3, 0, 2]`: each row's column from 0, -1 for none
    Columns,
    /// `4: b1 d2 a3 c4`
    Squares,
    /// Chess notation, last rank first
    Fen,
    /// An object with verdict, board and queens
    Json,
    /// A picture
    Svg,
    /// `s` and `v` lines over the squares' variables of `encode`
    Dimacs,
}

enum Answer {
    Satisfiable(Solution),
    Unsatisfiable,
    Unknown(Stopped),
}

impl Solve {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let problem = self.instance.read()?;
        let engine = self.encoding.engine(&self.engine)?;
        let control = run::interruptible(self.timeout)?;
        let (shape, to_file) = (self.format, self.output.is_some());
        let watch = run::Watch::new(quiet, &control, move |stopped, _| {
            let words = if to_file { "" } else { unknown(shape) };
            (words.to_owned(), ending(&Answer::Unknown(stopped)))
        });
        let (found, outcome) = engine.find(&problem, &control)?;
        drop(watch);
        let answer = match (found, outcome.stopped) {
            (Some(placement), _) => Answer::Satisfiable(verify(&problem, &placement).with_context(|| {
                format!("the engine {} gave a placement that is no solution, a defect of this program", engine.name())
            })?),
            (None, None) => Answer::Unsatisfiable,
            (None, Some(stopped)) => Answer::Unknown(stopped),
        };
        match (&answer, problem.conflict()) {
            (Answer::Unsatisfiable, Some(conflict)) => {
                note(quiet, format_args!("note: {conflict}"));
            }
            (Answer::Unknown(stopped), _) => note(quiet, format_args!("note: {stopped}")),
            _ => {}
        }
        write_text(self.output.as_deref(), &self.text(&problem, &answer)?)?;
        Ok(ending(&answer))
    }

    fn text(&self, problem: &Problem, answer: &Answer) -> anyhow::Result<String> {
        let solution = match answer {
            Answer::Satisfiable(solution) => solution,
            Answer::Unsatisfiable => return Ok(unsatisfiable(self.format).to_owned()),
            Answer::Unknown(_) => return Ok(unknown(self.format).to_owned()),
        };
        let solved = solution.on(problem);
        Ok(match self.format {
            Shape::Board => formats::print(&solved, Format::Board)?,
            Shape::Squares => formats::print(&solved, Format::Squares)?,
            Shape::Columns => formats::columns_line(solution.queens(), problem.board().rows()),
            Shape::Fen => formats::fen_line(&solved),
            Shape::Svg => draw::svg(&solved),
            Shape::Json => json(problem, solution),
            Shape::Dimacs => value_lines(problem, solution)?,
        })
    }
}

fn ending(answer: &Answer) -> Ending {
    match answer {
        Answer::Satisfiable(_) => Ending::Satisfiable,
        Answer::Unsatisfiable => Ending::Unsatisfiable,
        Answer::Unknown(Stopped::Cancelled) => Ending::Interrupted,
        Answer::Unknown(_) => Ending::Done,
    }
}

fn unsatisfiable(shape: Shape) -> &'static str {
    match shape {
        Shape::Json => "{\"schema\":1,\"verdict\":\"unsatisfiable\"}\n",
        Shape::Dimacs => "s UNSATISFIABLE\n",
        _ => "unsatisfiable\n",
    }
}

fn unknown(shape: Shape) -> &'static str {
    match shape {
        Shape::Json => "{\"schema\":1,\"verdict\":\"unknown\"}\n",
        Shape::Dimacs => "s UNKNOWN\n",
        _ => "unknown\n",
    }
}

fn json(problem: &Problem, solution: &Solution) -> String {
    let queens: Vec<[u32; 2]> = solution
        .queens()
        .iter()
        .map(|queen| [queen.row, queen.column])
        .collect();
    let object = serde_json::json!({
        "schema": 1,
        "verdict": "satisfiable",
        "base": 0,
        "rows": problem.board().rows(),
        "columns": problem.board().columns(),
        "queens": queens,
    });
    format!("{object}\n")
}

/// `s` and `v` lines; auxiliary variables, which these determine, are left out.
fn value_lines(problem: &Problem, solution: &Solution) -> anyhow::Result<String> {
    let residual = Residual::new(problem)?;
    let literals = Numbering::new(&residual).iter().map(|(literal, square)| {
        let queen = solution.queens().binary_search(&square).is_ok();
        if queen { literal } else { !literal }
    });
    Ok(answer::Answer::Satisfiable(literals.collect()).to_string())
}
