//! Who can mate by the material: a table of all classes of up to three pieces a side besides the
//! kings, worked out by a search for mates.
//!
//! Each line of the table is a class: White's pieces, Black's pieces, and whether White can mate. If
//! so, a witness follows: a position with this material in which a legal move of White mates. If not, a
//! number follows: the mates that a move of White can have given, among all positions of the class,
//! by an exhaustive search; or `-` where there are too many positions and only a random search found none. `L` is a bishop on light
//! squares and `D` one on dark squares. Of a class and its mirrored one, in which the bishops change
//! their colours, the table has one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use fastrand::Rng;
use golfchess_rules::{
    Bitboard, Board, CastlingRights, Color, Move, MoveRules, Piece, Position, Role, Square,
    can_mate, is_dead,
};

const TABLE: &str = include_str!("../data/material.txt");

/// The kinds of pieces besides the king.
const KINDS: [char; 6] = ['Q', 'R', 'L', 'D', 'N', 'P'];

/// The pieces of one side in the order of [`KINDS`].
type Side = String;

/// All sides of at most `most` pieces.
fn sides(most: usize) -> Vec<Side> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = |side: &Side| {
            let from = side
                .chars()
                .last()
                .and_then(|last| KINDS.iter().position(|kind| *kind == last));
            let kinds = KINDS[from.unwrap_or(0)..].iter();
            kinds
                .map(|kind| format!("{side}{kind}"))
                .collect::<Vec<_>>()
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// The side with bishops on the other colour.
fn mirrored(side: &str) -> Side {
    let mut kinds: Vec<char> = side
        .chars()
        .map(|kind| match kind {
            'L' => 'D',
            'D' => 'L',
            kind => kind,
        })
        .collect();
    kinds.sort_by_key(|kind| KINDS.iter().position(|other| other == kind));
    kinds.into_iter().collect()
}

/// All classes of at most `most` pieces a side, one of each mirrored pair.
fn classes(most: usize) -> Vec<(Side, Side)> {
    let sides = sides(most);
    let pairs = sides
        .iter()
        .flat_map(|white| sides.iter().map(move |black| (white, black)));
    let one = |(white, black): &(&Side, &Side)| {
        (white.as_str(), black.as_str()) <= (mirrored(white).as_str(), mirrored(black).as_str())
    };
    pairs
        .filter(one)
        .map(|(white, black)| (white.clone(), black.clone()))
        .collect()
}

fn role(kind: char) -> Role {
    match kind {
        'L' | 'D' => Role::Bishop,
        kind => Role::from_letter(kind).expect("a kind of piece"),
    }
}

/// The squares on which a kind of piece can stand.
fn squares(kind: char) -> Bitboard {
    match kind {
        'L' => Bitboard::LIGHT_SQUARES,
        'D' => Bitboard::DARK_SQUARES,
        'P' => !(Bitboard::rank(0) | Bitboard::rank(7)),
        _ => !Bitboard::EMPTY,
    }
}

fn position(board: Board, side: Color) -> Option<Position> {
    Position::new(board, side, CastlingRights::NONE, None, 0, 60).ok()
}

/// The pieces of a board as a class.
fn class(board: &Board) -> (Side, Side) {
    let side = |color| {
        let kind = |kind: &char| {
            let pieces = board.pieces(color, role(*kind)) & squares(*kind);
            kind.to_string().repeat(pieces.len() as usize)
        };
        KINDS.iter().map(kind).collect()
    };
    (side(Color::White), side(Color::Black))
}

fn put(board: &mut Board, square: Square, color: Color, role: Role) {
    board.put(square, Piece { color, role });
}

/// A random board of a class: the pieces stand near a corner, mostly.
fn random_board(white: &str, black: &str, rng: &mut Rng) -> Option<Board> {
    let corner = if rng.bool() { 0 } else { 7 };
    let near = |rng: &mut Rng, width: u8| {
        let (file, rank) = (rng.u8(..width), 7 - rng.u8(..width));
        Square::at(if corner == 0 { file } else { 7 - file }, rank)
    };
    let mut board = Board::EMPTY;
    put(&mut board, near(rng, 3)?, Color::Black, Role::King);
    let kinds = ['K']
        .into_iter()
        .chain(white.chars())
        .map(|kind| (kind, Color::White));
    let kinds = kinds.chain(black.chars().map(|kind| (kind, Color::Black)));
    for (kind, color) in kinds {
        let width = if rng.u8(..5) == 0 { 8 } else { 4 };
        let square = near(rng, width)?;
        if board.piece_at(square).is_some() || !squares(kind).contains(square) {
            return None;
        }
        let role = if kind == 'K' { Role::King } else { role(kind) };
        put(&mut board, square, color, role);
    }
    Some(board)
}

/// A mating move of White.
fn mate(position: &Position) -> Option<Move> {
    let rules = MoveRules::FIDE;
    let mates = |mv: &Move| {
        let next = position.play_unchecked(*mv);
        next.is_check() && next.is_checkmate(rules)
    };
    position.legal_moves(rules).into_iter().find(mates)
}

/// A position of a class in which White mates with a move, by a random search.
fn witness(white: &str, black: &str, tries: usize, rng: &mut Rng) -> Option<Position> {
    (0..tries).find_map(|_| {
        let position = position(random_board(white, black, rng)?, Color::White)?;
        mate(&position).map(|_| position)
    })
}

/// A position of a class with one more piece in which White still mates with a move.
fn extended(smaller: &Position, kind: char, color: Color) -> Option<Position> {
    let free = squares(kind) & !smaller.board().occupied();
    free.into_iter().find_map(|square| {
        let mut board = *smaller.board();
        put(&mut board, square, color, role(kind));
        let position = position(board, Color::White)?;
        mate(&position).map(|_| position)
    })
}

/// The positions that were found, by their classes and the mirrored ones.
type Found = BTreeMap<(Side, Side), Position>;

/// The same by the position of a class with one piece less.
fn grown(white: &str, black: &str, found: &Found) -> Option<Position> {
    let without = |side: &str, at: usize| format!("{}{}", &side[..at], &side[at + 1..]);
    let of_white = (0..white.len()).map(|at| {
        let smaller = (without(white, at), black.to_owned());
        (smaller, white.as_bytes()[at], Color::White)
    });
    let of_black = (0..black.len()).map(|at| {
        let smaller = (white.to_owned(), without(black, at));
        (smaller, black.as_bytes()[at], Color::Black)
    });
    of_white
        .chain(of_black)
        .find_map(|(smaller, kind, color)| extended(found.get(&smaller)?, char::from(kind), color))
}

/// The attacks of a piece of White on an empty board: more than its attacks among other pieces.
fn reach(kind: char, from: Square) -> Bitboard {
    let mut board = Board::EMPTY;
    let role = if kind == 'K' { Role::King } else { role(kind) };
    put(&mut board, from, Color::White, role);
    let reached = |to: &Square| !board.attackers(*to, Color::White).is_empty();
    Square::all().filter(reached).collect()
}

/// Whether White, in a position without pawns, can just have made a move that is no capture.
fn has_predecessor(board: &Board) -> bool {
    board.color(Color::White).into_iter().any(|to| {
        let piece = board.piece_at(to).expect("a piece");
        let free = !board.occupied();
        free.into_iter().any(|from| {
            let mut before = *board;
            before.remove(to);
            put(&mut before, from, piece.color, piece.role);
            let reaches = before.attackers(to, Color::White).contains(from);
            reaches && position(before, Color::White).is_some()
        })
    })
}

/// The number of positions of a class without pawns in which Black is mated and White can have moved
/// last, by an exhaustive search.
///
/// It leaves out only positions in which the king is not attacked even if no piece stands in the way, or
/// has a square to go to that White cannot attack.
fn mated(white: &str, black: &str) -> usize {
    let king_reach: Vec<Bitboard> = Square::all().map(|square| reach('K', square)).collect();
    let mut count = 0;
    for black_king in Square::all() {
        let flights = king_reach[black_king.index()];
        for white_king in Square::all() {
            if white_king == black_king || flights.contains(white_king) {
                continue;
            }
            let mut board = Board::EMPTY;
            put(&mut board, black_king, Color::Black, Role::King);
            put(&mut board, white_king, Color::White, Role::King);
            let attacked = king_reach[white_king.index()];
            place_white(&board, white, attacked, &mut |board, attacked| {
                if attacked.contains(black_king) {
                    let free = flights & !attacked;
                    if (free & board.color(Color::White)).is_empty() {
                        place_black(board, black, free, &mut count);
                    }
                }
            });
        }
    }
    count
}

fn place_white(
    board: &Board,
    kinds: &str,
    attacked: Bitboard,
    found: &mut dyn FnMut(&Board, Bitboard),
) {
    let Some(kind) = kinds.chars().next() else {
        return found(board, attacked);
    };
    for square in squares(kind) & !board.occupied() {
        let mut next = *board;
        put(&mut next, square, Color::White, role(kind));
        place_white(&next, &kinds[1..], attacked | reach(kind, square), found);
    }
}

/// Places Black's pieces so that they stand on all free squares of the king, and counts the mates.
fn place_black(board: &Board, kinds: &str, free: Bitboard, count: &mut usize) {
    if free.len() as usize > kinds.len() {
        return;
    }
    let Some(kind) = kinds.chars().next() else {
        let mated = position(*board, Color::Black)
            .is_some_and(|position| position.is_checkmate(MoveRules::FIDE));
        *count += usize::from(mated && has_predecessor(board));
        return;
    };
    for square in squares(kind) & !board.occupied() {
        let mut next = *board;
        put(&mut next, square, Color::Black, role(kind));
        place_black(&next, &kinds[1..], free & !Bitboard::of(square), count);
    }
}

/// The most pieces of an exhaustive search.
const MOST_EXHAUSTIVE: usize = 4;

/// The positions that a random search tries.
const TRIES: usize = 300_000;

/// The line of a class.
fn line(white: &str, black: &str, found: Option<&Position>) -> String {
    let name = |side: &str| {
        if side.is_empty() {
            "-".to_owned()
        } else {
            side.to_owned()
        }
    };
    let (left, right) = (name(white), name(black));
    if let Some((position, mv)) = found.and_then(|position| Some((position, mate(position)?))) {
        let fen = position.to_string();
        let placement = fen.split(' ').next().unwrap_or_default();
        return format!("{left} {right} can {placement} {mv}");
    }
    let small = white.len() + black.len() <= MOST_EXHAUSTIVE;
    let pawns = white.contains('P') || black.contains('P');
    let number = match (white, small && !pawns) {
        // A king alone gives no check.
        ("", _) => "0".to_owned(),
        (_, true) => mated(white, black).to_string(),
        (_, false) => "-".to_owned(),
    };
    format!("{left} {right} cannot {number}")
}

/// Writes the table anew: some minutes.
#[test]
#[ignore = "writes tests/data/material.txt"]
fn write_the_table() {
    let mut rng = Rng::with_seed(1);
    let mut found = Found::new();
    let mut text = String::new();
    let mut classes = classes(3);
    classes.sort_by_key(|(white, black)| white.len() + black.len());
    for (white, black) in classes {
        let tries = if white.is_empty() { 1_000 } else { TRIES };
        let position =
            grown(&white, &black, &found).or_else(|| witness(&white, &black, tries, &mut rng));
        writeln!(text, "{}", line(&white, &black, position.as_ref())).expect("a string");
        if let Some(position) = position {
            let mirror = reflected(position.board(), false);
            let mirror = self::position(mirror, Color::White).expect("a position");
            found.insert((mirrored(&white), mirrored(&black)), mirror);
            found.insert((white, black), position);
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/material.txt");
    std::fs::write(path, text).expect("a file");
}

/// A line of the table.
struct Row<'t> {
    white: &'t str,
    black: &'t str,
    can: bool,
    /// The placement and the mating move, or the number of mates.
    rest: Vec<&'t str>,
}

fn rows() -> impl Iterator<Item = Row<'static>> {
    TABLE.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let side = |word: &'static str| if word == "-" { "" } else { word };
        Row {
            white: side(words[0]),
            black: side(words[1]),
            can: words[2] == "can",
            rest: words[3..].to_vec(),
        }
    })
}

/// The board seen in a mirror: files exchanged, or ranks and colours.
fn reflected(board: &Board, exchange: bool) -> Board {
    let mut other = Board::EMPTY;
    for square in board.occupied() {
        let piece = board.piece_at(square).expect("a piece");
        let (file, rank) = (square.file(), square.rank());
        let (square, color) = match exchange {
            false => (Square::at(7 - file, rank), piece.color),
            true => (Square::at(file, 7 - rank), !piece.color),
        };
        put(&mut other, square.expect("a square"), color, piece.role);
    }
    other
}

/// Checks a board and its reflections, in which the class is another one with the same answer.
fn check(board: &Board, can: bool, name: &str) {
    for mirror in [false, true] {
        let board = if mirror {
            reflected(board, false)
        } else {
            *board
        };
        let exchanged = reflected(&board, true);
        assert_eq!(can_mate(&board, Color::White), can, "{name}");
        assert_eq!(can_mate(&exchanged, Color::Black), can, "{name}");
        let neither = Color::ALL.iter().all(|side| !can_mate(&board, *side));
        assert_eq!(is_dead(&board), neither, "{name}");
    }
}

#[test]
fn the_table_has_every_class_and_its_witnesses_mate() {
    let listed: BTreeSet<(Side, Side)> = rows()
        .map(|row| (row.white.to_owned(), row.black.to_owned()))
        .collect();
    assert_eq!(listed, classes(3).into_iter().collect());
    assert_eq!(TABLE.lines().count(), listed.len());
    for row in rows() {
        let name = format!("{} {}", row.white, row.black);
        if !row.can {
            assert!(matches!(row.rest[..], ["0" | "-"]), "{name}");
            continue;
        }
        let position: Position = format!("{} w - - 0 60", row.rest[0])
            .parse()
            .expect("a position");
        let side = (row.white.to_owned(), row.black.to_owned());
        assert_eq!(class(position.board()), side, "{name}");
        let mv = row.rest[1].parse().expect("a move");
        let mated = position.play(mv, MoveRules::FIDE).expect("a legal move");
        assert!(mated.is_checkmate(MoveRules::FIDE), "{name}");
    }
}

#[test]
fn can_mate_agrees_with_the_table() {
    let mut rng = Rng::with_seed(2);
    let mut cannot = 0;
    for row in rows() {
        let name = format!("{} {}", row.white, row.black);
        let mut boards = 0;
        while boards < 4 {
            if let Some(board) = random_board(row.white, row.black, &mut rng) {
                check(&board, row.can, &name);
                boards += 1;
            }
        }
        cannot += usize::from(!row.can);
    }
    assert!(cannot > 60, "{cannot}");
}

#[test]
fn a_search_of_some_classes_agrees_with_the_table() {
    for (white, black, expected) in [
        ("N", "", false),
        ("N", "Q", false),
        ("N", "R", true),
        ("L", "R", false),
        ("L", "Q", false),
        ("L", "D", true),
        ("L", "N", true),
        ("R", "", true),
        ("LL", "Q", false),
    ] {
        assert_eq!(mated(white, black) > 0, expected, "{white} {black}");
    }
}
