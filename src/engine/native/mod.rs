//! Searches of our own on the board itself, one algorithm a file.

mod arrays;
mod bitmask;
mod brute_force;
mod permutations;
pub(crate) mod ranks;
mod search;
mod sets;

pub use arrays::Arrays;
pub use bitmask::Bitmask;
pub use brute_force::BruteForce;
pub use permutations::Permutations;
pub use sets::Sets;
