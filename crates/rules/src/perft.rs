//! Perft: how many lines of play of a length a position has; the standard proof of move generation.

use super::{Move, MoveRules, Position};

/// The number of lines of exactly `depth` plies (half-moves), each played to its end one by one.
///
/// Lines that end earlier in mate or stalemate do not count; draws by repetition, by the number
/// of moves or by material do not end a line.
///
/// ```
/// use golfchess_rules::{MoveRules, Position, perft};
///
/// assert_eq!(perft(&Position::start(), MoveRules::FIDE, 3), 8_902);
/// ```
pub fn perft(position: &Position, rules: MoveRules, depth: u32) -> u64 {
    match depth.checked_sub(1) {
        None => 1,
        Some(rest) => position
            .legal_moves(rules)
            .into_iter()
            .map(|mv| perft(&position.after(mv), rules, rest))
            .sum(),
    }
}

/// The perft of each legal move: how many lines of `depth` plies start with it. The moves come in
/// the order of their coordinates; depth 0 has no first move and so no entry.
pub fn divide(position: &Position, rules: MoveRules, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut moves = position.legal_moves(rules);
    moves.sort_unstable();
    moves
        .into_iter()
        .map(|mv| (mv, perft(&position.after(mv), rules, rest)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divide_adds_up_to_perft() {
        let start = Position::start();
        let parts = divide(&start, MoveRules::FIDE, 3);
        assert_eq!(parts.len(), 20);
        assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 8_902);
        assert_eq!(parts[0].0.to_string(), "b1a3");
        assert!(divide(&start, MoveRules::FIDE, 0).is_empty());
        assert_eq!(perft(&start, MoveRules::FIDE, 0), 1);
    }
}
