//! Castling rights (FIDE 3.8.2.1) and the squares that castling involves, those of Chess960 too
//! (FIDE Guidelines II.3).

use super::{Bitboard, Board, Color, Move, Piece, Role, Square};

/// The side of the board to which a king castles (FIDE 3.8.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingSide {
    /// King-side (short) castling, to the g-file: `O-O`.
    King,
    /// Queen-side (long) castling, to the c-file: `O-O-O`.
    Queen,
}

impl CastlingSide {
    /// Both sides of the board, the king side first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// The side of the board on which one file lies, seen from another one.
    const fn towards(file: u8, from: u8) -> CastlingSide {
        if file > from {
            CastlingSide::King
        } else {
            CastlingSide::Queen
        }
    }

    /// The files of the king and the rook after castling.
    const fn targets(self) -> (u8, u8) {
        match self {
            CastlingSide::King => (6, 5),
            CastlingSide::Queen => (2, 3),
        }
    }

    /// The file of the rook at the start of a game of standard chess.
    pub(super) const fn standard_rook(self) -> u8 {
        match self {
            CastlingSide::King => 7,
            CastlingSide::Queen => 0,
        }
    }
}

/// The file of the king at the start of a game of standard chess.
pub(super) const STANDARD_KING: u8 = 4;

/// Where the king and the rook stand before and after castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Castling {
    pub side: CastlingSide,
    pub king_from: Square,
    pub king_to: Square,
    pub rook_from: Square,
    pub rook_to: Square,
}

impl Castling {
    /// Castling of a king on a square with the rook on a file of the same rank.
    pub(super) fn new(king_from: Square, rook: u8) -> Option<Castling> {
        let side = CastlingSide::towards(rook, king_from.file());
        let (king_to, rook_to) = side.targets();
        let at = |file| Square::at(file, king_from.rank());
        Some(Castling {
            side,
            king_from,
            king_to: at(king_to)?,
            rook_from: at(rook)?,
            rook_to: at(rook_to)?,
        })
    }

    /// What a pseudo-legal move of a king castles with: its own rook, if that is its target, or with
    /// two files the rook of standard chess.
    pub fn of_king(board: &Board, us: Color, mv: Move) -> Option<Castling> {
        let (from, to) = (mv.from.file(), mv.to.file());
        if board.pieces(us, Role::Rook).contains(mv.to) {
            return Castling::new(mv.from, to);
        }
        let side = CastlingSide::towards(to, from);
        (from.abs_diff(to) == 2).then(|| Castling::new(mv.from, side.standard_rook()))?
    }

    /// Whether king and rook stand where a game of standard chess begins.
    pub const fn is_standard(&self) -> bool {
        self.king_from.file() == STANDARD_KING && self.rook_from.file() == self.side.standard_rook()
    }

    /// The move: the king's own two squares, or in Chess960 that to the rook's square.
    pub const fn as_move(&self, chess960: bool) -> Move {
        Move {
            from: self.king_from,
            to: if chess960 {
                self.rook_from
            } else {
                self.king_to
            },
            promotion: None,
        }
    }

    /// Whether all squares are empty that king and rook cross or reach, but for these two, and the king
    /// is attacked on no square that it leaves, crosses or reaches (FIDE 3.8.2.2, Guidelines II.3.2).
    #[inline]
    pub fn is_open(&self, board: &Board, us: Color) -> bool {
        let both = Bitboard::of(self.king_from) | Bitboard::of(self.rook_from);
        let king_path = span(self.king_from, self.king_to);
        let path = king_path | span(self.rook_from, self.rook_to);
        if !(board.occupied() & path & !both).is_empty() {
            return false;
        }
        // Without the king and the rook: each line along the rank that they close, or that the rook
        // closes after castling, ends on a square of the king's path.
        let mut left = *board;
        self.lift(&mut left, us);
        king_path
            .into_iter()
            .all(|square| !left.is_attacked(square, !us))
    }

    /// Takes the king and the rook off their squares.
    fn lift(&self, board: &mut Board, color: Color) {
        for (square, role) in [(self.king_from, Role::King), (self.rook_from, Role::Rook)] {
            board.toggle(square, Piece { color, role });
        }
    }

    /// Moves the king and the rook.
    pub fn apply(&self, board: &mut Board, color: Color) {
        self.lift(board, color);
        for (square, role) in [(self.king_to, Role::King), (self.rook_to, Role::Rook)] {
            board.toggle(square, Piece { color, role });
        }
    }
}

/// The squares from one to another of the same rank, both included.
const fn span(from: Square, to: Square) -> Bitboard {
    let (low, high) = match from.index() < to.index() {
        true => (from.index(), to.index()),
        false => (to.index(), from.index()),
    };
    // (Of the last square, the first power is 2^64, which is 0.)
    Bitboard::from_bits((2_u64 << high).wrapping_sub(1 << low))
}

/// The castling rights of both sides (FIDE 3.8.2.1). A side has the right to castle with a rook
/// while neither the king nor that rook has moved and the rook has not been captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CastlingRights(u16);

impl CastlingRights {
    /// No right.
    pub const NONE: CastlingRights = CastlingRights(0);
    /// All four rights of the standard start position.
    pub const ALL: CastlingRights = CastlingRights::NONE
        .with(Color::White, CastlingSide::King)
        .with(Color::White, CastlingSide::Queen)
        .with(Color::Black, CastlingSide::King)
        .with(Color::Black, CastlingSide::Queen);

    // Four bits for each right: the file of the rook, and 8.
    const fn shift(color: Color, side: CastlingSide) -> u32 {
        8 * color.index() as u32 + 4 * side as u32
    }

    /// The file (a = 0) of the rook with which a colour has the right to castle to a side of the board.
    #[inline]
    pub const fn rook(self, color: Color, side: CastlingSide) -> Option<u8> {
        let bits = self.0 >> Self::shift(color, side) & 0b1111;
        if bits == 0 {
            None
        } else {
            Some(bits as u8 & 7)
        }
    }

    /// Whether a colour has the right to castle to a side of the board.
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.rook(color, side).is_some()
    }

    /// These rights and the one of standard chess, with the rook of the a-file or the h-file.
    #[must_use]
    pub const fn with(self, color: Color, side: CastlingSide) -> Self {
        self.with_rook(color, side, side.standard_rook())
    }

    /// These rights and the one to castle with the rook of a file (a = 0).
    #[must_use]
    pub const fn with_rook(self, color: Color, side: CastlingSide, file: u8) -> Self {
        let shift = Self::shift(color, side);
        let others = self.0 & !(0b1111 << shift);
        CastlingRights(others | (8 | (file as u16 & 7)) << shift)
    }

    /// The rights that remain when a colour's king has moved.
    #[inline]
    pub(super) const fn without(self, color: Color) -> Self {
        CastlingRights(self.0 & !(0xFF << Self::shift(color, CastlingSide::King)))
    }

    /// The rights that remain when a colour's rook has left a square or has been captured there.
    #[inline]
    pub(super) fn without_rook(self, color: Color, square: Square) -> Self {
        let mut left = self;
        if square.rank() == color.home_rank() {
            for side in CastlingSide::ALL {
                if self.rook(color, side) == Some(square.file()) {
                    left.0 &= !(0b1111 << Self::shift(color, side));
                }
            }
        }
        left
    }
}

impl std::fmt::Debug for CastlingRights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let files = Color::ALL.map(|color| CastlingSide::ALL.map(|side| self.rook(color, side)));
        f.debug_tuple("CastlingRights").field(&files).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn a_rook_that_has_left_its_square_loses_only_its_right() {
        let left = |color, name: &str| {
            let square = name.parse().unwrap();
            let rights = CastlingRights::ALL.without_rook(color, square);
            [White, Black].map(|color| CastlingSide::ALL.map(|side| rights.has(color, side)))
        };
        assert_eq!(left(White, "h1"), [[false, true], [true, true]]);
        assert_eq!(left(White, "a1"), [[true, false], [true, true]]);
        assert_eq!(left(Black, "h8"), [[true, true], [false, true]]);
        assert_eq!(left(Black, "a8"), [[true, true], [true, false]]);
        assert_eq!(left(White, "d1"), [[true, true], [true, true]]);
        assert_eq!(left(White, "h8"), [[true, true], [true, true]]);
        let kings = [White, Black].map(|color| CastlingRights::ALL.without(color));
        assert!(CastlingSide::ALL.iter().all(|side| {
            !kings[0].has(White, *side)
                && kings[0].has(Black, *side)
                && kings[1].has(White, *side)
                && !kings[1].has(Black, *side)
        }));
    }

    #[test]
    fn a_right_that_is_there_stays() {
        for color in [White, Black] {
            for side in CastlingSide::ALL {
                assert_eq!(CastlingRights::ALL.with(color, side), CastlingRights::ALL);
            }
        }
    }

    #[test]
    fn a_right_keeps_the_file_of_its_rook() {
        for file in 0..8 {
            let rights = CastlingRights::ALL.with_rook(Black, CastlingSide::King, file);
            assert_eq!(rights.rook(Black, CastlingSide::King), Some(file));
            assert_eq!(rights.rook(Black, CastlingSide::Queen), Some(0));
            assert_eq!(rights.rook(White, CastlingSide::King), Some(7));
        }
    }

    #[test]
    fn a_span_reaches_the_last_square() {
        let square = |name: &str| name.parse::<Square>().expect("a square");
        let squares = span(square("h8"), square("e8"));
        assert_eq!(squares.len(), 4);
        assert!(
            ["e8", "f8", "g8", "h8"]
                .iter()
                .all(|name| squares.contains(square(name)))
        );
    }
}
