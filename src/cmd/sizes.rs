//! `sizes`: every encoding's variables, clauses and literals, by formula and by counting.

use clap::Args;
use queensat::amo::{self, Auxiliaries};
use queensat::cnf::Size;
use queensat::control::Control;
use queensat::encode::{Encoding, encode, predict};
use queensat::problem::reduce::Residual;
use queensat::report::sizes::{Line, sizes};

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
        let mut lines = Vec::new();
        for named in self.instances.read(&["8", "20", "100"])? {
            let residual = Residual::new(&named.problem)?;
            for amo in &encodings {
                let encoding = Encoding::uniform(amo.clone(), auxiliaries);
                let predicted = predict(&residual, &encoding);
                let counted = if predicted.literals <= COUNTED {
                    Some(count(&residual, &encoding)?)
                } else {
                    None
                };
                lines.push(Line {
                    instance: named.label.clone(),
                    encoding: encoding.name(),
                    predicted,
                    counted,
                });
            }
        }
        write_text(None, &sizes(&lines))?;
        Ok(Ending::Done)
    }
}

fn count(residual: &Residual, encoding: &Encoding) -> anyhow::Result<Size> {
    let mut size = Size::ZERO;
    encode(residual, encoding, &mut size, &Control::unlimited())?;
    Ok(size)
}
