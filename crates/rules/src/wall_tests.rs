use super::*;
use crate::{Game, MoveRules, Profile, Reason};

/// Whether the position of a FEN is walled, and the one with the sides exchanged, which must agree.
fn walled(placement: &str) -> bool {
    let fen = format!("{placement} w - - 0 1");
    let position: Position = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
    let swap = |c: char| match c {
        c if c.is_uppercase() => c.to_ascii_lowercase(),
        c => c.to_ascii_uppercase(),
    };
    let ranks: Vec<String> = placement
        .split('/')
        .rev()
        .map(|rank| rank.chars().map(swap).collect())
        .collect();
    let fen = format!("{} b - - 0 1", ranks.join("/"));
    let mirrored: Position = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
    let found = is_walled(&position);
    assert_eq!(is_walled(&mirrored), found, "{fen}");
    found
}

#[test]
fn a_wall_over_all_files_is_dead() {
    assert!(walled("4k3/8/8/1p2p1p1/1P2P1P1/8/8/4K3"), "three pairs");
    assert!(
        walled("4k3/8/p2p2p1/P2P2P1/8/8/8/4K3"),
        "a wall on the a-file"
    );
    assert!(
        walled("4k3/8/1p2p2p/1P2P2P/8/8/8/4K3"),
        "a wall on the h-file"
    );
    assert!(
        walled("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3"),
        "every second file"
    );
    assert!(walled("4k3/8/3p4/1p1P1p2/1P3P1p/7P/8/4K3"), "three ranks");
    // Only a path that goes back from the d-file to the c-file leads from the a-file to the h-file.
    assert!(
        walled("4k3/3p2p1/2pP2P1/p1Pp4/P2P4/8/8/4K3"),
        "a wall that turns back"
    );
}

#[test]
fn a_pawn_before_its_last_rank_is_part_of_a_wall() {
    assert!(
        walled("k7/1p2p1p1/1P2P1P1/8/8/8/8/K7"),
        "Black's second rank"
    );
    assert!(
        walled("k7/8/8/8/8/1p2p1p1/1P2P1P1/K7"),
        "White's second rank"
    );
}

#[test]
fn kings_alone_are_no_wall() {
    assert!(!walled("4k3/8/8/8/8/8/8/4K3"));
}

#[test]
fn another_piece_can_open_a_wall() {
    for piece in ["N", "n", "B", "b", "R", "r", "Q", "q"] {
        let fen = format!("7k/8/8/1p2p1p1/1P2P1P1/8/6{piece}1/K7");
        assert!(!walled(&fen), "{piece}");
    }
}

#[test]
fn a_pawn_that_can_move_opens_a_wall() {
    assert!(!walled("4k3/8/8/1p2p1p1/1P2P1P1/8/P7/4K3"), "White's");
    assert!(!walled("4k3/p7/8/1p2p1p1/1P2P1P1/8/8/4K3"), "Black's");
    assert!(!walled("4k3/8/8/1p2p1p1/1P2P1P1/1P6/8/4K3"), "doubled");
    assert!(
        !walled("4k3/8/1p6/1p2p1p1/1P2P1P1/8/8/4K3"),
        "Black's doubled"
    );
    assert!(
        !walled("8/8/k7/Pp2p1p1/1P2P1P1/8/8/4K3"),
        "only a king before it"
    );
    assert!(
        !walled("8/1p2p1p1/1P2P1P1/8/8/8/p7/K6k"),
        "before promotion, blocked by a king"
    );
    assert!(walled("4k3/8/8/1p2p1p1/1P2P1Pp/7P/8/4K3"), "a fourth pair");
}

#[test]
fn pawns_that_have_passed_each_other_are_no_wall() {
    // The black pawn on b3 stands before no white pawn.
    assert!(!walled("4k3/8/8/1P2p1p1/1p2P1P1/8/8/4K3"));
}

#[test]
fn a_pawn_that_can_capture_opens_a_wall() {
    assert!(
        !walled("4k3/8/8/1pp1p1p1/1PP1P1P1/8/8/4K3"),
        "two pairs side by side"
    );
    assert!(!walled("4k3/8/8/pp2p1p1/PP2P1P1/8/8/4K3"), "on the a-file");
    assert!(!walled("4k3/8/8/1p2p1pp/1P2P1PP/8/8/4K3"), "on the h-file");
}

#[test]
fn en_passant_opens_a_wall_for_one_move() {
    let position = |fen: &str| fen.parse::<Position>().unwrap();
    // White's last move was e2e4; the pawn on d4 can capture.
    let open = position("4k3/8/8/1p2p1p1/1P1pP1P1/3P4/8/4K3 b - e3 0 1");
    assert!(open.legal_en_passant().is_some());
    assert!(!is_walled(&open));
    let closed = position("4k3/8/8/1p2p1p1/1P1pP1P1/3P4/8/4K3 b - - 0 1");
    assert!(is_walled(&closed));
    // No pawn stands beside the one that made a double step.
    assert!(is_walled(&position(
        "4k3/8/8/1p2p1p1/1P2P1P1/8/8/4K3 b - e3 0 1"
    )));
    let open = position("4k3/8/3p4/1p1Pp1p1/1P2P1P1/8/8/4K3 w - e6 0 1");
    assert!(!is_walled(&open), "White captures");
}

#[test]
fn a_wall_with_a_gap_is_not_dead() {
    // A pair guards its own file and the two beside it.
    assert!(!walled("4k3/8/8/1p2p3/1P2P3/8/8/4K3"), "g and h");
    assert!(!walled("4k3/8/8/2p2p1p/2P2P1P/8/8/4K3"), "a");
    assert!(!walled("4k3/8/8/1p3p1p/1P3P1P/8/8/4K3"), "d");
    assert!(
        !walled("4k3/8/1p6/1P2p1p1/4P1P1/8/8/4K3"),
        "a step up with a diagonal gap"
    );
    assert!(
        walled("4k3/8/1p6/1P1p2p1/3P2P1/8/8/4K3"),
        "a step up without a gap"
    );
}

#[test]
fn a_king_that_can_get_round_is_not_dead() {
    assert!(!walled("8/8/8/1p2p3/1P2P3/8/6K1/k7"));
    // Both kings stand on White's side: Black's takes a pawn.
    assert!(!walled("8/8/8/1p2p1p1/1P2P1P1/8/8/k3K3"));
    assert!(!walled("k3K3/8/8/1p2p1p1/1P2P1P1/8/8/8"), "on Black's side");
    assert!(
        !walled("4K3/8/8/1p2p1p1/1P2P1P1/8/8/4k3"),
        "each on the other's"
    );
}

#[test]
fn a_protected_pawn_is_safe_from_a_king() {
    // The pawn on c6 protects the one that gives check.
    assert!(walled("4k3/8/2p2p1p/1pP2P1P/1PK5/8/8/8"), "in check on c4");
    assert!(
        !walled("4k3/8/2p2p1p/1pP2P1P/KP6/8/8/8"),
        "in check on a4: a5 is free"
    );
    assert!(!walled("4k3/8/8/1p2p1p1/1PK1P1P1/8/8/8"), "not protected");
    assert!(!walled("4k3/8/8/1pK1p1p1/1P2P1P1/8/8/8"), "beyond the wall");
}

#[test]
fn the_other_king_is_no_obstacle() {
    // In the corner White's king could pass only over the squares that Black's king guards.
    assert!(!walled("8/8/8/1p2p3/1P2P3/8/8/K5k1"));
}

#[test]
fn the_game_ends_with_the_move_that_closes_the_wall() {
    let mut profile = Profile::FIDE;
    profile.draws.walls = true;
    let first: Position = "4k3/8/4p3/1p4p1/1P2P1P1/8/8/4K3 b - - 0 1".parse().unwrap();
    let mut game = Game::from_position(profile, first);
    assert_eq!(game.outcome(), None);
    game.play("e6e5".parse().unwrap()).unwrap();
    let reason = game.outcome().map(|outcome| outcome.reason());
    assert_eq!(reason, Some(Reason::DeadPosition));
    profile.draws.walls = false;
    let mut game = Game::from_position(profile, first);
    game.play("e6e5".parse().unwrap()).unwrap();
    assert_eq!(game.outcome(), None, "without the rule the game goes on");
    assert!(!game.position().legal_moves(MoveRules::FIDE).is_empty());
}
