//! A game as a page plays it: prompts, or a board that one clicks.

use std::time::Duration;

use golfchess_parity::{Dialog, Effect};
use golfchess_rules::{Game, Square};

use super::{ClickReferee, Contract, Referee, Show, Step, clicks_of};

/// A game by the contract of a page.
#[derive(Clone, Debug)]
pub(super) enum Playing {
    /// On a page with prompts.
    Prompts(Referee),
    /// On a page with C.
    Clicks(ClickReferee),
}

impl Playing {
    /// A game from the first position of a contract.
    pub fn of(contract: &Contract) -> Self {
        match contract.show.board {
            true => Self::Clicks(ClickReferee::of(contract)),
            false => Self::Prompts(Referee::of(contract)),
        }
    }

    pub const fn game(&self) -> &Game {
        match self {
            Self::Prompts(referee) => referee.game(),
            Self::Clicks(referee) => referee.game(),
        }
    }

    /// Whether the game has not ended, nor been cancelled.
    pub const fn is_open(&self) -> bool {
        match self {
            Self::Prompts(referee) => referee.is_open(),
            Self::Clicks(referee) => referee.game().outcome().is_none(),
        }
    }

    /// The square of the last click.
    pub const fn last_click(&self) -> Option<Square> {
        match self {
            Self::Prompts(_) => None,
            Self::Clicks(referee) => referee.last(),
        }
    }

    /// Whether there are prompts that Cancel closes.
    pub const fn has_prompts(&self) -> bool {
        matches!(self, Self::Prompts(_))
    }

    /// What the page shows first: nothing if the game is over without an announcement.
    pub fn first(&self, show: Show) -> Option<Dialog> {
        match self {
            Self::Prompts(referee) => prompt_or_alert(referee, show),
            Self::Clicks(referee) => Some(Dialog::Effect(Effect::Cells, referee.text(show))),
        }
    }

    /// Plays an answer after a think time, and adds what the page shows then. After
    /// [`Step::Chooses`] that is not known.
    pub fn answer(
        &mut self,
        typed: Option<&str>,
        think: u64,
        show: Show,
        shown: &mut Vec<Dialog>,
    ) -> Step {
        match self {
            Self::Prompts(referee) => {
                let was_open = referee.is_open();
                let step = referee.answer(typed, Duration::from_millis(think));
                if step == Step::Chooses || !was_open {
                    return step;
                }
                shown.extend(prompt_or_alert(referee, show));
                step
            }
            Self::Clicks(referee) => {
                let mut last = Step::Rejected;
                let mut times = vec![(think, None)];
                let clicks = clicks_of(typed.unwrap_or_default()).into_iter();
                times.extend(clicks.map(|click| (click.hold, Some(click.square))));
                for (time, square) in times {
                    referee.pass(time);
                    let step = square.map_or(Step::Rejected, |square| referee.click(square));
                    if referee.must_choose() {
                        return Step::Chooses;
                    }
                    if step != Step::Rejected {
                        last = step;
                    }
                    if time > 0 || square.is_some() {
                        shown.push(Dialog::Effect(Effect::Cells, referee.text(show)));
                    }
                }
                referee.game().outcome().map_or(last, Step::Ended)
            }
        }
    }
}

/// The prompt of an open game, or the announcement of its result.
fn prompt_or_alert(referee: &Referee, show: Show) -> Option<Dialog> {
    if referee.is_open() {
        return Some(Dialog::Prompt(referee.prompt_text(show)));
    }
    let code = referee.announcement(show)?;
    Some(Dialog::Alert(code.to_owned()))
}
