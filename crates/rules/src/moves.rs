//! A move: start square, target square, promotion piece.

use super::{Role, Square};

/// A move: its start square, its target square and the promotion piece.
///
/// Castling is the king's own move of two squares (FIDE 3.8.2), or with
/// [`MoveRules::chess960`](crate::MoveRules::chess960) the move from the king's square to that of its own
/// rook. En passant is the pawn's own diagonal move (FIDE 3.7.3.1). As text it is in coordinate (UCI) notation: `e2e4`, `e7e8q`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square that the piece reaches.
    pub to: Square,
    /// The promotion piece; `None` when the move is not a promotion.
    pub promotion: Option<Role>,
}
