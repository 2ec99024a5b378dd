//! One game of a duel.

use anyhow::{Context, Result};
use golfchess_rules::pgn::{PgnGame, PgnMove, PgnResult, Tags};
use golfchess_rules::{Color, Game};

use crate::player::{Player, Turn, random};
use crate::times::Time;

/// A finished game.
#[derive(Debug, Clone)]
pub struct Played {
    pub game: Game,
    /// Half-moves of the opening.
    pub opening: usize,
    /// The colour of the first side of the duel.
    pub color: Color,
    /// Of the moves of both sides of the duel.
    pub times: [Vec<Time>; 2],
}

/// Another seed for each half-move of a game, so that random moves differ. A page takes the seed of its first
/// move in a game.
pub fn seed_of_ply(seed: u64, game: &Game) -> u64 {
    let ply = game.moves().len() as u64;
    seed.wrapping_mul(0x9e37_79b9).wrapping_add(ply)
}

/// Plays on after an opening until the game ends, or is a draw because it has `longest` half-moves. In the first
/// `free` half-moves White's moves are random.
pub fn play(
    players: &mut [Box<dyn Player + '_>; 2],
    color: Color,
    mut game: Game,
    (free, longest): (usize, usize),
    seed: u64,
) -> Result<Played> {
    let opening = game.moves().len();
    let mut times = [Vec::new(), Vec::new()];
    for player in players.iter_mut() {
        player.new_game()?;
    }
    while game.outcome().is_none() && game.moves().len() < longest {
        let side = usize::from(game.position().side_to_move() != color);
        let seed = seed_of_ply(seed, &game);
        let is_free = game.moves().len() < free;
        let turn = match is_free && game.position().side_to_move() == Color::White {
            true => Turn {
                mv: random(&game, seed),
                time: None,
            },
            false => players[side].choose(&game, seed)?,
        };
        game.play(turn.mv).context("a side made an illegal move")?;
        times[side].extend(turn.time);
    }
    Ok(Played {
        game,
        opening,
        color,
        times,
    })
}

impl Played {
    /// The points of the first side: 1, 0.5 or 0.
    pub fn points(&self) -> f64 {
        match self.winner() {
            None => 0.5,
            Some(winner) if winner == self.color => 1.0,
            Some(_) => 0.0,
        }
    }

    fn winner(&self) -> Option<Color> {
        self.game.outcome().and_then(|outcome| outcome.winner())
    }

    /// The game in PGN. It names no date, so that a seed always writes the same file.
    pub fn pgn(&self, round: usize, sides: [&str; 2]) -> Result<String> {
        let [first, second] = sides;
        let (white, black) = match self.color {
            Color::White => (first, second),
            Color::Black => (second, first),
        };
        let mut tags = Tags::new();
        for (name, value) in [
            ("Event", "duel"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", round.to_string().as_str()),
            ("White", white),
            ("Black", black),
            ("Termination", self.termination().as_str()),
        ] {
            tags.set(name, value)?;
        }
        let mut moves: Vec<PgnMove> = self.game.moves().iter().map(|mv| (*mv).into()).collect();
        if let Some(last) = moves[..self.opening].last_mut() {
            last.comments.push("end of the opening".to_owned());
        }
        let game = PgnGame {
            tags,
            start: *self.game.first_position(),
            comments: Vec::new(),
            moves,
            result: match self.winner() {
                Some(Color::White) => PgnResult::White,
                Some(Color::Black) => PgnResult::Black,
                None => PgnResult::Draw,
            },
        };
        Ok(game.write()?)
    }

    /// Why the game ended.
    fn termination(&self) -> String {
        let outcome = self.game.outcome();
        outcome.map_or("too long".to_owned(), |outcome| {
            outcome.reason().to_string()
        })
    }
}
