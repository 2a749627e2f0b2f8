//! `list`: the names that other commands take, one line each.

use clap::{Args, ValueEnum};
use queensat::problem::formats;
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
            if self.what.is_none() {
                text += &format!("{title}:\n");
            }
            for (name, summary) in lines {
                text += &format!("{name:<13} {summary}\n");
            }
            if self.what.is_none() {
                text.push('\n');
            }
        };
        if wanted(What::Encodings) {
            section("encodings, NAME[:PARAMETER]", encodings());
        }
        if wanted(What::Engines) {
            let engines = engine::TABLE
                .iter()
                .map(|entry| (entry.name.to_owned(), entry.summary.to_owned()));
            section("engines, NAME[+ENCODING]", engines.collect());
        }
        if wanted(What::Formats) {
            let formats = formats::TABLE
                .iter()
                .map(|(_, name, shape)| ((*name).to_owned(), (*shape).to_owned()));
            section("instance formats", formats.collect());
        }
        write_text(None, &text)?;
        Ok(Ending::Done)
    }
}

fn encodings() -> Vec<(String, String)> {
    let line = |entry: &amo::Entry| {
        let parameter = entry.parameter.map_or(String::new(), |parameter| {
            format!("; parameter: {parameter}")
        });
        (
            entry.name.to_owned(),
            format!("{}{parameter}", entry.source),
        )
    };
    amo::TABLE.iter().map(line).collect()
}
