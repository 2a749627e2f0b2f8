//! Engines that encode the problem and let a SAT solver search.

mod blocking;
mod cube;
mod cube_run;
mod cubes;
mod external;

pub use blocking::Blocking;
pub use cubes::Cubes;
pub use external::External;

use crate::amo::{self, Auxiliaries};
use crate::encode::Encoding;

/// The encoding for one solution of a problem with so many open squares, by measurement with varisat on empty
/// boards of 8, 50, 100, 200, 300, 400, 600 and 1000 rows: from 50 rows on, a product was the fastest each time and the
/// smallest in memory; below, all take milliseconds.
pub fn default_encoding(open_squares: u64) -> Encoding {
    let name = match open_squares {
        0..2_000 => "knuth",
        2_000..120_000 => "product",
        _ => "product:recursive",
    };
    let amo = amo::parse(name).expect("a name of the table");
    Encoding::uniform(amo, Auxiliaries::Free)
}
