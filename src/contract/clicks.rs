//! One game by the contract of a page with C: clicks, time, and the page's own moves.

use std::ops::Deref;
use std::time::Duration;

use golfchess_rules::{Color, Game, Move, Role, Square};

use super::{Contract, Mark, Referee, Show, Step, board_text};

/// The milliseconds after which a clock loses a second.
const SECOND: u64 = 1_000;

/// The pieces to which a pawn promotes after one click on its square, after two in a row, and so on.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Bishop, Role::Rook, Role::Knight];

/// A game that clicks and time play.
///
/// ```
/// use golfchess::contract::{ClickReferee, Contract, Step, clicks_of};
/// use golfchess_pages::catalog::FlagSet;
///
/// let contract = Contract::new(&FlagSet::new("TMPDSC"))?;
/// let mut referee = ClickReferee::of(&contract);
/// for click in clicks_of("f2f3e7e5g2g4") {
///     referee.click(click.square);
/// }
/// referee.pass(2_500);
/// assert!(referee.text(contract.show).starts_with("B,900,898\nr n b q k b n r\n"));
/// for click in clicks_of("d8h4") {
///     referee.click(click.square);
/// }
/// assert!(referee.text(contract.show).starts_with("B#,900,898\n"));
/// # Ok::<(), golfchess::contract::FlagError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClickReferee {
    referee: Referee,
    /// The square of the last click, from which the next one tries to move.
    last: Option<Square>,
    /// How many clicks in a row this square has had.
    times: usize,
    mark: Mark,
    /// The milliseconds since the last whole second of the page.
    elapsed: u64,
    /// Whether the page must choose its move now.
    chooses: bool,
}

impl ClickReferee {
    /// A game from the start position by the whole contract of a page.
    pub fn of(contract: &Contract) -> Self {
        Self {
            referee: Referee::of(contract),
            last: None,
            times: 0,
            mark: Mark::Any,
            elapsed: 0,
            chooses: false,
        }
    }

    /// The current state of the game.
    pub const fn game(&self) -> &Game {
        self.referee.game()
    }

    /// Whether the page must choose a move now: [`ClickReferee::choose`] takes it.
    pub const fn must_choose(&self) -> bool {
        self.chooses
    }

    /// Whether clicks only move the mark, since Black is the page itself.
    pub fn waits_for_page(&self) -> bool {
        self.referee.has_opponent() && self.game().position().side_to_move() == Color::Black
    }

    /// The square of the click before, from which the next click tries to move.
    pub const fn last(&self) -> Option<Square> {
        self.last
    }

    /// A click: a try to move from the square of the click before it to this one.
    pub fn click(&mut self, square: Square) -> Step {
        let (from, times) = (self.last.replace(square), self.times);
        self.times = if from == Some(square) { times + 1 } else { 1 };
        self.mark = Mark::On(square);
        if let Some(outcome) = self.game().outcome() {
            self.mark = Mark::Any;
            return Step::Ended(outcome);
        }
        if self.waits_for_page() {
            return Step::Rejected;
        }
        let Some(mv) = from.and_then(|from| self.legal(from, square, times)) else {
            return Step::Rejected;
        };
        let step = self.referee.choose(mv);
        if matches!(step, Step::Ended(_)) {
            self.mark = Mark::Any;
        } else if self.waits_for_page() && self.game().clocks().is_none() {
            self.chooses = true;
            return Step::Chooses;
        }
        step
    }

    /// The legal move between two squares after a number of clicks in a row on the first one.
    fn legal(&self, from: Square, to: Square, times: usize) -> Option<Move> {
        let chosen = match self.game().profile().moves.promotion_choice {
            true => PROMOTIONS[(times - 1) % PROMOTIONS.len()],
            false => Role::Queen,
        };
        let mut moves = self.game().legal_moves().into_iter();
        moves.find(|mv| {
            (mv.from, mv.to) == (from, to) && mv.promotion.is_none_or(|role| role == chosen)
        })
    }

    /// Lets milliseconds pass, up to the moment at which the page must choose a move. Returns those
    /// that are left.
    pub fn pass(&mut self, mut time: u64) -> u64 {
        if self.game().clocks().is_none() {
            return 0;
        }
        while time > 0 && !self.chooses {
            let step = time.min(SECOND - self.elapsed);
            time -= step;
            self.elapsed += step;
            if self.elapsed == SECOND {
                self.elapsed = 0;
                self.tick();
            }
        }
        time
    }

    /// A whole second has passed: the side to move is charged, and then the page moves if it is its turn.
    fn tick(&mut self) {
        if !self.referee.is_open() {
            return;
        }
        match self.referee.charge(Duration::from_millis(SECOND)) {
            Some(_) => self.mark = Mark::Any,
            None => self.chooses = self.waits_for_page(),
        }
    }

    /// The moves of which the page must choose one.
    pub fn choices(&self) -> Vec<Move> {
        self.referee.choices()
    }

    /// The page plays a move. It counts as clicks on its two squares.
    pub fn choose(&mut self, mv: Move) -> Step {
        let step = self.referee.choose(mv);
        if step != Step::Rejected {
            self.chooses = false;
            (self.last, self.times) = (Some(mv.to), 1);
            self.mark = match step {
                Step::Ended(_) => Mark::Any,
                _ => Mark::On(mv.to),
            };
        }
        step
    }

    /// The games after a move of the page. The contract leaves open whether it counts as clicks: in the
    /// second game the next click starts where the last one was.
    pub(super) fn chosen(&self, mv: Move) -> [Self; 2] {
        let mut counts = self.clone();
        counts.choose(mv);
        let mut remains = counts.clone();
        (remains.last, remains.times) = (self.last, self.times);
        [counts, remains]
    }

    /// Whether two games show the same from now on, whatever follows.
    pub(super) fn continues_like(&self, other: &Self) -> bool {
        let clicks = |game: &Self| (game.last, game.times, game.mark, game.elapsed, game.chooses);
        clicks(self) == clicks(other)
            && self.game().clocks() == other.game().clocks()
            && self.game().moves() == other.game().moves()
    }

    /// What the page shows, in its [canonical](board_text) form.
    pub fn text(&self, show: Show) -> String {
        board_text(self.game(), self.mark, show)
    }
}

/// Gives read access to the state of the game; only clicks, time and choices change it.
impl Deref for ClickReferee {
    type Target = Game;

    fn deref(&self) -> &Game {
        self.referee.game()
    }
}

/// A click, and for how many milliseconds the button is held before it counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Click {
    /// The square.
    pub square: Square,
    /// The time between press and release.
    pub hold: u64,
}

/// For how many milliseconds a person may hold the button.
const HOLD: u64 = 120;

/// The character after a square on which the button is held for a while.
const HELD: char = '~';

/// The clicks that a text stands for: on its squares, in order. If one of the letters R, B and N follows
/// the two squares of a move, the first square is clicked as often as this promotion needs. After
/// each `~`, the button is held for 120 ms more on the square before it. What names no square stands for no click.
pub fn clicks_of(text: &str) -> Vec<Click> {
    let mut chars = text.chars().peekable();
    let mut clicks: Vec<Click> = Vec::new();
    while let Some(file) = chars.next() {
        let square = chars
            .peek()
            .and_then(|rank| Square::from_chars(file, *rank));
        if let Some(square) = square {
            clicks.push(Click { square, hold: 0 });
            chars.next();
        } else if file == HELD {
            if let Some(last) = clicks.last_mut() {
                last.hold += HOLD;
            }
        } else if let [from, to] = clicks[..]
            && let Some(role) = Role::from_letter(file.to_ascii_uppercase())
            && let Some(more) = PROMOTIONS.iter().position(|choice| *choice == role)
        {
            clicks = vec![from; more + 1];
            clicks.push(to);
        }
    }
    clicks
}

#[cfg(test)]
#[path = "clicks_tests.rs"]
mod tests;
