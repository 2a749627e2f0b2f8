//! Truths that span modules, held against oracles that share no code with the library.
//!
//! Three modules are such oracles: `model_counter`, `brute_force` and `published`; the others are tests.

mod brute_force;
mod model_counter;
mod published;

mod amo_sizes;
mod amo_truth;
mod board_sizes;
mod completion;
mod engines;
mod layers;
mod liars;
mod models;
mod random_boards;
mod random_texts;
