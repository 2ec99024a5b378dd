//! Castling (FIDE 3.8.2).

use super::{game, legal, play};
use golfchess::contract::Step;
use std::time::Duration;

#[test]
fn castling_to_both_sides_moves_king_and_rook() {
    for (typed, placement) in [
        ("e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
    ] {
        let mut game = game("M", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        play(&mut game, typed);
        assert_eq!(game.position().to_string(), placement);
    }
    for (typed, placement) in [
        ("e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
        ("e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
    ] {
        let mut game = game("M", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        play(&mut game, typed);
        assert_eq!(game.position().to_string(), placement);
    }
}

#[test]
fn no_castling_out_of_through_or_into_check() {
    // A black rook on each file in turn: (file, short, long) for White.
    for (file, short, long) in [
        ('a', true, true),
        ('b', true, true), // b1 may be attacked: the king does not cross it
        ('c', true, false),
        ('d', true, false),
        ('e', false, false),
        ('f', false, true),
        ('g', false, true),
        ('h', true, true),
    ] {
        let files = "abcdefgh".find(file).unwrap();
        let row = format!("{}r{}", files, 7 - files).replace('0', "");
        let fen = format!("4k3/8/8/{row}/8/8/8/R3K2R w KQ - 0 1");
        assert_eq!(legal(&fen, "e1g1"), short, "short, rook on {file}");
        assert_eq!(legal(&fen, "e1c1"), long, "long, rook on {file}");
        let fen = format!("r3k2r/8/8/{}/8/8/8/4K3 b kq - 0 1", row.to_uppercase());
        assert_eq!(legal(&fen, "e8g8"), short, "Black short, rook on {file}");
        assert_eq!(legal(&fen, "e8c8"), long, "Black long, rook on {file}");
    }
    // Attackers other than rooks.
    assert!(
        !legal("4k3/8/8/8/8/8/6p1/4K2R w K - 0 1", "e1g1"),
        "a pawn attacks f1"
    );
    assert!(
        !legal("4k3/8/8/8/8/8/7p/4K2R w K - 0 1", "e1g1"),
        "a pawn attacks g1"
    );
    assert!(
        legal("4k3/8/8/8/8/6p1/8/4K2R w K - 0 1", "e1g1"),
        "a pawn in front attacks nothing there"
    );
    assert!(
        !legal("8/8/8/8/8/8/1k6/R3K3 w Q - 0 1", "e1c1"),
        "the king attacks c1"
    );
}

#[test]
fn no_castling_over_pieces() {
    for (row, short, long) in [
        ("R3K2R", true, true),
        ("R3KB1R", false, true),
        ("R3K1NR", false, true),
        ("RN2K2R", true, false),
        ("R1B1K2R", true, false),
        ("R2QK2R", true, false),
        ("Rn2K2R", true, false),
    ] {
        let fen = format!("4k3/8/8/8/8/8/8/{row} w KQ - 0 1");
        assert_eq!(legal(&fen, "e1g1"), short, "{row}");
        assert_eq!(legal(&fen, "e1c1"), long, "{row}");
    }
}

#[test]
fn a_king_or_rook_that_has_moved_and_returned_does_not_castle() {
    let start = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1";
    let can = |moves: &str, typed: &str| {
        let mut game = game("M", start);
        play(&mut game, moves);
        game.answer(Some(typed), Duration::ZERO) != Step::Rejected
    };
    assert!(can("a2a3 a7a6 a3a4 a6a5", "e1g1"));
    assert!(!can("e1e2 a7a6 e2e1 a6a5", "e1g1"), "king");
    assert!(!can("e1e2 a7a6 e2e1 a6a5", "e1c1"), "king");
    assert!(!can("h1g1 a7a6 g1h1 a6a5", "e1g1"), "this rook");
    assert!(can("h1g1 a7a6 g1h1 a6a5", "e1c1"), "the other rook");
    assert!(!can("a1b1 h7h6 b1a1 h6h5", "e1c1"), "this rook");
    assert!(can("a1b1 h7h6 b1a1 h6h5", "e1g1"), "the other rook");
    assert!(!can("a2a3 e8d8 a3a4 d8e8 h2h3", "e8g8"), "Black's king");
    assert!(!can("a2a3 h8g8 a3a4 g8h8 h2h3", "e8g8"), "Black's rook");
    assert!(
        can("a2a3 h8g8 a3a4 g8h8 h2h3", "e8c8"),
        "Black's other rook"
    );
}

#[test]
fn a_rook_captured_on_its_square_does_not_castle() {
    let can = |moves: &str, typed: &str| {
        let mut game = game("M", "r3k2r/8/8/3b4/3B4/8/8/R3K2R w KQkq - 0 1");
        play(&mut game, moves);
        game.answer(Some(typed), Duration::ZERO) != Step::Rejected
    };
    // The h-rook is captured and the a-rook takes its place: nothing to castle with.
    assert!(
        !can("a1a2 d5h1 a2h2 h1d5 h2h1 d5e6", "e1g1"),
        "another rook on h1"
    );
    assert!(!can("d4h8", "e8g8"));
    assert!(can("d4h8", "e8c8"));
    assert!(
        !can("d4h8 a8a7 h8d4 a7h7 d4g1 h7h8 g1d4", "e8g8"),
        "another rook on h8"
    );
    // One rook takes the other: both rights are gone.
    let mut game = game("M", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&mut game, "h1h8");
    assert_eq!(
        game.position().to_string(),
        "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"
    );
}
