//! Threefold (FIDE 9.2.2) and fivefold repetition (FIDE 9.6.1).

use golfchess_rules::{Move, Profile, Reason};

use super::{game, play, profile, reason};
use golfchess::contract::Referee;

const KNIGHTS: &str = "g1f3 g8f6 f3g1 f6g8 ";

#[test]
fn the_third_occurrence_is_a_draw_only_with_d() {
    for (letters, end) in [("TMPD", Some(Reason::Threefold)), ("TMP", None)] {
        let mut game = Referee::new(profile(letters));
        play(&mut game, KNIGHTS);
        play(&mut game, "g1f3 g8f6 f3g1");
        assert_eq!((reason(&game), game.repetitions()), (None, 2), "{letters}");
        play(&mut game, "f6g8");
        assert_eq!((reason(&game), game.repetitions()), (end, 3), "{letters}");
    }
}

#[test]
fn the_same_squares_with_the_other_side_to_move_are_another_position() {
    // The king loses a move by the triangle e1-d1-d2-e1, so that the other side has it.
    let mut game = game("TMPD", "4k3/7p/8/8/8/8/7P/4K3 w - - 0 1");
    play(&mut game, "e1d1 e8e7 d1d2 e7e8 d2e1");
    assert_eq!(
        game.position().side_to_move(),
        golfchess_rules::Color::Black
    );
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn a_double_step_without_a_legal_capture_does_not_change_the_position() {
    let mut game = Referee::new(profile("TMPD"));
    play(&mut game, "e2e4"); // first time, with the square e3
    play(&mut game, "g8f6 g1f3 f6g8 f3g1"); // second
    play(&mut game, "g8f6 g1f3 f6g8");
    assert_eq!(reason(&game), None);
    play(&mut game, "f3g1"); // third
    assert_eq!(reason(&game), Some(Reason::Threefold));
}

#[test]
fn a_double_step_with_a_legal_capture_is_another_position() {
    let mut game = game("TMPD", "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1");
    play(&mut game, "e2e4"); // with the capture d4e3: does not count with the others
    play(&mut game, "g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1");
    assert_eq!((reason(&game), game.repetitions()), (None, 2));
    play(&mut game, "g8f6"); // after the knight's move the capture is gone for good: third time
    assert_eq!(reason(&game), Some(Reason::Threefold));
}

#[test]
fn a_capture_by_a_pinned_pawn_does_not_change_the_position() {
    // The pawn on d4 is pinned on the file: d4e3 is never legal.
    let mut game = game("TMPD", "3k2n1/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1");
    play(&mut game, "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8");
    assert_eq!(reason(&game), None);
    play(&mut game, "f3g1");
    assert_eq!(reason(&game), Some(Reason::Threefold));
}

#[test]
fn lost_castling_rights_make_another_position() {
    let mut game = game("TMPD", "4k3/p7/8/8/8/8/P7/4K2R w K - 0 1");
    play(&mut game, "h1g1 e8d8 g1h1 d8e8"); // the start's squares, but without the right
    assert_eq!(game.repetitions(), 1);
    play(&mut game, "h1g1 e8d8 g1h1 d8e8");
    assert_eq!((reason(&game), game.repetitions()), (None, 2));
    play(&mut game, "h1g1"); // never had the right: third time
    assert_eq!(reason(&game), Some(Reason::Threefold));
}

#[test]
fn fide_threefold_is_a_claim_and_fivefold_ends_the_game() {
    let mut game = Referee::new(Profile::FIDE);
    play(&mut game, KNIGHTS);
    play(&mut game, "g1f3 g8f6 f3g1");
    assert!(!game.claims().threefold);
    let back: Move = "f6g8".parse().unwrap();
    let mut other = game.clone();
    play(&mut other, "f6g4");
    play(&mut game, "f6g8");
    assert!(game.claims().threefold && !other.claims().threefold);
    play(&mut game, KNIGHTS);
    play(&mut game, "g1f3 g8f6 f3g1");
    assert_eq!(reason(&game), None);
    play(&mut game, "f6g8");
    assert_eq!(reason(&game), Some(Reason::Fivefold));
    assert!(game.legal_moves().is_empty() && game.game().clone().play(back).is_err());
}
