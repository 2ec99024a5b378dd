//! What a game answers at each point: moves, repetitions, claims, clocks and outcomes.

use std::time::Duration;

use super::*;
use crate::{Color, Draws, MoveRules};

const KNIGHTS: &str = "g1f3 g8f6 f3g1 f6g8";

/// Plays moves in UCI notation, each of which must be legal.
fn play(game: &mut Game, moves: &str) {
    for word in moves.split_whitespace() {
        let mv = word.parse().expect("a move");
        game.play(mv)
            .unwrap_or_else(|error| panic!("{word}: {error}"));
    }
}

fn reason(game: &Game) -> Option<Reason> {
    game.outcome().map(Outcome::reason)
}

fn with_draws(draws: Draws) -> Profile {
    Profile {
        draws,
        ..Profile::FIDE
    }
}

/// A game of FIDE rules with this number of plies without a capture or a pawn move.
fn after_quiet(plies: u32, profile: Profile) -> Game {
    let fen = format!("7k/8/8/8/8/8/R6P/K7 w - - {plies} 90");
    Game::from_position(profile, fen.parse().expect("a position"))
}

#[test]
fn a_game_lists_its_moves_until_it_ends() {
    let mut game = Game::new(Profile::FIDE);
    assert_eq!(game.legal_moves().len(), 20);
    play(&mut game, "f2f3 e7e5 g2g4");
    assert_eq!(game.moves().len(), 3);
    assert_eq!(game.moves()[1].to_string(), "e7e5");
    play(&mut game, "d8h4");
    assert_eq!(reason(&game), Some(Reason::Checkmate));
    assert!(game.legal_moves().is_empty());
    let mv = "e1f2".parse().expect("a move");
    assert!(matches!(game.play(mv), Err(PlayError::Ended(_))));
}

#[test]
fn the_third_occurrence_may_be_claimed_and_the_fifth_is_a_draw() {
    let threefold = |game: &Game| game.claims().threefold;
    let mut game = Game::new(Profile::FIDE);
    for times in 1..5 {
        assert_eq!((game.repetitions(), reason(&game)), (times, None));
        assert_eq!(threefold(&game), times >= 3);
        play(&mut game, KNIGHTS);
    }
    assert_eq!(game.repetitions(), 5);
    assert_eq!(reason(&game), Some(Reason::Fivefold));
    assert_eq!(game.claims(), Claims::default());
    let draws = Draws {
        threefold: true,
        ..Draws::default()
    };
    let mut game = Game::new(with_draws(draws));
    play(&mut game, KNIGHTS);
    assert_eq!(reason(&game), None);
    play(&mut game, KNIGHTS);
    assert_eq!(reason(&game), Some(Reason::Threefold));
    // Without any rule the game continues.
    let mut game = Game::new(with_draws(Draws::default()));
    (0..5).for_each(|_| play(&mut game, KNIGHTS));
    assert_eq!((game.repetitions(), reason(&game)), (6, None));
}

#[test]
fn fifty_moves_may_be_claimed_and_seventy_five_are_a_draw() {
    let mut game = after_quiet(98, Profile::FIDE);
    play(&mut game, "a2b2");
    assert!(!game.claims().fifty_moves);
    play(&mut game, "h8g8");
    assert!(game.claims().fifty_moves && reason(&game).is_none());
    let mut game = after_quiet(148, Profile::FIDE);
    play(&mut game, "a2b2");
    assert_eq!(reason(&game), None);
    play(&mut game, "h8g8");
    assert_eq!(reason(&game), Some(Reason::SeventyFiveMoves));
    let draws = Draws {
        fifty_moves: true,
        ..Draws::default()
    };
    let mut game = after_quiet(98, with_draws(draws));
    play(&mut game, "a2b2");
    assert_eq!(reason(&game), None);
    play(&mut game, "h8g8");
    assert_eq!(reason(&game), Some(Reason::FiftyMoves));
    let mut game = after_quiet(148, with_draws(Draws::default()));
    play(&mut game, "a2b2 h8g8 b2a2");
    assert_eq!(reason(&game), None);
}

#[test]
fn a_draw_may_be_claimed_with_the_move_that_brings_it_about() {
    let with = |game: &Game, mv: &str| {
        let mut game = game.clone();
        play(&mut game, mv);
        game.claims()
    };
    let none = Claims::default();
    let mut game = Game::new(Profile::FIDE);
    play(&mut game, KNIGHTS);
    play(&mut game, "g1f3 g8f6 f3g1");
    assert!(with(&game, "f6g8").threefold);
    assert_eq!(with(&game, "f6d5"), none);
    let game = after_quiet(98, Profile::FIDE);
    assert_eq!(with(&game, "a2b2"), none);
    let game = after_quiet(99, Profile::FIDE);
    assert!(with(&game, "a2b2").fifty_moves);
    assert_eq!(with(&game, "h2h3"), none);
    // A move that checkmates ends the game; nothing may be claimed with it or after it.
    let fen = "7k/R7/8/8/8/8/1R6/K7 w - - 99 90";
    let mut game = Game::from_position(Profile::FIDE, fen.parse().expect("a position"));
    assert!(with(&game, "b2b7").fifty_moves);
    assert_eq!(with(&game, "b2b8"), none);
    play(&mut game, "b2b8");
    assert_eq!(reason(&game), Some(Reason::Checkmate));
    assert_eq!(game.claims(), none);
}

#[test]
fn the_side_whose_time_is_over_loses() {
    let mut game = Game::new(Profile::FIDE);
    assert_eq!(game.clocks(), None);
    assert_eq!(game.charge(Duration::from_secs(9)), None);
    let mut game = Game::new(Profile {
        clock_seconds: Some(5),
        ..Profile::FIDE
    });
    let seconds = |game: &Game, color| game.clocks().expect("clocks").seconds(color);
    assert_eq!(game.charge(Duration::from_millis(2_999)), None);
    assert_eq!(seconds(&game, Color::White), 3);
    play(&mut game, "e2e4");
    let outcome = game.charge(Duration::from_secs(5)).expect("an outcome");
    assert_eq!(seconds(&game, Color::White), 3);
    assert_eq!(outcome.reason(), Reason::Flag);
    assert_eq!(outcome.winner(), Some(Color::White));
    // The game has ended: the clocks stop.
    assert_eq!(game.charge(Duration::from_secs(5)), Some(outcome));
}

#[test]
fn who_cannot_mate_wins_neither_on_time_nor_by_resignation() {
    let timed = Profile {
        clock_seconds: Some(5),
        ..Profile::FIDE
    };
    // The side to move gives up; the other side has the pieces of the second field.
    for (fen, winner) in [
        ("7k/8/8/8/8/8/8/KR5n w - - 0 1", Some(Color::Black)),
        ("7k/8/8/8/8/8/8/KQ5n w - - 0 1", None),
        ("7k/8/8/8/8/8/8/KR6 w - - 0 1", None),
        ("7k/8/8/8/8/8/8/KR6 b - - 0 1", Some(Color::White)),
        ("7k/8/8/8/8/8/8/KR5b w - - 0 1", None),
        ("7k/8/8/8/8/8/8/KN5b w - - 0 1", Some(Color::Black)),
    ] {
        let game = Game::from_position(timed, fen.parse().expect("a position"));
        let on_time = game
            .clone()
            .charge(Duration::from_secs(9))
            .expect("an outcome");
        assert_eq!(
            (on_time.winner(), on_time.reason()),
            (winner, Reason::Flag),
            "{fen}"
        );
        let resigned = game.clone().resign();
        assert_eq!(resigned.winner(), winner, "{fen}");
        assert_eq!(resigned.reason(), Reason::Resignation, "{fen}");
        let strict = Profile {
            win_needs_mate: false,
            ..timed
        };
        let mut lost = Game::from_position(strict, *game.position());
        let loser = lost.position().side_to_move();
        assert_eq!(lost.resign().winner(), Some(!loser), "{fen}");
    }
    // The first outcome stays.
    let mut game = Game::new(timed);
    let outcome = game.charge(Duration::from_secs(5)).expect("an outcome");
    assert_eq!(game.resign(), outcome);
}

#[test]
fn an_offer_stands_until_the_other_side_has_moved() {
    let mut game = Game::new(Profile::FIDE);
    assert_eq!((game.offer(), game.accept()), (None, None));
    play(&mut game, "e2e4 e7e5");
    game.offer_draw();
    assert_eq!(game.offer(), Some(Color::Black));
    assert!(game.play("e2e4".parse().expect("a move")).is_err());
    assert_eq!(game.offer(), Some(Color::Black));
    let mut agreed = game.clone();
    let outcome = agreed.accept().expect("an outcome");
    assert_eq!(
        (outcome.winner(), outcome.reason()),
        (None, Reason::Agreement)
    );
    play(&mut game, "g1f3");
    assert_eq!((game.offer(), game.accept()), (None, None));
    game.resign();
    game.offer_draw();
    assert_eq!(game.offer(), None);
}

#[test]
fn an_offer_before_a_move_stands_from_the_move_on() {
    let mut game = Game::new(Profile::FIDE);
    game.offer_draw_with_move();
    assert_eq!((game.offer(), game.accept()), (None, None));
    assert!(game.play("e2e5".parse().expect("a move")).is_err());
    assert_eq!(game.offer(), None);
    play(&mut game, "e2e4");
    assert_eq!(game.offer(), Some(Color::White));
    // An own offer replaces the other side's with the move, not before it.
    game.offer_draw_with_move();
    assert_eq!(game.offer(), Some(Color::White));
    play(&mut game, "e7e5");
    assert_eq!(game.offer(), Some(Color::Black));
    assert!(game.clone().accept().is_some());
    play(&mut game, "g1f3");
    assert_eq!(game.offer(), None);
    play(&mut game, "b8c6");
    assert_eq!(game.offer(), None);
}

#[test]
fn an_agreement_needs_a_move_of_both_players() {
    let mut game = Game::new(Profile::FIDE);
    play(&mut game, "e2e4");
    game.offer_draw();
    assert_eq!(game.accept(), None);
    assert_eq!((game.offer(), game.outcome()), (Some(Color::White), None));
    play(&mut game, "e7e5");
    game.offer_draw();
    assert_eq!(game.accept().map(Outcome::reason), Some(Reason::Agreement));
}

#[test]
fn a_claim_ends_the_game_only_if_it_is_correct() {
    let mut game = after_quiet(98, Profile::FIDE);
    play(&mut game, "a2b2");
    assert_eq!(game.claim(), None);
    play(&mut game, "h8g8");
    assert_eq!(
        game.clone().claim().map(Outcome::reason),
        Some(Reason::FiftyMoves)
    );
    let mut game = Game::new(Profile::FIDE);
    play(&mut game, KNIGHTS);
    assert_eq!(game.claim(), None);
    play(&mut game, KNIGHTS);
    assert_eq!(game.claim().map(Outcome::reason), Some(Reason::Threefold));
    // Both at once: fifty moves come first.
    let mut game = after_quiet(92, Profile::FIDE);
    (0..2).for_each(|_| play(&mut game, "a2b2 h8g8 b2a2 g8h8"));
    assert!(game.claims().threefold && game.claims().fifty_moves);
    assert_eq!(game.claim().map(Outcome::reason), Some(Reason::FiftyMoves));
}

#[test]
fn the_earlier_reason_of_two_at_once_ends_the_game() {
    let mut both = after_quiet(134, Profile::FIDE);
    (0..4).for_each(|_| play(&mut both, "a2b2 h8g8 b2a2 g8h8"));
    assert_eq!(both.position().halfmove_clock(), 150);
    assert_eq!(reason(&both), Some(Reason::Fivefold));
}

#[test]
fn checkmate_is_a_check_without_a_legal_move() {
    for (fen, expected) in [
        ("7k/R7/8/8/8/8/1R6/K7 w - - 7 90", false),
        ("1R5k/R7/8/8/8/8/8/K7 b - - 8 90", true),
        // Check, and stalemate.
        ("1R5k/6p1/8/8/8/8/8/K7 b - - 8 90", false),
        ("7k/8/6Q1/8/8/8/8/K7 b - - 8 90", false),
    ] {
        let position: Position = fen.parse().expect("a position");
        assert_eq!(position.is_checkmate(MoveRules::FIDE), expected, "{fen}");
    }
    let position: Position = "7k/R7/8/8/8/8/1R6/K7 w - - 7 90".parse().expect("FEN");
    assert_eq!(position.halfmove_clock(), 7);
    assert_eq!(position.fullmove_number(), 90);
}

#[test]
fn outcomes_are_written_with_their_reasons() {
    let outcome = Outcome::lost_by(Color::White, Reason::Checkmate);
    assert_eq!(outcome.to_string(), "Black wins: checkmate");
    let outcome = Outcome::draw(Reason::SeventyFiveMoves);
    assert_eq!(outcome.to_string(), "draw: seventy-five moves");
}
