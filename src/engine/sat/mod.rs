//! Engines that encode the problem and let a SAT solver search.

mod blocking;
mod cube;
mod cube_run;
mod cubes;

pub use blocking::Blocking;
pub use cubes::Cubes;

use crate::amo::{self, Auxiliaries};
use crate::encode::Encoding;

/// The encoding for one solution of a problem with so many open squares, by measurement: see `docs`.
pub fn default_encoding(open_squares: u64) -> Encoding {
    let name = if open_squares < 22_500 {
        "knuth"
    } else {
        "product"
    };
    let amo = amo::parse(name).expect("a name of the table");
    Encoding::uniform(amo, Auxiliaries::Free)
}
