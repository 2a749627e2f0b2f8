//! Truths that span modules, in one binary.

mod cli_compare;
mod cli_encode;
mod cli_search;
mod native;
mod program;
mod readme;
