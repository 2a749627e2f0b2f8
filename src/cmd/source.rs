//! Where texts come from: the argument itself, a file, gzip or not, or standard input.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use flate2::read::MultiGzDecoder;
use queensat::problem::formats::{Format, decode_text};

/// A text and the name of what it came from; the argument itself has none.
pub(super) struct Source {
    pub(super) name: Option<String>,
    pub(super) text: String,
}

/// What an argument may stand for, as the error says it that finds no file.
pub(super) const INSTANCE: &str = "a number (8), a range (4..12) where several are taken, rows by columns (6x8), squares (\"8: b4 d5\"), a file or -";

impl Source {
    /// The text that an argument stands for: itself if it is an instance by its looks, or if it names no file and
    /// looks like a part of one, or if a format is named. So `./8` is a file where `8` is a board, and `b4` is the
    /// file of that name if there is one. `expected` is what it may stand for.
    pub(super) fn read(
        argument: &str,
        format: Option<Format>,
        expected: &str,
    ) -> anyhow::Result<Self> {
        let is_file = argument != "-" && Path::new(argument).exists();
        let is_text =
            || is_whole(argument) || !is_file && (format.is_some() || looks_like_rows(argument));
        if argument != "-" && is_text() {
            return Ok(Self {
                name: None,
                text: argument.to_owned(),
            });
        }
        if argument != "-" && !is_file {
            ensure!(
                !argument.is_empty(),
                "expected {expected}, found an empty text"
            );
            bail!("{argument}: there is no such file; expected {expected}");
        }
        let name = if argument == "-" {
            "standard input"
        } else {
            argument
        };
        let text = read_bytes(argument).and_then(|bytes| Ok(decode_text(&bytes)?.to_owned()));
        Ok(Self {
            name: Some(name.to_owned()),
            text: text.context(name.to_owned())?,
        })
    }

    /// What errors call it. An argument of one word may have been meant as a file's name.
    pub(super) fn described(&self) -> String {
        let word = |text: &str| !is_whole(text) && !text.contains(char::is_whitespace);
        match &self.name {
            Some(name) => name.clone(),
            None if word(&self.text) => format!("{:?}, which names no file", self.text),
            None => format!("{:?}", self.text),
        }
    }
}

/// A size, squares behind a size, or a list of columns: whole whatever files there are.
fn is_whole(argument: &str) -> bool {
    match Format::detect(argument) {
        Some(Format::Dimensions | Format::Columns) => true,
        Some(Format::Squares) => argument.contains(':'),
        _ => false,
    }
}

/// A board of several lines, FEN, or squares: an argument that is hardly the name of a file that somebody missed.
fn looks_like_rows(argument: &str) -> bool {
    match Format::detect(argument) {
        Some(Format::Board) => argument.contains('\n'),
        Some(Format::Fen | Format::Squares) => true,
        _ => false,
    }
}

/// More is taken for a mistake, such as a device or a gzip bomb.
const LARGEST: u64 = 1 << 30;

/// The bytes of a file or of standard input, unpacked if they are gzip.
pub(super) fn read_bytes(argument: &str) -> anyhow::Result<Vec<u8>> {
    let bytes = if argument == "-" {
        read_to_limit(std::io::stdin().lock())?
    } else {
        let path = Path::new(argument);
        if !path.exists() {
            bail!("there is no such file");
        }
        read_to_limit(std::fs::File::open(path)?)?
    };
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    read_to_limit(MultiGzDecoder::new(&bytes[..]))
        .context("the gzip data is damaged or followed by something else")
}

fn read_to_limit(input: impl Read) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        bail!("expected at most {LARGEST} bytes, found more");
    }
    Ok(bytes)
}
