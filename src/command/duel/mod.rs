//! `gen duel`: lets a page with the flag A play against another page, an engine or random moves.

mod blunder;
mod game;
mod openings;
mod page;
mod player;
mod positions;
mod report;
mod score;
mod table;
mod times;
mod uci;
mod workers;

use std::mem;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use golfchess::contract::Contract;
use golfchess_pages::catalog::Variant;
use golfchess_pages::files;
use golfchess_parity::host::Kind;
use golfchess_rules::{Draws, MoveRules, Profile};

use self::game::Played;
use self::openings::Openings;
use self::page::PageSide;
use self::player::Side;
use self::report::Duel;
use self::score::Sprt;
use self::table::Table;
use self::uci::EngineSide;
use self::workers::locked;
use super::environment::Environment;
use super::overwrite::Files;
use super::project::Project;
use super::stop;
use super::verify::{host, page_of, replay_command};
use crate::options::{Folders, Format, number};
use crate::output::{Report, help, progress};

const HELP: &str = "\
Examples: gen duel index_TMP_D_S_AB
          gen duel index_TMP_D_S_AB --against index_TMP_D_S_A --games 200
          gen duel --against stockfish --uci-option 'Skill Level=0' --go 'depth 1'
          gen duel --against stockfish --uci-option UCI_LimitStrength=true \\
            --uci-option UCI_Elo=1320 --sprt 0,50 --pgn games.pgn
          gen duel index_TMP_D_S_AB --positions 500

Each opening is played twice, with both colours. A page with C plays Black in all games, and from the start
position: White's moves of the opening are random. The 50-move rule, threefold repetition and dead
positions end a game. The same seed gives the same games, except with engines that vary.
The page stays open during a game. It gets the moves of the opening and of the other side as typed
text, and empty answers for its own; the milliseconds are those between such an answer and the next
prompt. The embedded engine plays a game again from its start for each move.

With --positions the page plays no games. It moves once in each of N positions of the games. A
blunder is a move that loses material or allows mate in a search of two half-moves (--judge) with
recaptures, where another move would not. A page with C moves in the positions of its own games instead, against
random moves that are no blunders.";

/// Let a page play against another page, an engine or random moves
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variant, with the flag A
    #[arg(default_value = "index_TMP_D_S_AB")]
    variant: String,
    /// Another variant, the command of a UCI engine, or `random`
    #[arg(long, default_value = "random", value_name = "WHO")]
    against: String,
    /// An option of the engine
    #[arg(long, value_name = "NAME=VALUE")]
    uci_option: Vec<String>,
    /// The limit of the engine for each move, as after the UCI command `go`
    #[arg(long, default_value = "movetime 100", value_name = "LIMIT")]
    go: String,
    /// A PGN file whose first moves are the openings [default: 47 games of lichess.org; random moves
    /// for pages without M]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Half-moves of an opening
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = number::<usize>(0))]
    plies: usize,
    /// The number of games, rounded up to pairs [default: 100; at most 10000 with --sprt]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1))]
    games: Option<usize>,
    /// Stop when a sequential test has decided between two differences in Elo points, at 5 % errors
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// A game with so many half-moves is a draw
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = number::<usize>(1))]
    longest: usize,
    /// Count the blunders in N positions of the games instead
    #[arg(
        long, value_name = "N", value_parser = number::<usize>(1),
        conflicts_with_all = ["against", "uci_option", "go", "plies", "games", "sprt", "longest", "pgn"]
    )]
    positions: Option<usize>,
    /// The half-moves of the search that finds blunders, 2 to 4
    #[arg(
        long, default_value_t = 2, value_name = "N", requires = "positions",
        value_parser = clap::value_parser!(u8).range(2..=4)
    )]
    judge: u8,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// The folder of the pages [default: the catalog's folder]
    #[arg(long, value_name = "DIR")]
    pages: Option<PathBuf>,
    /// The host that runs the pages
    #[arg(long, value_parser = host(), default_value_t)]
    host: Kind,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number::<u64>(0))]
    seed: u64,
    /// The number of games that are played at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1))]
    jobs: Option<usize>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t, value_parser = Format::among(&Format::LISTING))]
    format: Format,
}

/// The most games of a sequential test.
const LONGEST_TEST: usize = 10_000;

fn sprt(text: &str) -> Result<Sprt, String> {
    let read = || {
        let (elo0, elo1) = text.split_once(',')?;
        let (elo0, elo1): (f64, f64) = (elo0.trim().parse().ok()?, elo1.trim().parse().ok()?);
        (elo0.is_finite() && elo1.is_finite() && elo0 < elo1).then_some(Sprt { elo0, elo1 })
    };
    read().ok_or_else(|| "write two differences, the smaller one first, such as 0,50".to_owned())
}

impl Args {
    pub fn files(&self, folders: &Folders) -> Files {
        Files::default()
            .reads_catalog(folders)
            .reads_folder(self.pages.as_deref().unwrap_or(&folders.catalog))
            .reads_each(&self.openings)
            .writes("--pgn", self.pgn.as_deref())
    }

    /// The number of pages that play at once. More pages than processors would make the measured times
    /// longer.
    fn threads(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.unwrap_or_else(processors)
    }
}

/// Plays the games, and prints the score.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    project.chess("duel")?;
    let variant = project.catalog.variant(&args.variant)?;
    let rules = rules(variant)?;
    let side = page(project, args, variant)?;
    if let Some(count) = args.positions {
        return Ok(Report::good(positions::run(args, &side, rules, count)?));
    }
    let sides = [side, opponent(project, args, variant)?];
    if sides.iter().all(Side::is_black) {
        return Err(help::error(
            format!("{} and {} both play Black only", sides[0], sides[1]),
            "name another side that is no page with C",
        ));
    }
    // An engine that is missing is an error before the first game.
    drop(sides[1].open()?);
    let openings = Openings::read(args.openings.as_deref(), args.plies, rules, args.seed)?;
    let most = match args.sprt {
        None => args.games.unwrap_or(100),
        Some(_) => args.games.unwrap_or(LONGEST_TEST),
    };
    let pairs = most.div_ceil(2);
    let bar = progress(
        "{msg} {bar:30} {pos}/{len} games {elapsed}",
        Some(2 * pairs),
    )?;
    let so_far = Arc::new(Mutex::new(Vec::new()));
    let names = [sides[0].to_string(), sides[1].to_string()];
    stop::report({
        let (so_far, names, pgn) = (Arc::clone(&so_far), names.clone(), args.pgn.clone());
        let (seed, sprt, format) = (args.seed, args.sprt, args.format);
        move |writes| {
            let played: Vec<Played> = mem::take(&mut *locked(&so_far));
            let report = || -> Result<String> {
                if let Some(file) = pgn {
                    writes.write(&file, pgn_of(&played, &names)?)?;
                }
                Duel::of(names, seed, &played, sprt).export(format)
            };
            stop::stopped(report().map(Report::good))
        }
    });
    let table = Table {
        args,
        so_far: &so_far,
        sides: &sides,
        openings: &openings,
        rules,
        pairs,
        bar: &bar,
    };
    let played = table.play_all()?;
    bar.finish_and_clear();
    if let Some(file) = &args.pgn {
        files::write(file, pgn_of(&played, &names)?)?;
    }
    let duel = Duel::of(names, args.seed, &played, args.sprt);
    Ok(Report::good(duel.export(args.format)?))
}

/// The games as PGN.
fn pgn_of(played: &[Played], names: &[String; 2]) -> Result<String> {
    let games = played.iter().zip(1..);
    let games = games.map(|(game, round)| game.pgn(round, [&names[0], &names[1]]));
    Ok(games.collect::<Result<Vec<_>>>()?.join("\n"))
}

/// The rules of the games: the moves of the page, and draws by themselves, so that every game ends.
fn rules(variant: &Variant) -> Result<Profile> {
    let moves = Contract::new(&variant.flags)?.rules.moves;
    Ok(Profile {
        moves,
        clock_seconds: None,
        draws: Draws {
            fifty_moves: true,
            seventy_five_moves: false,
            threefold: true,
            fivefold: false,
            dead_position: true,
        },
        win_needs_mate: false,
    })
}

/// A page as a side.
fn page(project: &Project, args: &Args, variant: &Variant) -> Result<Side> {
    let name = &variant.name;
    if !variant.flags.has('A') {
        return Err(help::error(
            format!("{name} does not move by itself: it has no flag A"),
            "name a variant with A, such as index_TMP_D_S_AB",
        ));
    }
    let show = Contract::new(&variant.flags)?.show;
    if show.board && args.host == Kind::Embedded {
        return Err(help::error(
            format!("{name} has a board in its document, and the embedded engine has no document"),
            "use --host chrome, firefox or webkit",
        ));
    }
    Ok(Side::Page(PageSide {
        name: name.clone(),
        page: page_of(project, args.pages.as_deref(), variant)?,
        show,
        replay: replay_command(project, args.host, args.pages.as_deref()),
        host: args.host,
    }))
}

/// The other side.
fn opponent(project: &Project, args: &Args, first: &Variant) -> Result<Side> {
    let who = args.against.as_str();
    if who == "random" {
        return Ok(Side::Random);
    }
    let stem = format!("{}_", project.catalog.manifest().naming.stem);
    let own = rules(first)?.moves;
    if who.starts_with(&stem) {
        let variant = project.catalog.variant(who)?;
        if rules(variant)?.moves != own {
            return Err(help::error(
                format!("{} and {} have different moves", first.name, variant.name),
                "name two variants with the same flags M and P",
            ));
        }
        return page(project, args, variant);
    }
    let all = MoveRules {
        special_moves: true,
        promotion_choice: true,
    };
    if own != all {
        return Err(help::error(
            format!("{} does not know all moves of an engine", first.name),
            "name a variant with M and P, such as index_TMP_D_S_AB",
        ));
    }
    Ok(Side::Engine(EngineSide::new(
        who,
        &args.uci_option,
        &args.go,
    )?))
}
