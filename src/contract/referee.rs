//! One game by the contract: prompts, answers and the announcement.

use std::ops::Deref;
use std::time::Duration;

use golfchess_rules::{Color, Game, Move, MoveRules, Outcome, Position, Profile, Reason, Role};

use super::{Contract, Opponent, Show, prompt_text, read_typed};

/// A game that answers to prompts play.
///
/// ```
/// use std::time::Duration;
///
/// use golfchess::contract::{Referee, Show, Step, profile};
///
/// let show = Show { result: true, ..Show::default() };
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
    arbiter: bool,
    opponent: Option<Opponent>,
    cancelled: bool,
}

/// The result of an answer to a prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The move was played and the other side is prompted.
    Played(Move),
    /// The text is not a legal move: the same side is prompted again.
    Rejected,
    /// The page plays for the side to move. [`Referee::choose`] takes its move.
    Chooses,
    /// The game has ended; no prompt follows.
    Ended(Outcome),
    /// The prompt was cancelled: no prompt and no announcement follow.
    Cancelled,
}

impl Referee {
    /// A game from the start position, without the flags F and A.
    pub fn new(rules: Profile) -> Self {
        Self::from_position(rules, Position::start())
    }

    /// A game from a position, as in [`Game::from_position`], without the flags F and A.
    pub fn from_position(rules: Profile, first: Position) -> Self {
        Self {
            game: Game::from_position(rules, first),
            arbiter: false,
            opponent: None,
            cancelled: false,
        }
    }

    /// A game from the first position by the whole contract of a page.
    pub fn of(contract: &Contract) -> Self {
        Self {
            arbiter: contract.arbiter,
            opponent: contract.opponent,
            ..Self::from_position(contract.rules, contract.start)
        }
    }

    /// The current state of the game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Whether an empty answer lets the page move.
    pub const fn has_opponent(&self) -> bool {
        self.opponent.is_some()
    }

    /// Whether another prompt follows: the game has neither ended nor been cancelled.
    pub const fn is_open(&self) -> bool {
        self.game.outcome().is_none() && !self.cancelled
    }

    /// Answers the prompt: the typed text, or `None` for Cancel, and how long the prompt was open.
    /// This time is subtracted from the clock of the side to move, for rejected text too.
    ///
    /// Without F, Cancel closes the game, however long the prompt was open. With F, it resigns, and
    /// the clock comes first. After the end of the game or after Cancel an answer has no effect and
    /// returns the last step again.
    pub fn answer(&mut self, typed: Option<&str>, think: Duration) -> Step {
        if let Some(outcome) = self.game.outcome() {
            return Step::Ended(outcome);
        }
        if self.cancelled || (typed.is_none() && !self.arbiter) {
            self.cancelled = true;
            return Step::Cancelled;
        }
        if let Some(outcome) = self.game.charge(think) {
            // The flag has fallen: the typed text is ignored.
            return Step::Ended(outcome);
        }
        let Some(text) = typed else {
            return Step::Ended(self.game.resign());
        };
        if text.is_empty() && self.opponent.is_some() {
            return Step::Chooses;
        }
        let mv = read_typed(self.game.position(), text, self.game.profile().moves);
        let Some(mv) = mv.filter(|mv| self.game.play(*mv).is_ok()) else {
            return self.speak(text);
        };
        // A mark in the fifth character or after it: a claim (FIDE 9.2.1, 9.3.1), or else an offer
        // (9.1.2.1, 9.1.2.3).
        if self.arbiter && text.chars().skip(4).any(|c| c == MARK) && self.game.claim().is_none() {
            self.game.offer_draw();
        }
        self.game.outcome().map_or(Step::Played(mv), Step::Ended)
    }

    /// A text that is no legal move: with F and a `=` it is a claim (FIDE 9.2.2, 9.3.2), accepts an offer
    /// (5.2.3), or offers a draw from the next move on (9.1.2.1, 9.1.2.3).
    fn speak(&mut self, text: &str) -> Step {
        if !self.arbiter || !text.contains(MARK) {
            return Step::Rejected;
        }
        if let Some(outcome) = self.game.claim().or_else(|| self.game.accept()) {
            return Step::Ended(outcome);
        }
        self.game.offer_draw_with_move();
        Step::Rejected
    }

    /// Charges a time to the side to move, as [`Game::charge`] does.
    pub(super) fn charge(&mut self, time: Duration) -> Option<Outcome> {
        self.game.charge(time)
    }

    /// The move that the page plays after [`Step::Chooses`].
    pub fn choose(&mut self, mv: Move) -> Step {
        match self.game.play(mv) {
            Ok(()) => self.game.outcome().map_or(Step::Played(mv), Step::Ended),
            Err(_) => Step::Rejected,
        }
    }

    /// The moves of which the page must choose one after [`Step::Chooses`]: all legal moves, or with B
    /// those that mate if one of them does not promote to a rook, a bishop or a knight.
    pub fn choices(&self) -> Vec<Move> {
        let moves = self.game.legal_moves();
        if self.opponent != Some(Opponent::LooksAhead) {
            return moves;
        }
        let mates = mates(self.game.position(), &moves, self.game.profile().moves);
        let full = |mv: &Move| mv.promotion.is_none_or(|role| role == Role::Queen);
        if mates.iter().any(full) { mates } else { moves }
    }

    /// The text of the open prompt in its [canonical](super::canonical) form.
    pub fn prompt_text(&self, show: Show) -> String {
        let text = prompt_text(self.game.position(), self.game.clocks(), show);
        match self.game.offer() {
            Some(_) => text.replacen('\n', &format!(" {MARK}\n"), 1),
            None => text,
        }
    }

    /// The announcement when the game has ended and the page announces results.
    pub fn announcement(&self, show: Show) -> Option<&'static str> {
        let outcome = self.game.outcome().filter(|_| show.result)?;
        Some(if self.arbiter {
            arbiter_code(outcome)
        } else {
            result_code(outcome)
        })
    }
}

/// The character that claims or offers a draw, with F.
const MARK: char = '=';

/// Those of some legal moves that checkmate.
pub(crate) fn mates(position: &Position, moves: &[Move], rules: MoveRules) -> Vec<Move> {
    let mates = |mv: &&Move| {
        let next = position.play_unchecked(**mv);
        next.is_check() && next.is_checkmate(rules)
    };
    moves.iter().filter(mates).copied().collect()
}

/// Gives read access to the state of the game; only answers change it.
impl Deref for Referee {
    type Target = Game;

    fn deref(&self) -> &Game {
        &self.game
    }
}

/// The code of a result in an announcement without F: `W#`, `B#` or `D!`.
pub const fn result_code(outcome: Outcome) -> &'static str {
    match outcome.winner() {
        Some(Color::White) => "W#",
        Some(Color::Black) => "B#",
        None => "D!",
    }
}

/// The code of a result in an announcement with F: one of 15.
pub const fn arbiter_code(outcome: Outcome) -> &'static str {
    match (outcome.reason(), outcome.winner()) {
        (Reason::Checkmate, Some(Color::White)) => "W#",
        (Reason::Checkmate, _) => "B#",
        (Reason::Stalemate, _) => "SM",
        (Reason::DeadPosition, _) => "DP",
        (Reason::SeventyFiveMoves, _) => "75",
        (Reason::Fivefold, _) => "5R",
        (Reason::FiftyMoves, _) => "50",
        (Reason::Threefold, _) => "3R",
        (Reason::Agreement, _) => "DA",
        (Reason::Flag, Some(Color::White)) => "WT",
        (Reason::Flag, Some(Color::Black)) => "BT",
        (Reason::Flag, None) => "TM",
        (Reason::Resignation, Some(Color::White)) => "WR",
        (Reason::Resignation, Some(Color::Black)) => "BR",
        (Reason::Resignation, None) => "RM",
    }
}
