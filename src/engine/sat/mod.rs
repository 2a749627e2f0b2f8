//! Engines that encode the problem and let a SAT solver search.

mod blocking;
mod external;

pub use blocking::Blocking;
pub use external::External;
