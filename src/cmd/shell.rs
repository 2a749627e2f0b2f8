//! `completions` and `man`: the command line described for shells and for `man`.

use anyhow::bail;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::output::write_text;
use super::{Arguments, Ending};

/// Arguments of `completions`.
#[derive(Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> anyhow::Result<Ending> {
        let mut script = Vec::new();
        // Of hidden commands no shell should know.
        let program = Arguments::command();
        let visible = program
            .get_subcommands()
            .filter(|command| !command.is_hide_set());
        let mut command = clap::Command::new("queensat")
            .args(program.get_arguments().cloned())
            .subcommands(visible.cloned());
        clap_complete::generate(self.shell, &mut command, "queensat", &mut script);
        write_text(None, &String::from_utf8(script)?)?;
        Ok(Ending::Done)
    }
}

/// Arguments of `man`.
#[derive(Args)]
pub(super) struct Man {
    /// The page of one command instead of the whole program's
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

impl Man {
    pub(super) fn run(&self) -> anyhow::Result<Ending> {
        let mut program = Arguments::command();
        program.build();
        let command = match &self.command {
            None => program,
            Some(name) => match program.find_subcommand(name) {
                Some(command) => command.clone(),
                None => bail!("expected a command of `queensat --help`, found {name:?}"),
            },
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        write_text(None, &String::from_utf8(page)?)?;
        Ok(Ending::Done)
    }
}
