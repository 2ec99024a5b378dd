//! A million positions of random play, compared with an independent library, cozy-chess.

use cozy_chess::util::{display_san_move, display_uci_move, parse_uci_move};
use fastrand::Rng;
use golfchess_rules::{Move, MoveRules, Position, Role, Square, write_san};
use std::collections::BTreeSet;
use std::thread;

const FIDE: MoveRules = MoveRules::FIDE;
const POSITIONS: usize = if cfg!(debug_assertions) {
    5_000
} else {
    1_000_000
};

/// The greatest length of a game: longer random games add little.
const MAX_PLIES: usize = 300;

/// Where the games start: the usual position, and ones rich in castling, en passant and promotion.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
];

/// Their moves as ours, in order; they write castling as the king capturing its own rook.
fn their_moves(board: &cozy_chess::Board) -> Vec<Move> {
    let own = board.colors(board.side_to_move());
    let ours = |mv: cozy_chess::Move| {
        if own.has(mv.to) {
            let castling = display_uci_move(board, mv).to_string();
            return castling.parse().unwrap();
        }
        let square = |square| Square::from_index(square as u8).unwrap();
        Move {
            from: square(mv.from),
            to: square(mv.to),
            promotion: mv
                .promotion
                .map(|piece| Role::from_letter(char::from(piece).to_ascii_uppercase()).unwrap()),
        }
    };
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(ours));
        false
    });
    moves.sort_unstable();
    moves
}

/// The file of the en passant captures that are legal, by their move generator.
fn their_en_passant(board: &cozy_chess::Board) -> Option<cozy_chess::File> {
    let file = board.en_passant()?;
    let rank = cozy_chess::Rank::Sixth.relative_to(board.side_to_move());
    let target = cozy_chess::Square::new(file, rank);
    board
        .generate_moves_for(board.pieces(cozy_chess::Piece::Pawn), |set| {
            set.into_iter().any(|mv| mv.to == target)
        })
        .then_some(file)
}

/// Whether two positions are the same by their library.
///
/// Their own `same_position` (0.3.4) takes any piece beside the double-stepped pawn that can go
/// to the en passant square, such as a king, for a pawn that can capture. It is therefore called
/// only if a pawn can use every en passant square; the parts are always compared.
fn they_are_same(left: &cozy_chess::Board, right: &cozy_chess::Board) -> bool {
    let rights =
        |board: &cozy_chess::Board| cozy_chess::Color::ALL.map(|c| *board.castle_rights(c));
    let same = left.side_to_move() == right.side_to_move()
        && cozy_chess::Color::ALL
            .iter()
            .all(|c| left.colors(*c) == right.colors(*c))
        && cozy_chess::Piece::ALL
            .iter()
            .all(|p| left.pieces(*p) == right.pieces(*p))
        && rights(left) == rights(right)
        && their_en_passant(left) == their_en_passant(right);
    if [left, right]
        .iter()
        .all(|board| board.en_passant() == their_en_passant(board))
    {
        assert_eq!(same, left.same_position(right), "{left} and {right}");
    }
    same
}

fn compare(ours: &Position, theirs: &cozy_chess::Board, legal: &[Move]) {
    let mut sorted = legal.to_vec();
    sorted.sort_unstable();
    assert_eq!(sorted, their_moves(theirs), "moves of {ours}");
    assert_eq!(
        ours.is_check(),
        !theirs.checkers().is_empty(),
        "check in {ours}"
    );
    if let Some(king) = ours.board().king(ours.side_to_move()) {
        let attackers = ours.attackers(king, !ours.side_to_move());
        assert_eq!(attackers.bits(), theirs.checkers().0, "checkers in {ours}");
    }
    let mated = theirs.status() == cozy_chess::GameStatus::Won;
    assert_eq!(ours.is_check() && legal.is_empty(), mated, "mate in {ours}");
    // The reader accepts each position that a game has reached.
    let fen = ours.to_string();
    assert_eq!(fen.parse::<Position>().as_ref(), Ok(ours));
    // Same board, side, rights and clocks; they write the en passant square only sometimes.
    let their_fen = theirs.to_string();
    assert!(
        without_en_passant(&fen).eq(without_en_passant(&their_fen)),
        "{fen} and {their_fen}"
    );
}

/// The fields of a FEN but the en passant square.
fn without_en_passant(fen: &str) -> impl Iterator<Item = &str> {
    let fields = fen.split(' ').enumerate();
    fields.filter(|(at, _)| *at != 3).map(|(_, field)| field)
}

/// The moves without the special ones or the choice of promotion are the full set less those.
fn compare_profiles(position: &Position, legal: &[Move]) {
    let board = position.board();
    let is_special = |mv: &Move| match board.role_at(mv.from) {
        Some(Role::King) => mv.from.file().abs_diff(mv.to.file()) == 2,
        Some(Role::Pawn) => {
            let passing = mv.from.file() != mv.to.file() && board.role_at(mv.to).is_none();
            passing || mv.from.rank().abs_diff(mv.to.rank()) == 2
        }
        _ => false,
    };
    for (special_moves, promotion_choice) in [(false, false), (false, true), (true, false)] {
        let rules = MoveRules {
            special_moves,
            promotion_choice,
            chess960: false,
        };
        let expected: BTreeSet<Move> = legal
            .iter()
            .copied()
            .filter(|mv| special_moves || !is_special(mv))
            .filter(|mv| promotion_choice || mv.promotion.is_none_or(|role| role == Role::Queen))
            .collect();
        let found: BTreeSet<Move> = position.legal_moves(rules).into_iter().collect();
        assert_eq!(found, expected, "{rules:?} in {position}");
    }
}

/// What random games have contained.
#[derive(Default)]
struct Seen {
    positions: usize,
    mates: usize,
    repetitions: usize,
    en_passant: usize,
}

#[test]
fn random_games_agree_in_every_position() {
    // Half of the positions on each of two processors.
    let halves = thread::scope(|scope| {
        let halves = [0x0DDB_1A5E_5BAD_5EED, 0x5EED_0DDB_1A5E_5BAD];
        let halves = halves.map(|seed| scope.spawn(move || play_random_games(seed, POSITIONS / 2)));
        halves.map(|half| half.join().unwrap())
    });
    let sum = |count: fn(&Seen) -> usize| halves.iter().map(count).sum::<usize>();
    let (positions, mates) = (sum(|seen| seen.positions), sum(|seen| seen.mates));
    let (same, en_passant) = (sum(|seen| seen.repetitions), sum(|seen| seen.en_passant));
    println!("{positions} positions, {mates} mates, {same} repetitions, {en_passant} en passant");
    // The games must contain what they compare.
    assert!(positions >= POSITIONS);
    assert!(mates > 0 && same > POSITIONS / 1_000 && en_passant > POSITIONS / 1_000);
}

/// Plays random games until they have had a number of positions, each of which is compared.
fn play_random_games(seed: u64, positions: usize) -> Seen {
    let mut rng = Rng::with_seed(seed);
    let mut seen = Seen::default();
    for start in STARTS.iter().cycle() {
        let mut ours: Position = start.parse().unwrap();
        let mut theirs: cozy_chess::Board = start.parse().unwrap();
        let mut history: Vec<(Position, cozy_chess::Board)> = Vec::new();
        for _ in 0..MAX_PLIES {
            let legal = ours.legal_moves(FIDE);
            compare(&ours, &theirs, &legal);
            for (our_old, their_old) in history.iter().rev().take(12) {
                let repeated = ours.repetition_key() == our_old.repetition_key();
                assert_eq!(
                    repeated,
                    they_are_same(&theirs, their_old),
                    "{ours} and {our_old}"
                );
                seen.repetitions += usize::from(repeated);
            }
            if seen.positions % 8 == 0 {
                compare_profiles(&ours, &legal);
            }
            seen.en_passant += usize::from(ours.legal_en_passant().is_some());
            seen.positions += 1;
            if legal.is_empty() || theirs.halfmove_clock() >= 100 {
                seen.mates += usize::from(ours.is_check());
                break;
            }
            history.push((ours, theirs.clone()));
            let mv = choose(&legal, &history, &mut rng);
            let their_move = parse_uci_move(&theirs, &mv.to_string()).unwrap();
            if seen.positions % 16 == 0 {
                let san = display_san_move(&theirs, their_move).to_string();
                assert_eq!(write_san(&ours, mv, FIDE).as_deref(), Ok(san.as_str()));
            }
            theirs.play(their_move);
            ours = ours.play(mv, FIDE).unwrap();
        }
        if seen.positions >= positions {
            break;
        }
    }
    seen
}

/// A random move, but often the one that takes the side's last move back, so that positions repeat.
fn choose(legal: &[Move], history: &[(Position, cozy_chess::Board)], rng: &mut Rng) -> Move {
    let random = legal[rng.usize(..legal.len())];
    let [.., before, _, _] = history else {
        return random;
    };
    let last = before.0.board();
    if rng.usize(..4) > 0 {
        return random;
    }
    let position = &history[history.len() - 1].0;
    let back = legal.iter().copied().find(|mv| {
        let piece = position.board().piece_at(mv.from);
        last.piece_at(mv.to) == piece && last.piece_at(mv.from).is_none()
    });
    back.unwrap_or(random)
}

#[test]
fn a_pair_that_differs_only_by_an_en_passant_square_agrees() {
    // Every double step in every opening position to depth 3, with and without its square.
    let mut pairs = 0;
    let mut queue: Vec<(Position, u32)> =
        STARTS.iter().map(|fen| (fen.parse().unwrap(), 0)).collect();
    while let Some((position, depth)) = queue.pop() {
        if position.en_passant().is_some() {
            let with = position.to_string();
            let mut fields: Vec<&str> = with.split(' ').collect();
            fields[3] = "-";
            let without = fields.join(" ");
            let ours = [&with, &without].map(|fen| fen.parse::<Position>().unwrap());
            let theirs = [&with, &without].map(|fen| fen.parse::<cozy_chess::Board>().unwrap());
            assert_eq!(
                ours[0].repetition_key() == ours[1].repetition_key(),
                they_are_same(&theirs[0], &theirs[1]),
                "{with}"
            );
            pairs += 1;
        }
        if depth < 3 {
            for mv in position.legal_moves(FIDE) {
                queue.push((position.play(mv, FIDE).unwrap(), depth + 1));
            }
        }
    }
    assert!(pairs > 1_000, "{pairs}");
}
