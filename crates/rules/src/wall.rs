//! Dead positions (FIDE 5.2.2) behind walls of pawns.

use super::{Bitboard, Board, Color, Position, Role, Square, ray};

/// Whether pawns block each other so that no piece can ever be captured: then neither side can mate
/// (FIDE 5.2.2).
///
/// All of this must hold:
/// - only kings and pawns are left, and there is at least one pawn;
/// - on the square before each pawn stands a pawn of the other side;
/// - no pawn can capture, en passant included;
/// - no king can reach a pawn of the other side. For this test a king wanders over all squares that no
///   pawn of the other side attacks and no own pawn occupies, as if the other king were not there.
///
/// In such a position no pawn ever moves and no pawn is ever captured. A king leaves a check at once,
/// and no move can give another one, because a king gives none (FIDE 3.9.2). So there is no mate
/// after the next move. (A position that is checkmate now ends the game before this function is asked.)
///
/// A king is taken for freer than it is, because the other king keeps it from some squares. So the
/// function does not detect every dead position, and each one that it detects is dead.
///
/// ```
/// use golfchess_rules::{Position, is_walled};
///
/// let position: Position = "4k3/8/8/1p2p1p1/1P2P1P1/8/8/4K3 w - - 0 1".parse()?;
/// assert!(is_walled(&position));
/// # Ok::<(), golfchess_rules::FenError>(())
/// ```
pub fn is_walled(position: &Position) -> bool {
    let board = position.board();
    let pawns = board.role(Role::Pawn);
    !pawns.is_empty()
        && board.occupied() == pawns | board.role(Role::King)
        && position.legal_en_passant().is_none()
        && Color::ALL.into_iter().all(|side| is_blocked(board, side))
        && !Color::ALL
            .into_iter()
            .any(|side| king_captures(board, side))
}

/// The squares that the pawns of a side attack.
fn attacked(board: &Board, by: Color) -> Bitboard {
    let pawns = board.pieces(by, Role::Pawn).into_iter();
    pawns.fold(Bitboard::EMPTY, |set, pawn| set | ray::pawn(by, pawn))
}

/// Whether a pawn of the other side stands before each pawn of a side, and no pawn attacks one.
fn is_blocked(board: &Board, side: Color) -> bool {
    let other = board.pieces(!side, Role::Pawn);
    let is_before = |pawn: Square| {
        let ahead = pawn.offset(0, side.forward());
        ahead.is_some_and(|square| other.contains(square))
    };
    board.pieces(side, Role::Pawn).into_iter().all(is_before)
        && (attacked(board, side) & other).is_empty()
}

/// Whether the king of a side can reach a pawn of the other side that none of these protects.
fn king_captures(board: &Board, side: Color) -> bool {
    let barred = attacked(board, !side) | board.pieces(side, Role::Pawn);
    let mut reached = board.pieces(side, Role::King);
    loop {
        let around = reached.into_iter().map(ray::king);
        let next = around.fold(reached, |set, squares| set | squares & !barred);
        if next == reached {
            return !(reached & board.pieces(!side, Role::Pawn)).is_empty();
        }
        reached = next;
    }
}

#[cfg(test)]
#[path = "wall_tests.rs"]
mod tests;
