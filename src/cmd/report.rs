//! `report`: records of `compare` as text, CSV, Markdown, JSON or a page.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use queensat::compare::{Case, cases, log};
use queensat::problem::formats::decode_text;
use queensat::report::comparison::{BASELINE, block};
use queensat::report::{export, html};

use super::output::write_text;
use super::source::read_bytes;
use super::{Ending, note};

/// Arguments of `report`.
#[derive(Args)]
pub(super) struct Report {
    /// Files that `compare -o` wrote, or - for standard input; records of several are put together
    #[arg(value_name = "RECORDS", required = true)]
    files: Vec<String>,
    /// How the results are written
    #[arg(long, short, value_enum, default_value_t = Shape::Text)]
    format: Shape,
    /// The engine that times are compared with
    #[arg(long, value_name = "ENGINE", default_value = BASELINE)]
    baseline: String,
    /// Write to FILE instead of standard output (`.gz` compresses)
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// A table an instance, 80 columns wide
    Text,
    /// A line an engine and instance, with a header
    Csv,
    /// One table
    Markdown,
    /// One object
    Json,
    /// A page with plots, in one file
    Html,
}

impl Report {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let mut records = Vec::new();
        for file in &self.files {
            records.extend(read(file, quiet).with_context(|| file.clone())?);
        }
        let cases = cases(&records);
        if cases.is_empty() {
            bail!("expected records of `queensat compare -o FILE`, found none");
        }
        if !cases
            .iter()
            .any(|case| case.entry(&self.baseline).is_some())
        {
            let warning = format!(
                "note: no record is of the baseline `{}`, so there are no ratios; choose another by --baseline",
                self.baseline
            );
            note(quiet, warning);
        }
        write_text(self.output.as_deref(), &self.text(&cases)?)?;
        Ok(Ending::Done)
    }

    fn text(&self, cases: &[Case]) -> anyhow::Result<String> {
        let baseline = &self.baseline;
        Ok(match self.format {
            Shape::Text => {
                let blocks: Vec<String> = cases.iter().map(|case| block(case, baseline)).collect();
                blocks.join("\n")
            }
            Shape::Csv => export::csv(cases, baseline)?,
            Shape::Markdown => export::markdown(cases, baseline),
            Shape::Json => export::json(cases, baseline)?,
            Shape::Html => html::page(cases, baseline),
        })
    }
}

fn read(file: &str, quiet: bool) -> anyhow::Result<Vec<queensat::compare::Record>> {
    let bytes = read_bytes(file)?;
    let text = decode_text(&bytes)?;
    if !text.is_empty() && !text.ends_with('\n') {
        note(
            quiet,
            format!(
                "note: {file}: the last line is torn and left out; `compare` with the same plan runs its job again"
            ),
        );
    }
    Ok(log::read(text)?)
}
