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

/// The encoding for one solution of a problem with so many open squares, by measurement: `pairwise` was the
/// fastest on hard blocked boards of 45 rows (some 300 open squares) with both solvers and as fast as any on empty ones
/// up to 40 rows; on empty boards of 50, 100, 200 and 300 rows `product`, of 400, 600 and 1000 rows its recursive form was
/// the fastest with varisat, and the smallest in memory.
pub fn default_encoding(open_squares: u64) -> Encoding {
    let name = match open_squares {
        0..2_000 => "pairwise",
        2_000..120_000 => "product",
        _ => "product:recursive",
    };
    let amo = amo::parse(name).expect("a name of the table");
    Encoding::uniform(amo, Auxiliaries::Free)
}
