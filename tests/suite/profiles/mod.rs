//! Every rule of a profile, in positions on either side of its line.

mod castling;
mod dead;
mod en_passant;
mod mate;
mod move_count;
mod prompt;
mod reduced;
mod repetition;

use golfchess::rules::{Game, Position, Profile, Reason, Step};
use std::time::Duration;

fn profile(letters: &str) -> Profile {
    letters.parse().unwrap()
}

fn game(letters: &str, fen: &str) -> Game {
    let first: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    Game::from_position(profile(letters), first)
}

/// Types the moves and demands that each is played, the last one perhaps ending the game.
fn play(game: &mut Game, typed: &str) {
    for text in typed.split_whitespace() {
        let before = game.moves().len();
        game.answer(Some(text), Duration::ZERO);
        assert_eq!(
            game.moves().len(),
            before + 1,
            "{text} after {:?}",
            game.moves()
        );
    }
}

fn reason(game: &Game) -> Option<Reason> {
    game.outcome().map(|outcome| outcome.reason())
}

fn legal(fen: &str, typed: &str) -> bool {
    let mut game = game("TMP", fen);
    game.answer(Some(typed), Duration::ZERO) != Step::Rejected
}
