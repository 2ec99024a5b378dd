//! Moves of White towards castling.

use fastrand::Rng;
use golfchess_rules::{CastlingSide, Color, Game, Move, Position, Role, Square};

use super::{least, worth};

/// The file of a king that has not moved.
const KING: u8 = 4;

/// A move towards castling to a side: that castling, or a move that frees its squares.
pub fn castle(game: &Game, side: CastlingSide, rng: &mut Rng) -> Move {
    let moves = game.legal_moves();
    if let Some(castling) = find(game, &moves, side) {
        return castling;
    }
    let keyed = moves
        .iter()
        .map(|mv| ((freeing(game, *mv, side), rng.u8(..)), mv));
    least(keyed, &moves)
}

/// A move of a king that could castle to this side: it goes, and comes back. Until then, one that brings castling
/// closer.
pub fn come_back(game: &Game, side: CastlingSide, rng: &mut Rng) -> Move {
    let position = game.position();
    let moves = game.legal_moves();
    let has_right = position.castling().has(Color::White, side);
    let could_castle = find(game, &moves, side).is_some();
    let keyed = moves.iter().map(|mv| {
        let is_king = position.board().role_at(mv.from) == Some(Role::King);
        let castles = position.castling_side(*mv).is_some();
        let goes = is_king && could_castle;
        let returns = is_king && !has_right && Some(mv.to) == home(KING);
        let key = (castles, !(goes || returns), freeing(game, *mv, side));
        ((key, rng.u8(..)), mv)
    });
    least(keyed, &moves)
}

/// A move towards a position in which only an attack on the square that the king crosses forbids castling: the
/// one after which most replies of Black lead there, captures above all, or one that frees the squares between.
pub fn castle_through_check(game: &Game, side: CastlingSide, rng: &mut Rng) -> Move {
    let (position, rules) = (game.position(), game.profile().moves);
    let moves = game.legal_moves();
    let keyed = moves.iter().map(|mv| {
        let next = position.play_unchecked(*mv);
        let leads = |reply: &Move| match crosses_check(&next.play_unchecked(*reply), side) {
            true => 1 + next.board().role_at(reply.to).map_or(0, worth) / 50,
            false => 0,
        };
        let replies: i32 = next.legal_moves(rules).iter().map(leads).sum();
        let castles = position.castling_side(*mv).is_some();
        let key = (castles, -replies, freeing(game, *mv, side));
        ((key, rng.u8(..)), mv)
    });
    least(keyed, &moves)
}

/// Whether White could castle, were the square that the king crosses not attacked (FIDE Laws, 3.8.2.2).
pub fn crosses_check(position: &Position, side: CastlingSide) -> bool {
    let (crossed, target) = match side {
        CastlingSide::King => (5, 6),
        CastlingSide::Queen => (3, 2),
    };
    let is_attacked =
        |file| home(file).is_some_and(|at| !position.attackers(at, Color::Black).is_empty());
    let is_free = |file| home(file).is_some_and(|at| position.board().piece_at(at).is_none());
    position.castling().has(Color::White, side)
        && between(side).all(is_free)
        && is_attacked(crossed)
        && ![KING, target].into_iter().any(is_attacked)
}

/// Whether two squares are those of a king that castles, also if this is not legal.
pub fn is_castling(game: &Game, from: Square, to: Square) -> bool {
    let board = game.position().board();
    board.role_at(from) == Some(Role::King) && from.file().abs_diff(to.file()) == 2
}

/// The files between the king and a rook.
fn between(side: CastlingSide) -> std::ops::RangeInclusive<u8> {
    match side {
        CastlingSide::King => 5..=6,
        CastlingSide::Queen => 1..=3,
    }
}

/// A square of White's first rank.
fn home(file: u8) -> Option<Square> {
    Square::at(file, 0)
}

/// The castling to a side, if it is legal.
fn find(game: &Game, moves: &[Move], side: CastlingSide) -> Option<Move> {
    let castles = |mv: &&Move| game.position().castling_side(**mv) == Some(side);
    moves.iter().find(castles).copied()
}

/// A key of a move, the least for those that bring castling closer: it moves neither the king nor a rook and loses
/// no piece, it frees a square between king and rook, it opens a line to these squares.
fn freeing(game: &Game, mv: Move, side: CastlingSide) -> [bool; 3] {
    let role = game.position().board().role_at(mv.from);
    let stays = !matches!(role, Some(Role::King | Role::Rook));
    let is_safe = stays && !loses(game, mv);
    let is_home = mv.from.rank() == 0 && between(side).contains(&mv.from.file());
    let opens = role == Some(Role::Pawn) && matches!(mv.from.file(), 1 | 3 | 4 | 6);
    [!is_safe, !(is_home && mv.to.rank() > 0), !opens]
}

/// Whether a piece that moves can be captured.
fn loses(game: &Game, mv: Move) -> bool {
    let next = game.position().play_unchecked(mv);
    let replies = next.legal_moves(game.profile().moves);
    replies.iter().any(|reply| reply.to == mv.to)
}
