//! The command line: arguments come in, exit codes go out; the work is in the library.

mod cmd;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cmd::run(cmd::Arguments::parse())
}
