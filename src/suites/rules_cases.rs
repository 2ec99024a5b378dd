//! The scripted games of the `rules` suite.

use super::scripted_game::{ScriptedGame, game, one_sided};

/// The moves of the six pieces, without special moves.
pub(super) const PIECES: &[ScriptedGame] = &[
    game(
        "knight",
        "h2h3",
        "g1h4! g1g3! g1e2! g1f3 a7a6 f3f6! f3e6! f3g6! f3c4! f3e5 a6a5 e5f7 e8f7",
    ),
    game(
        "bishop",
        "h2h3",
        "f1b5! c1a3! e2e3 a7a6 f1g3! f1f3! f1f2! f1a6 b7a6 c1b2!",
    ),
    game(
        "rook",
        "b1a3",
        "a1a3! a1b1! a2a3 h7h6 a3a4 h6h5 a1a3 h8h6 a3b2! a3b4! a3h3 h6b6 h3h5 b6b2",
    ),
    game(
        "rook that has not moved",
        "h2h3",
        "b2b3 g7g6 a1b2! c2c3 h8g7! h7h6 a2a3 a7a6 a1a2 h8h7 a2b3! a2b1! a2b2",
    ),
    game(
        "queen",
        "h2h3",
        "d1d3! d1f3! d2d3 e7e6 d1d2 d8h4 d2c4! d2e4! d2b4 f8b4 a2a3! c2c3",
    ),
    game(
        "king",
        "h2h3",
        "e1e2! e1f1! e1d2! e2e3 e7e6 e1e3! e1e2 a7a6 e2e4! e2c4! e2f3 d8h4 f3e4! f3f4! f3e2",
    ),
    game(
        "king and attacked squares",
        "h2h3",
        "e2e3 e7e6 e1e2 d8h4 e2f3 h4g4 a2a3! f3g4 a7a6 g4h5 g7g6 a2a3! h5h6! h5g6! h5h4",
    ),
    game(
        "pawn",
        "h2h3",
        "e2e5! e2d3! e2f3! e2e1! e2e3 d7d6 e3e2! e3d4! e3f4! e3e4 d6d5 e4d5 e7e6 d5d4! d5d6? a7a6?",
    ),
    game(
        "pawn captures",
        "h2h3",
        "e2e3 d7d6 e3e4 d6d5 e4d5 e7e6 d5c6! d5e6 c8e6",
    ),
    game(
        "pawn does not capture straight ahead",
        "h2h3",
        "e2e3 e7e6 e3e4 e6e5 e4e5! e4e6! e4d5! a2a3 e5e4! a7a6 f2f3",
    ),
    game(
        "pawn does not move diagonally to an empty square",
        "h2h3",
        "d2d3 d7d6 d3e4! d3c4! a2a3 d6c5! d6e5! d6d5",
    ),
    game(
        "the other side's pieces",
        "h2h3",
        "e7e6! a7a6! e2e3 d2d3! a2a3! e7e6 b8c6!",
    ),
    game(
        "own pieces cannot be captured",
        "h2h3",
        "a1a2! a1b1! e1d1! d1d2! b1d2! h2g2! e2e3",
    ),
    game(
        "a move needs two different squares",
        "h2h3",
        "a1a1! e2e2! e3e4! e4e5! e2e3 e7e7!",
    ),
    game(
        "check must be answered",
        "h2h3",
        "e2e3 e7e6 d2d3 f8b4 a2a3! g1f3! e1e2 b4a5 b1c3",
    ),
    game(
        "block a check",
        "h2h3",
        "e2e3 e7e6 d2d3 f8b4 d1e2! c2c3 b4c3 h2h3! b1c3",
    ),
    game(
        "a pinned pawn",
        "h2h3",
        "e2e3 e7e6 g1f3 f8b4 d2d3! d2d4! b1c3 b4c3 d2d3! b2c3",
    ),
    game(
        "a pinned knight",
        "a2a3",
        "e2e3 e7e6 b1c3 f8b4 d2d3 h7h6 c3e4! c3b1! c3a4! c1d2 b4c3 d2c3",
    ),
    game(
        "mate beside the bishop",
        "h2h3",
        "e2e3 a7a6 f1c4 b7b6 d1f3 a6a5 f3f7",
    ),
    game(
        "mate is not check",
        "h2h3",
        "e2e3 f7f6 a2a3 g7g6 d1h5 b7b6 h5g6 h7g6 a3a4",
    ),
];

/// Checkmate.
pub(super) const ENDS: &[ScriptedGame] = &[game(
    "mate by the queen",
    "h2h3",
    "f2f3 e7e6 g2g3 a7a6 g3g4 d8h4",
)];

/// Stalemate: a page without results ends it like checkmate.
pub(super) const STALEMATES: &[ScriptedGame] = &[
    one_sided(
        "stalemate of Black",
        "e2e3 a7a6 d1h5 a6a5 h2h3 a8a6 h5a5 h7h6 h3h4 h6h5 a5c7 a6h6 a2a3 f7f6 c7d7 a7a6! e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
    ),
    one_sided(
        "stalemate of White",
        "a2a3 e7e6 a3a4 d8h4 a1a3 h4a4 h2h4 h7h5 a3h3 a4c2 f2f3 c2d2 d2d3! e1f2 d2b2 d1d6 b2b1 d6h2 b1c1 f2g3 c1e3",
    ),
];

/// Double step and en passant.
pub(super) const PAWNS: &[ScriptedGame] = &[
    game("double step", "h2h3", "e2e4 e7e5 d2d4 d7d5 a2a5! a2a4 h7h5"),
    game(
        "double step only from home",
        "h2h3",
        "e2e3 a7a6 e3e5! e3e4 a6a5 e4e6! e4e5",
    ),
    game(
        "double step over a piece",
        "h2h3",
        "g1f3 a7a6 f2f4! f2f3! b1c3 a6a5 c2c4! c2c3! e2e4",
    ),
    game(
        "double step over an enemy",
        "a2a3",
        "b2b3 g8f6 b3b4 f6g4 h2h3 g4e3 e2e4! e2e3! d2e3",
    ),
    game(
        "double step onto a piece",
        "h2h3",
        "b1c3 b8c6 c3d5 c6d4 e2e3 e7e6 d2d4! c2c4? d7d5? a2a3?",
    ),
    game(
        "double step does not capture",
        "h2h3",
        "e2e4 d7d5 a2a3 d5d4 a3a4 d4d3 d2d4! c2c4 d3e2! d3d2! a7a6 d2d4!",
    ),
    game(
        "en passant to the left",
        "h2h3",
        "e2e3 a7a6 e3e4 a6a5 e4e5 d7d5 e5f6! e5d5! e5d6 c7d6",
    ),
    game(
        "en passant to the right",
        "h2h3",
        "e2e3 a7a6 e3e4 a6a5 e4e5 f7f5 e5d6! e5f6 g7f6",
    ),
    game(
        "en passant too late",
        "b1a3",
        "e2e3 a7a6 e3e4 a6a5 e4e5 d7d5 h2h3 h7h6 e5d6! g2g3 b7b6 e5d6! e5e6",
    ),
    game(
        "no en passant after single steps",
        "h2h3",
        "e2e3 d7d6 e3e4 a7a6 e4e5 d6d5 e5d6! h2h3",
    ),
    game(
        "en passant at the edge",
        "h2h3",
        "b2b3 g7g6 b3b4 g6g5 b4b5 a7a5 b5c6! b5h6! b5a6 b8a6",
    ),
    game(
        "a bishop does not capture en passant",
        "h2h3",
        "d2d3 a7a6 c1f4 d7d5 f4d6 c7d6 e2e3",
    ),
    game(
        "a knight does not capture en passant",
        "h2h3",
        "b1c3 a7a6 c3e4 d7d5 e4d6 c7d6 e2e3",
    ),
    game(
        "a bishop crosses an en passant square",
        "h2h3",
        "d2d3 a7a6 c1f4 d7d5 f4c7",
    ),
    game(
        "no second capture on an en passant square",
        "h2h3",
        "e2e3 e7e6 e3e4 a7a6 e4e5 d7d5 e5d6 e6d5! c7d6",
    ),
    game(
        "en passant by a pinned pawn",
        "h2h3",
        "d2d3 e7e6 d3d4 a7a6 d4d5 e6d5 e2e3 h7h6 e3e4 d8e7 e4e5 f7f5 e5f6! e1d2",
    ),
    game(
        "en passant opens the rank",
        "h2h3",
        "e2e3 a7a6 e1e2 a6a5 e2f3 a5a4 e3e4 a8a5 f3g4 c7c6 e4e5 b7b6 g4h5 d7d5 e5d6! h5h4",
    ),
    game(
        "en passant once of twice",
        "h2h3",
        "e2e3 a7a6 e3e4 a6a5 e4e5 f7f5 a2a3 d7d5 e5f6! e5d6 e7d6",
    ),
];

/// Castling.
pub(super) const CASTLING: &[ScriptedGame] = &[
    game(
        "castling short",
        "h2h3",
        "e1g1! e2e3 e7e6 g1f3 g8f6 f1e2 f8e7 e1h1! e1f1? e8g8? e1e2? h7h6?",
    ),
    game(
        "castling short, both",
        "a2a3",
        "e2e3 e7e6 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8 f1e1 f8e8",
    ),
    game(
        "castling long, both",
        "h2h3",
        "d2d3 d7d6 c1e3 c8e6 b1c3 b8c6 d1d2 d8d7 e1b1! e1c1 e8c8 d1e1 d8e8",
    ),
    game(
        "castling over the own bishop",
        "h2h3",
        "e2e3 e7e6 g1f3 g8f6 e1g1! f1e2 e8g8! f8e7 e1g1",
    ),
    game(
        "castling over the own knight",
        "h2h3",
        "e2e3 e7e6 f1e2 a7a6 e1g1! g1f3 a6a5 e1e3! e1h1! e1g1",
    ),
    game(
        "castling long over the b-file's knight",
        "g2g3",
        "d2d3 a7a6 c1e3 b7b6 d1d2 c7c6 e1c1! b1a3 h7h6 e1c1",
    ),
    game(
        "castling through check",
        "b1a3",
        "e2e3 b7b6 f1e2 a7a5 e2h5 c8a6 g1f3 h7h6 e1g1! d2d3 b8c6 e1g1",
    ),
    game(
        "castling out of check",
        "h2h3",
        "e2e3 e7e6 f1e2 a7a6 g1f3 b7b6 d2d3 f8b4 e1g1! c2c3 b4e7 e1g1",
    ),
    game(
        "castling into check",
        "h2h3",
        "f2f3 e7e6 g2g3 f8c5 f1g2 a7a6 g1h3 b7b6 e1g1! e2e3 h7h6 e1g1",
    ),
    game(
        "castling long beside an attack on b",
        "g1h3",
        "c2c3 d7d6 d1a4 c7c6 b2b3 c8f5 c1b2 h7h6 b1a3 g7g6 e1c1",
    ),
    game(
        "castling after the king has moved",
        "h2h3",
        "e2e3 e7e6 g1f3 g8f6 f1e2 f8e7 e1f1 e8f8 f1e1 f8e8 e1g1! a2a3 e8g8! a7a6",
    ),
    game(
        "castling after the rook has moved",
        "a2a3",
        "g1f3 g8f6 h1g1 h8g8 g1h1 g8h8 e2e3 e7e6 f1e2 f8e7 e1g1! b2b3 e8g8! b7b6",
    ),
    game(
        "castling after the other rook has moved",
        "h2h3",
        "a2a3 a7a6 a1a2 a8a7 a2a1 a7a8 e2e3 e7e6 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8",
    ),
    game(
        "castling long after that rook has moved",
        "h2h3",
        "a2a3 a7a6 a1a2 a8a7 a2a1 a7a8 d2d3 d7d6 c1e3 c8e6 b1c3 b8c6 d1d2 d8d7 e1c1! a3a4 e8c8! a6a5",
    ),
    game(
        "castling without the rook",
        "b1a3",
        "g2g3 b7b6 a2a4 c8b7 f1h3 b7h1 g1f3 a7a6 e1g1! e1f1",
    ),
    game(
        "castling with another rook",
        "b1a3",
        "g2g3 b7b6 g3g4 c8b7 a2a3 b7h1 a3a4 h1d5 a1a3 c7c6 h2h3 h7h6 h3h4 g7g6 a3h3 f7f6 h3h1 e7e6 f1h3 a7a6 g1f3 b6b5 e1g1! e1f1",
    ),
    game(
        "castled rook gives check",
        "h2h3",
        "f2f3 e7e6 f3f4? f7f6 f4f5? e6f5 g1f3 e8f7 g2g3 g7g6 f1g2 g8e7 e1g1 f7g7",
    ),
];
