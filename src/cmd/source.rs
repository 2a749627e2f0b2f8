//! Where texts come from: the argument itself, a file, gzip or not, or standard input.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use flate2::read::MultiGzDecoder;
use queensat::problem::formats::{Format, decode_text};

/// A text and the name of what it came from; the argument itself has none.
pub(super) struct Source {
    pub(super) name: Option<String>,
    pub(super) text: String,
}

impl Source {
    /// The text that an argument stands for: itself if it looks like an instance, or if a format is
    /// named, and is no file; `./8` is a file where `8` is a board.
    pub(super) fn read(argument: &str, format: Option<Format>) -> anyhow::Result<Self> {
        let size_first = matches!(
            Format::detect(argument),
            Some(Format::Dimensions | Format::Squares | Format::Columns)
        );
        let is_text = || {
            argument != "-"
                && !Path::new(argument).exists()
                && (format.is_some() || looks_like_rows(argument))
        };
        if argument != "-" && size_first || is_text() {
            return Ok(Self {
                name: None,
                text: argument.to_owned(),
            });
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

    /// What errors call it.
    pub(super) fn described(&self) -> String {
        self.name
            .clone()
            .unwrap_or_else(|| format!("{:?}", self.text))
    }
}

/// A board of several lines, or FEN: an argument that is no name of a file that anybody missed.
fn looks_like_rows(argument: &str) -> bool {
    match Format::detect(argument) {
        Some(Format::Board) => argument.contains('\n'),
        Some(Format::Fen) => true,
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
            bail!(
                "there is no such file; expected a number (8), a range (4..12) where several are taken, rows by columns (6x8), squares (\"8: b4 d5\"), a file or -"
            );
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
