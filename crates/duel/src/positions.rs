//! A page moves once in each of many positions of games.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use fastrand::Rng;
use golfchess::output::{Exporter, Format, Report, Table, count, help, progress};
use golfchess::stop;
use golfchess_rules::pgn::PgnGame;
use golfchess_rules::{Color, Game, Position, Profile};
use serde::Serialize;

use crate::args::Args;
use crate::blunder::{self, Blunder};
use crate::game::seed_of_ply;
use crate::openings;
use crate::player::{Player, Turn, random};
use crate::side::Side;
use crate::times::{self, Time, Times};
use crate::workers::{locked, share};

/// The most blunders that the listing shows. JSON has all.
const SHOWN: usize = 10;

/// The moves of a page, for programs.
#[derive(Serialize)]
pub struct Moves {
    page: String,
    seed: u64,
    /// The half-moves of the search that finds blunders.
    judge: u8,
    pub positions: usize,
    /// Positions in which the page's move loses material and another one does not.
    pub blunders: usize,
    /// Of the positions.
    share: f64,
    /// `None` if no move was timed.
    pub times: Option<Times>,
    list: Vec<Entry>,
}

/// A blunder, for programs.
#[derive(Clone, Serialize)]
struct Entry {
    /// The position in FEN.
    position: String,
    played: String,
    better: String,
    /// In pawns. 1000 is checkmate.
    loss: i32,
}

/// What is known of a page's move.
type Moved = (Option<Time>, Option<Entry>);

/// Lets the page move in `count` positions, and finds its times and blunders.
pub fn run(args: &Args, side: &Side, rules: Profile, count: usize) -> Result<Moves> {
    let so_far = Arc::new(Mutex::new(Vec::new()));
    stop::report({
        let (so_far, page) = (Arc::clone(&so_far), side.to_string());
        let (seed, judge, format) = (args.seed, args.judge, args.format);
        move |_| {
            let moved = mem::take(&mut *locked(&so_far));
            let text = Moves::of(page, seed, judge, moved).export(format);
            stop::stopped(text.map(Report::good))
        }
    });
    let moved = match side.is_black() {
        true => in_its_games(args, side, rules, count, &so_far)?,
        false => in_recorded_games(args, side, rules, count, &so_far)?,
    };
    Ok(Moves::of(side.to_string(), args.seed, args.judge, moved))
}

/// A move of the page, and whether it is a blunder.
fn judged(args: &Args, game: &Game, turn: &Turn) -> Moved {
    let (position, rules) = (game.position(), game.profile().moves);
    let found = blunder::find(position, turn.mv, args.judge.into(), rules);
    let entry = found.map(|Blunder { better, loss }| Entry {
        position: position.to_string(),
        played: turn.mv.to_string(),
        better: better.to_string(),
        loss,
    });
    (turn.time, entry)
}

/// The most half-moves of a game in which a page meets positions of its own.
const LONGEST: usize = 160;

/// The moves of a page that plays Black only, in its own games: White's moves are random, but no blunders.
fn in_its_games(
    args: &Args,
    side: &Side,
    rules: Profile,
    count: usize,
    so_far: &Mutex<Vec<Moved>>,
) -> Result<Vec<Moved>> {
    let bar = progress("{bar:30} {pos}/{len} positions {elapsed}", Some(count))?;
    let play = |player: &mut Box<dyn Player + '_>, number: usize| {
        let seed = (args.seed << 32) + number as u64;
        let mut game = Game::new(rules);
        let mut moved = Vec::new();
        player.new_game()?;
        while game.outcome().is_none() && game.moves().len() < LONGEST {
            let seed = seed_of_ply(seed, &game);
            if game.position().side_to_move() == Color::White {
                let mv = random(&game, seed);
                let better = blunder::find(game.position(), mv, 2, rules.moves);
                game.play(better.map_or(mv, |blunder| blunder.better))?;
            } else {
                let turn = player.choose(&game, seed)?;
                let judged = judged(args, &game, &turn);
                locked(so_far).push(judged.clone());
                moved.push(judged);
                game.play(turn.mv)?;
                bar.inc(1);
            }
        }
        Ok(moved)
    };
    // Only games without a gap before them count.
    let enough = |done: &BTreeMap<usize, Vec<Moved>>| {
        let first = done.iter().enumerate();
        let first = first.take_while(|(at, (number, _))| at == *number);
        first.map(|(_, (_, moved))| moved.len()).sum::<usize>() >= count
    };
    let done = share(args.threads(), count, || side.open(), play, enough)?;
    bar.finish_and_clear();
    Ok(done.into_values().flatten().take(count).collect())
}

/// The moves of a page in positions of recorded games.
fn in_recorded_games(
    args: &Args,
    side: &Side,
    rules: Profile,
    positions: usize,
    so_far: &Mutex<Vec<Moved>>,
) -> Result<Vec<Moved>> {
    let places = chosen(args, rules, positions)?;
    let bar = progress(
        "{bar:30} {pos}/{len} positions {elapsed}",
        Some(places.len()),
    )?;
    let task = |player: &mut Box<dyn Player + '_>, number: usize| {
        let game = &places[number];
        player.new_game()?;
        let turn = player.choose(game, (args.seed << 32) + number as u64)?;
        bar.inc(1);
        let judged = judged(args, game, &turn);
        locked(so_far).push(judged.clone());
        Ok(judged)
    };
    let done = share(
        args.threads(),
        places.len(),
        || side.open(),
        task,
        |_| false,
    )?;
    bar.finish_and_clear();
    Ok(done.into_values().collect())
}

/// Games that have reached some positions, in an order that depends on the seed. Every position in which
/// a game goes on is equally likely.
fn chosen(args: &Args, rules: Profile, count: usize) -> Result<Vec<Game>> {
    let games = openings::games(args.openings.as_deref())?;
    let mut places: Vec<Game> = games.iter().flat_map(|game| open(game, rules)).collect();
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

/// A game at each of its positions in which it is open. A move that the rules do not allow ends it.
fn open(game: &PgnGame, rules: Profile) -> Vec<Game> {
    let mut open = Vec::new();
    if game.start != Position::start() {
        return open;
    }
    let mut played = Game::new(rules);
    for entry in &game.moves {
        open.push(played.clone());
        if played.play(entry.mv).is_err() || played.outcome().is_some() {
            break;
        }
    }
    open
}

impl Moves {
    fn of(page: String, seed: u64, judge: u8, moved: Vec<Moved>) -> Self {
        let positions = moved.len();
        let (timed, list): (Vec<_>, Vec<_>) = moved.into_iter().unzip();
        let list: Vec<Entry> = list.into_iter().flatten().collect();
        Self {
            times: Times::of(&page, &timed.into_iter().flatten().collect::<Vec<_>>()),
            page,
            seed,
            judge,
            positions,
            blunders: list.len(),
            share: list.len() as f64 / positions.max(1) as f64,
            list,
        }
    }

    pub fn export(&self, format: Format) -> Result<String> {
        Exporter::new(self)
            .text(format!(
                "{}: {}, {}, {:.1} %, seed {}, judge {}",
                self.page,
                count(self.positions, "position"),
                count(self.blunders, "blunder"),
                100.0 * self.share,
                self.seed,
                self.judge
            ))
            .table(self.listing())
            .summary(times::table(self.times.as_slice()))
            .export(format)
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
