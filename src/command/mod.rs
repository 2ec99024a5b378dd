//! One module a command.

mod all;
mod build;
mod check;
mod compare;
mod cost;
mod explain;
mod project;
mod records;
mod sizes;
mod source;

use anyhow::Result;

use crate::cli::{Cli, Command};
use crate::output::Outcome;
use project::Project;

/// Does what the command line asks for.
pub fn run(cli: &Cli) -> Result<Outcome> {
    let project = Project::open(&cli.folders)?;
    match &cli.command {
        None => all::run(&project, cli.out.as_deref()),
        Some(Command::Build(build)) => build::run(&project, build),
        Some(Command::Source { variant }) => source::run(&project, variant),
        Some(Command::Explain { variant, format }) => explain::run(&project, variant, *format),
        Some(Command::Sizes { format, baseline }) => sizes::run(&project, *format, baseline),
        Some(Command::Compare { a, b, format }) => compare::run(&project, a, b, *format),
        Some(Command::Cost { pairs, format }) => cost::run(&project, *pairs, *format),
        Some(Command::Check { baseline, format }) => {
            check::run(&project, baseline.as_deref(), *format)
        }
        Some(Command::Record) => all::record(&project),
    }
}
