//! Every rule of a profile, in positions on either side of its line.

mod castling;
mod dead;
mod en_passant;
mod mate;
mod move_count;
mod prompt;
mod reduced;
mod repetition;

use golfchess::contract::{Referee, Step};
use golfchess_rules::{Position, Profile, Reason};
use std::time::Duration;

fn profile(letters: &str) -> Profile {
    golfchess::contract::profile(letters).unwrap()
}

fn game(letters: &str, fen: &str) -> Referee {
    let first: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    Referee::from_position(profile(letters), first)
}

/// Types the moves and demands that each is played, the last one perhaps ending the game.
fn play(game: &mut Referee, typed: &str) {
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

fn reason(game: &Referee) -> Option<Reason> {
    game.outcome().map(|outcome| outcome.reason())
}

fn legal(fen: &str, typed: &str) -> bool {
    let mut game = game("TMP", fen);
    game.answer(Some(typed), Duration::ZERO) != Step::Rejected
}
