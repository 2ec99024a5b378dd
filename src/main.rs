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
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
