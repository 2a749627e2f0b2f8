//! `list`: the names that other commands take, one line each.

use clap::{Args, ValueEnum};
use queensat::problem::formats;
use queensat::report::table::table;
use queensat::{amo, engine};

use super::Ending;
use super::output::write_text;

/// Arguments of `list`.
#[derive(Args)]
pub(super) struct List {
    /// Only these
    #[arg(value_enum)]
    what: Option<What>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Encodings,
    Engines,
    Formats,
}

impl List {
    pub(super) fn run(&self) -> anyhow::Result<Ending> {
        let wanted = |what| self.what.is_none_or(|only| only == what);
        let mut text = String::new();
        let mut section = |title: &str, lines: Vec<(String, String)>| {
            if !text.is_empty() {
                text.push('\n');
            }
            let rows = lines.into_iter().map(|(name, summary)| vec![name, summary]);
            text += &table(&[title, ""], rows);
        };
        if wanted(What::Encodings) {
            section("encoding", encodings());
        }
        if wanted(What::Engines) {
            let engines = engine::TABLE
                .iter()
                .map(|entry| (entry.name.to_owned(), entry.summary.to_owned()));
            section("engine", engines.collect());
        }
        if wanted(What::Formats) {
            let formats = formats::TABLE.iter().map(|entry| {
                let base = entry
                    .base
                    .map_or(String::new(), |base| format!("; counts from {base}"));
                (entry.name.to_owned(), format!("{}{base}", entry.summary))
            });
            section("format", formats.collect());
        }
        write_text(None, &text)?;
        Ok(Ending::Done)
    }
}

fn encodings() -> Vec<(String, String)> {
    let line = |entry: &amo::Entry| match entry.parameter {
        None => (entry.name.to_owned(), entry.source.to_owned()),
        Some((form, meaning)) => (
            format!("{}[{form}]", entry.name),
            format!("{}; {form}: {meaning}", entry.source),
        ),
    };
    amo::TABLE.iter().map(line).collect()
}
