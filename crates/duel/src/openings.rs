//! The first moves of the games of a duel.

use std::fs;
use std::path::Path;

use anyhow::Result;
use fastrand::Rng;
use golfchess::suites::GAMES;
use golfchess_rules::pgn::{PgnGame, Reader};
use golfchess_rules::{Game, Move, Position, Profile};

use golfchess::output::help;

/// Where the openings come from.
pub enum Openings {
    /// The first moves of recorded games, in an order that depends on the seed.
    Games(Vec<Game>),
    /// Random moves, for rules that the recorded games do not follow.
    Random,
}

impl Openings {
    /// Reads the openings of a PGN file, or of the games of the project. Rules without pawn double
    /// steps and castling have random openings.
    pub fn read(file: Option<&Path>, plies: usize, rules: Profile, seed: u64) -> Result<Self> {
        if !rules.moves.special_moves && file.is_none() {
            return Ok(Self::Random);
        }
        let mut openings: Vec<Game> = Vec::new();
        for game in games(file)? {
            openings.extend(opening(&game, plies, rules));
        }
        openings.sort_by_cached_key(|game| words(game.moves()));
        openings.dedup_by(|a, b| a.moves() == b.moves());
        if openings.is_empty() {
            return Err(help::error(
                format!(
                    "{} has no game with an opening of {plies} half-moves",
                    place(file)
                ),
                "name games from the start position that follow the rules of the page, or fewer \
                 half-moves with --plies",
            ));
        }
        Rng::with_seed(seed).shuffle(&mut openings);
        Ok(Self::Games(openings))
    }

    /// The game after the opening of a pair of games.
    pub fn start(&self, pair: usize, plies: usize, rules: Profile, seed: u64) -> Result<Game> {
        if let Self::Games(openings) = self {
            return Ok(openings[pair % openings.len()].clone());
        }
        let mut game = Game::new(rules);
        let mut rng = Rng::with_seed(seed ^ pair as u64);
        loop {
            for _ in 0..plies {
                let moves = game.legal_moves();
                if !moves.is_empty() {
                    game.play(moves[rng.usize(..moves.len())])?;
                }
            }
            if game.outcome().is_none() {
                return Ok(game);
            }
            game = Game::new(rules);
        }
    }
}

/// The games of a PGN file, or those of the project.
pub fn games(file: Option<&Path>) -> Result<Vec<PgnGame>> {
    let text = match file {
        None => GAMES.as_bytes().to_vec(),
        Some(file) => fs::read(file).map_err(|error| {
            let message = format!("cannot read the openings in {}", file.display());
            help::with_help(error, message, "name a file of games in PGN")
        })?,
    };
    let read = Reader::new(&text).map(|game| {
        game.map_err(|error| help::with_help(error, place(file), "name a file of games in PGN"))
    });
    read.collect()
}

/// Where games come from, for messages.
fn place(file: Option<&Path>) -> String {
    file.map_or("the games of the project".into(), |file| {
        file.display().to_string()
    })
}

/// A game after its first moves, if it has so many from the start position and follows the rules.
fn opening(game: &PgnGame, plies: usize, rules: Profile) -> Option<Game> {
    if game.start != Position::start() || game.moves.len() < plies {
        return None;
    }
    let mut played = Game::new(rules);
    for entry in &game.moves[..plies] {
        played.play(entry.mv).ok()?;
    }
    played.outcome().is_none().then_some(played)
}

fn words(moves: &[Move]) -> String {
    moves.iter().map(|mv| format!("{mv} ")).collect()
}
