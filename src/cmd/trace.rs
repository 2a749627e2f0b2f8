//! `trace`: the plain depth-first search step by step, for teaching.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use queensat::trace::{self, Trace};

use super::Ending;
use super::instance::Instance;
use super::output::write_text;

/// Arguments of `trace`.
#[derive(Args)]
pub(super) struct TraceCommand {
    #[command(flatten)]
    instance: Instance,
    /// Stop after this many frames
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    limit: usize,
    /// How the frames are written
    #[arg(long, short, value_enum, default_value_t = Shape::Text)]
    format: Shape,
    /// Write to a file, which appears whole or not at all; .gz compresses
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// A line a frame
    Text,
    /// An object whose `frames` is the list of frames
    Json,
}

impl TraceCommand {
    pub(super) fn run(&self) -> anyhow::Result<Ending> {
        let problem = self.instance.read()?;
        let frames = Trace::new(&problem)?.take(self.limit);
        let text = match self.format {
            Shape::Text => trace::text(frames),
            Shape::Json => format!("{}\n", trace::json(&problem, frames)),
        };
        write_text(self.output.as_deref(), &text)?;
        Ok(Ending::Done)
    }
}
