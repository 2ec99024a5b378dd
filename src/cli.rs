//! The command line.

use std::env;

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser};
use golfchess::project::Environment;

use crate::command::{self, AllArgs, Command};
use crate::options::{Folders, OutputOptions, with_negative_numbers};
use crate::output::{Report, colour, help, terminal};

/// Builds the smallest pages from readable fragments, and guards their sizes.
#[derive(Debug, Parser)]
#[command(
    name = "gen",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "Examples: gen --all\n          gen watch\n          gen sizes --quiet | head -5\n\n\
                  Data goes to stdout, messages to stderr. Exit codes: 0 success, 1 a finding (a \
                  page grew,\na file is out of date), 2 wrong usage or environment."
)]
pub struct Cli {
    #[command(flatten)]
    all: AllArgs,

    #[command(flatten)]
    folders: Folders,

    #[command(flatten)]
    pub output: OutputOptions,

    #[command(subcommand)]
    command: Option<Command>,
}

impl Cli {
    /// Reads the command line; help has the width that `COLUMNS` says. Colours follow `--color`, also
    /// in help and in errors.
    pub fn read() -> Result<Self, clap::Error> {
        let mut program = with_negative_numbers(Self::command()).max_term_width(100);
        if let Some(columns) = terminal::columns() {
            program = program.term_width(columns);
        }
        let read = program.try_get_matches();
        let cli = read.and_then(|matches| Self::from_arg_matches(&matches));
        colour::set(match &cli {
            Ok(cli) => cli.output.color,
            Err(_) => colour::named(env::args_os().skip(1)),
        });
        cli
    }

    /// Runs the command.
    pub fn run(&self) -> Result<Report> {
        let env = Environment {
            bundle: command::bundled,
            ..Environment::new(&self.folders)
        };
        match (&self.command, self.all.all) {
            (Some(_), true) => Err(help::error(
                "--all cannot be combined with a command",
                "leave out the command, or --all",
            )),
            (Some(command), false) => command.start(&env, Self::command()),
            (None, true) => command::start_all(&env, &self.all),
            (None, false) => Err(help::error(
                "there is no command",
                "give --all or a command; gen --help lists them",
            )),
        }
    }
}
