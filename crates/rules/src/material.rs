//! What a side can still do with the material on the board.

use super::{Bitboard, Board, Color, Role};

/// Whether a side can checkmate by any series of legal moves, as far as the material of both sides
/// decides (FIDE 5.1.2, 6.9).
///
/// A side cannot mate with
/// - a bare king;
/// - a king and one knight against a king with nothing but queens, or with nothing;
/// - a king and bishops that all stand on squares of one colour, against a side without pawns and
///   knights whose bishops stand on squares of that colour too.
///
/// The function does not look at the squares of the pieces: a wall of pawns that no piece can pass
/// counts as material that can mate.
///
/// ```
/// use golfchess_rules::{Color, Position, can_mate};
///
/// let position: Position = "7k/8/8/8/8/8/6r1/KN6 w - - 0 1".parse()?;
/// // The rook can stand in its own king's way.
/// assert!(can_mate(position.board(), Color::White));
/// let position: Position = "7k/8/8/8/8/8/6q1/KB6 w - - 0 1".parse()?;
/// assert!(!can_mate(position.board(), Color::White));
/// # Ok::<(), golfchess_rules::FenError>(())
/// ```
pub fn can_mate(board: &Board, side: Color) -> bool {
    let kings = board.role(Role::King);
    let own = board.color(side) & !kings;
    let other = board.color(!side) & !kings;
    if own.is_empty() {
        return false;
    }
    if own == board.pieces(side, Role::Knight) && own.len() == 1 {
        return other != board.pieces(!side, Role::Queen);
    }
    let bishops = board.role(Role::Bishop);
    let helpers = other & (board.role(Role::Pawn) | board.role(Role::Knight));
    own != board.pieces(side, Role::Bishop) || !helpers.is_empty() || !on_one_colour(bishops)
}

/// Whether all squares of a set have the same colour.
pub(crate) fn on_one_colour(squares: Bitboard) -> bool {
    (squares & Bitboard::LIGHT_SQUARES).is_empty() || (squares & Bitboard::DARK_SQUARES).is_empty()
}
