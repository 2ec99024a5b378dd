//! A set of squares as the bits of one integer.

use super::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit `n` stands for the square with index `n` (a1 = 0, h8 = 63).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// The 32 dark squares, such as a1.
    pub const DARK_SQUARES: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
    /// The 32 light squares, such as b1.
    pub const LIGHT_SQUARES: Bitboard = Bitboard(!Self::DARK_SQUARES.0);

    /// The set whose bits are given, bit 0 = a1.
    pub const fn from_bits(bits: u64) -> Self {
        Bitboard(bits)
    }

    /// The bits of the set, bit 0 = a1.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one square.
    pub const fn of(square: Square) -> Self {
        Bitboard(1 << square.index())
    }

    /// The eight squares of a rank, 0 = rank 1.
    pub const fn rank(rank: u8) -> Self {
        Bitboard(0xFF << (8 * (rank & 7)))
    }

    /// The squares on the same files, on ranks counted from the other end: a2 for a7.
    pub const fn mirrored(self) -> Self {
        Bitboard(self.0.swap_bytes())
    }

    /// Whether the square belongs to the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    /// Whether the set has no square.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The square with the lowest index; `None` when the set is empty.
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as u8)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    fn not(self) -> Self {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1; // clears the lowest bit; the set is not empty here
        Some(square)
    }
}

/// The names of the squares in index order, separated by commas.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, square) in self.into_iter().enumerate() {
            let separator = if at == 0 { "" } else { ", " };
            write!(f, "{separator}{square}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.into_iter().map(|square| square.to_string()))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirrored_set_has_the_same_files() {
        let squares = |text: &str| -> Bitboard {
            let all = text.split(' ').map(|name| name.parse::<Square>());
            all.map(Result::unwrap).collect()
        };
        assert_eq!(squares("a1 c2 h5").mirrored(), squares("a8 c7 h4"));
    }

    #[test]
    fn iteration_yields_the_squares_in_index_order() {
        let names = ["a1", "h1", "e4", "a8", "h8"];
        let squares: Vec<Square> = names.iter().map(|name| name.parse().unwrap()).collect();
        let set: Bitboard = squares.iter().rev().copied().collect();
        assert_eq!(set.len(), 5);
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
    }

    #[test]
    fn a1_is_dark_and_h1_is_light() {
        let at = |name: &str| name.parse::<Square>().unwrap();
        for (name, dark) in [("a1", true), ("h8", true), ("h1", false), ("a8", false)] {
            assert_eq!(Bitboard::DARK_SQUARES.contains(at(name)), dark, "{name}");
            assert_eq!(Bitboard::LIGHT_SQUARES.contains(at(name)), !dark, "{name}");
        }
    }

    #[test]
    fn a_square_that_is_added_twice_is_in_the_set_once() {
        let [e4, d5] = ["e4", "d5"].map(|name| name.parse::<Square>().unwrap());
        let set: Bitboard = [e4, d5, e4].into_iter().collect();
        assert_eq!(set.to_string(), "e4, d5");
        assert_eq!(set | Bitboard::of(d5), set);
        assert_eq!(format!("{set:?}"), r#"{"e4", "d5"}"#);
    }
}
