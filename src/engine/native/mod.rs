//! Searches of our own on the board itself, one algorithm a file.

mod batch;
mod bitmask;
mod branching;
mod crowded;
mod edges;
mod lanes;
mod lines;
mod mask;
mod mirror;
mod plain;
mod reach;
mod share;

pub use bitmask::Bitmask;
pub use mirror::BitmaskMirror;
pub use plain::BitmaskPlain;
