//! Games to few pieces: a page does less work for each ply that follows.
//!
//! Without double steps, castling, en passant and promotion, so that every page accepts them. The
//! search in `reduce` found them.

use golfchess_rules::Bitboard;

use super::reduce::squares;

/// A game whose last move is a capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Endgame {
    /// The moves from the start position.
    pub moves: &'static str,
    /// The squares of the pieces that do not move in the moves, and must not move afterwards.
    pub frozen: Bitboard,
}

/// A queen's next move gives mate: Qd1-h5 or Qd8-h4.
pub(super) const MATES: [Endgame; 2] = [WHITE_MATES, BLACK_MATES];

/// A queen's next move gives check: Qd1-h5 or Qd8-h4.
pub(super) const CHECKS: [Endgame; 2] = [WHITE_CHECKS, BLACK_CHECKS];

/// A rook can capture a pawn later: Ra1xa7 or Ra8xa2.
pub(super) const CAPTURES: [Endgame; 2] = [WHITE_CAPTURES, BLACK_CAPTURES];

/// The last capture is White's. After it Qd1-h5 is mate unless Black's knight prevents it.
const WHITE_MATES: Endgame = Endgame {
    moves: "e2e3 g8f6 f1a6 f6g4 a6b7 g4h2 b7c8 h2f1 h1h7 f1e3 h7g7 h8h7 g7f7 h7f7 c8b7 f7f2 b7a8 e3g2 \
            a8g2 c7c6 g2c6 b8c6 g1f3 f2f3 c2c3 f3c3 b1a3 c3c1 a3b5 c1a1 b5c3 a1a2 c3a4 a2b2 a4b2",
    frozen: squares("d1 e1 d2 d8 e8 f8 d7 e7 a7"),
};

/// The last capture is Black's. After it Qd8-h4 is mate unless White's knight prevents it.
const BLACK_MATES: Endgame = Endgame {
    moves: "g1f3 e7e6 f3g5 f8a3 g5h7 a3b2 h7f8 h8h2 f8e6 h2g2 h1h2 g2f2 h2f2 b2a1 f2f7 a1b2 f7g7 b2c1 \
            e6c5 g8e7 c5b7 e7g6 g7g6 a7a6 g6a6 c8b7 a6a8 b7a6 a8a6 c7c6 a6c6 c1b2 c2c3 b2c3 b1c3 b8c6",
    frozen: squares("d8 e8 d7 d1 e1 f1 d2 e2 a2"),
};

/// The last capture is White's. After it Qd1-h5 gives check, and a pawn can block it.
const WHITE_CHECKS: Endgame = Endgame {
    moves: "g1f3 b8c6 f3e5 c6d4 e5f7 d4e2 f7h8 e2c1 f1a6 c1a2 a6b7 a8b8 b7c8 b8b2 b1a3 b2c2 a1c1 a2c1 \
            g2g3 c1e2 a3c2 e2g3 h8f7 g3h1 f7h6 h1f2 h6g8 h7h6 g8h6 f2g4 c8b7 g4h2 h6g4 h2g4 b7d5 c7c6 \
            c2b4 c6d5 b4d5",
    frozen: squares("d1 e1 d2 d8 e8 f8 d7 e7 a7 g7"),
};

/// The last capture is Black's. After it Qd8-h4 gives check, and a pawn can block it.
const BLACK_CHECKS: Endgame = Endgame {
    moves: "b1c3 g8h6 c3d5 h6g4 d5e7 g4f2 e7c8 f8a3 c8a7 a3b2 h2h3 f2h3 h1h3 b2c1 h3h7 c1b2 h7g7 b2a1 \
            g1h3 h8h3 g7f7 c7c6 a7c6 a8a5 c6a5 h3c3 a5b7 c3c2 f7f5 a1f6 f5f6 c2c6 f6c6 b8c6",
    frozen: squares("d8 e8 d7 d1 e1 f1 d2 e2 a2 g2"),
};

/// The last capture is White's. White's rook on a1 can capture the pawn on a7 later.
const WHITE_CAPTURES: Endgame = Endgame {
    moves: "d2d3 d7d6 c1g5 c8f5 g5e7 f5d3 e7f8 d3e2 d1d6 d8d6 f8g7 d6h2 g7h8 h2g1 h1h7 g1g2 h7f7 e2f1 \
            f7c7 f1c4 c7b7 g2f2 e1f2 c4a2 b2b3 a2b3 b1a3 b3c2 a3c2 g8e7 b7e7 e8e7 h8f6 e7f6 c2d4 b8a6 \
            d4c6 a8b8 c6b8",
    frozen: squares("a1 a7"),
};

/// The last capture is Black's. Black's rook on a8 can capture the pawn on a2 later.
const BLACK_CAPTURES: Endgame = Endgame {
    moves: "d2d3 d7d6 c1g5 c8f5 g5e7 f5d3 e7f8 d3e2 d1d6 d8d6 f8g7 d6h2 g7h8 h2g1 h1h7 g1g2 h7f7 e2f1 \
            f7c7 g2e4 e1f1 e4c2 c7b7 c2b2 b7a7 b2a1 h8b2 a1b2 a7h7 b2f2 f1f2 g8e7 h7e7 e8e7",
    frozen: squares("a8 a2"),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::profile;
    use golfchess_rules::{Color, Game, Move};

    #[test]
    fn each_endgame_ends_with_a_capture_and_leaves_few_pieces() {
        for (endgame, winner, pieces) in [
            (WHITE_MATES, Color::White, 11),
            (BLACK_MATES, Color::Black, 11),
            (WHITE_CHECKS, Color::White, 12),
            (BLACK_CHECKS, Color::Black, 12),
            (WHITE_CAPTURES, Color::White, 6),
            (BLACK_CAPTURES, Color::Black, 6),
        ] {
            // Neither castling nor double steps.
            let mut game = Game::new(profile("").expect("no flags"));
            let first = *game.position().board();
            let mut before = 0;
            for text in endgame.moves.split_whitespace() {
                before = game.position().board().occupied().len();
                let mv: Move = text.parse().expect(text);
                game.play(mv).expect(text);
                assert!(mv.promotion.is_none(), "{text}");
            }
            let board = game.position().board();
            assert_eq!(board.occupied().len(), pieces, "{}", endgame.moves);
            assert_eq!(before, pieces + 1, "{}", endgame.moves);
            assert_eq!(game.position().side_to_move(), !winner, "{}", endgame.moves);
            for square in endgame.frozen {
                assert_eq!(board.piece_at(square), first.piece_at(square), "{square}");
            }
        }
    }
}
