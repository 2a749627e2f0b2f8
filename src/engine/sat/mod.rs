//! Engines that encode the problem and let a SAT solver search.

mod blocking;

pub use blocking::Blocking;
