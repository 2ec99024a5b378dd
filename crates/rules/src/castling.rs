//! The right to castle (FIDE 3.8.2) and the squares that castling needs.

use super::{Bitboard, Color, Square};

/// The side of the board to which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wing {
    /// Short castling, towards the h-file: `O-O`.
    King,
    /// Long castling, towards the a-file: `O-O-O`.
    Queen,
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// The squares of castling to this wing.
    pub(super) const fn path(self, color: Color) -> CastlingPath {
        const PATHS: [[CastlingPath; 2]; 2] = [
            [
                CastlingPath::new(Color::White, Wing::King),
                CastlingPath::new(Color::White, Wing::Queen),
            ],
            [
                CastlingPath::new(Color::Black, Wing::King),
                CastlingPath::new(Color::Black, Wing::Queen),
            ],
        ];
        PATHS[color.index()][self as usize]
    }
}

/// Where the king and the rook stand before and after castling, and what lies between.
#[derive(Clone, Copy, Debug)]
pub(super) struct CastlingPath {
    pub king_from: Square,
    pub king_to: Square,
    pub rook_from: Square,
    pub rook_to: Square,
    /// The squares between the king and the rook: all must be empty.
    pub between: Bitboard,
    /// The squares that the king leaves, crosses and reaches: none may be attacked.
    pub king_walk: Bitboard,
}

impl CastlingPath {
    const fn new(color: Color, wing: Wing) -> CastlingPath {
        let first = 8 * color.home_rank();
        // Files of the king's target and the rook's start and target, and the two sets on rank 1.
        let (king, rook_from, rook_to, between, walk) = match wing {
            Wing::King => (6, 7, 5, 0b0110_0000, 0b0111_0000),
            Wing::Queen => (2, 0, 3, 0b0000_1110, 0b0001_1100),
        };
        CastlingPath {
            king_from: square(first + 4),
            king_to: square(first + king),
            rook_from: square(first + rook_from),
            rook_to: square(first + rook_to),
            between: Bitboard::from_bits(between << first),
            king_walk: Bitboard::from_bits(walk << first),
        }
    }
}

const fn square(index: u8) -> Square {
    match Square::from_index(index) {
        Some(square) => square,
        None => panic!("the squares of castling are on the board"), // at compile time only
    }
}

/// Which castlings no earlier move has ruled out for good (FIDE 3.8.2.1): the king and that rook
/// have not moved, and the rook has not been captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No right left.
    pub const NONE: CastlingRights = CastlingRights(0);
    /// All four rights, as at the start.
    pub const ALL: CastlingRights = CastlingRights(0b1111);

    const fn bit(color: Color, wing: Wing) -> u8 {
        1 << (2 * color.index() + wing as usize)
    }

    /// Whether the side still has the right to castle to that wing.
    #[inline]
    pub const fn has(self, color: Color, wing: Wing) -> bool {
        self.0 & Self::bit(color, wing) != 0
    }

    /// These rights and one more.
    #[must_use]
    pub const fn with(self, color: Color, wing: Wing) -> Self {
        CastlingRights(self.0 | Self::bit(color, wing))
    }

    /// The rights that are left once a piece has moved from, or to, a square: the king's start
    /// square carries both rights of its side, a rook's start square carries one.
    #[inline]
    pub(super) fn after_touching(self, square: Square) -> Self {
        const KEPT: [u8; 64] = {
            let mut kept = [0b1111; 64];
            let mut color = 0;
            while color < 2 {
                let mut wing = 0;
                while wing < 2 {
                    let (c, w) = (Color::ALL[color], Wing::ALL[wing]);
                    let lost = CastlingRights::bit(c, w);
                    kept[w.path(c).king_from.index()] &= !lost;
                    kept[w.path(c).rook_from.index()] &= !lost;
                    wing += 1;
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
    fn a_touched_square_costs_its_own_rights_only() {
        let left = |name: &str| {
            let rights = CastlingRights::ALL.after_touching(name.parse().unwrap());
            [White, Black].map(|color| Wing::ALL.map(|wing| rights.has(color, wing)))
        };
        assert_eq!(left("e1"), [[false, false], [true, true]]);
        assert_eq!(left("h1"), [[false, true], [true, true]]);
        assert_eq!(left("a1"), [[true, false], [true, true]]);
        assert_eq!(left("e8"), [[true, true], [false, false]]);
        assert_eq!(left("h8"), [[true, true], [false, true]]);
        assert_eq!(left("a8"), [[true, true], [true, false]]);
        assert_eq!(left("d1"), [[true, true], [true, true]]);
    }
}
