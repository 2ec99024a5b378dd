//! Moves of White for a goal, chosen by a small search.

pub(super) mod castling;

use fastrand::Rng;
use golfchess_rules::{Bitboard, Board, Color, Game, Move, MoveRules, Position, Role, Square};

use crate::contract;

/// The half-moves of the search, captures at its end aside.
const DEPTH: u32 = 3;

/// A value above all material.
const WON: i32 = 100_000;

/// The best of some legal moves by material, and by the distance between the kings when Black has few
/// pieces.
pub(super) fn best(game: &Game, moves: &[Move], rng: &mut Rng) -> Move {
    let (position, rules) = (game.position(), game.profile().moves);
    let mut best = (-WON * 3, moves[0]);
    for mv in moves {
        let mut next = game.clone();
        let is_draw = next.play(*mv).is_ok()
            && next
                .outcome()
                .is_some_and(|outcome| outcome.winner().is_none());
        // A position that has stood twice is a step to a draw.
        let seen = i32::try_from(next.repetitions()).unwrap_or(0) * 40;
        let alpha = best.0.saturating_sub(20);
        let value = match is_draw {
            true => 0,
            false => -search(
                &position.play_unchecked(*mv),
                rules,
                DEPTH - 1,
                -WON * 2,
                -alpha,
            ),
        };
        let value = value - seen + rng.i32(0..8);
        if value > best.0 {
            best = (value, *mv);
        }
    }
    best.1
}

/// The value for the side to move.
fn search(position: &Position, rules: MoveRules, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let mut moves = position.legal_moves(rules);
    if moves.is_empty() {
        return match position.is_check() {
            true => -WON - i32::try_from(depth).unwrap_or(0),
            false => 0,
        };
    }
    let board = position.board();
    if depth == 0 {
        let still = value(position);
        if still >= beta {
            return still;
        }
        alpha = alpha.max(still);
        moves.retain(|mv| board.piece_at(mv.to).is_some());
    }
    moves.sort_by_key(|mv| {
        let gain = board.role_at(mv.to).map_or(0, worth);
        let cost = board.role_at(mv.from).map_or(0, worth);
        -(gain * 16 - if gain > 0 { cost } else { 0 })
    });
    for mv in moves {
        let next = position.play_unchecked(mv);
        let left = depth.saturating_sub(1);
        let value = -search(&next, rules, left, -beta, -alpha);
        if value >= beta {
            return value;
        }
        alpha = alpha.max(value);
    }
    alpha
}

const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 320,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 2_000,
    }
}

/// The value of a position for the side to move, without a search.
fn value(position: &Position) -> i32 {
    let board = position.board();
    let own = position.side_to_move();
    let of = |color: Color| -> i32 {
        let squares = board.color(color).into_iter();
        squares.map(|square| placed(board, color, square)).sum()
    };
    of(own) - of(!own)
}

/// The worth of a piece with its place: pawns go ahead, knights and kings without enemies to the middle.
fn placed(board: &Board, color: Color, square: Square) -> i32 {
    let role = board.role_at(square).unwrap_or(Role::Pawn);
    let middle = |at: u8| i32::from(at.min(7 - at));
    let centre = middle(square.file()) + middle(square.rank());
    let bare = board.color(color).len() == 1;
    let worth = if role == Role::King { 0 } else { worth(role) };
    worth
        + match role {
            Role::Pawn => {
                let ahead = square.rank().abs_diff(color.pawn_rank());
                i32::from(ahead * ahead) * 4
            }
            Role::King if bare => centre * 20 + distance_of_kings(board) * 6,
            Role::King => -centre,
            _ => centre * 3,
        }
}

fn distance_of_kings(board: &Board) -> i32 {
    let king = |color| board.king(color);
    let (Some(white), Some(black)) = (king(Color::White), king(Color::Black)) else {
        return 0;
    };
    let files = white.file().abs_diff(black.file());
    i32::from(files.max(white.rank().abs_diff(black.rank())))
}

/// Of the moves after which Black can mate at once, any of them; or else one that moves a pawn before
/// the king, or any.
pub(super) fn helps_mate(
    position: &Position,
    moves: &[Move],
    rules: MoveRules,
    rng: &mut Rng,
) -> Move {
    let mated = |mv: &Move| {
        let next = position.play_unchecked(*mv);
        !contract::mates(&next, &next.legal_moves(rules), rules).is_empty()
    };
    let open = |mv: &Move| {
        let king = position.board().king(Color::White);
        let near = king.is_some_and(|king| mv.from.file().abs_diff(king.file()) <= 2);
        near && position.board().role_at(mv.from) == Some(Role::Pawn)
    };
    let good: Vec<Move> = moves.iter().filter(|mv| mated(mv)).copied().collect();
    let some: Vec<Move> = moves.iter().filter(|mv| open(mv)).copied().collect();
    let from = match (good.is_empty(), some.is_empty() || rng.usize(..3) == 0) {
        (false, _) => &good[..],
        (true, false) => &some[..],
        (true, true) => moves,
    };
    from[rng.usize(..from.len())]
}

/// Whether the side to move can mate, and can stalemate instead.
pub(super) fn mates_beside_a_stalemate(position: &Position, rules: MoveRules) -> bool {
    let ends = |mv: &Move| position.play_unchecked(*mv).legal_moves(rules).is_empty();
    let ends: Vec<Move> = position
        .legal_moves(rules)
        .into_iter()
        .filter(ends)
        .collect();
    let mates = contract::mates(position, &ends, rules);
    !mates.is_empty() && mates.len() < ends.len()
}

/// A move after which Black can mate and can stalemate, if there is one. Otherwise, as long as White has pieces,
/// one after which Black captures; with a bare king one to the edge. Black cannot mate after it if that can be.
pub(super) fn beside(position: &Position, moves: &[Move], rules: MoveRules, rng: &mut Rng) -> Move {
    let bare = position.board().color(Color::White).len() == 1;
    let keyed = moves.iter().map(|mv| {
        let next = position.play_unchecked(*mv);
        let mated = !contract::mates(&next, &next.legal_moves(rules), rules).is_empty();
        let wanted = mated && mates_beside_a_stalemate(&next, rules);
        let middle = |at: u8| at.min(7 - at);
        let far = match bare {
            true => middle(mv.to.file()).min(middle(mv.to.rank())),
            false => u8::from(captures(&next, rules) == 0),
        };
        ((!wanted, mated, far, rng.u8(..)), mv)
    });
    least(keyed, moves)
}

/// The move that leaves Black the fewest replies.
pub(super) fn fewest(position: &Position, moves: &[Move], rules: MoveRules, rng: &mut Rng) -> Move {
    let keyed = moves.iter().map(|mv| {
        let next = position.play_unchecked(*mv);
        let replies = next.legal_moves(rules).len();
        ((captures(&next, rules) > 0, replies, rng.u8(..)), mv)
    });
    least(keyed, moves)
}

/// A move after which Black's king captures most.
pub(super) fn give_away(
    position: &Position,
    moves: &[Move],
    rules: MoveRules,
    rng: &mut Rng,
) -> Move {
    let lost = |mv: &Move| {
        let next = position.play_unchecked(*mv);
        let kings = [Color::White, Color::Black].map(|color| next.board().king(color));
        let near = match kings {
            [_, Some(king)] => {
                let files = mv.to.file().abs_diff(king.file());
                files.max(mv.to.rank().abs_diff(king.rank()))
            }
            _ => 0,
        };
        (captures(&next, rules) == 0, near)
    };
    let king = position.board().king(Color::White);
    let keyed = moves
        .iter()
        .map(|mv| ((lost(mv), Some(mv.from) == king, rng.u8(..)), mv));
    least(keyed, moves)
}

/// The captures in a position.
fn captures(position: &Position, rules: MoveRules) -> usize {
    let moves = position.legal_moves(rules).into_iter();
    let is_capture = |mv: &Move| position.board().piece_at(mv.to).is_some();
    moves.filter(is_capture).count()
}

/// The move with the least key; the first one if there is none.
fn least<'m, K: Ord>(keyed: impl Iterator<Item = (K, &'m Move)>, moves: &[Move]) -> Move {
    let least = keyed.min_by(|(one, _), (other, _)| one.cmp(other));
    least.map_or(moves[0], |(_, mv)| *mv)
}

/// A move that is neither a capture nor a pawn's, if there is one: the last one back, or any.
pub(super) fn quiet(game: &Game, moves: &[Move], rng: &mut Rng) -> Move {
    let position = game.position();
    let board = position.board();
    let rules = game.profile().moves;
    let is_quiet = |mv: &&Move| {
        let loses = captures(&position.play_unchecked(**mv), rules) > 0;
        board.piece_at(mv.to).is_none() && board.role_at(mv.from) != Some(Role::Pawn) && !loses
    };
    let quiet: Vec<Move> = moves.iter().filter(is_quiet).copied().collect();
    let last = game.moves().iter().rev().nth(1);
    let back = last.and_then(|last| {
        let mut quiet = quiet.iter();
        quiet.find(|mv| (mv.from, mv.to) == (last.to, last.from))
    });
    let from = if quiet.is_empty() { moves } else { &quiet };
    back.copied()
        .unwrap_or_else(|| from[rng.usize(..from.len())])
}

/// Pairs of squares that are no legal moves, but that look like moves of White's pieces: blocked, pinned,
/// in check, too late, or not at all possible for this piece.
pub(super) fn plausible(position: &Position) -> Vec<(Square, Square)> {
    let board = position.board();
    let full = MoveRules::FIDE;
    let legal = position.legal_moves(full);
    let own: Bitboard = board.color(Color::White);
    let mut pairs = Vec::new();
    for from in own {
        for to in Square::all() {
            let files = from.file().abs_diff(to.file());
            let ranks = from.rank().abs_diff(to.rank());
            let (straight, diagonal) = (files == 0 || ranks == 0, files == ranks);
            let is_like = match board.role_at(from) {
                Some(Role::King) => files <= 2 && ranks <= 1,
                Some(Role::Queen) => straight || diagonal,
                Some(Role::Rook) => straight,
                Some(Role::Bishop) => diagonal,
                Some(Role::Knight) => files * ranks == 2,
                _ => files <= 1 && ranks <= 2,
            };
            let is_legal = legal.iter().any(|mv| (mv.from, mv.to) == (from, to));
            if is_like && from != to && !is_legal {
                pairs.push((from, to));
            }
        }
    }
    pairs
}

/// Whether a pawn would take the black piece before it.
pub(super) fn is_blocked_pawn(game: &Game, from: Square, to: Square) -> bool {
    let board = game.position().board();
    let is_pawn = board.role_at(from) == Some(Role::Pawn);
    is_pawn && from.offset(0, 1) == Some(to) && board.color(Color::Black).contains(to)
}

/// The square of a Black piece: no click after it is a move.
pub(super) fn apart(game: &Game) -> Square {
    let black = game.position().board().color(Color::Black);
    black
        .into_iter()
        .next()
        .unwrap_or_else(|| game.moves()[0].to)
}
