//! `gen help`.

use anyhow::Result;
use clap::Command;

use super::man;
use crate::output::{Report, colour};

const HELP: &str = "\
Examples: gen help
          gen help sizes";

/// Print the help of gen or of a command
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// A command of gen [default: gen itself]
    command: Option<String>,
}

/// Prints the help of the program or of one of its commands.
pub fn run(mut program: Command, args: &Args) -> Result<Report> {
    program.build();
    let help = man::find(&program, args.command.as_deref())?
        .clone()
        .render_long_help();
    Ok(Report::good(if colour::colours() {
        help.ansi().to_string()
    } else {
        help.to_string()
    }))
}
