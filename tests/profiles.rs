//! Every rule of a profile, in positions on either side of its line.

use golfchess::rules::{
    CastlingRights, Claims, Game, Move, MoveRules, Position, Profile, Reason, Show, Step,
};
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

// Castling (FIDE 3.8.2)

#[test]
fn castling_to_both_wings_moves_king_and_rook() {
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

// En passant (FIDE 3.7.3.1, 3.7.3.2)

#[test]
fn en_passant_takes_the_pawn_and_expires() {
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
fn en_passant_may_not_open_a_line_to_the_own_king() {
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

// Without M, without P

#[test]
fn without_m_there_is_no_double_step_castling_or_en_passant() {
    for letters in ["", "T", "P", "TP"] {
        let mut start = Game::new(profile(letters));
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
    assert_eq!(Game::new(profile("M")).legal_moves().len(), 20);
}

#[test]
fn without_m_the_lack_of_the_double_step_can_be_mate() {
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

// Mate and stalemate (FIDE 5.1.1, 5.2.1)

#[test]
fn mate_and_stalemate_end_the_game_in_every_profile() {
    for letters in ["", "T", "M", "P", "TMP", "TMPD"] {
        let mut mate = game(letters, "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1");
        play(&mut mate, "b1b8");
        assert_eq!(reason(&mate), Some(Reason::Checkmate));
        assert_eq!(mate.outcome().unwrap().code(), "W#");
        let mut stalemate = game(letters, "7k/8/8/6K1/8/8/8/5Q2 w - - 0 1");
        play(&mut stalemate, "f1f7");
        assert_eq!(reason(&stalemate), Some(Reason::Stalemate));
        assert_eq!(stalemate.outcome().unwrap().code(), "D!");
    }
}

// Fifty moves (T, FIDE 9.3) and seventy-five (FIDE 9.6.2)

#[test]
fn the_hundredth_ply_draws_and_the_ninety_ninth_does_not() {
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
    let mut game = Game::new(profile("T"));
    // 25 rounds of four plies; position repetition does not matter without D.
    for round in 0..25 {
        assert_eq!(reason(&game), None, "round {round}");
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
    }
    assert_eq!(reason(&game), Some(Reason::FiftyMoves));
}

#[test]
fn a_capture_or_a_pawn_move_starts_the_count_anew() {
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
fn by_the_laws_fifty_moves_are_a_claim_and_seventy_five_the_end() {
    let at = |plies: u32| {
        let fen = format!("7k/8/8/8/8/8/R6P/K7 w - - {plies} 200");
        Game::from_position(Profile::FIDE, fen.parse().unwrap())
    };
    assert!(!at(99).claims().fifty_moves && at(100).claims().fifty_moves);
    let mut game = at(98);
    assert!(
        !game
            .claims_with("a2b2".parse().unwrap())
            .unwrap()
            .fifty_moves
    );
    game = at(99);
    assert!(
        game.claims_with("a2b2".parse().unwrap())
            .unwrap()
            .fifty_moves
    );
    assert!(
        !game
            .claims_with("h2h3".parse().unwrap())
            .unwrap()
            .fifty_moves
    );
    assert!(game.claims_with("h2h5".parse().unwrap()).is_err());
    let mut late = at(148);
    play(&mut late, "a2b2");
    assert_eq!(reason(&late), None);
    play(&mut late, "h8g8");
    assert_eq!(reason(&late), Some(Reason::SeventyFiveMoves));
    assert_eq!(late.claims(), Claims::default());
    let mut mate: Game = Game::from_position(
        Profile::FIDE,
        "7k/8/6K1/8/8/8/8/1Q6 w - - 149 200".parse().unwrap(),
    );
    assert_eq!(
        mate.claims_with("b1b8".parse().unwrap()),
        Ok(Claims::default()),
        "mate"
    );
    play(&mut mate, "b1b8");
    assert_eq!(reason(&mate), Some(Reason::Checkmate));
}

// Threefold (D, FIDE 9.2) and fivefold (FIDE 9.6.1)

const KNIGHTS: &str = "g1f3 g8f6 f3g1 f6g8 ";

#[test]
fn the_third_time_draws_with_d_only() {
    for (letters, end) in [("TMPD", Some(Reason::Threefold)), ("TMP", None)] {
        let mut game = Game::new(profile(letters));
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
        golfchess::rules::Color::Black
    );
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn a_double_step_that_nobody_can_capture_makes_no_difference() {
    let mut game = Game::new(profile("TMPD"));
    play(&mut game, "e2e4"); // first time, with the square e3
    play(&mut game, "g8f6 g1f3 f6g8 f3g1"); // second
    play(&mut game, "g8f6 g1f3 f6g8");
    assert_eq!(reason(&game), None);
    play(&mut game, "f3g1"); // third
    assert_eq!(reason(&game), Some(Reason::Threefold));
}

#[test]
fn a_double_step_that_can_be_captured_is_another_position() {
    let mut game = game("TMPD", "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1");
    play(&mut game, "e2e4"); // with the capture d4e3: does not count with the others
    play(&mut game, "g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1");
    assert_eq!((reason(&game), game.repetitions()), (None, 2));
    play(&mut game, "g8f6"); // after the knight's move the capture is gone for good: third time
    assert_eq!(reason(&game), Some(Reason::Threefold));
}

#[test]
fn a_capture_that_a_pin_forbids_makes_no_difference() {
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
fn by_the_laws_the_third_time_is_a_claim_and_the_fifth_the_end() {
    let mut game = Game::new(Profile::FIDE);
    play(&mut game, KNIGHTS);
    play(&mut game, "g1f3 g8f6 f3g1");
    assert!(!game.claims().threefold);
    let back: Move = "f6g8".parse().unwrap();
    assert!(game.claims_with(back).unwrap().threefold);
    assert!(!game.claims_with("f6g4".parse().unwrap()).unwrap().threefold);
    play(&mut game, "f6g8");
    assert!(game.claims().threefold);
    play(&mut game, KNIGHTS);
    play(&mut game, "g1f3 g8f6 f3g1");
    assert_eq!(reason(&game), None);
    play(&mut game, "f6g8");
    assert_eq!(reason(&game), Some(Reason::Fivefold));
    assert!(game.legal_moves().is_empty() && game.play(back).is_err());
}

// Dead positions (D, FIDE 5.2.2); the balances of material are tested beside `is_dead`.

#[test]
fn a_capture_into_a_dead_position_draws_with_d_only() {
    for (letters, end) in [("TMPD", Some(Reason::DeadPosition)), ("TMP", None)] {
        for (fen, typed) in [
            ("7k/8/8/8/8/8/r7/K7 w - - 0 1", "a1a2"),      // bare kings
            ("7k/8/8/8/8/8/r7/KN6 w - - 0 1", "a1a2"),     // a knight
            ("7k/8/8/1b6/8/8/r7/KB6 w - - 0 1", "b1a2"),   // bishops on light squares
            ("7k/8/8/8/8/8/r7/KB1B1B2 w - - 0 1", "b1a2"), // several of one side
        ] {
            let mut game = game(letters, fen);
            assert_eq!(reason(&game), None, "{fen}");
            play(&mut game, typed);
            assert_eq!(reason(&game), end, "{fen}");
        }
        for (fen, typed) in [
            ("7k/8/8/8/8/8/r7/KNN5 w - - 0 1", "a1a2"),  // two knights
            ("7k/8/8/8/1b6/8/r7/KB6 w - - 0 1", "b1a2"), // bishops on both colours
            ("7k/8/8/8/n7/8/r7/KB6 w - - 0 1", "b1a2"),  // bishop against knight
            ("7k/p7/8/8/8/8/r7/K7 w - - 0 1", "a1a2"),   // a pawn
        ] {
            let mut game = game(letters, fen);
            play(&mut game, typed);
            assert_eq!(reason(&game), None, "{fen}");
        }
    }
}

#[test]
fn an_underpromotion_can_make_the_position_dead() {
    for (typed, end) in [
        ("a7a8n", Some(Reason::DeadPosition)),
        ("a7a8b", Some(Reason::DeadPosition)),
        ("a7a8r", None),
        ("a7a8q", None),
    ] {
        let mut game = game("TMPD", "8/P7/7k/8/8/8/8/K7 w - - 0 1");
        play(&mut game, typed);
        assert_eq!(reason(&game), end, "{typed}");
    }
}

// Clocks (T), Cancel, rejected input

#[test]
fn every_prompt_is_charged_to_the_side_to_move() {
    let show = Show::default();
    let mut game = Game::new(profile("T"));
    let line = |game: &Game| game.prompt_text(show).lines().next().unwrap().to_owned();
    assert_eq!(
        game.answer(Some("rubbish"), Duration::from_millis(2_999)),
        Step::Rejected
    );
    assert_eq!(line(&game), "W:898 B:900");
    assert_eq!(
        game.answer(Some(""), Duration::from_millis(999)),
        Step::Rejected
    );
    assert_eq!(line(&game), "W:898 B:900");
    game.answer(Some("e2e3"), Duration::from_millis(1_001));
    assert_eq!(line(&game), "W:897 B:900");
    game.answer(Some("e7e6"), Duration::from_secs(10));
    assert_eq!(line(&game), "W:897 B:890");
    assert_eq!(
        Game::new(profile("MP")).prompt_text(show).lines().count(),
        8
    );
}

#[test]
fn the_flag_falls_before_the_typed_move_is_played() {
    for typed in ["e2e3", "rubbish"] {
        let mut game = Game::new(profile("T"));
        let step = game.answer(Some(typed), Duration::from_millis(900_000));
        assert!(matches!(step, Step::Ended(_)));
        assert_eq!((reason(&game), game.moves().len()), (Some(Reason::Flag), 0));
        assert_eq!(game.outcome().unwrap().code(), "B#");
    }
    let mut game = Game::new(profile("T"));
    assert!(matches!(
        game.answer(Some("e2e3"), Duration::from_millis(899_999)),
        Step::Played(_)
    ));
    assert!(matches!(
        game.answer(Some("e7e6"), Duration::from_secs(900)),
        Step::Ended(_)
    ));
    assert_eq!(game.outcome().unwrap().code(), "W#");
    let mut mate = self::game("TMPD", "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1");
    mate.answer(Some("b1b8"), Duration::from_secs(901));
    assert_eq!(
        mate.outcome().unwrap().code(),
        "B#",
        "even a mate comes too late"
    );
    let mut untimed = Game::new(profile("MP"));
    assert!(matches!(
        untimed.answer(Some("e2e4"), Duration::from_secs(9_999)),
        Step::Played(_)
    ));
}

#[test]
fn cancel_closes_the_game_without_a_result() {
    let show = Show {
        result: true,
        fullwidth: false,
    };
    for think in [Duration::ZERO, Duration::from_secs(901)] {
        let mut game = Game::new(profile("TMPD"));
        assert_eq!(game.answer(None, think), Step::Cancelled);
        assert_eq!((game.is_open(), game.announcement(show)), (false, None));
        assert_eq!(game.answer(Some("e2e4"), Duration::ZERO), Step::Cancelled);
        assert!(game.moves().is_empty());
    }
}

#[test]
fn the_result_is_announced_with_s_only_and_nothing_follows() {
    let mut game = Game::new(profile("M"));
    play(&mut game, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(
        game.announcement(Show {
            result: true,
            fullwidth: false
        }),
        Some("B#")
    );
    assert_eq!(
        game.announcement(Show {
            result: false,
            fullwidth: false
        }),
        None
    );
    let before = game.prompt_text(Show::default());
    assert!(matches!(
        game.answer(Some("e2e4"), Duration::ZERO),
        Step::Ended(_)
    ));
    assert!(matches!(game.answer(None, Duration::ZERO), Step::Ended(_)));
    assert_eq!(game.prompt_text(Show::default()), before);
}
