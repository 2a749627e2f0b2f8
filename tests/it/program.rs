//! The program as its users run it.

use std::process::Output;

use assert_cmd::Command;

/// The program with these arguments, ready to run.
pub(crate) fn queensat(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queensat"));
    command.args(arguments);
    command
}

/// Exit code and both outputs of a run.
pub(crate) fn run(arguments: &[&str]) -> (i32, String, String) {
    parts(queensat(arguments).output().expect("the program starts"))
}

/// The same with a text on standard input.
pub(crate) fn run_with_input(arguments: &[&str], input: &str) -> (i32, String, String) {
    parts(
        queensat(arguments)
            .write_stdin(input)
            .output()
            .expect("the program starts"),
    )
}

fn parts(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    (
        output.status.code().expect("the program exits by itself"),
        text(output.stdout),
        text(output.stderr),
    )
}
