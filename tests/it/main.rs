//! Truths that span modules, held against oracles that share no code with the library.
//!
//! `model_counter`, `brute_force` and `published` are such oracles and `program` runs the binary; the
//! others are tests.

mod brute_force;
mod model_counter;
mod program;
mod published;

mod amo_sizes;
mod amo_truth;
mod board_sizes;
mod cli_compare;
mod cli_encode;
mod cli_search;
mod completion;
mod dimacs;
mod engines;
mod external;
mod faults;
mod formats;
mod harness;
mod layers;
mod liars;
mod models;
mod random_boards;
mod readme;
mod report;
mod teaching;
