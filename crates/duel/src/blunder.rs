//! Moves that lose material, by the reference engine.
//!
//! The search has two half-moves or more, the move and a reply first, and then recaptures on the square
//! of the last one. A side recaptures only if it gains by it.

use golfchess_rules::{Move, MoveRules, Position, Role, Square};

/// Checkmate counts as the loss of the king, which outweighs all other pieces.
const MATE: i32 = 1000;

/// A move that loses material where another one does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blunder {
    /// A move that does not lose material.
    pub better: Move,
    /// The material that it wins and the blunder does not, in pawns.
    pub loss: i32,
}

/// Whether a legal move is a blunder in a search of so many half-moves.
pub fn find(position: &Position, mv: Move, plies: usize, rules: MoveRules) -> Option<Blunder> {
    let balance = |mv: Move| balance(position, mv, plies, rules);
    let own = balance(mv);
    if own >= 0 {
        return None;
    }
    let others = position.legal_moves(rules).into_iter();
    // The first of the best moves in the order of their texts: legal moves have no order.
    let (best, better) = others
        .map(|other| (balance(other), other))
        .min_by_key(|(balance, other)| (-balance, other.to_string()))?;
    (best >= 0).then_some(Blunder {
        better,
        loss: best - own,
    })
}

/// What a move wins against the best reply; negative if it loses material.
fn balance(position: &Position, mv: Move, plies: usize, rules: MoveRules) -> i32 {
    let after = position.play_unchecked(mv);
    gain(position, mv) - best(&after, plies - 1, mv.to, rules)
}

/// What the side to move wins in so many half-moves and recaptures after the last one, which went to
/// `square`.
fn best(position: &Position, plies: usize, square: Square, rules: MoveRules) -> i32 {
    if plies == 0 {
        return recaptures(position, square, rules);
    }
    let balances = position
        .legal_moves(rules)
        .into_iter()
        .map(|mv| balance(position, mv, plies, rules));
    balances.max().unwrap_or_else(|| end(position))
}

/// What the side to move wins by recaptures on a square.
fn recaptures(position: &Position, square: Square, rules: MoveRules) -> i32 {
    let moves = position.legal_moves(rules);
    if moves.is_empty() {
        return end(position);
    }
    let captures = moves.into_iter().filter(|mv| mv.to == square);
    let values = captures
        .map(|mv| gain(position, mv) - recaptures(&position.play_unchecked(mv), square, rules));
    values.max().unwrap_or(0).max(0)
}

/// The value of a position without legal moves. Stalemate loses no material.
fn end(position: &Position) -> i32 {
    if position.is_check() { -MATE } else { 0 }
}

/// The material that a move wins at once.
fn gain(position: &Position, mv: Move) -> i32 {
    let board = position.board();
    let captured = match board.role_at(mv.to) {
        Some(role) => worth(role),
        // A pawn that changes its file without a piece on the target captures en passant.
        None if board.role_at(mv.from) == Some(Role::Pawn) && mv.from.file() != mv.to.file() => 1,
        None => 0,
    };
    captured + mv.promotion.map_or(0, |role| worth(role) - 1)
}

/// In pawns.
const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: MoveRules = MoveRules {
        special_moves: true,
        promotion_choice: true,
        chess960: false,
    };

    fn balance_of(fen: &str, mv: &str) -> i32 {
        balance(&position(fen), moved(mv), 2, ALL)
    }

    fn blunder(fen: &str, mv: &str) -> Option<Blunder> {
        find(&position(fen), moved(mv), 2, ALL)
    }

    fn position(fen: &str) -> Position {
        fen.parse().expect("a position")
    }

    fn moved(mv: &str) -> Move {
        mv.parse().expect("a move")
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        // The queen takes a pawn that a pawn protects: 1 - 9. If a rook stands behind the queen, it
        // takes the second pawn: 1 - 9 + 1.
        assert_eq!(balance_of("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5"), -8);
        let protected = "4k3/8/2p5/3p4/8/8/3Q4/3RK3 w - - 0 1";
        assert_eq!(balance_of(protected, "d2d5"), -7);
        // A knight takes a protected pawn: it wins 1 and loses 3. An unprotected one costs nothing.
        let knight = "4k3/8/2p5/3p4/8/2N5/8/4K3 w - - 0 1";
        assert_eq!(balance_of(knight, "c3d5"), -2);
        let free = "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1";
        assert_eq!(balance_of(free, "c3d5"), 1);
    }

    #[test]
    fn a_side_need_not_recapture() {
        // Black's queen takes a pawn that a pawn protects. Black does not do that.
        let guarded = "3qk3/8/8/8/3P4/2P5/8/4K3 w - - 0 1";
        assert_eq!(balance_of(guarded, "e1e2"), 0);
        // Without the protection the pawn is lost.
        let lone = "3qk3/8/8/8/3P4/8/8/4K3 w - - 0 1";
        assert_eq!(balance_of(lone, "e1f2"), -1);
    }

    #[test]
    fn promotion_and_en_passant_win_material() {
        assert_eq!(balance_of("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q"), 8);
        assert_eq!(balance_of("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n"), 2);
        assert_eq!(balance_of("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"), 1);
        // The opponent's pawn promotes in reply.
        assert_eq!(balance_of("8/8/8/8/7K/8/p7/7k w - - 0 1", "h4g3"), -8);
    }

    #[test]
    fn mates_and_stalemate_end_the_search() {
        let back = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        assert_eq!(balance_of(back, "a1a8"), MATE);
        // After g2g4 the queen mates on h4.
        let fool = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(balance_of(fool, "g2g4"), -MATE);
        let stale = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
        assert_eq!(balance_of(stale, "f1f7"), 0);
    }

    #[test]
    fn a_third_half_move_wins_material_back() {
        // In Petrov's Defence White's knight takes a pawn, and Black's knight takes one.
        let petrov = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        let found = |plies| find(&position(petrov), moved("g8f6"), plies, ALL);
        assert_eq!(found(2).map(|blunder| blunder.loss), Some(1));
        assert_eq!(found(3), None);
        // Without a pawn on e4 the first one is lost.
        let lost = "rnbqkbnr/pppp1ppp/8/4p3/8/4PN2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        let found = find(&position(lost), moved("g8f6"), 3, ALL);
        assert_eq!(found.map(|blunder| blunder.loss), Some(1));
    }

    #[test]
    fn a_blunder_needs_a_move_that_loses_nothing() {
        let fool = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        let found = blunder(fool, "g2g4").expect("a blunder");
        // All safe moves are equal: the first one by its text.
        assert_eq!(
            (found.better.to_string().as_str(), found.loss),
            ("a2a3", MATE)
        );
        assert_eq!(blunder(fool, "e2e4"), None);
        // The rook takes a pawn that a bishop protects: 1 - 5.
        let rook = "6k1/8/3b4/4p3/8/8/4R3/6K1 w - - 0 1";
        let found = blunder(rook, "e2e5").expect("a blunder");
        assert_eq!(found.loss, 4);
        // A protected pawn attacks both knights. Every move loses one of them.
        let fork = "3q2k1/8/8/8/3p4/2N1N3/8/7K w - - 0 1";
        assert_eq!(balance_of(fork, "h1g1"), -3);
        assert_eq!(blunder(fork, "h1g1"), None);
    }
}
