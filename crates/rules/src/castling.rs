//! Castling rights (FIDE 3.8.2.1) and the squares that castling involves.

use super::{Bitboard, Color, Square};

/// The side of the board to which a king castles (FIDE 3.8.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingSide {
    /// King-side (short) castling, towards the h-file: `O-O`.
    King,
    /// Queen-side (long) castling, towards the a-file: `O-O-O`.
    Queen,
}

impl CastlingSide {
    /// Both sides of the board, the king side first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// The squares that castling to this side involves.
    pub(super) const fn path(self, color: Color) -> CastlingPath {
        const PATHS: [[CastlingPath; 2]; 2] = [
            [
                CastlingPath::new(Color::White, CastlingSide::King),
                CastlingPath::new(Color::White, CastlingSide::Queen),
            ],
            [
                CastlingPath::new(Color::Black, CastlingSide::King),
                CastlingPath::new(Color::Black, CastlingSide::Queen),
            ],
        ];
        PATHS[color.index()][self as usize]
    }
}

/// Where the king and the rook stand before and after castling, and the squares between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct CastlingPath {
    pub king_from: Square,
    pub king_to: Square,
    pub rook_from: Square,
    pub rook_to: Square,
    /// The squares between the king and the rook: all must be empty.
    pub between: Bitboard,
    /// The squares that the king leaves, crosses and reaches: all must be free from attack.
    pub king_path: Bitboard,
}

impl CastlingPath {
    const fn new(color: Color, side: CastlingSide) -> CastlingPath {
        let first = 8 * color.home_rank();
        // Files of the king's target and the rook's start and target, and the two sets on rank 1.
        let (king, rook_from, rook_to, between, king_path) = match side {
            CastlingSide::King => (6, 7, 5, 0b0110_0000, 0b0111_0000),
            CastlingSide::Queen => (2, 0, 3, 0b0000_1110, 0b0001_1100),
        };
        CastlingPath {
            king_from: square(first + 4),
            king_to: square(first + king),
            rook_from: square(first + rook_from),
            rook_to: square(first + rook_to),
            between: Bitboard::from_bits(between << first),
            king_path: Bitboard::from_bits(king_path << first),
        }
    }
}

const fn square(index: u8) -> Square {
    match Square::from_index(index) {
        Some(square) => square,
        None => panic!("castling squares must be on the board"), // evaluated at compile time
    }
}

/// The castling rights of both sides (FIDE 3.8.2.1). A side has the right to castle with a rook
/// while neither the king nor that rook has moved and the rook has not been captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No right.
    pub const NONE: CastlingRights = CastlingRights(0);
    /// All four rights, as in the start position.
    pub const ALL: CastlingRights = CastlingRights(0b1111);

    const fn bit(color: Color, side: CastlingSide) -> u8 {
        1 << (2 * color.index() + side as usize)
    }

    /// Whether a colour has the right to castle to a side of the board.
    #[inline]
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.0 & Self::bit(color, side) != 0
    }

    /// These rights and one more.
    #[must_use]
    pub const fn with(self, color: Color, side: CastlingSide) -> Self {
        CastlingRights(self.0 | Self::bit(color, side))
    }

    /// The rights that remain after a piece has moved from or to a square. A move from the king's
    /// start square loses both rights of its colour; a move from or to a rook's start square loses one.
    #[inline]
    pub(super) fn after_touching(self, square: Square) -> Self {
        const KEPT: [u8; 64] = {
            let mut kept = [0b1111; 64];
            let mut color = 0;
            while color < 2 {
                let mut side = 0;
                while side < 2 {
                    let (c, s) = (Color::ALL[color], CastlingSide::ALL[side]);
                    let lost = CastlingRights::bit(c, s);
                    kept[s.path(c).king_from.index()] &= !lost;
                    kept[s.path(c).rook_from.index()] &= !lost;
                    side += 1;
                }
                color += 1;
            }
            kept
        };
        CastlingRights(self.0 & KEPT[square.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn a_move_from_or_to_a_start_square_loses_only_its_rights() {
        let left = |name: &str| {
            let rights = CastlingRights::ALL.after_touching(name.parse().unwrap());
            [White, Black].map(|color| CastlingSide::ALL.map(|side| rights.has(color, side)))
        };
        assert_eq!(left("e1"), [[false, false], [true, true]]);
        assert_eq!(left("h1"), [[false, true], [true, true]]);
        assert_eq!(left("a1"), [[true, false], [true, true]]);
        assert_eq!(left("e8"), [[true, true], [false, false]]);
        assert_eq!(left("h8"), [[true, true], [false, true]]);
        assert_eq!(left("a8"), [[true, true], [true, false]]);
        assert_eq!(left("d1"), [[true, true], [true, true]]);
    }

    #[test]
    fn a_right_that_is_there_stays() {
        for color in [White, Black] {
            for side in CastlingSide::ALL {
                assert_eq!(CastlingRights::ALL.with(color, side), CastlingRights::ALL);
            }
        }
    }
}
