//! Chess960 against a published perft table and against an independent library, cozy-chess.

use cozy_chess::util::display_san_move;
use fastrand::Rng;
use golfchess_rules::pgn::Reader;
use golfchess_rules::{
    CHESS960_POSITIONS, CastlingSide, Move, MoveRules, Position, Role, Square, perft, read_san,
    write_san,
};

const RULES: MoveRules = MoveRules::CHESS960;
const TABLE: &str = include_str!("../data/chess960.txt");

/// How many positions of random games are compared.
const POSITIONS: usize = if cfg!(debug_assertions) {
    5_000
} else {
    100_000
};

/// The positions of the table, with their counts from depth 1 on.
fn table() -> Vec<(String, Vec<u64>)> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let (fen, counts) = line.split_once(" ; ").expect("a position and counts");
        let counts = counts
            .split(' ')
            .map(|count| count.parse().expect("a count"));
        (format!("{fen} 0 1"), counts.collect())
    };
    lines.map(row).collect()
}

fn check(fen: &str, depth: usize, nodes: u64) {
    let position = Position::from_chess960_fen(fen).expect("a published position");
    let depth = u32::try_from(depth).expect("a depth");
    assert_eq!(
        perft(&position, RULES, depth),
        nodes,
        "depth {depth} of {fen}"
    );
}

#[test]
fn published_positions_to_depth_3() {
    let table = table();
    assert_eq!(table.len(), 96);
    for (fen, counts) in table {
        for (at, nodes) in counts.iter().take(3).enumerate() {
            check(&fen, at + 1, *nodes);
        }
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "deep: run with --release")]
fn published_positions_to_depth_4() {
    for (fen, counts) in table() {
        check(&fen, 4, counts[3]);
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "deep: run with --release")]
fn some_published_positions_to_depth_5() {
    for (fen, counts) in table().into_iter().step_by(24) {
        check(&fen, 5, counts[4]);
    }
}

#[test]
#[ignore = "slow: depth 4 has all rules"]
fn published_positions_to_depth_5() {
    for (fen, counts) in table() {
        check(&fen, 5, counts[4]);
    }
}

/// Their moves, in order; they write castling as we do.
fn their_moves(board: &cozy_chess::Board) -> Vec<Move> {
    let square = |square| Square::from_index(square as u8).expect("a square");
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(|mv| {
            Move {
                from: square(mv.from),
                to: square(mv.to),
                promotion: mv
                    .promotion
                    .and_then(|piece| Role::from_letter(char::from(piece).to_ascii_uppercase())),
            }
        }));
        false
    });
    moves.sort_unstable();
    moves
}

#[test]
fn random_games_agree_in_every_position() {
    let mut rng = Rng::with_seed(0x960);
    let (mut positions, mut castled, mut unusual) = (0, [0, 0], 0);
    while positions < POSITIONS {
        let number = rng.u16(..CHESS960_POSITIONS);
        let mut ours = Position::chess960(number).expect("a number");
        let theirs = cozy_chess::Board::chess960_startpos(number.into());
        let mut theirs = theirs;
        assert_eq!(ours.to_shredder_fen(), format!("{theirs:#}"), "{number}");
        // Without the pawns, castling and checks are frequent.
        if rng.bool() {
            let fen = ours.to_shredder_fen().replace("pppppppp", "p6p");
            let fen = fen.replace("PPPPPPPP", "P6P");
            if let Ok(other) = Position::from_chess960_fen(&fen) {
                ours = other;
                theirs = cozy_chess::Board::from_fen(&fen, true).expect("a position");
            }
        }
        for _ in 0..120 {
            let mut legal = ours.legal_moves(RULES);
            legal.sort_unstable();
            assert_eq!(legal, their_moves(&theirs), "moves of {ours}");
            assert_eq!(ours.is_check(), !theirs.checkers().is_empty(), "{ours}");
            let (fen, shredder) = (ours.to_string(), ours.to_shredder_fen());
            assert_eq!(Position::from_chess960_fen(&fen).as_ref(), Ok(&ours));
            assert_eq!(Position::from_chess960_fen(&shredder).as_ref(), Ok(&ours));
            let rights = |fen: &str| fen.split(' ').nth(2).map(str::to_owned);
            assert_eq!(rights(&shredder), rights(&format!("{theirs:#}")));
            unusual += usize::from(fen.split(' ').nth(2) != Some("-") && fen.contains(" w A"));
            positions += 1;
            if legal.is_empty() {
                break;
            }
            let castles = |mv: &&Move| ours.castling_side(**mv).is_some();
            let mv = match legal.iter().find(castles) {
                Some(mv) if rng.usize(..3) == 0 => *mv,
                _ => legal[rng.usize(..legal.len())],
            };
            let their_move = mv.to_string().parse().expect("a move");
            let san = display_san_move(&theirs, their_move).to_string();
            assert_eq!(write_san(&ours, mv, RULES).as_deref(), Ok(san.as_str()));
            assert_eq!(read_san(&ours, &san, RULES), Ok(mv), "{san} in {ours}");
            if let Some(side) = ours.castling_side(mv) {
                castled[usize::from(side == CastlingSide::Queen)] += 1;
            }
            theirs.play(their_move);
            ours = ours.play(mv, RULES).expect("a legal move");
        }
    }
    println!("{positions} positions, castled {castled:?}, {unusual} rights by file");
    assert!(
        castled.iter().all(|count| *count > POSITIONS / 500),
        "{castled:?}"
    );
}

#[test]
fn all_start_positions_are_theirs() {
    for number in 0..CHESS960_POSITIONS {
        let ours = Position::chess960(number).expect("a number");
        let theirs = cozy_chess::Board::chess960_startpos(number.into());
        assert_eq!(ours.to_shredder_fen(), format!("{theirs:#}"));
        assert_eq!(ours.chess960_number(), Some(number));
    }
}

#[test]
fn a_game_of_lichess_is_read_and_written() {
    // The variant may stand before or after the position. The rook on the g-file is not the outermost one.
    let fen = "[FEN \"1r1k2rr/6p1/8/8/8/8/6P1/1R1K2RR w BGbg - 0 1\"]\n";
    let variant = "[Variant \"Chess960\"]\n";
    for header in [format!("{fen}{variant}"), format!("{variant}{fen}")] {
        let text = format!("{header}\n1. O-O O-O-O 2. Rh3 *\n");
        let game = Reader::new(text.as_bytes())
            .next()
            .expect("a game")
            .expect("it is right");
        let moves: Vec<String> = game
            .moves
            .iter()
            .map(|entry| entry.mv.to_string())
            .collect();
        assert_eq!(moves, ["d1g1", "d8b8", "h1h3"]);
        let written = game.write().expect("legal moves");
        assert!(written.contains("1. O-O O-O-O 2. Rh3 *"), "{written}");
        assert!(written.contains("w GQgq - 0 1"), "{written}");
        let again = Reader::new(written.as_bytes()).next().expect("a game");
        // (Writing adds the seven tags of the roster.)
        let again = again.expect("a legal game");
        assert_eq!((again.start, again.moves), (game.start, game.moves));
    }
    let standard = Reader::new(fen.as_bytes()).next().expect("a game");
    assert_eq!(standard.map_err(|error| error.line), Err(1));
}

#[test]
fn the_rules_decide_how_castling_is_a_move() {
    let start: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
        .parse()
        .expect("a position");
    let castling = |position: &Position, rules| {
        let moves = position.legal_moves(rules).into_iter();
        let castling = moves.filter(|mv| position.castling_side(*mv).is_some());
        castling.map(|mv| mv.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(castling(&start, MoveRules::FIDE), ["e1g1", "e1c1"]);
    assert_eq!(castling(&start, RULES), ["e1h1", "e1a1"]);
    let other = Position::from_chess960_fen("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1").expect("a position");
    assert_eq!(castling(&other, MoveRules::FIDE), [""; 0]);
    assert_eq!(castling(&other, RULES), ["b1h1", "b1a1"]);
    let after = |mv: &str| {
        let mv = mv.parse().expect("a move");
        other.play(mv, RULES).expect("a legal move").to_string()
    };
    assert_eq!(after("b1h1"), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
    assert_eq!(after("b1a1"), "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
    // The king that goes there with its own move keeps the rook where it is.
    assert_eq!(after("b1c1"), "4k3/8/8/8/8/8/8/R1K4R b - - 1 1");
}

#[test]
fn a_rook_that_shields_its_king_may_not_leave() {
    // After castling the rook of a1 attacks the king on c1.
    let shielded = "4k3/8/8/8/8/8/8/rR4K1 w Q - 0 1";
    let position = Position::from_chess960_fen(shielded).expect("a position");
    let castling: Move = "g1b1".parse().expect("a move");
    assert!(!position.is_legal(castling, RULES));
    let open = Position::from_chess960_fen(&shielded.replace('r', "n")).expect("a position");
    assert!(open.is_legal(castling, RULES));
}

#[test]
fn rights_without_their_pieces_are_refused() {
    for (fen, words) in [
        ("4k3/8/8/8/8/8/8/RK6 w K - 0 1", "field 3"),
        ("4k3/8/8/8/8/8/8/RK5R w B - 0 1", "rook on b1"),
        ("4k3/8/8/8/8/8/8/RK5R w HK - 0 1", "field 3"),
        ("4k3/8/8/8/8/8/1K6/R6R w AH - 0 1", "rook on"),
        ("4k3/8/8/8/8/8/8/RK5R w X - 0 1", "field 3"),
    ] {
        let error = Position::from_chess960_fen(fen).expect_err(fen);
        let source = std::error::Error::source(&error).map(ToString::to_string);
        let text = format!("{error} {}", source.unwrap_or_default());
        assert!(text.contains(words), "{fen}: {text}");
    }
}
