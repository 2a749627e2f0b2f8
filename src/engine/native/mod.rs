//! Searches of our own on the board itself, one algorithm a file.

mod bitmask;

pub use bitmask::Bitmask;
