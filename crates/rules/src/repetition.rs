//! Same positions (FIDE 9.2.3) and how often each has occurred.

use super::{Board, CastlingRights, Color, Position, Square};
use std::collections::HashMap;

/// The parts of a position that decide whether two positions are the same (FIDE 9.2.3): the
/// placement of the pieces, the side to move, the castling rights, and the legal en passant
/// captures. Keys are compared in full, not by their hash alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RepetitionKey {
    board: Board,
    side: Color,
    castling: CastlingRights,
    en_passant: Option<Square>,
}

impl Position {
    /// The key of this position: two positions are the same (FIDE 9.2.3) when their keys are equal.
    pub fn repetition_key(&self) -> RepetitionKey {
        RepetitionKey {
            board: self.board,
            side: self.side,
            castling: self.castling,
            en_passant: self.legal_en_passant(),
        }
    }
}

/// How often each position of a game has occurred.
#[derive(Clone, Debug, Default)]
pub(super) struct Repetitions(HashMap<RepetitionKey, u32>);

impl Repetitions {
    /// Counts one more occurrence of a position.
    pub(crate) fn add(&mut self, position: &Position) {
        *self.0.entry(position.repetition_key()).or_default() += 1;
    }

    /// How often the position has been counted.
    pub(crate) fn count(&self, position: &Position) -> u32 {
        self.0
            .get(&position.repetition_key())
            .copied()
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(left: &str, right: &str) -> bool {
        let key = |fen: &str| fen.parse::<Position>().unwrap().repetition_key();
        key(left) == key(right)
    }

    #[test]
    fn counters_do_not_make_a_position_different() {
        assert!(same(
            "k7/8/8/8/8/8/8/KR6 w - - 0 1",
            "k7/8/8/8/8/8/8/KR6 w - - 9 40"
        ));
        assert!(!same(
            "k7/8/8/8/8/8/8/K1R5 w - - 0 1",
            "k7/8/8/8/8/8/8/K1R5 b - - 0 1"
        ));
        assert!(!same(
            "r3k3/8/8/8/8/8/8/4K3 w q - 0 1",
            "r3k3/8/8/8/8/8/8/4K3 w - - 0 1"
        ));
    }

    #[test]
    fn an_en_passant_square_counts_only_when_the_capture_is_legal() {
        let pair = |board: &str, square: &str| {
            same(
                &format!("{board} b - {square} 0 1"),
                &format!("{board} b - - 0 1"),
            )
        };
        assert!(pair("4k3/8/8/8/4P3/8/8/4K3", "e3"), "no pawn beside it");
        assert!(
            !pair("4k3/8/8/8/3pP3/8/8/4K3", "e3"),
            "a free pawn beside it"
        );
        assert!(
            pair("3k4/8/8/8/3pP3/8/8/3RK3", "e3"),
            "a pawn pinned on its file"
        );
        assert!(
            pair("8/8/8/8/k2pP2R/8/8/4K3", "e3"),
            "pinned along the rank, both pawns"
        );
        assert!(
            !pair("8/8/8/8/k2pPp1R/8/8/4K3", "e3"),
            "the other pawn shields the king"
        );
        assert!(
            !pair("6k1/8/8/8/3pP3/2B5/8/4K3", "e3"),
            "not pinned on this diagonal"
        );
        assert!(
            pair("7k/8/8/8/3pP3/2B5/8/4K3", "e3"),
            "pinned along the diagonal"
        );
    }
}
