//! A move as a start square, a target square and the promotion piece.

use super::{Role, Square};

/// A move: where from, where to, and what a promoted pawn becomes.
///
/// Castling is the king's own move of two squares (FIDE 3.8.2); en passant is the pawn's own
/// diagonal move (FIDE 3.7.3.1). As text it is in coordinate (UCI) notation: `e2e4`, `e7e8q`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square that the piece reaches.
    pub to: Square,
    /// What the pawn becomes; `None` for every move that is no promotion.
    pub promotion: Option<Role>,
}
