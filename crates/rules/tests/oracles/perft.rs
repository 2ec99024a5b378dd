//! Compares move generation with the published perft tables of the chessprogramming wiki.

use golfchess_rules::{MoveRules, Position, perft};

/// Counts each depth of a table, from depth `first` on.
fn check(fen: &str, first: u32, table: &[u64]) {
    let position: Position = fen.parse().expect("a published position");
    for (depth, nodes) in (first..).zip(table) {
        assert_eq!(
            perft(&position, MoveRules::FIDE, depth),
            *nodes,
            "depth {depth} of {fen}"
        );
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const POSITION_3: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const POSITION_4: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
const POSITION_4_MIRRORED: &str =
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1";
const POSITION_5: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
const POSITION_6: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

#[test]
fn the_first_depths() {
    check(START, 0, &[1, 20, 400, 8_902]);
    check(KIWIPETE, 0, &[1, 48, 2_039, 97_862]);
    check(POSITION_3, 0, &[1, 14, 191, 2_812, 43_238]);
    check(POSITION_4, 0, &[1, 6, 264, 9_467]);
    check(POSITION_4_MIRRORED, 0, &[1, 6, 264, 9_467]);
    check(POSITION_5, 0, &[1, 44, 1_486, 62_379]);
    check(POSITION_6, 0, &[1, 46, 2_079, 89_890]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "deep: run with --release")]
fn the_fourth_depth_of_rich_positions() {
    check(KIWIPETE, 4, &[4_085_603]);
    check(POSITION_5, 4, &[2_103_487]);
    check(POSITION_6, 4, &[3_894_594]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "deep: run with --release")]
fn start_position_to_depth_6() {
    check(START, 4, &[197_281, 4_865_609, 119_060_324]);
}

#[test]
#[ignore = "slow: other positions have these rules at lower depths"]
fn kiwipete_to_depth_5() {
    check(KIWIPETE, 5, &[193_690_690]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "deep: run with --release")]
fn position_3_to_depth_6() {
    check(POSITION_3, 5, &[674_624, 11_030_083]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "deep: run with --release")]
fn position_4_to_depth_5() {
    check(POSITION_4, 4, &[422_333, 15_833_292]);
    check(POSITION_4_MIRRORED, 4, &[422_333, 15_833_292]);
}

#[test]
#[ignore = "slow: other positions have these rules at lower depths"]
fn position_5_to_depth_5() {
    check(POSITION_5, 5, &[89_941_194]);
}

#[test]
#[ignore = "slow: other positions have these rules at lower depths"]
fn position_6_to_depth_5() {
    check(POSITION_6, 5, &[164_075_551]);
}
