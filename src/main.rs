//! The command line of golfchess.

use clap::Parser;
use std::process::ExitCode;

mod command {
    pub mod perft;
    pub mod play;
}

#[derive(Debug, clap::Parser)]
#[command(version, about)]
enum Command {
    Perft(command::perft::Args),
    Play(command::play::Args),
}

fn main() -> anyhow::Result<ExitCode> {
    match Command::parse() {
        Command::Perft(args) => command::perft::run(args),
        Command::Play(args) => command::play::run(args),
    }
}
