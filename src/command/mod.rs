//! One module a command.

mod all;
mod build;
mod check;
mod compare;
mod completions;
mod cost;
pub mod doctor;
mod experiments;
mod explain;
pub mod golf;
pub mod man;
pub mod perft;
pub mod plans;
mod play;
mod project;
pub mod publish;
mod records;
pub mod replay;
mod sizes;
mod source;
pub mod verify;
pub mod watch;

use anyhow::{Context, Result, bail};
use golfchess::interrupt;

use crate::cli::{Cli, Command};
use crate::output::Outcome;
use project::Project;

/// Does what the command line asks for.
pub fn run(cli: &Cli) -> Result<Outcome> {
    let open = || Project::open(&cli.folders);
    if cli.all && cli.command.is_some() {
        bail!("--all is a job of its own; leave out the command, or --all");
    }
    if leaves_something(cli) {
        interrupt::end_with(130, || ()).context("cannot watch for interrupts")?;
    }
    match &cli.command {
        Some(Command::Perft(args)) => perft::run(args),
        Some(Command::Play { variant }) => play::run(&open()?.catalog, variant),
        Some(Command::Golf(args)) => golf::run(&open()?, args),
        Some(Command::Verify(args)) => verify::run(&open()?, args),
        Some(Command::Publish(args)) => publish::run(&open()?, args),
        Some(Command::Plans(args)) => plans::run(&open()?, args),
        Some(Command::Replay(args)) => replay::run(&open()?, args),
        None if cli.all => all::run(&open()?, cli.out.as_deref()),
        None => bail!("nothing to do: say --all or a command (see gen --help)"),
        Some(Command::Build(build)) => build::run(&open()?, build),
        Some(Command::Source { variant }) => source::run(&open()?, variant),
        Some(Command::Explain { variant, format }) => explain::run(&open()?, variant, *format),
        Some(Command::Sizes {
            experiments: Some(folder),
            format,
            out,
            ..
        }) => experiments::run(&open()?, folder, *format, out.as_deref()),
        Some(Command::Sizes {
            format, baseline, ..
        }) => sizes::run(&open()?, *format, baseline),
        Some(Command::Compare { a, b, format }) => compare::run(&open()?, a, b, *format),
        Some(Command::Cost { pairs, format }) => cost::run(&open()?, *pairs, *format),
        Some(Command::Check { baseline, format }) => {
            check::run(&open()?, baseline.as_deref(), *format)
        }
        Some(Command::Record) => all::record(&open()?),
        Some(Command::Watch(args)) => watch::run(&cli.folders, args),
        Some(Command::Doctor { format }) => doctor::run(&cli.folders, *format),
        Some(Command::Completions { shell }) => Ok(completions::run(*shell)),
        Some(Command::Man(args)) => man::run(args),
    }
}

/// Whether an interrupt at a wrong time would leave half of a job, or a browser.
fn leaves_something(cli: &Cli) -> bool {
    match &cli.command {
        None => cli.all,
        Some(
            Command::Build(_)
            | Command::Record
            | Command::Verify(_)
            | Command::Publish(_)
            | Command::Replay(_)
            | Command::Doctor { .. }
            | Command::Man(_),
        ) => true,
        Some(_) => false,
    }
}
