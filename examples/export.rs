//! Writes the CNF of a completion problem to standard output: `cargo run --example export`.

use queensat::amo::{self, Auxiliaries};
use queensat::cnf::dimacs::Writer;
use queensat::control::Control;
use queensat::encode::{Encoding, Numbering, encode, predict};
use queensat::problem::{formats, reduce::Residual};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = formats::parse("6: b1", None)?;
    let residual = Residual::new(&problem)?;
    let encoding = Encoding::uniform(amo::parse("product")?, Auxiliaries::Determined);
    let mut writer = Writer::new(std::io::stdout());
    for (literal, square) in Numbering::new(&residual).iter() {
        writer.varname(literal, &square.to_string());
    }
    writer.header(predict(&residual, &encoding));
    encode(&residual, &encoding, &mut writer, &Control::unlimited())?;
    writer.finish()?;
    Ok(())
}
