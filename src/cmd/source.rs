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
    /// The text that an argument stands for. `./8` is a file where `8` is a board.
    pub(super) fn read(argument: &str) -> anyhow::Result<Self> {
        Self::read_from(argument, None)
    }

    /// The same, where files are found from `folder`.
    pub(super) fn read_from(argument: &str, folder: Option<&Path>) -> anyhow::Result<Self> {
        let inline = matches!(
            Format::detect(argument),
            Some(Format::Dimensions | Format::Squares | Format::Columns)
        );
        if inline && argument != "-" {
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
        let path = folder.map(|folder| folder.join(argument));
        let path = path.as_deref().and_then(Path::to_str);
        let text = read_bytes(path.filter(|_| argument != "-").unwrap_or(argument))
            .and_then(|bytes| Ok(decode_text(&bytes)?.to_owned()));
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

/// The bytes of a file or of standard input, unpacked if they are gzip.
pub(super) fn read_bytes(argument: &str) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if argument == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        let path = Path::new(argument);
        if !path.exists() {
            bail!(
                "there is no such file; expected a number (8), rows by columns (6x8), squares (\"8: b4 d5\"), a file or -"
            );
        }
        bytes = std::fs::read(path)?;
    }
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(&bytes[..])
        .read_to_end(&mut unpacked)
        .context("the gzip data is damaged")?;
    Ok(unpacked)
}
