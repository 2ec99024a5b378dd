//! Perft: counts the sequences of legal moves; the standard test of move generation.

use super::{Move, MoveRules, Position};

/// The number of sequences of exactly `depth` legal plies (half-moves).
///
/// Sequences that end earlier in checkmate or stalemate do not count. Draws by repetition, by the
/// number of moves or by material do not end a sequence.
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
            .map(|mv| perft(&position.play_unchecked(mv), rules, rest))
            .sum(),
    }
}

/// For each legal move, the number of sequences of `depth` plies that start with it.
///
/// The moves are sorted by their squares. Each is counted when the iterator reaches it. There are none
/// when `depth` is 0.
pub fn divide(
    position: &Position,
    rules: MoveRules,
    depth: u32,
) -> impl ExactSizeIterator<Item = (Move, u64)> {
    let mut moves = match depth {
        0 => Vec::new(),
        _ => position.legal_moves(rules),
    };
    moves.sort_unstable();
    moves
        .into_iter()
        .map(move |mv| (mv, perft(&position.play_unchecked(mv), rules, depth - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divide_adds_up_to_perft() {
        let start = Position::start();
        let parts: Vec<_> = divide(&start, MoveRules::FIDE, 3).collect();
        assert_eq!(parts.len(), 20);
        assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 8_902);
        assert_eq!(parts[0].0.to_string(), "b1a3");
        assert_eq!(divide(&start, MoveRules::FIDE, 0).len(), 0);
        assert_eq!(perft(&start, MoveRules::FIDE, 0), 1);
    }
}
