//! One game by the contract: prompts, answers and the announcement.

use std::ops::Deref;
use std::time::Duration;

use golfchess_rules::{Color, Game, Move, Outcome, Position, Profile};

use super::{Show, prompt_text, read_typed};

/// A game that answers to prompts play.
///
/// ```
/// use std::time::Duration;
///
/// use golfchess::contract::{Referee, Show, Step, profile};
///
/// let show = Show { result: true, fullwidth: false };
/// let mut referee = Referee::new(profile("TMPD")?);
/// assert!(referee.prompt_text(show).starts_with("W:900 B:900\nr n b q k b n r\n"));
/// for typed in ["f2f3", "e7e5", "g2g4"] {
///     referee.answer(Some(typed), Duration::from_millis(1_500));
/// }
/// assert_eq!(referee.answer(Some("i9"), Duration::ZERO), Step::Rejected);
/// assert!(matches!(referee.answer(Some("d8h4"), Duration::ZERO), Step::Ended(_)));
/// assert_eq!(referee.announcement(show), Some("B#"));
/// # Ok::<(), golfchess::contract::FlagError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    game: Game,
    cancelled: bool,
}

/// The result of an answer to a prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The move was played and the other side is prompted.
    Played(Move),
    /// The text is not a legal move: the same side is prompted again.
    Rejected,
    /// The game has ended; no prompt follows.
    Ended(Outcome),
    /// The prompt was cancelled: no prompt and no announcement follow.
    Cancelled,
}

impl Referee {
    /// A game from the start position.
    pub fn new(rules: Profile) -> Self {
        Self::from_position(rules, Position::start())
    }

    /// A game from a position, as in [`Game::from_position`].
    pub fn from_position(rules: Profile, first: Position) -> Self {
        Self {
            game: Game::from_position(rules, first),
            cancelled: false,
        }
    }

    /// The current state of the game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Whether another prompt follows: the game has neither ended nor been cancelled.
    pub const fn is_open(&self) -> bool {
        self.game.outcome().is_none() && !self.cancelled
    }

    /// Answers the prompt: the typed text, or `None` for Cancel, and how long the prompt was open.
    /// This time is subtracted from the clock of the side to move, for rejected text too.
    ///
    /// Cancel closes the game, however long the prompt was open. After the end of the game or after
    /// Cancel an answer has no effect and returns the last step again.
    pub fn answer(&mut self, typed: Option<&str>, think: Duration) -> Step {
        if let Some(outcome) = self.game.outcome() {
            return Step::Ended(outcome);
        }
        let Some(text) = typed.filter(|_| !self.cancelled) else {
            self.cancelled = true;
            return Step::Cancelled;
        };
        if let Some(outcome) = self.game.charge(think) {
            // The flag has fallen: the typed text is ignored.
            return Step::Ended(outcome);
        }
        let rules = self.game.profile().moves;
        let mv = read_typed(self.game.position(), text, rules);
        let Some(mv) = mv.filter(|mv| self.game.play(*mv).is_ok()) else {
            return Step::Rejected;
        };
        self.game.outcome().map_or(Step::Played(mv), Step::Ended)
    }

    /// The text of the open prompt in its [canonical](super::canonical) form.
    pub fn prompt_text(&self, show: Show) -> String {
        prompt_text(self.game.position().board(), self.game.clocks(), show)
    }

    /// The announcement when the game has ended and the page announces results.
    pub fn announcement(&self, show: Show) -> Option<&'static str> {
        self.game.outcome().filter(|_| show.result).map(result_code)
    }
}

/// Gives read access to the state of the game; only answers change it.
impl Deref for Referee {
    type Target = Game;

    fn deref(&self) -> &Game {
        &self.game
    }
}

/// The code of a result in an announcement: `W#`, `B#` or `D!`.
pub const fn result_code(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Some(Color::White) => "W#",
        Some(Color::Black) => "B#",
        None => "D!",
    }
}
