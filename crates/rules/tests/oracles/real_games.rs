//! Real games replayed move by move, and their notation read and written.

use golfchess_rules::pgn::{PgnGame, PgnResult, Reader};
use golfchess_rules::{Game, MoveRules, Position, Profile, Reason, read_san, write_san};

const TEXT: &str = include_str!("../../../../tests/data/lichess-2025-05.pgn");
const FIDE: MoveRules = MoveRules::FIDE;

fn games() -> Vec<PgnGame> {
    Reader::new(TEXT.as_bytes())
        .map(|game| game.unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

/// The moves as the file writes them, found without the reader under test.
fn written_moves(text: &str) -> Vec<&str> {
    let (mut moves, mut in_comment) = (Vec::new(), false);
    for word in text.split_whitespace() {
        match word {
            "{" => in_comment = true,
            "}" => in_comment = false,
            "1-0" | "0-1" | "1/2-1/2" | "*" => {}
            _ if in_comment || word.ends_with('.') => {}
            _ => moves.push(word),
        }
    }
    moves
}

#[test]
fn all_games_of_the_file_are_read() {
    let games = games();
    assert_eq!(games.len(), 47);
    assert_eq!(games.len(), TEXT.matches("[Event ").count());
    for game in &games {
        assert_eq!(game.tags.get("Result"), Some(game.result.as_str()));
        assert!(game.tags.iter().count() >= 15);
        assert!(game.moves.iter().all(|entry| entry.clock.is_some()));
        let mut comments = game.moves.iter().flat_map(|entry| &entry.comments);
        assert!(comments.all(|comment| comment.starts_with("[%eval ")));
    }
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    assert_eq!(plies, TEXT.matches("[%clk ").count());
    let entries = games.iter().flat_map(|game| &game.moves);
    let evals: usize = entries.map(|entry| entry.comments.len()).sum();
    assert_eq!(evals, TEXT.matches("[%eval ").count());
}

#[test]
fn moves_are_legal_and_written_as_in_the_file() {
    let movetexts: Vec<&str> = TEXT
        .lines()
        .filter(|line| line.starts_with("1. "))
        .collect();
    let games = games();
    assert_eq!(movetexts.len(), games.len());
    for (pgn, text) in games.iter().zip(movetexts) {
        let sans = written_moves(text);
        assert_eq!(sans.len(), pgn.moves.len());
        let mut game = Game::new(Profile::FIDE);
        for (entry, san) in pgn.moves.iter().zip(sans) {
            let position = *game.position();
            let bare = san.trim_end_matches(['!', '?']);
            assert_eq!(write_san(&position, entry.mv, FIDE).as_deref(), Ok(bare));
            assert_eq!(read_san(&position, bare, FIDE), Ok(entry.mv));
            assert_eq!(entry.mv.to_string().parse(), Ok(entry.mv));
            assert_eq!(position.to_string().parse::<Position>(), Ok(position));
            game.play(entry.mv).unwrap();
        }
        // A mate on the board is the result of the game; nothing else ends these games by itself.
        if let Some(outcome) = game.outcome() {
            assert_eq!(outcome.reason(), Reason::Checkmate);
            assert_eq!(outcome.winner().map(PgnResult::from), Some(pgn.result));
        }
        assert_eq!(text.contains('#'), game.outcome().is_some());
    }
}

#[test]
fn games_round_trip_through_pgn() {
    let games = games();
    let written: Vec<String> = games.iter().map(|game| game.write().unwrap()).collect();
    let file = written.join("\n");
    let again: Vec<PgnGame> = Reader::new(file.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(again, games);
    let windows = format!("\u{FEFF}{}", file.replace('\n', "\r\n"));
    let again: Vec<PgnGame> = Reader::new(windows.as_bytes())
        .map(Result::unwrap)
        .collect();
    assert_eq!(again, games);
}
