//! What chooses moves.

use anyhow::Result;
use fastrand::Rng;
use golfchess_rules::{Game, Move};

use crate::times::Time;

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

/// Plays any legal move with equal probability.
pub struct RandomPlayer;

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
