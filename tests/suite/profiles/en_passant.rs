//! En passant (FIDE 3.7.3.1, 3.7.3.2).

use super::{game, legal, play};
use golfchess::contract::Step;
use std::time::Duration;

#[test]
fn en_passant_captures_the_pawn_and_expires() {
    let mut now = game("M", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    play(&mut now, "d7d5 e5d6");
    assert_eq!(
        now.position().to_string(),
        "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"
    );
    let mut late = game("M", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    play(&mut late, "d7d5 e1e2 e8e7");
    assert_eq!(late.answer(Some("e5d6"), Duration::ZERO), Step::Rejected);
    let mut single = game("M", "4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1");
    play(&mut single, "d6d5");
    assert_eq!(
        single.answer(Some("e5d6"), Duration::ZERO),
        Step::Rejected,
        "one step"
    );
    let mut black = game("M", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    play(&mut black, "e2e4 d4e3");
    assert_eq!(
        black.position().to_string(),
        "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"
    );
    assert!(
        !legal("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5f6"),
        "the other side of the pawn"
    );
    let mut bishop = game("M", "k7/8/8/3p4/5B2/8/8/4K3 w - d6 0 1");
    play(&mut bishop, "f4d6");
    assert_eq!(
        bishop.position().to_string(),
        "k7/8/3B4/3p4/8/8/8/4K3 b - - 1 1",
        "no pawn"
    );
}

#[test]
fn en_passant_must_not_open_a_line_to_the_own_king() {
    // Along the rank: both pawns leave it at once.
    assert!(!legal("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6"));
    assert!(!legal("4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1", "e5d6"));
    assert!(
        legal("4k3/8/8/K1NpP2r/8/8/8/8 w - d6 0 1", "e5d6"),
        "a knight stays between"
    );
    // Along the diagonal, the capturing pawn pinned.
    assert!(!legal("4k3/8/5b2/3pP3/3K4/8/8/8 w - d6 0 1", "e5d6"));
    assert!(
        legal("8/8/1k1b4/4P3/5K2/8/8/8 w - - 0 1", "e5d6"),
        "it may take its pinner"
    );
    assert!(
        !legal("k7/8/8/r3pP1K/8/8/8/8 w - e6 0 1", "f5e6"),
        "rank, the other way round"
    );
    // Along the file.
    assert!(!legal("k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"));
    // The double step gives check: en passant may be the answer.
    assert!(legal("4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "e5d6"));
}
