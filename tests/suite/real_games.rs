//! Real games as text that a player types.

use std::time::Duration;

use golfchess::contract::{Referee, profile};
use golfchess_rules::pgn::Reader;

const TEXT: &str = include_str!("../data/lichess-2025-05.pgn");

#[test]
fn the_typed_moves_of_a_real_game_play_it() {
    let games = Reader::new(TEXT.as_bytes());
    for pgn in games.map(|game| game.expect("a game")) {
        let mut game = Referee::new(profile("MP").expect("rules"));
        for entry in &pgn.moves {
            game.answer(Some(&entry.mv.to_string()), Duration::ZERO);
        }
        let moves: Vec<_> = pgn.moves.iter().map(|entry| entry.mv).collect();
        assert_eq!(game.moves(), moves);
    }
}
