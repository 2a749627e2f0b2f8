//! The command line: arguments come in, exit codes go out; the work is in the library.

// All output goes through functions that survive a full disk and a closed pipe, where the macros panic.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod cmd;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cmd::run(cmd::Arguments::parse())
}
