//! `convert`: instances from any format to any format.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use queensat::problem::formats::{Format, print};

use super::Ending;
use super::instance::{Instances, format_name};
use super::output::write_text;
use super::shape::picture;

/// Arguments of `convert`.
#[derive(Args)]
pub(super) struct Convert {
    #[command(flatten)]
    instances: Instances,
    /// The format to write (`queensat list formats`), or `svg` for a picture
    #[arg(long = "format", short = 'f', value_name = "FORMAT", value_parser = target, default_value = "board")]
    target: Target,
    /// Write to a file, which appears whole or not at all; .gz compresses
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy)]
enum Target {
    Text(Format),
    Svg,
}

fn target(name: &str) -> Result<Target, String> {
    if name == "svg" {
        Ok(Target::Svg)
    } else {
        format_name(name).map(Target::Text)
    }
}

impl Convert {
    pub(super) fn run(&self) -> anyhow::Result<Ending> {
        let instances = self.instances.read(&[])?;
        anyhow::ensure!(
            !instances.is_empty(),
            "expected an instance, such as a file or \"8: b4 d5\""
        );
        let one_a_line = matches!(self.target, Target::Text(Format::Batch | Format::Columns));
        anyhow::ensure!(
            instances.len() == 1 || one_a_line,
            "expected one instance, or --format batch or columns, which hold several; found {} instances",
            instances.len()
        );
        let mut text = String::new();
        for named in &instances {
            text += &match self.target {
                Target::Text(format) => {
                    print(&named.problem, format).with_context(|| named.label.clone())?
                }
                Target::Svg => picture(&named.problem)?,
            };
        }
        write_text(self.output.as_deref(), &text)?;
        Ok(Ending::Done)
    }
}
