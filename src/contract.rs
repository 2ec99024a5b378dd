//! The contract of a chess page: the rules that its flags select, its display and its input.
//!
//! [`Contract`] is the reference with which pages are compared; [`Referee`] plays one game by it.

mod board;
mod builder;
mod clicks;
mod events;
mod first;
mod follow;
mod follow_clicks;
mod playing;
mod prompt;
mod referee;
mod reference;
mod typed;

use golfchess_pages::catalog::FlagSet;
use golfchess_rules::{Draws, MoveRules, Position, Profile};

pub use board::{Mark, board_text, cells_of, letters_of};
pub use builder::PlanBuilder;
pub(crate) use builder::read_word;
pub use clicks::{Click, ClickReferee, clicks_of};
pub use first::First;
#[cfg(test)]
pub(crate) use follow::INJECTED;
pub(crate) use follow_clicks::Follower;
pub(crate) use prompt::narrow;
pub use prompt::{Show, canonical, prompt_text};
pub(crate) use referee::mates;
pub use referee::{Referee, Step, arbiter_code, result_code};
pub use typed::read_typed;

/// The seconds on each clock at the start of a game with clocks.
pub const CLOCK_SECONDS: u64 = 900;

/// The seconds that I adds to a clock for each move that its side has played.
pub const INCREMENT_SECONDS: u64 = 10;

/// The required behaviour of a page: the rules of its games and their display.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Contract {
    /// The rules of its games.
    pub rules: Profile,
    /// Where the first position comes from.
    pub first: First,
    /// The first position: the start position, unless the page has drawn or been given another one.
    pub start: Position,
    /// The display of its games.
    pub show: Show,
    /// Whether an arbiter decides its games: resignation, offers and claims of a draw.
    pub arbiter: bool,
    /// Whether the page moves: for either side after an empty answer, or with C as Black. And how it
    /// chooses its moves.
    pub opponent: Option<Opponent>,
}

/// How a page chooses its own moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opponent {
    /// Any legal move.
    Any,
    /// A move that mates, if there is one that does not promote to a lesser piece than a queen.
    LooksAhead,
}

impl Contract {
    /// The letters of the rule flags.
    pub const RULE_FLAGS: &'static str = "TMPD";

    /// The letters of all flags of chess pages.
    pub const FLAGS: &'static str = "TMPXIEDFWSUCVAB";

    /// Whether the page plays Black on a board, so that nobody else can.
    pub const fn page_is_black(&self) -> bool {
        self.show.board && self.opponent.is_some()
    }

    /// The contract of a variant with these flags.
    ///
    /// # Errors
    /// [`FlagError`] when a flag comes without the flags that it requires.
    pub fn new(flags: &FlagSet) -> Result<Self, FlagError> {
        let arbiter = flags.has('F');
        if arbiter && !(flags.has('D') && flags.has('S')) {
            return Err(FlagError::ArbiterAlone);
        }
        let board = flags.has('C');
        if board && arbiter {
            return Err(FlagError::BoardWithArbiter);
        }
        let opponent = match (flags.has('A'), flags.has('B')) {
            (false, true) => return Err(FlagError::LooksAheadAlone),
            (false, false) => None,
            (true, false) => Some(Opponent::Any),
            (true, true) => Some(Opponent::LooksAhead),
        };
        for (flag, needed) in [('X', 'M'), ('I', 'T'), ('E', 'M'), ('W', 'D')] {
            if flags.has(flag) && !flags.has(needed) {
                return Err(FlagError::Needs { flag, needed });
            }
        }
        for (flag, other) in [('X', 'E'), ('V', 'A')] {
            if flags.has(flag) && flags.has(other) {
                return Err(FlagError::Excludes { flag, other });
            }
        }
        if flags.has('X') && flags.has('V') && board {
            return Err(FlagError::DrawnAndTurned);
        }
        let first = match (flags.has('X'), flags.has('E')) {
            (true, _) => First::Drawn,
            (false, true) => First::Address,
            (false, false) => First::Standard,
        };
        let mut rules = profile(&flags.in_order(Self::RULE_FLAGS))?;
        rules.moves.chess960 = flags.has('X');
        if flags.has('I') {
            rules.increment_seconds = INCREMENT_SECONDS;
        }
        if arbiter {
            rules.draws = Profile::FIDE.draws;
            rules.win_needs_mate = true;
        }
        rules.draws.walls = flags.has('W');
        Ok(Self {
            rules,
            first,
            start: Position::start(),
            show: Show {
                result: flags.has('S'),
                fullwidth: flags.has('U'),
                board,
                turns: flags.has('V'),
            },
            arbiter,
            opponent,
        })
    }
}

/// The letters do not select a set of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlagError {
    /// A letter that is not a rule flag.
    #[error("{0:?} is not a rule flag: the flags are T, M, P and D")]
    UnknownFlag(char),
    /// A flag that is repeated or not in the order T M P D.
    #[error("the flag {0} is out of order: write each flag once, in the order T M P D")]
    Order(char),
    /// D without T, M and P.
    #[error("the flag D is possible only together with T, M and P: write TMPD")]
    DeadWithoutAll,
    /// F without D and S.
    #[error("the flag F is possible only together with D and S")]
    ArbiterAlone,
    /// C with F.
    #[error("the flag C is possible only without F")]
    BoardWithArbiter,
    /// A flag without another one that it needs.
    #[error("the flag {flag} is possible only together with {needed}")]
    Needs {
        /// The flag.
        flag: char,
        /// The other one.
        needed: char,
    },
    /// Two flags that exclude each other.
    #[error("the flag {flag} is possible only without {other}")]
    Excludes {
        /// The flag.
        flag: char,
        /// The other one.
        other: char,
    },
    /// X, V and C.
    #[error(
        "the flags X, V and C are possible only in pairs: where a click goes depends on a move, and the \
         move on the first position, which only the page knows"
    )]
    DrawnAndTurned,
    /// B without A.
    #[error("the flag B is possible only together with A")]
    LooksAheadAlone,
}

/// The rules that flags select, written as letters in the order `TMPD`.
///
/// T adds the clocks and the fifty-move draw, M the special moves, P the choice of the promotion
/// piece, D the threefold repetition and the dead position.
///
/// ```
/// use golfchess::contract::profile;
///
/// let full = profile("TMPD")?;
/// assert!(full.clock_seconds == Some(900) && full.draws.threefold);
/// assert!(!profile("")?.moves.special_moves);
/// assert!(profile("TD").is_err()); // D needs T, M and P
/// # Ok::<(), golfchess::contract::FlagError>(())
/// ```
///
/// # Errors
/// [`FlagError`] when the letters do not select a set of rules.
pub fn profile(letters: &str) -> Result<Profile, FlagError> {
    const FLAGS: [char; 4] = ['T', 'M', 'P', 'D'];
    let mut given = [false; 4];
    for letter in letters.chars() {
        let flag = FLAGS
            .iter()
            .position(|flag| *flag == letter)
            .ok_or(FlagError::UnknownFlag(letter))?;
        if given[flag..].contains(&true) {
            return Err(FlagError::Order(letter));
        }
        given[flag] = true;
    }
    let [t, m, p, d] = given;
    from_flags(t, m, p, d)
}

const fn from_flags(t: bool, m: bool, p: bool, d: bool) -> Result<Profile, FlagError> {
    if d && !(t && m && p) {
        return Err(FlagError::DeadWithoutAll);
    }
    Ok(Profile {
        win_needs_mate: false,
        moves: MoveRules {
            special_moves: m,
            promotion_choice: p,
            chess960: false,
        },
        clock_seconds: if t { Some(CLOCK_SECONDS) } else { None },
        increment_seconds: 0,
        draws: Draws {
            fifty_moves: t,
            seventy_five_moves: false,
            threefold: d,
            fivefold: false,
            dead_position: d,
            walls: false,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_sets_of_flags_are_legal() {
        let all = (0..16).filter_map(|n| {
            let [t, m, p, d] = [1, 2, 4, 8].map(|bit| n & bit != 0);
            let letters: String = [(t, 'T'), (m, 'M'), (p, 'P'), (d, 'D')]
                .iter()
                .filter_map(|(set, letter)| set.then_some(*letter))
                .collect();
            let parsed = profile(&letters);
            assert_eq!(parsed, from_flags(t, m, p, d), "{letters}");
            parsed.ok()
        });
        assert_eq!(all.collect::<std::collections::HashSet<_>>().len(), 9);
    }

    #[test]
    fn a_board_has_no_arbiter() {
        let contract = |flags| Contract::new(&FlagSet::new(flags));
        assert_eq!(contract("TMPDFSC"), Err(FlagError::BoardWithArbiter));
        assert!(contract("TMPDFS").is_ok_and(|contract| !contract.show.board));
        for flags in ["C", "UC", "MPSC", "TMPDSUCAB"] {
            assert!(contract(flags).is_ok_and(|contract| contract.show.board));
        }
    }

    #[test]
    fn each_variant_needs_and_excludes_flags() {
        let contract = |flags| Contract::new(&FlagSet::new(flags));
        for (flags, flag, needed) in [("TX", 'X', 'M'), ("MI", 'I', 'T'), ("TE", 'E', 'M')] {
            assert_eq!(contract(flags), Err(FlagError::Needs { flag, needed }));
        }
        for (flags, flag, other) in [("MXE", 'X', 'E'), ("VA", 'V', 'A')] {
            assert_eq!(contract(flags), Err(FlagError::Excludes { flag, other }));
        }
        let all = contract("TMPXIDSUV").expect("a set of rules");
        assert!(all.rules.moves.chess960 && all.show.turns && all.first == First::Drawn);
        assert_eq!(all.rules.increment_seconds, 10);
        assert_eq!(contract("MXCV"), Err(FlagError::DrawnAndTurned));
        let plain = contract("TMPD").expect("a set of rules");
        assert!(!plain.rules.moves.chess960 && plain.first == First::Standard);
        assert_eq!(plain.rules.increment_seconds, 0);
    }

    #[test]
    fn other_letters_are_rejected_with_a_reason() {
        let error = |text: &str| profile(text).unwrap_err();
        assert_eq!(error("TXP"), FlagError::UnknownFlag('X'));
        assert_eq!(error("t"), FlagError::UnknownFlag('t'));
        assert_eq!(error("MT"), FlagError::Order('T'));
        assert_eq!(error("TT"), FlagError::Order('T'));
        assert_eq!(error("MPD"), FlagError::DeadWithoutAll);
    }
}
