//! `gen completions`.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::output::Outcome;

pub fn run(shell: Shell) -> Outcome {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    Outcome::good(String::from_utf8_lossy(&script))
}
