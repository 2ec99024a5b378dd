//! Which rules a game is played by.

use super::Role;
use std::str::FromStr;

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
    pub(crate) const fn promotions(self) -> &'static [Role] {
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
///
/// The profiles of the catalog are written as the letters of their flags in the order `TMPD`:
///
/// ```
/// use golfchess::rules::Profile;
///
/// let full: Profile = "TMPD".parse()?;
/// assert!(full.clocks && full.draws.threefold);
/// let bare: Profile = "".parse()?;
/// assert!(!bare.moves.special_moves);
/// assert!("TD".parse::<Profile>().is_err()); // D needs T, M and P
/// # Ok::<(), golfchess::rules::ProfileError>(())
/// ```
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

    /// The catalog's profile with the flags T, M, P and D.
    ///
    /// T adds the clocks and the fifty-move draw, M the special moves, P the choice of the
    /// promotion piece, D the threefold repetition and the dead position.
    ///
    /// # Errors
    /// [`ProfileError::DeadWithoutAll`] when D comes without T, M or P.
    pub const fn new(t: bool, m: bool, p: bool, d: bool) -> Result<Profile, ProfileError> {
        if d && !(t && m && p) {
            return Err(ProfileError::DeadWithoutAll);
        }
        Ok(Profile {
            moves: MoveRules {
                special_moves: m,
                promotion_choice: p,
            },
            clocks: t,
            draws: Draws {
                fifty_moves: t,
                seventy_five_moves: false,
                threefold: d,
                fivefold: false,
                dead_position: d,
            },
        })
    }
}

/// The letters do not name a profile of the catalog.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// A letter that is no flag.
    #[error("{0:?} is not a rule flag: the flags are T, M, P and D")]
    UnknownFlag(char),
    /// A flag that comes twice or not in the order T M P D.
    #[error("the flag {0} is out of order: write each flag once, in the order T M P D")]
    Order(char),
    /// D without T, M and P.
    #[error("the flag D is possible only together with T, M and P: write TMPD")]
    DeadWithoutAll,
}

impl FromStr for Profile {
    type Err = ProfileError;

    fn from_str(text: &str) -> Result<Profile, ProfileError> {
        const FLAGS: [char; 4] = ['T', 'M', 'P', 'D'];
        let mut given = [false; 4];
        for letter in text.chars() {
            let flag = FLAGS
                .iter()
                .position(|flag| *flag == letter)
                .ok_or(ProfileError::UnknownFlag(letter))?;
            if given[flag..].contains(&true) {
                return Err(ProfileError::Order(letter));
            }
            given[flag] = true;
        }
        let [t, m, p, d] = given;
        Profile::new(t, m, p, d)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_nine_profiles_in_the_catalog() {
        let all = (0..16).filter_map(|n| {
            let [t, m, p, d] = [1, 2, 4, 8].map(|bit| n & bit != 0);
            let letters: String = [(t, 'T'), (m, 'M'), (p, 'P'), (d, 'D')]
                .iter()
                .filter_map(|(set, letter)| set.then_some(*letter))
                .collect();
            let parsed = letters.parse::<Profile>();
            assert_eq!(parsed, Profile::new(t, m, p, d), "{letters}");
            parsed.ok()
        });
        assert_eq!(all.collect::<std::collections::HashSet<_>>().len(), 9);
    }

    #[test]
    fn other_letters_are_refused_with_the_reason() {
        let error = |text: &str| text.parse::<Profile>().unwrap_err();
        assert_eq!(error("TXP"), ProfileError::UnknownFlag('X'));
        assert_eq!(error("t"), ProfileError::UnknownFlag('t'));
        assert_eq!(error("MT"), ProfileError::Order('T'));
        assert_eq!(error("TT"), ProfileError::Order('T'));
        assert_eq!(error("MPD"), ProfileError::DeadWithoutAll);
    }
}
