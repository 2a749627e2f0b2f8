//! `report`: records of `compare` as text, CSV, Markdown, JSON, a page or a plot.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use queensat::compare::{Case, Record, cases, log, short_label};
use queensat::engine;
use queensat::problem::formats::decode_text;
use queensat::report::comparison::{BASELINE, block};
use queensat::report::{export, html};

use super::output::write_text;
use super::source::read_bytes;
use super::words::engines;
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
    /// Report these engines only (comma-separated or repeated)
    #[arg(long, short, value_name = "ENGINE")]
    engines: Vec<String>,
    /// Report these instances only, by name; of files the name without the folder will do
    #[arg(long, short, value_name = "INSTANCE", value_delimiter = ',')]
    instances: Vec<String>,
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
    /// Engines by instances, in Markdown
    Matrix,
    /// One object
    Json,
    /// A page with plots, in one file
    Html,
    /// The plot of time against n, or of cases solved
    Svg,
}

impl Report {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let mut records = Vec::new();
        for file in &self.files {
            records.extend(read(file, quiet).with_context(|| file.clone())?);
        }
        self.choose(&mut records)?;
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

    /// Keeps the records of the engines and instances asked for.
    fn choose(&self, records: &mut Vec<Record>) -> anyhow::Result<()> {
        let is = |record: &Record, name: &String| {
            let label = &record.job.label;
            label == name || short_label(label) == name
        };
        for name in &self.instances {
            if !records.iter().any(|record| is(record, name)) {
                bail!(
                    "expected records of the instance `{name}`, found none; `report` without --instances lists all"
                );
            }
        }
        let wanted = |record: &Record| self.instances.iter().any(|name| is(record, name));
        records.retain(|record| self.instances.is_empty() || wanted(record));
        if self.engines.is_empty() {
            return Ok(());
        }
        let engine = |name: &String| Ok(engine::parse(name)?.name());
        let names = engines(&self.engines);
        let wanted: Vec<String> = names.iter().map(engine).collect::<anyhow::Result<_>>()?;
        for (name, text) in wanted.iter().zip(&names) {
            if !records.iter().any(|record| record.job.engine == *name) {
                bail!(
                    "expected records of the engine `{text}`, found none of `{name}`; `report` without --engines lists all"
                );
            }
        }
        records.retain(|record| wanted.contains(&record.job.engine));
        Ok(())
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
            Shape::Matrix => export::matrix(cases),
            Shape::Json => export::json(cases, baseline)?,
            Shape::Html => html::page(cases, baseline),
            Shape::Svg => {
                html::plot(cases).context("no job was completed: there is nothing to draw")?
            }
        })
    }
}

fn read(file: &str, quiet: bool) -> anyhow::Result<Vec<Record>> {
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
