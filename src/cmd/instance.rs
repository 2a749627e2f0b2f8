//! Where instances come from: the argument itself, a file, standard input; then `--queen` and `--block`.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use flate2::read::MultiGzDecoder;
use queensat::board::{Board, Square};
use queensat::problem::Problem;
use queensat::problem::formats::{self, Format};

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

    /// All instances, ranges spelled out; `defaults` where none was given.
    pub(super) fn read(&self, defaults: &[&str]) -> anyhow::Result<Vec<Named>> {
        let texts = if self.texts.is_empty() {
            defaults.iter().map(|&text| text.to_owned()).collect()
        } else {
            let mut texts = Vec::new();
            for text in &self.texts {
                match range(text)? {
                    Some(numbers) => texts.extend(numbers.map(|n| n.to_string())),
                    None => texts.push(text.clone()),
                }
            }
            texts
        };
        let named = |label: String| {
            Ok(Named {
                problem: self.givens.read(&label)?,
                label,
            })
        };
        texts.into_iter().map(named).collect()
    }
}

/// `4..12` with both ends; `None` if the text is no range.
fn range(text: &str) -> anyhow::Result<Option<std::ops::RangeInclusive<u32>>> {
    let Some((first, last)) = text.split_once("..") else {
        return Ok(None);
    };
    let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse::<u32>()) else {
        return Ok(None);
    };
    if first > last || last > Board::MAX_SIDE {
        bail!(
            "expected a range such as 4..12, the smaller end first and at most {}, found {text:?}",
            Board::MAX_SIDE
        );
    }
    Ok(Some(first..=last))
}

impl Givens {
    fn read(&self, argument: &str) -> anyhow::Result<Problem> {
        let (name, text) = source(argument)?;
        let parsed = formats::parse(&text, self.from);
        let mut problem = match name {
            Some(name) => parsed.with_context(|| name)?,
            None => parsed.with_context(|| format!("{argument:?}"))?,
        };
        for &square in &self.queen {
            problem.place(square).context("--queen")?;
        }
        for &square in &self.block {
            problem.block(square).context("--block")?;
        }
        Ok(problem)
    }
}

/// The text that an argument stands for, and the name of the file it came from.
pub(super) fn source(argument: &str) -> anyhow::Result<(Option<String>, String)> {
    if argument == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .context("standard input")?;
        return Ok((
            Some("standard input".to_owned()),
            text_of(&bytes).context("standard input")?,
        ));
    }
    let itself = matches!(
        Format::detect(argument),
        Format::Dimensions | Format::Squares | Format::Columns
    );
    let path = Path::new(argument);
    if itself && !path.is_file() {
        return Ok((None, argument.to_owned()));
    }
    if !path.exists() {
        bail!(
            "expected a number (8), rows by columns (6x8), squares (\"8: b4 d5\"), a file or -, found {argument:?}, and there is no such file"
        );
    }
    let bytes = std::fs::read(path).with_context(|| argument.to_owned())?;
    Ok((
        Some(argument.to_owned()),
        text_of(&bytes).with_context(|| argument.to_owned())?,
    ))
}

/// UTF-8 text, unpacked if it is gzip.
fn text_of(bytes: &[u8]) -> anyhow::Result<String> {
    let mut unpacked = Vec::new();
    let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
        MultiGzDecoder::new(bytes)
            .read_to_end(&mut unpacked)
            .context("the gzip data is damaged")?;
        &unpacked
    } else {
        bytes
    };
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        bail!(
            "expected UTF-8 text, found UTF-16; convert it, for example with `iconv -f utf-16 -t utf-8`"
        );
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(fault) => {
            let valid = String::from_utf8_lossy(&bytes[..fault.valid_up_to()]);
            let line = valid.matches('\n').count() + 1;
            bail!(
                "line {line}: expected UTF-8 text, found the byte {:#04x}",
                bytes[fault.valid_up_to()]
            )
        }
    }
}

fn format_name(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| format!("expected one of {}", format_names()))
}

/// The names of all formats.
pub(super) fn format_names() -> String {
    let names: Vec<&str> = formats::TABLE.iter().map(|(_, name, _)| *name).collect();
    names.join(", ")
}
