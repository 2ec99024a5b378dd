//! Dead positions (FIDE 5.2.2) that follow from the material alone.

use super::material::on_one_colour;
use super::{Board, Role};

/// Whether the material alone makes mate impossible for both sides (FIDE 5.2.2).
///
/// This holds in two cases:
/// - only kings and bishops are left, and all bishops of both sides stand on squares of one colour;
/// - only kings and one knight are left.
///
/// In these cases neither side [can mate](crate::can_mate), and in no others.
///
/// FIDE 5.2.2 covers further positions, such as blocked pawns that no piece can pass. This
/// function does not detect them.
pub fn is_dead(board: &Board) -> bool {
    let kings = board.role(Role::King);
    let others = board.occupied() & !kings;
    let bishops = board.role(Role::Bishop);
    (others == bishops && on_one_colour(bishops))
        || (others == board.role(Role::Knight) && others.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    /// Kings on a1 and a8, and the given ranks 4 and 5 between them.
    fn dead(rank5: &str, rank4: &str) -> bool {
        let fen = format!("k7/8/8/{rank5}/{rank4}/8/8/K7 w - - 0 1");
        let position: Position = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
        is_dead(position.board())
    }

    // Rank 4: a4 is light, b4 dark, and so on. Rank 5: a5 dark, b5 light.

    #[test]
    fn kings_alone_or_with_one_minor_piece_are_dead() {
        assert!(dead("8", "8"));
        for minor in ["B", "b", "N", "n"] {
            assert!(dead("8", &format!("3{minor}4")), "{minor} on a dark square");
            assert!(
                dead(&format!("1{minor}6"), "8"),
                "{minor} on a light square"
            );
        }
    }

    #[test]
    fn any_number_of_bishops_on_one_square_colour_is_dead() {
        assert!(dead("8", "1B1b4"), "one each, dark");
        assert!(dead("1B1b4", "8"), "one each, light");
        assert!(dead("2B5", "1B1B4"), "three of one side, dark");
        assert!(dead("2b1b3", "1B1B1b2"), "five, dark");
        assert!(dead("1b3b2", "2B1b3"), "four, light");
    }

    #[test]
    fn bishops_on_both_square_colours_are_not_dead() {
        assert!(!dead("1B6", "1B6"), "a pair");
        assert!(!dead("1b6", "1b6"), "a pair of Black");
        assert!(!dead("1B6", "1b6"), "one each");
        assert!(!dead("1B6", "1b1b1b2"), "one against three");
        assert!(!dead("2B1B3", "1b4B1"), "the last one differs");
    }

    #[test]
    fn two_minor_pieces_with_a_knight_are_not_dead() {
        assert!(!dead("8", "1N1N4"), "two knights of one side");
        assert!(!dead("8", "1N1n4"), "a knight each");
        assert!(!dead("8", "1n1n4"), "two knights of Black");
        assert!(!dead("8", "1N1B4"), "knight and bishop");
        assert!(!dead("8", "1N1b4"), "knight against bishop");
        assert!(!dead("8", "1n1b4"), "knight and bishop of Black");
        assert!(!dead("2b5", "1n1B4"), "knight beside bishops on one colour");
    }

    #[test]
    fn pawns_rooks_and_queens_are_never_dead() {
        for piece in ["P", "p", "R", "r", "Q", "q"] {
            // On f4 or f5 no queen or rook checks a king.
            assert!(!dead("8", &format!("5{piece}2")), "{piece}");
            assert!(!dead("8", &format!("1B3{piece}2")), "{piece} and bishop");
        }
    }
}
