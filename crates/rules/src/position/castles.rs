//! The castling rights of a position.

use crate::castling::{Castling, STANDARD_KING};
use crate::{CastlingSide, Color, Move, Position, Role, Square};

impl Position {
    /// The castling for which the side to move has the right; `None` without the right.
    #[inline]
    pub(crate) fn castling_to(&self, side: CastlingSide) -> Option<Castling> {
        let rook = self.castling.rook(self.side, side)?;
        Castling::new(self.board.king(self.side)?, rook)
    }

    /// The side of the board to which a legal move castles; `None` if it does not castle.
    pub fn castling_side(&self, mv: Move) -> Option<CastlingSide> {
        let is_king = self.board.pieces(self.side, Role::King).contains(mv.from);
        let castling = is_king.then(|| Castling::of_king(&self.board, self.side, mv))??;
        Some(castling.side)
    }

    /// Whether each castling right is one of standard chess: the king on the e-file, the rook on the
    /// a-file or the h-file.
    pub fn has_standard_castling(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            CastlingSide::ALL.into_iter().all(|side| {
                let rook = self.castling.rook(color, side);
                let king = self.board.king(color).map(Square::file);
                rook.is_none_or(|rook| rook == side.standard_rook() && king == Some(STANDARD_KING))
            })
        })
    }
}
