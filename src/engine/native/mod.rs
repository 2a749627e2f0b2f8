//! Searches of our own on the board itself, one algorithm a file.

mod arc_consistency;
mod arrays;
mod bitmask;
mod brute_force;
mod collisions;
mod construction;
mod dancing_links;
mod domains;
mod forward_checking;
pub(crate) mod local;
mod min_conflicts;
mod permutations;
mod queen_search;
mod random;
pub(crate) mod ranks;
mod search;
mod sets;

pub use arc_consistency::ArcConsistency;
pub use arrays::Arrays;
pub use bitmask::Bitmask;
pub use brute_force::BruteForce;
pub use construction::Construction;
pub use dancing_links::DancingLinks;
pub use domains::Order;
pub use forward_checking::ForwardChecking;
pub use local::Restarted;
pub use min_conflicts::MinConflicts;
pub use permutations::Permutations;
pub use queen_search::QueenSearch;
pub use sets::Sets;
