//! The options that choose encodings, for every command that encodes.

use std::sync::Arc;

use clap::Args;
use queensat::amo::{self, AtMostOne, Auxiliaries};
use queensat::encode::Encoding;
use queensat::engine::{self, Auto, Engine};

/// An encoding for all groups or for each kind of line.
#[derive(Args)]
pub(super) struct EncodingOptions {
    /// At-most-one encoding NAME[:PARAMETER] for all groups (`queensat list encodings`) [default: knuth]
    #[arg(long, value_name = "ENCODING")]
    amo: Option<String>,
    /// Another one for rows
    #[arg(long, value_name = "ENCODING")]
    amo_rows: Option<String>,
    /// Another one for columns
    #[arg(long, value_name = "ENCODING")]
    amo_columns: Option<String>,
    /// Another one for diagonals
    #[arg(long, value_name = "ENCODING")]
    amo_diagonals: Option<String>,
    /// `determined`: as many models over all variables as solutions [default]; `free`: the textbook's clauses and no more
    #[arg(long, value_parser = auxiliaries, value_name = "determined|free")]
    auxiliaries: Option<Auxiliaries>,
}

fn auxiliaries(text: &str) -> Result<Auxiliaries, String> {
    match text {
        "determined" => Ok(Auxiliaries::Determined),
        "free" => Ok(Auxiliaries::Free),
        _ => Err("expected `determined` or `free`".to_owned()),
    }
}

impl EncodingOptions {
    /// The encoding that the options choose.
    pub(super) fn encoding(&self) -> anyhow::Result<Encoding> {
        let all = self.amo.as_deref().unwrap_or(engine::DEFAULT_ENCODING);
        let choose = |name: &Option<String>| -> anyhow::Result<Arc<dyn AtMostOne>> {
            Ok(amo::parse(name.as_deref().unwrap_or(all))?)
        };
        Ok(Encoding {
            rows: choose(&self.amo_rows)?,
            columns: choose(&self.amo_columns)?,
            diagonals: choose(&self.amo_diagonals)?,
            auxiliaries: self.auxiliaries.unwrap_or_default(),
        })
    }

    /// Whether any option was given.
    pub(super) fn is_given(&self) -> bool {
        self.auxiliaries.is_some()
            || [
                &self.amo,
                &self.amo_rows,
                &self.amo_columns,
                &self.amo_diagonals,
            ]
            .iter()
            .any(|option| option.is_some())
    }

    /// The engine of this name, with the encoding of the options. Without a name, the engine that picks;
    /// an encoding alone asks for a formula.
    pub(super) fn engine(&self, name: Option<&str>) -> anyhow::Result<Arc<dyn Engine>> {
        let encoding = self.is_given().then(|| self.encoding()).transpose()?;
        let default = if encoding.is_some() {
            "sat"
        } else {
            Auto::NAME
        };
        Ok(engine::parse_with(name.unwrap_or(default), encoding)?)
    }

    /// The same for commands that pick for each instance and name the engine they picked: none if it is to be picked.
    pub(super) fn chosen(&self, name: Option<&str>) -> anyhow::Result<Option<Arc<dyn Engine>>> {
        let engine = self.engine(name)?;
        Ok((engine.name() != Auto::NAME).then_some(engine))
    }
}
