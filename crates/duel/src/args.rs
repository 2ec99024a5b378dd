//! The arguments of a duel.

use std::path::PathBuf;

use golfchess::options::{Folders, host, number};
use golfchess::output::Format;
use golfchess::overwrite::Files;
use golfchess_parity::host::Kind;

use crate::score::Sprt;

/// A duel.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant, with the flag A
    #[arg(default_value = "index_TMP_D_S_AB")]
    pub variant: String,
    /// Another variant, the command of a UCI engine, or `random`
    #[arg(long, default_value = "random", value_name = "WHO")]
    pub against: String,
    /// An option of the engine
    #[arg(long, value_name = "NAME=VALUE")]
    pub uci_option: Vec<String>,
    /// The limit of the engine for each move, as after the UCI command `go`
    #[arg(long, default_value = "movetime 100", value_name = "LIMIT")]
    pub go: String,
    /// A PGN file whose first moves are the openings [default: 47 games of lichess.org; random moves
    /// for pages without M]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Half-moves of an opening
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = number::<usize>(0))]
    pub plies: usize,
    /// The number of games, rounded up to pairs [default: 100; at most 10000 with --sprt]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1))]
    pub games: Option<usize>,
    /// Stop when a sequential test has decided between two differences in Elo points, at 5 % errors
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// A game with so many half-moves is a draw
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = number::<usize>(1))]
    pub longest: usize,
    /// Count the blunders in N positions of the games instead
    #[arg(
        long, value_name = "N", value_parser = number::<usize>(1),
        conflicts_with_all = ["against", "uci_option", "go", "plies", "games", "sprt", "longest", "pgn"]
    )]
    pub positions: Option<usize>,
    /// The half-moves of the search that finds blunders, 2 to 4
    #[arg(
        long, default_value_t = 2, value_name = "N", requires = "positions",
        value_parser = clap::value_parser!(u8).range(2..=4)
    )]
    pub judge: u8,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// The folder of the pages [default: the catalog's folder]
    #[arg(long, value_name = "DIR")]
    pub pages: Option<PathBuf>,
    /// The host that runs the pages
    #[arg(long, value_parser = host(), default_value_t)]
    pub host: Kind,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number::<u64>(0))]
    pub seed: u64,
    /// The number of games that are played at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1))]
    pub jobs: Option<usize>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t, value_parser = Format::among(&Format::LISTING))]
    pub format: Format,
}

/// The most games of a sequential test.
pub const LONGEST_TEST: usize = 10_000;

fn sprt(text: &str) -> Result<Sprt, String> {
    let read = || {
        let (elo0, elo1) = text.split_once(',')?;
        let (elo0, elo1): (f64, f64) = (elo0.trim().parse().ok()?, elo1.trim().parse().ok()?);
        (elo0.is_finite() && elo1.is_finite() && elo0 < elo1).then_some(Sprt { elo0, elo1 })
    };
    read().ok_or_else(|| "write two differences, the smaller one first, such as 0,50".to_owned())
}

impl Args {
    /// The files that a duel reads and writes.
    pub fn files(&self, folders: &Folders) -> Files {
        Files::default()
            .reads_catalog(folders)
            .reads_folder(self.pages.as_deref().unwrap_or(&folders.catalog))
            .reads_each(&self.openings)
            .writes("--pgn", self.pgn.as_deref())
    }

    /// The number of pages that play at once. More pages than processors would make the measured times
    /// longer.
    pub fn threads(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.unwrap_or_else(processors)
    }
}
