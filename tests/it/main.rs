//! Truths that span modules, in one binary.

mod cli_compare;
mod cli_encode;
mod cli_search;
mod program;
mod readme;
mod teaching;
