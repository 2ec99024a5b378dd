//! Without the special moves, without the choice of promotion.

use golfchess_rules::{CastlingRights, Move, MoveRules, Position, Reason};

use super::{game, play, profile, reason};
use golfchess::contract::{Referee, Step};
use std::time::Duration;

#[test]
fn without_m_there_is_no_double_step_castling_or_en_passant() {
    for letters in ["", "T", "P", "TP"] {
        let mut start = Referee::new(profile(letters));
        assert_eq!(
            start.legal_moves().len(),
            12,
            "8 pawn steps, 4 knight moves"
        );
        assert_eq!(start.answer(Some("e2e4"), Duration::ZERO), Step::Rejected);
        let mut castle = game(letters, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        assert_eq!(castle.answer(Some("e1g1"), Duration::ZERO), Step::Rejected);
        assert_eq!(castle.answer(Some("e1c1"), Duration::ZERO), Step::Rejected);
        assert_eq!(castle.position().castling(), CastlingRights::NONE);
        play(&mut castle, "e1f1 e8f8");
        let mut passed = game(letters, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        assert_eq!(passed.answer(Some("e5d6"), Duration::ZERO), Step::Rejected);
        assert_eq!(passed.position().en_passant(), None);
    }
    assert_eq!(Referee::new(profile("M")).legal_moves().len(), 20);
}

#[test]
fn without_m_a_missing_double_step_can_be_checkmate() {
    // Only g2g4 shields the king from the rook.
    let fen = "1r5k/2q5/3b4/8/K6r/8/6P1/8 w - - 0 1";
    assert_eq!(reason(&game("M", fen)), None);
    assert_eq!(reason(&game("", fen)), Some(Reason::Checkmate));
}

#[test]
fn without_p_every_promotion_is_a_queen() {
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    let promoted = |letters: &str, typed: &str| {
        let mut game = game(letters, fen);
        play(&mut game, typed);
        game.moves()[0].to_string()
    };
    assert_eq!(promoted("", "a7a8n"), "a7a8q");
    assert_eq!(promoted("P", "a7a8n"), "a7a8n");
    assert_eq!(promoted("P", "a7a8x"), "a7a8q");
    let position: Position = fen.parse().unwrap();
    let queens = MoveRules {
        promotion_choice: false,
        ..MoveRules::FIDE
    };
    let count = |rules| position.legal_moves(rules).len();
    assert_eq!(count(MoveRules::FIDE) - count(queens), 3);
    let rook: Move = "a7a8r".parse().unwrap();
    assert!(position.play(rook, queens).is_err() && position.play(rook, MoveRules::FIDE).is_ok());
}
