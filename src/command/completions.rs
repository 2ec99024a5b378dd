//! `gen completions`.

use anyhow::Result;
use clap_complete::Shell;

use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use crate::output::Report;

const HELP: &str = "\
Examples: gen completions bash > ~/.local/share/bash-completion/completions/gen
          gen completions fish > ~/.config/fish/completions/gen.fish";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::Exit;
pub const NEEDS: &[Need] = &[];

/// Print the completions of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let mut command = env.program();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    Ok(Report::good(String::from_utf8_lossy(&script)))
}
