//! `sizes`: every encoding's variables, clauses and literals, by formula and by counting.

use std::sync::Arc;

use clap::Args;
use queensat::amo::{self, AtMostOne, Auxiliaries};
use queensat::cnf::Size;
use queensat::control::Control;
use queensat::encode::{Encoding, encode, predict};
use queensat::problem::reduce::Residual;
use queensat::report::sizes::{Line, block};

use super::Ending;
use super::instance::Instances;
use super::output::write_text;

/// Arguments of `sizes`.
#[derive(Args)]
pub(super) struct Sizes {
    #[command(flatten)]
    instances: Instances,
    /// The textbook's clauses only, auxiliary variables undetermined
    #[arg(long)]
    free: bool,
    /// Only these encodings (comma-separated or repeated)
    #[arg(long, value_name = "ENCODING", value_delimiter = ',')]
    amo: Vec<String>,
}

/// Formulas of more literals than this are not sent to be counted.
const COUNTED: u64 = 100_000_000;

impl Sizes {
    pub(super) fn run(&self) -> anyhow::Result<Ending> {
        let auxiliaries = if self.free {
            Auxiliaries::Free
        } else {
            Auxiliaries::Determined
        };
        let encodings = if self.amo.is_empty() {
            amo::all().collect()
        } else {
            self.amo
                .iter()
                .map(|name| amo::parse(name))
                .collect::<Result<Vec<_>, _>>()?
        };
        let mut blocks = Vec::new();
        for named in self.instances.read(&["8", "20", "100"])? {
            let residual = Residual::new(&named.problem)?;
            let line = |amo: &Arc<dyn AtMostOne>| {
                line(&residual, &Encoding::uniform(amo.clone(), auxiliaries))
            };
            let lines = encodings
                .iter()
                .map(line)
                .collect::<anyhow::Result<Vec<_>>>()?;
            blocks.push(block(&named.label, &lines));
        }
        write_text(None, &blocks.join("\n"))?;
        Ok(Ending::Done)
    }
}

fn line(residual: &Residual, encoding: &Encoding) -> anyhow::Result<Line> {
    let predicted = predict(residual, encoding);
    let counted = if predicted.literals <= COUNTED {
        let mut size = Size::ZERO;
        encode(residual, encoding, &mut size, &Control::unlimited())?;
        Some(size)
    } else {
        None
    };
    Ok(Line {
        encoding: encoding.name(),
        predicted,
        counted,
    })
}
