//! The sides of a duel.

use std::fmt;

use anyhow::Result;
use fastrand::Rng;
use golfchess_rules::{Game, Move};

use super::page::PageSide;
use super::times::Time;
use super::uci::EngineSide;

/// A move and the time that it took, if that was measured.
pub struct Turn {
    pub mv: Move,
    pub time: Option<Time>,
}

/// Chooses moves in one game after the other.
pub trait Player {
    /// Starts a game.
    fn new_game(&mut self) -> Result<()> {
        Ok(())
    }

    /// Chooses a move in an open game. The same seeds in a game give the same moves, unless an engine
    /// decides.
    fn choose(&mut self, game: &Game, seed: u64) -> Result<Turn>;
}

/// A side, from which each worker opens a player of its own.
pub enum Side {
    Page(PageSide),
    Engine(EngineSide),
    Random,
}

impl Side {
    /// Whether it plays Black only, from the start position.
    pub fn is_black(&self) -> bool {
        matches!(self, Self::Page(page) if page.show.board)
    }

    pub fn open(&self) -> Result<Box<dyn Player + '_>> {
        Ok(match self {
            Self::Page(page) => Box::new(page.open()?),
            Self::Engine(engine) => Box::new(engine.open()?),
            Self::Random => Box::new(RandomPlayer),
        })
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Page(page) => &page.name,
            Self::Engine(engine) => &engine.name,
            Self::Random => "random",
        })
    }
}

/// Plays any legal move with equal probability.
struct RandomPlayer;

impl Player for RandomPlayer {
    fn choose(&mut self, game: &Game, seed: u64) -> Result<Turn> {
        let mv = random(game, seed);
        Ok(Turn { mv, time: None })
    }
}

/// Any legal move in an open game, with equal probability.
pub fn random(game: &Game, seed: u64) -> Move {
    let moves = game.legal_moves();
    moves[Rng::with_seed(seed).usize(..moves.len())]
}
