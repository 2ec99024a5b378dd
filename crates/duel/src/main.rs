//! A duel: a page with the flag A plays against another page, an engine or random moves.

mod args;
mod bars;
mod blunder;
mod duel;
mod game;
mod openings;
mod page;
mod player;
mod positions;
mod report;
mod score;
mod side;
mod table;
mod times;
mod uci;
mod workers;

use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use golfchess::options::{Folders, OutputOptions, with_negative_numbers};
use golfchess::output::{self, Report, colour};
use golfchess::project::Environment;
use golfchess::stop;

use crate::args::Args;

const HELP: &str = "\
Examples: cargo duel index_TMP_D_S_AB
          cargo duel index_TMP_D_S_AB --against index_TMP_D_S_A --games 200
          cargo duel --against stockfish --uci-option 'Skill Level=0' --go 'depth 1'
          cargo duel --against stockfish --uci-option UCI_LimitStrength=true \\
              --uci-option UCI_Elo=1320 --sprt 0,50 --pgn games.pgn
          cargo duel index_TMP_D_S_AB --positions 500

Each opening is played twice, with both colours. A page with C plays Black in all games, and from the start
position: White's moves of the opening are random. The 50-move rule, threefold repetition and dead
positions end a game. The same seed gives the same games, except with engines that vary.
The page stays open during a game. It gets the moves of the opening and of the other side as typed
text, and empty answers for its own; the milliseconds are those between such an answer and the next
prompt. The embedded engine plays a game again from its start for each move.

With --positions the page plays no games. It moves once in each of N positions of the games. A
blunder is a move that loses material or allows mate in a search of two half-moves (--judge) with
recaptures, where another move would not. A page with C moves in the positions of its own games instead, against
random moves that are no blunders.

`cargo duel bars` measures the figures of docs/duel.md beside their bars.";

/// Let a page play against another page, an engine or random moves
#[derive(Debug, Parser)]
#[command(
    name = "duel",
    bin_name = "cargo duel",
    after_help = HELP,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
struct Cli {
    #[command(flatten)]
    args: Args,

    #[command(flatten)]
    folders: Folders,

    #[command(flatten)]
    output: OutputOptions,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bars(bars::Args),
}

fn main() -> ExitCode {
    let words = with_negative_numbers(Cli::command()).try_get_matches();
    let cli = match words.and_then(|words| Cli::from_arg_matches(&words)) {
        Ok(cli) => cli,
        Err(usage) => return output::print_usage(&usage),
    };
    colour::set(cli.output.color);
    if cli.output.quiet {
        output::set_quiet();
    }
    stop::end(run(&cli))
}

fn run(cli: &Cli) -> Result<Report> {
    cli.args.files(&cli.folders).refuse()?;
    stop::prepare()?;
    let env = Environment::new(&cli.folders);
    match &cli.command {
        None => duel::run(&env, &cli.args),
        Some(Command::Bars(args)) => bars::run(&env, args),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Cli;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
