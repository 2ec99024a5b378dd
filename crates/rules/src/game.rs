//! A game: position, history, clocks and outcome.

use super::repetition::Repetitions;
use super::{
    CastlingRights, Clocks, Color, IllegalMove, Move, Outcome, Position, Profile, Reason, can_mate,
    is_dead, is_walled,
};
use std::time::Duration;

/// A game: its position, its history, its clocks and, when it has ended, its outcome.
///
/// ```
/// use golfchess_rules::{Color, Game, Profile, Reason};
///
/// let mut game = Game::new(Profile::FIDE);
/// for mv in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     game.play(mv.parse()?)?;
/// }
/// let outcome = game.outcome().ok_or("mate")?;
/// assert_eq!((outcome.winner(), outcome.reason()), (Some(Color::Black), Reason::Checkmate));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    profile: Profile,
    first: Position,
    position: Position,
    moves: Vec<Move>,
    repetitions: Repetitions,
    clocks: Option<Clocks>,
    offer: Option<Color>,
    offers_with_move: bool,
    outcome: Option<Outcome>,
}

/// The draws that the side to move may claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// The position has occurred at least three times (FIDE 9.2.2).
    pub threefold: bool,
    /// At least 50 moves of each side have had no capture and no pawn move (FIDE 9.3.2).
    pub fifty_moves: bool,
}

/// Why a move was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The rules do not allow the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game has ended already.
    #[error("the game has ended already ({0})")]
    Ended(Outcome),
}

impl Game {
    /// A game from the start position.
    pub fn new(profile: Profile) -> Game {
        Game::from_position(profile, Position::start())
    }

    /// A game from a position, which is its first occurrence. With a profile without special moves
    /// the position's castling rights and en passant square are removed; with one without Chess960, rights
    /// that only Chess960 has.
    pub fn from_position(profile: Profile, mut first: Position) -> Game {
        if !profile.moves.special_moves {
            first.castling = CastlingRights::NONE;
            first.en_passant = None;
        } else if !profile.moves.chess960 && !first.has_standard_castling() {
            first.castling = CastlingRights::NONE;
        }
        let mut game = Game {
            profile,
            first,
            position: first,
            moves: Vec::new(),
            repetitions: Repetitions::default(),
            clocks: profile.clock_seconds.map(Clocks::new),
            offer: None,
            offers_with_move: false,
            outcome: None,
        };
        game.enter(first);
        game
    }

    /// The rules of the game.
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// The position at the start of the game.
    pub const fn first_position(&self) -> &Position {
        &self.first
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The outcome; `None` while the game continues.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The legal moves of the side to move; empty when the game has ended.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => self.position.legal_moves(self.profile.moves),
        }
    }

    /// How often the current position has occurred, this time included (FIDE 9.2.3).
    pub fn repetitions(&self) -> u32 {
        self.repetitions.count(&self.position)
    }

    /// Plays a move. The mover's clock gets the profile's increment. The other side's offer of a draw lapses, and one that
    /// the mover has made [before the move](Self::offer_draw_with_move) stands (FIDE 9.1.2.1).
    ///
    /// # Errors
    /// [`PlayError`] when the game has ended or the move is illegal. The game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome {
            return Err(PlayError::Ended(outcome));
        }
        let next = self.position.play(mv, self.profile.moves)?;
        self.moves.push(mv);
        let mover = self.position.side_to_move();
        self.offer = std::mem::take(&mut self.offers_with_move).then_some(mover);
        if let Some(clocks) = &mut self.clocks {
            clocks.add(mover, self.profile.increment_seconds);
        }
        self.enter(next);
        Ok(())
    }

    /// Subtracts a thinking time from the clock of the side to move, rounded down to whole seconds.
    /// With less than one second left the side loses (FIDE 6.9); the profile says whether the game is
    /// drawn if the other side cannot mate. Returns the outcome, if there is one.
    /// Has no effect in a game without clocks or after its end.
    pub fn charge(&mut self, think: Duration) -> Option<Outcome> {
        let side = self.position.side_to_move();
        if self.outcome.is_none()
            && let Some(clocks) = &mut self.clocks
            && clocks.charge(side, think)
        {
            self.outcome = Some(self.given_up(Reason::Flag));
        }
        self.outcome
    }

    /// The side to move resigns (FIDE 5.1.2); the profile says whether the game is drawn if the other
    /// side cannot mate. Returns the outcome, which is the earlier one if the game has ended.
    pub fn resign(&mut self) -> Outcome {
        let outcome = self
            .outcome
            .unwrap_or_else(|| self.given_up(Reason::Resignation));
        self.outcome = Some(outcome);
        outcome
    }

    /// The outcome when the side to move can or will not play on.
    fn given_up(&self, reason: Reason) -> Outcome {
        let loser = self.position.side_to_move();
        if self.profile.win_needs_mate && !can_mate(self.position.board(), !loser) {
            return Outcome::draw(reason);
        }
        Outcome::lost_by(loser, reason)
    }

    /// The side that has just moved offers a draw (FIDE 9.1.2.1). The offer stands until the other
    /// side has moved. Has no effect when the game has ended.
    pub fn offer_draw(&mut self) {
        if self.outcome.is_none() {
            self.offer = Some(!self.position.side_to_move());
        }
    }

    /// The side to move offers a draw before its move (FIDE 9.1.2.1), or claims one that is not correct
    /// (9.1.2.3). The offer stands from its move on. Has no effect when the game has ended.
    pub fn offer_draw_with_move(&mut self) {
        self.offers_with_move = self.outcome.is_none();
    }

    /// The side whose offer of a draw stands. It is never the side to move.
    pub const fn offer(&self) -> Option<Color> {
        self.offer
    }

    /// The side to move accepts the offer of a draw (FIDE 5.2.3, 9.1.2.1). Returns the outcome; `None`
    /// if no offer stands, or if one of the players has not made a move yet.
    pub fn accept(&mut self) -> Option<Outcome> {
        if self.outcome.is_none() && self.offer.is_some() && self.moves.len() >= 2 {
            self.outcome = Some(Outcome::draw(Reason::Agreement));
        }
        self.outcome
    }

    /// Ends the game by a claim that is correct in the current position: 50 moves (FIDE 9.3.2), or
    /// else threefold repetition (FIDE 9.2.2). Returns the outcome; `None` if no claim is correct.
    ///
    /// A claim that declares a move (FIDE 9.2.1, 9.3.1) is the same question about the position after
    /// the move, unless that ends the game: play the move, then claim.
    pub fn claim(&mut self) -> Option<Outcome> {
        let claims = self.claims();
        if claims.fifty_moves {
            self.outcome = Some(Outcome::draw(Reason::FiftyMoves));
        } else if claims.threefold {
            self.outcome = Some(Outcome::draw(Reason::Threefold));
        }
        self.outcome
    }

    /// The two clocks; `None` in a game without clocks.
    pub const fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// The draws that the side to move may claim in the current position (FIDE 9.2.2,
    /// 9.3.2). There are none when the game has ended.
    pub fn claims(&self) -> Claims {
        match self.outcome {
            Some(_) => Claims::default(),
            None => Claims {
                threefold: self.repetitions() >= 3,
                fifty_moves: self.position.halfmove_clock() >= 100,
            },
        }
    }

    /// Sets the position, counts its occurrence and determines the outcome.
    fn enter(&mut self, position: Position) {
        self.position = position;
        self.repetitions.add(&position);
        self.outcome = self.determine_outcome();
    }

    /// The outcome that the current position determines. Checkmate takes precedence over every draw
    /// (FIDE 5.1.1, 9.6.2). Of the draws, those of 5.2 come first, then those of 9.6.
    fn determine_outcome(&self) -> Option<Outcome> {
        let (position, draws) = (&self.position, self.profile.draws);
        if position.legal_moves(self.profile.moves).is_empty() {
            return Some(if position.is_check() {
                Outcome::lost_by(position.side_to_move(), Reason::Checkmate)
            } else {
                Outcome::draw(Reason::Stalemate)
            });
        }
        let plies = position.halfmove_clock();
        let times = self.repetitions();
        let draw = if (draws.dead_position && is_dead(position.board()))
            || (draws.walls && is_walled(position))
        {
            Reason::DeadPosition
        } else if draws.fivefold && times >= 5 {
            Reason::Fivefold
        } else if draws.seventy_five_moves && plies >= 150 {
            Reason::SeventyFiveMoves
        } else if draws.fifty_moves && plies >= 100 {
            Reason::FiftyMoves
        } else if draws.threefold && times >= 3 {
            Reason::Threefold
        } else {
            return None;
        };
        Some(Outcome::draw(draw))
    }
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
