//! `gen`: builds, measures and gates a catalog of tiny pages.

mod cli;
mod command;
mod output;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match command::run(&cli) {
        Ok(outcome) => output::print(&outcome),
        Err(error) => {
            output::say(format_args!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}
