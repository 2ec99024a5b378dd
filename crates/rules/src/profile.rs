//! Which rules a game is played by.

use super::Role;

/// The rules of movement that can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveRules {
    /// The special moves: the pawn's double step (FIDE 3.7.2), en passant (3.7.3.1) and castling
    /// (3.8.2).
    pub special_moves: bool,
    /// The choice of the promotion piece (FIDE 3.7.3.4); without it a pawn becomes a queen.
    pub promotion_choice: bool,
}

impl MoveRules {
    /// All moves of the Laws of Chess.
    pub const FIDE: MoveRules = MoveRules {
        special_moves: true,
        promotion_choice: true,
    };

    /// What a pawn may become.
    pub const fn promotions(self) -> &'static [Role] {
        if self.promotion_choice {
            &Role::PROMOTIONS
        } else {
            &[Role::Queen]
        }
    }
}

/// The draws that end a game by themselves, besides stalemate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Draws {
    /// 100 plies (half-moves) without a capture or a pawn move; only claimable in FIDE 9.3.
    pub fifty_moves: bool,
    /// 150 plies without a capture or a pawn move (FIDE 9.6.2).
    pub seventy_five_moves: bool,
    /// The same position for the third time; only claimable in FIDE 9.2.
    pub threefold: bool,
    /// The same position for the fifth time (FIDE 9.6.1).
    pub fivefold: bool,
    /// Too little material for any mate (FIDE 5.2.2): only kings and bishops on one colour of squares,
    /// or only kings and one knight.
    pub dead_position: bool,
}

/// The rules of one game: how the pieces move, whether clocks run, and which draws end it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Profile {
    /// How the pieces move.
    pub moves: MoveRules,
    /// Whether each side has a clock of 900 seconds.
    pub clocks: bool,
    /// Which draws end the game.
    pub draws: Draws,
}

impl Profile {
    /// The Laws of Chess without a clock: the game ends by 5.1.1, 5.2.1, 5.2.2 and 9.6, and the
    /// draws of 9.2 and 9.3 must be claimed.
    pub const FIDE: Profile = Profile {
        moves: MoveRules::FIDE,
        clocks: false,
        draws: Draws {
            fifty_moves: false,
            seventy_five_moves: true,
            threefold: false,
            fivefold: true,
            dead_position: true,
        },
    };
}
