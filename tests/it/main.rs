//! Truths that span modules, held against oracles that share no code with the library.
//!
//! `model_counter`, `brute_force`, `proof_checkers` and `published` are such oracles and `program` runs the binary; the
//! others are tests.

mod brute_force;
mod model_counter;
mod program;
mod proof_checkers;
mod published;

mod amo_sizes;
mod amo_truth;
mod auto;
mod board_sizes;
mod cli_certificates;
mod cli_check;
mod cli_compare;
mod cli_decode;
mod cli_encode;
mod cli_inputs;
mod cli_outputs;
mod cli_proofs;
mod cli_search;
mod cli_talk;
mod completion;
mod cubes;
mod dimacs;
mod engines;
mod explain;
mod external;
mod faults;
mod faults_of_programs;
mod formats;
mod generate;
mod generated_boards;
mod harness;
mod interruption;
mod layers;
mod liars;
mod listing;
mod models;
mod native;
mod proofs;
mod random_boards;
mod readme;
mod report;
mod teaching;
