//! `gen help`.

use anyhow::Result;

use super::environment::Environment;
use super::man;
use super::needs::{Need, OnInterrupt};
use crate::output::{Report, colour};

const HELP: &str = "\
Examples: gen help
          gen help sizes";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::Exit;
pub const NEEDS: &[Need] = &[];

/// Print the help of gen or of a command
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// A command of gen [default: gen itself]
    command: Option<String>,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let mut program = env.program();
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
