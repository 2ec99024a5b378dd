//! The rules by which a game is played.

use super::Role;

/// The rules of movement that a game can omit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveRules {
    /// The special moves: the pawn's double step (FIDE 3.7.2), en passant (3.7.3.1) and castling
    /// (3.8.2).
    pub special_moves: bool,
    /// The choice of the promotion piece (FIDE 3.7.3.4). Without it a pawn is always promoted to a
    /// queen.
    pub promotion_choice: bool,
    /// Castling of Chess960 (FIDE Guidelines II.3): from any files, as a move of the king to the square of
    /// its own rook. Without it, castling is possible from the files of standard chess only.
    pub chess960: bool,
}

impl MoveRules {
    /// All moves of the FIDE Laws of Chess.
    pub const FIDE: MoveRules = MoveRules {
        special_moves: true,
        promotion_choice: true,
        chess960: false,
    };

    /// All moves of Chess960 (FIDE Guidelines II).
    pub const CHESS960: MoveRules = MoveRules {
        chess960: true,
        ..MoveRules::FIDE
    };

    /// The pieces to which a pawn may be promoted.
    pub const fn promotions(self) -> &'static [Role] {
        if self.promotion_choice {
            &Role::PROMOTIONS
        } else {
            &[Role::Queen]
        }
    }
}

/// The draws that end a game without a claim. Stalemate always does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Draws {
    /// 100 plies (half-moves) without a capture or a pawn move. By FIDE 9.3.1 and 9.3.2 it must be
    /// claimed.
    pub fifty_moves: bool,
    /// 150 plies without a capture or a pawn move (FIDE 9.6.2).
    pub seventy_five_moves: bool,
    /// The same position for the third time. By FIDE 9.2.1 and 9.2.2 it must be claimed.
    pub threefold: bool,
    /// The same position for the fifth time (FIDE 9.6.1).
    pub fivefold: bool,
    /// The material cannot mate (FIDE 5.2.2), as [`is_dead`](crate::is_dead) decides.
    pub dead_position: bool,
    /// Pawns block each other for ever (FIDE 5.2.2), as [`is_walled`](crate::is_walled) decides.
    pub walls: bool,
}

/// The rules of one game: movement, clocks, and the draws that end it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Profile {
    /// The rules of movement.
    pub moves: MoveRules,
    /// The seconds on each side's clock at the start; `None` for a game without clocks.
    pub clock_seconds: Option<u64>,
    /// The seconds that a side gets for each move that it has played, in a game with clocks (FIDE 6.3.1).
    pub increment_seconds: u64,
    /// The draws that end the game without a claim.
    pub draws: Draws,
    /// Whether a side must be able to mate, as [`can_mate`](crate::can_mate) decides, to win on time
    /// (FIDE 6.9) or by resignation (FIDE 5.1.2). Otherwise the game is drawn.
    pub win_needs_mate: bool,
}

impl Profile {
    /// The FIDE Laws of Chess without clocks: a game ends by 5.1.1, 5.2.1, 5.2.2 or 9.6. The draws of
    /// 9.2 and 9.3 do not end it; [`Game::claims`](crate::Game::claims) lists them.
    pub const FIDE: Profile = Profile {
        moves: MoveRules::FIDE,
        clock_seconds: None,
        increment_seconds: 0,
        draws: Draws {
            fifty_moves: false,
            seventy_five_moves: true,
            threefold: false,
            fivefold: true,
            dead_position: true,
            walls: false,
        },
        win_needs_mate: true,
    };
}
