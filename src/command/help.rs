//! `gen help`.

use anyhow::Result;
use clap::CommandFactory;

use super::man;
use crate::cli::Cli;
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

pub fn run(args: &Args) -> Result<Report> {
    let mut program = Cli::command();
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
