//! Reads the move that a player has typed.

use golfchess_rules::{Move, MoveRules, Position, Role, Square};

/// The legal move that a player has typed; `None` when the text is not a legal move.
///
/// The first two characters are the start square, the next two the target square, in either case
/// of ASCII letters. The fifth selects the promotion piece if the rules allow a choice: R, B or N in
/// either case; anything else, or nothing, is a queen. Further characters are ignored.
pub fn read_typed(position: &Position, text: &str, rules: MoveRules) -> Option<Move> {
    let mut chars = text.chars();
    let from = Square::from_chars(chars.next()?, chars.next()?)?;
    let to = Square::from_chars(chars.next()?, chars.next()?)?;
    let chosen = match chars.next().map(|letter| letter.to_ascii_uppercase()) {
        Some('R') if rules.promotion_choice => Role::Rook,
        Some('B') if rules.promotion_choice => Role::Bishop,
        Some('N') if rules.promotion_choice => Role::Knight,
        _ => Role::Queen,
    };
    position
        .legal_moves(rules)
        .into_iter()
        .find(|mv| mv.from == from && mv.to == to && mv.promotion.is_none_or(|role| role == chosen))
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUEENS_ONLY: MoveRules = MoveRules {
        promotion_choice: false,
        ..MoveRules::FIDE
    };

    #[test]
    fn the_first_four_characters_are_the_squares() {
        let start = Position::start();
        let typed = |text| read_typed(&start, text, MoveRules::FIDE).map(|mv| mv.to_string());
        for text in [
            "e2e4",
            "E2E4",
            "e2E4",
            "e2e4q",
            "e2e4 and more",
            "e2e4\u{1F600}",
        ] {
            assert_eq!(typed(text).as_deref(), Some("e2e4"), "{text:?}");
        }
        for text in [
            "", "e", "e2", "e2e", " e2e4", "e2 e4", "\te2e4", "e2-e4", "i2i4", "a9a8", "a0a1",
            "e7e5", "e2e5", "e2e2", "e4e5", "ｅ2e4", "é2e4", "O-O", "e2e٤",
        ] {
            assert_eq!(typed(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_fifth_character_selects_the_promotion_piece() {
        let position: Position = "7k/P7/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        let typed = |text, rules| {
            read_typed(&position, text, rules)
                .unwrap()
                .promotion
                .unwrap()
        };
        for (text, role) in [
            ("a7a8", Role::Queen),
            ("a7a8q", Role::Queen),
            ("a7a8k", Role::Queen),
            ("a7a8 n", Role::Queen),
            ("a7a8p", Role::Queen),
            ("a7a8r", Role::Rook),
            ("A7A8R", Role::Rook),
            ("a7a8b", Role::Bishop),
            ("a7a8B", Role::Bishop),
            ("a7a8n!", Role::Knight),
            ("a7a8Nq", Role::Knight),
            ("a7a8ｎ", Role::Queen),
        ] {
            assert_eq!(typed(text, MoveRules::FIDE), role, "{text}");
            assert_eq!(typed(text, QUEENS_ONLY), Role::Queen, "{text}");
        }
    }
}
