//! Fifty moves (FIDE 9.3.2) and seventy-five (FIDE 9.6.2).

use golfchess_rules::{Claims, Profile, Reason};

use super::{game, play, profile, reason};
use golfchess::contract::Referee;

#[test]
fn the_game_is_drawn_on_the_hundredth_ply() {
    for (letters, end) in [
        ("T", Some(Reason::FiftyMoves)),
        ("TMPD", Some(Reason::FiftyMoves)),
        ("MP", None),
    ] {
        let mut game = game(letters, "7k/8/8/8/8/8/R6P/K7 w - - 98 60");
        play(&mut game, "a2b2");
        assert_eq!(game.position().halfmove_clock(), 99);
        assert_eq!(reason(&game), None);
        play(&mut game, "h8g8");
        assert_eq!(reason(&game), end, "{letters}");
    }
}

#[test]
fn a_hundred_plies_of_play_draw() {
    let mut game = Referee::new(profile("T"));
    // 25 rounds of four plies; position repetition does not matter without D.
    for round in 0..25 {
        assert_eq!(reason(&game), None, "round {round}");
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
    }
    assert_eq!(reason(&game), Some(Reason::FiftyMoves));
}

#[test]
fn a_capture_or_a_pawn_move_resets_the_count() {
    for (fen, typed) in [
        ("7k/8/8/8/8/8/r7/R6K w - - 99 60", "a1a2"),
        ("7k/8/8/8/8/8/R6P/K7 w - - 99 60", "h2h3"),
        ("7k/P7/8/8/8/8/8/K7 w - - 99 60", "a7a8r"),
    ] {
        let mut game = game("TMP", fen);
        play(&mut game, typed);
        assert_eq!(
            (reason(&game), game.position().halfmove_clock()),
            (None, 0),
            "{typed}"
        );
    }
}

#[test]
fn mate_on_the_hundredth_ply_wins() {
    let mut game = game("TMPD", "7k/8/6K1/8/8/8/8/1Q6 w - - 99 60");
    play(&mut game, "b1b8");
    assert_eq!(reason(&game), Some(Reason::Checkmate));
}

#[test]
fn fide_fifty_moves_are_a_claim_and_seventy_five_end_the_game() {
    let at = |plies: u32| {
        let fen = format!("7k/8/8/8/8/8/R6P/K7 w - - {plies} 200");
        Referee::from_position(Profile::FIDE, fen.parse().unwrap())
    };
    assert!(!at(99).claims().fifty_moves && at(100).claims().fifty_moves);
    let fifty = |plies, mv| {
        let mut game = at(plies);
        play(&mut game, mv);
        game.claims().fifty_moves
    };
    assert!(!fifty(98, "a2b2") && fifty(99, "a2b2") && !fifty(99, "h2h3"));
    let mut late = at(148);
    play(&mut late, "a2b2");
    assert_eq!(reason(&late), None);
    play(&mut late, "h8g8");
    assert_eq!(reason(&late), Some(Reason::SeventyFiveMoves));
    assert_eq!(late.claims(), Claims::default());
    let mut mate: Referee = Referee::from_position(
        Profile::FIDE,
        "7k/8/6K1/8/8/8/8/1Q6 w - - 149 200".parse().unwrap(),
    );
    play(&mut mate, "b1b8");
    assert_eq!(reason(&mate), Some(Reason::Checkmate));
    assert_eq!(mate.claims(), Claims::default());
}
