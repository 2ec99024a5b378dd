//! `gen duel --positions`: a page moves once in each of many positions of games.

use anyhow::Result;
use fastrand::Rng;
use golfchess_rules::pgn::PgnGame;
use golfchess_rules::{Game, Move, Position, Profile};
use serde::Serialize;

use super::Args;
use super::blunder::{self, Blunder};
use super::openings;
use super::player::Side;
use super::times::{self, Times};
use super::workers::share;
use crate::options::Format;
use crate::output::{Exporter, Table, count, help, progress};

/// The most blunders that the listing shows. JSON has all.
const SHOWN: usize = 10;

/// The moves of a page, for programs.
#[derive(Serialize)]
struct Moves {
    page: String,
    seed: u64,
    /// The half-moves of the search that finds blunders.
    judge: u8,
    positions: usize,
    /// Positions in which the page's move loses material and another one does not.
    blunders: usize,
    /// Of the positions.
    share: f64,
    /// `None` if no move was timed.
    times: Option<Times>,
    list: Vec<Entry>,
}

/// A blunder, for programs.
#[derive(Serialize)]
struct Entry {
    /// The position in FEN.
    position: String,
    played: String,
    better: String,
    /// In pawns. 1000 is checkmate.
    loss: i32,
}

/// A move in a position.
struct Moved {
    position: Position,
    mv: Move,
    millis: Option<f64>,
    blunder: Option<Blunder>,
}

/// Lets the page move in `count` positions, and prints its times and blunders.
pub fn run(args: &Args, side: &Side, rules: Profile, positions: usize) -> Result<String> {
    let places = chosen(args, rules, positions)?;
    let bar = progress(
        "{bar:30} {pos}/{len} positions {elapsed}",
        Some(places.len()),
    )?;
    let task = |player: &mut Box<dyn super::player::Player>, number: usize| {
        let game = reached(&places[number], rules)?;
        player.new_game()?;
        let turn = player.choose(&game, (args.seed << 32) + number as u64)?;
        bar.inc(1);
        let position = *game.position();
        Ok(Moved {
            position,
            mv: turn.mv,
            millis: turn.millis,
            blunder: blunder::find(&position, turn.mv, args.judge.into(), rules.moves),
        })
    };
    let done = share(
        args.threads(),
        places.len(),
        || side.open(),
        task,
        |_| false,
    )?;
    bar.finish_and_clear();
    let moved: Vec<Moved> = done.into_values().collect();
    Moves::of(side.to_string(), args, &moved).export(args.format)
}

/// The moves that lead to some positions of the games, in an order that depends on the seed. Every
/// position in which a game goes on has the same chance.
fn chosen(args: &Args, rules: Profile, count: usize) -> Result<Vec<Vec<Move>>> {
    let games = openings::games(args.openings.as_deref())?;
    let mut places: Vec<Vec<Move>> = games.iter().flat_map(|game| open(game, rules)).collect();
    if places.len() < count {
        return Err(help::error(
            format!(
                "the games have {} positions in which this page can move",
                places.len()
            ),
            "ask for fewer positions, or name a file of more games with --openings",
        ));
    }
    Rng::with_seed(args.seed).shuffle(&mut places);
    places.truncate(count);
    Ok(places)
}

/// The moves to each position of a game in which it is open. A move that the rules do not allow ends
/// the game.
fn open(game: &PgnGame, rules: Profile) -> Vec<Vec<Move>> {
    let mut open = Vec::new();
    if game.start != Position::start() {
        return open;
    }
    let mut played = Game::new(rules);
    for entry in &game.moves {
        open.push(played.moves().to_vec());
        if played.play(entry.mv).is_err() || played.outcome().is_some() {
            break;
        }
    }
    open
}

/// The game after some moves.
fn reached(moves: &[Move], rules: Profile) -> Result<Game> {
    let mut game = Game::new(rules);
    for mv in moves {
        game.play(*mv)?;
    }
    Ok(game)
}

impl Moves {
    fn of(page: String, args: &Args, moved: &[Moved]) -> Self {
        let millis = moved.iter().filter_map(|moved| moved.millis);
        let entry = |moved: &Moved| {
            let blunder = moved.blunder?;
            Some(Entry {
                position: moved.position.to_string(),
                played: moved.mv.to_string(),
                better: blunder.better.to_string(),
                loss: blunder.loss,
            })
        };
        let list: Vec<Entry> = moved.iter().filter_map(entry).collect();
        Self {
            times: Times::of(&page, millis.collect()),
            page,
            seed: args.seed,
            judge: args.judge,
            positions: moved.len(),
            blunders: list.len(),
            share: list.len() as f64 / moved.len() as f64,
            list,
        }
    }

    fn export(&self, format: Format) -> Result<String> {
        let mut exporter = Exporter::new(self)
            .text(format!(
                "{}: {}, {}, {:.1} %, seed {}, judge {}",
                self.page,
                count(self.positions, "position"),
                count(self.blunders, "blunder"),
                100.0 * self.share,
                self.seed,
                self.judge
            ))
            .table(self.listing());
        if !matches!(format, Format::Csv) {
            exporter = exporter.summary(times::table(self.times.as_slice()));
        }
        exporter.export(format)
    }

    fn listing(&self) -> Table {
        Table::of(self.list.iter().take(SHOWN))
            .left("blunder", |entry| &entry.played)
            .left("instead", |entry| &entry.better)
            .right("loss", |entry| entry.loss.to_string())
            .left("position", |entry| &entry.position)
            .into()
    }
}
