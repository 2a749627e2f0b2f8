//! Instances from the command line: texts in any format, then `--queen` and `--block`.

use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use queensat::board::{Board, Square};
use queensat::problem::Problem;
use queensat::problem::formats::{self, Format, Reading, TABLE, parse_all, parse_with};

use super::escaped::Escaped;
use super::source::{INSTANCE, Source};

/// How an instance is read and what is added to it.
#[derive(Args)]
pub(super) struct Givens {
    /// Place a queen: b4, or r4c2 (may be repeated)
    #[arg(long, value_name = "SQUARE")]
    queen: Vec<Square>,
    /// Block a square (may be repeated)
    #[arg(long, value_name = "SQUARE")]
    block: Vec<Square>,
    /// Read the instance in this format instead of the one it looks like (`queensat list formats`)
    #[arg(long, value_name = "FORMAT", value_parser = format_name)]
    from: Option<Format>,
    /// Count rows and columns of the instance from 0 or 1, whatever its format does
    #[arg(long, value_name = "0|1")]
    base: Option<u32>,
    /// The board, where the instance does not tell it: 8 or 6x8
    #[arg(long, value_name = "N|RxC", value_parser = size)]
    size: Option<Board>,
    /// Use the first K of a list of excluded diagonals
    #[arg(long, value_name = "K")]
    diagonals: Option<usize>,
}

/// One instance.
#[derive(Args)]
pub(super) struct Instance {
    /// A number (8), rows by columns (6x8), squares ("8: b4 d5"), a file, or - for standard input
    #[arg(value_name = "INSTANCE")]
    text: String,
    #[command(flatten)]
    givens: Givens,
}

/// Several instances.
#[derive(Args)]
pub(super) struct Instances {
    /// Numbers (8), ranges (4..12, both ends included), rows by columns (6x8), squares ("8: b4 d5"),
    /// files, or - for standard input
    #[arg(value_name = "INSTANCE")]
    texts: Vec<String>,
    #[command(flatten)]
    givens: Givens,
}

/// A problem and what to call it.
#[derive(Clone)]
pub(super) struct Named {
    pub(super) label: String,
    pub(super) problem: Problem,
}

impl Instance {
    pub(super) fn read(&self) -> anyhow::Result<Problem> {
        self.givens.read(&self.text)
    }
}

impl Instances {
    /// Whether none was given.
    pub(super) fn is_default(&self) -> bool {
        self.texts.is_empty()
    }

    /// All instances: ranges spelled out, and every instance of a file that holds several;
    /// `defaults` where none was given.
    pub(super) fn read(&self, defaults: &[&str]) -> anyhow::Result<Vec<Named>> {
        let given = self.texts.iter().map(String::as_str);
        let texts: Vec<&str> = if self.is_default() {
            defaults.to_vec()
        } else {
            given.collect()
        };
        ensure_one_input(&texts)?;
        let mut all = Vec::new();
        for text in texts {
            all.extend(self.read_one(text, None)?);
        }
        Ok(all)
    }

    /// The same, each problem with its name: one that cannot be read holds up no other.
    pub(super) fn read_each(&self) -> anyhow::Result<Vec<(String, anyhow::Result<Problem>)>> {
        ensure_one_input(&self.texts)?;
        let mut all = Vec::new();
        for text in &self.texts {
            match self.read_one(text, None) {
                Ok(named) => all.extend(named.into_iter().map(|one| (one.label, Ok(one.problem)))),
                Err(error) => all.push((Escaped(text.clone()).to_string(), Err(error))),
            }
        }
        Ok(all)
    }

    /// What was given.
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// What one text stands for. A file is looked for in `folder` first.
    pub(super) fn read_one(&self, text: &str, folder: Option<&Path>) -> anyhow::Result<Vec<Named>> {
        if let Some(numbers) = range(text)? {
            let boards = numbers.map(|n| self.read_text(&n.to_string(), &n.to_string()));
            return Ok(boards.collect::<Result<Vec<_>, _>>()?.concat());
        }
        let path = folder.map(|folder| folder.join(text));
        let path = path.filter(|path| path.is_file() && text.parse::<u32>().is_err());
        let argument = path.as_deref().and_then(Path::to_str);
        self.read_text(argument.unwrap_or(text), text)
    }

    /// The instances of an argument that is called `text`.
    fn read_text(&self, argument: &str, text: &str) -> anyhow::Result<Vec<Named>> {
        let source = Source::read(argument, self.givens.from, INSTANCE)?;
        let problems =
            parse_all(&source.text, &self.givens.reading()).with_context(|| source.described())?;
        let several = problems.len() > 1;
        let named = |(number, problem)| {
            let label = if several {
                format!("{text}#{number}")
            } else {
                text.to_owned()
            };
            let label = Escaped(label).to_string();
            self.givens.named(label, problem)
        };
        (1..).zip(problems).map(named).collect()
    }
}

/// Standard input has no second reading.
fn ensure_one_input(texts: &[impl AsRef<str>]) -> anyhow::Result<()> {
    if texts.iter().filter(|text| text.as_ref() == "-").count() > 1 {
        bail!("standard input can be read once, found - more than once");
    }
    Ok(())
}

/// `4..12` with both ends; `None` if the text is no range.
fn range(text: &str) -> anyhow::Result<Option<std::ops::RangeInclusive<u32>>> {
    let is_number = |end: &str| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit());
    let ends = text.split_once("..");
    let Some((first, last)) = ends.filter(|(first, last)| is_number(first) && is_number(last))
    else {
        return Ok(None);
    };
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last && last <= Board::MAX_SIDE => Ok(Some(first..=last)),
        _ => bail!(
            "expected a range such as 4..12, the smaller end first and at most {}, found {text:?}",
            Board::MAX_SIDE
        ),
    }
}

impl Givens {
    /// The single instance that an argument stands for.
    pub(super) fn read(&self, argument: &str) -> anyhow::Result<Problem> {
        let source = Source::read(argument, self.from, INSTANCE)?;
        let problem = parse_with(&source.text, &self.reading());
        self.add(problem.with_context(|| source.described())?)
    }

    /// The problem with the given squares added, which its name tells where it is short enough.
    fn named(&self, label: String, problem: Problem) -> anyhow::Result<Named> {
        /// About as much as a line of a table has room for.
        const LONGEST: usize = 60;
        let problem = self.add(problem)?;
        if self.queen.is_empty() && self.block.is_empty() {
            return Ok(Named { label, problem });
        }
        let squares =
            formats::print(&problem, Format::Squares).expect("squares express every problem");
        let squares = squares.trim_end();
        let label = if squares.len() <= LONGEST {
            squares.to_owned()
        } else {
            label + " with --queen or --block"
        };
        Ok(Named { label, problem })
    }

    /// The options as words of a command line.
    pub(super) fn words(&self) -> Vec<String> {
        let squares = |option: &'static str, squares: &[Square]| {
            let words = squares.iter().map(Square::to_string);
            words
                .flat_map(|square| [option.to_owned(), square])
                .collect::<Vec<_>>()
        };
        let mut words = squares("--queen", &self.queen);
        words.extend(squares("--block", &self.block));
        let others = [
            ("--from", self.from.map(|format| format.name().to_owned())),
            ("--base", self.base.map(|base| base.to_string())),
            (
                "--size",
                self.size
                    .map(|board| format!("{}x{}", board.rows(), board.columns())),
            ),
            ("--diagonals", self.diagonals.map(|k| k.to_string())),
        ];
        for (option, value) in others {
            words.extend(
                value
                    .map(|value| [option.to_owned(), value])
                    .into_iter()
                    .flatten(),
            );
        }
        words
    }

    fn reading(&self) -> Reading {
        Reading {
            format: self.from,
            base: self.base,
            board: self.size,
            diagonals: self.diagonals,
        }
    }

    fn add(&self, mut problem: Problem) -> anyhow::Result<Problem> {
        for &square in &self.queen {
            problem.place(square).context("--queen")?;
        }
        for &square in &self.block {
            problem.block(square).context("--block")?;
        }
        Ok(problem)
    }
}

/// The instance format of this name.
pub(super) fn format_name(name: &str) -> Result<Format, String> {
    let names: Vec<&str> = TABLE.iter().map(|entry| entry.name).collect();
    Format::from_name(name).ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

fn size(text: &str) -> Result<Board, String> {
    let problem = formats::parse(text, Some(Format::Dimensions));
    problem
        .map(|problem| problem.board())
        .map_err(|fault| fault.to_string())
}
