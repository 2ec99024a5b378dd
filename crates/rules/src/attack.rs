//! Which pieces attack a square (FIDE 3.1.2, 3.1.3).

use super::{Bitboard, Board, Color, Role, Square, ray};

impl Board {
    /// The squares of the pieces of one side that attack a square.
    ///
    /// A pinned piece attacks squares too (FIDE 3.1.3). A pawn attacks only the two squares on
    /// which it can capture.
    #[inline]
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        let occupied = self.occupied();
        // Attacks are symmetric: a knight attacks the square if a knight on the square would attack
        // it. For pawns the colour changes.
        let steps = ray::knight(square) & self.role(Role::Knight)
            | ray::king(square) & self.role(Role::King)
            | ray::pawn(!by, square) & self.role(Role::Pawn);
        let mut attackers = steps & self.color(by);
        let straight = self.sliders(by, Role::Rook);
        if shares_line(straight, ray::rook_lines(square)) {
            attackers |= straight & ray::rook(square, occupied);
        }
        let diagonal = self.sliders(by, Role::Bishop);
        if shares_line(diagonal, ray::bishop_lines(square)) {
            attackers |= diagonal & ray::bishop(square, occupied);
        }
        attackers
    }

    /// Whether any piece of one side attacks a square.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        !self.attackers(square, by).is_empty()
    }

    /// Whether a side's king is attacked (FIDE 3.9.1); false when the side has no king.
    #[inline]
    pub fn is_check(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.is_attacked(king, !color))
    }
}

/// Whether any of the pieces stands on one of the lines through a square. It saves most searches
/// along these lines.
#[inline]
fn shares_line(pieces: Bitboard, lines: Bitboard) -> bool {
    !(pieces & lines).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    #[test]
    fn each_kind_of_piece_attacks_until_it_is_blocked() {
        let position: Position = "4k3/8/1p1n4/8/r1PRb3/8/3K2B1/3q4 w - - 0 1"
            .parse()
            .unwrap();
        let attackers = |square: &str, by| {
            let set = position.board().attackers(square.parse().unwrap(), by);
            let names: Vec<String> = set.into_iter().map(|s| s.to_string()).collect();
            names.join(" ")
        };
        assert_eq!(attackers("c4", Color::Black), "a4 d6", "rook and knight");
        assert_eq!(attackers("e4", Color::White), "g2 d4", "bishop and rook");
        assert_eq!(attackers("e4", Color::Black), "d6");
        assert_eq!(attackers("d2", Color::Black), "d1", "queen");
        assert_eq!(
            attackers("d4", Color::Black),
            "",
            "c4 shields d4 from the rook"
        );
        assert_eq!(
            attackers("c5", Color::Black),
            "b6",
            "a black pawn attacks towards rank 1"
        );
        assert_eq!(
            attackers("d5", Color::White),
            "c4 d4",
            "a white pawn attacks towards rank 8"
        );
        assert_eq!(attackers("b5", Color::White), "c4");
        assert_eq!(
            attackers("c5", Color::White),
            "",
            "a pawn does not attack the square ahead"
        );
        assert_eq!(attackers("e1", Color::White), "d2", "king");
        assert!(position.board().is_check(Color::White));
        assert!(!position.board().is_check(Color::Black));
    }
}
