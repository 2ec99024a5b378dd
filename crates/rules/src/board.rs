//! Piece placement.

use super::{Bitboard, Color, Piece, Role, Square};
use std::fmt;

/// The placement of the pieces: no side to move, no castling rights, no history.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board = Board {
        roles: [Bitboard::EMPTY; 6],
        colors: [Bitboard::EMPTY; 2],
    };

    /// The squares of all pieces of one kind, of both sides.
    #[inline]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// The squares of all pieces of one side.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of one side's pieces of one kind.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// The squares of one side's queens and of its pieces of one kind, which is a bishop or a rook.
    #[inline]
    pub(super) fn sliders(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & (self.role(role) | self.role(Role::Queen))
    }

    /// The occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.color(Color::White) | self.color(Color::Black)
    }

    /// The kind of the piece on a square; `None` when the square is empty.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|role| self.role(*role).contains(square))
    }

    /// The side of the piece on a square; `None` when the square is empty.
    pub fn color_at(&self, square: Square) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|color| self.color(*color).contains(square))
    }

    /// The piece on a square; `None` when the square is empty.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Some(Piece {
            color: self.color_at(square)?,
            role: self.role_at(square)?,
        })
    }

    /// The square of a side's king; `None` when it has none.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// Puts a piece on a square; replaces the piece that stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.toggle(square, piece);
    }

    /// Empties a square.
    pub fn remove(&mut self, square: Square) {
        let others = !Bitboard::of(square);
        for set in self.roles.iter_mut().chain(&mut self.colors) {
            *set &= others;
        }
    }

    /// Adds the piece to an empty square, or removes the same piece from its square.
    #[inline]
    pub(super) fn toggle(&mut self, square: Square, piece: Piece) {
        self.roles[piece.role.index()] ^= Bitboard::of(square);
        self.colors[piece.color.index()] ^= Bitboard::of(square);
    }
}

/// Eight lines, rank 8 first, the empty squares as dots.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for square in Bitboard::rank(rank) {
                let letter = self.piece_at(square).map_or('.', Piece::letter);
                write!(f, "{letter}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_can_be_put_replaced_and_removed() {
        let square: Square = "c6".parse().unwrap();
        let [queen, pawn] = ['q', 'P'].map(|letter| Piece::from_letter(letter).unwrap());
        let mut board = Board::EMPTY;
        board.put(square, queen);
        assert_eq!(board.piece_at(square), Some(queen));
        board.put(square, pawn);
        assert_eq!(board.piece_at(square), Some(pawn));
        assert_eq!(board.occupied().len(), 1);
        board.remove(square);
        assert_eq!(board, Board::EMPTY);
    }

    #[test]
    fn a_board_is_written_from_rank_8_on() {
        let text =
            "r.......\n........\n........\n........\n........\n........\n........\n.......K\n";
        let mut board = Board::EMPTY;
        for (square, letter) in [("a8", 'r'), ("h1", 'K')] {
            board.put(square.parse().unwrap(), Piece::from_letter(letter).unwrap());
        }
        assert_eq!(board.to_string(), text);
        assert_eq!(format!("{board:?}"), text);
    }
}
