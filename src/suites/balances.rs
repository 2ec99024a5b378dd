//! Balances of material.

use golfchess_rules::Bitboard;

use super::reduce::squares;

/// A balance of material.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance {
    pub name: &'static str,
    /// The start squares of the pieces that stay besides the kings.
    pub kept: Bitboard,
    /// The start squares of pieces that do not move.
    pub unmoved: Bitboard,
}

/// The balance of the pieces that start on these squares.
pub(super) const fn balance(name: &'static str, kept: &str) -> Balance {
    unmoved(name, kept, "")
}

/// The same if some pieces have not moved, such as a rook that may still castle: pages store it with
/// another number than a rook that has moved.
pub(super) const fn unmoved(name: &'static str, kept: &str, unmoved: &str) -> Balance {
    Balance {
        name,
        kept: squares(kept),
        unmoved: squares(unmoved),
    }
}

impl Balance {
    /// The balance and the mirrored one, each with its name.
    pub fn sides(self) -> [(String, Balance); 2] {
        let other = Balance {
            kept: self.kept.mirrored(),
            unmoved: self.unmoved.mirrored(),
            ..self
        };
        let name = format!("{}, sides exchanged", self.name);
        [(self.name.to_owned(), self), (name, other)]
    }
}

/// Balances in which the position is dead.
pub(super) const DEAD: &[Balance] = &[
    balance("two kings", ""),
    balance("one knight", "b1"),
    balance("one knight of Black", "g8"),
    balance("one bishop", "c1"),
    balance("one bishop of Black", "c8"),
    balance("bishops on one colour", "c1 f8"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_side_has_the_pieces_of_the_same_files() {
        let [(_, one), (name, other)] = unmoved("knight against rook", "b1 a8", "a8 e8").sides();
        assert_eq!(one.kept, squares("b1 a8"));
        assert_eq!(other.kept, squares("b8 a1"));
        assert_eq!(other.unmoved, squares("a1 e1"));
        assert_eq!(name, "knight against rook, sides exchanged");
    }
}
