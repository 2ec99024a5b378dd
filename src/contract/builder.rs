//! Builds plans answer by answer.

use std::time::Duration;

use golfchess_parity::{Answer, Dialog, Expected, Mode, Oracle, Plan};
use golfchess_rules::Game;

use super::{Contract, Referee, Show, Step};

/// Builds a plan: the reference supplies the expected dialog for each answer.
///
/// After [`Step::Chooses`] the dialogs depend on the page: answers are then only listed, and the plan
/// is judged by the reference that follows the page.
#[derive(Clone, Debug)]
pub struct PlanBuilder {
    referee: Referee,
    show: Show,
    answers: Vec<Answer>,
    expected: Vec<Dialog>,
    /// Whether the page has had a choice.
    page_has_choices: bool,
    pace: u64,
}

impl PlanBuilder {
    /// A builder at the first prompt of a new game.
    pub fn new(contract: Contract) -> Self {
        let referee = Referee::of(&contract);
        let expected = vec![Dialog::Prompt(referee.prompt_text(contract.show))];
        Self {
            referee,
            show: contract.show,
            answers: Vec::new(),
            expected,
            page_has_choices: false,
            pace: 0,
        }
    }

    /// Lets time pass while the page works: see [`Plan::pace`].
    #[must_use]
    pub fn with_pace(self, pace: u64) -> Self {
        Self { pace, ..self }
    }

    /// The state of the game; after a choice of the page, the state before it.
    pub const fn game(&self) -> &Game {
        self.referee.game()
    }

    /// Whether a prompt is open, or may be.
    pub const fn is_open(&self) -> bool {
        self.referee.is_open()
    }

    /// Whether an empty answer lets the page move.
    pub const fn has_opponent(&self) -> bool {
        self.referee.has_opponent()
    }

    /// Whether the page has had a choice, after which the state of the game is not known.
    pub const fn page_has_choices(&self) -> bool {
        self.page_has_choices
    }

    /// Answers the open prompt after thinking for `think` milliseconds. Has no effect when the game
    /// is over.
    pub fn answer(&mut self, text: Option<&str>, think: u64) -> Step {
        if self.page_has_choices {
            self.answers.push(Answer(text.map(str::to_owned), think));
            return Step::Chooses;
        }
        let was_open = self.is_open();
        let step = self.referee.answer(text, Duration::from_millis(think));
        if was_open {
            self.answers.push(Answer(text.map(str::to_owned), think));
            if step == Step::Chooses {
                self.page_has_choices = true;
            } else if self.is_open() {
                let text = self.referee.prompt_text(self.show);
                self.expected.push(Dialog::Prompt(text));
            } else if let Some(code) = self.referee.announcement(self.show) {
                self.expected.push(Dialog::Alert(code.to_owned()));
            }
        }
        step
    }

    /// Types a text without thinking.
    pub fn typed(&mut self, text: &str) -> Step {
        self.answer(Some(text), 0)
    }

    /// Types words that are separated by white space, without the marks `!` and `?` at their ends.
    pub fn words(&mut self, words: &str) {
        for word in words.split_whitespace() {
            self.typed(word.trim_end_matches(['!', '?']));
        }
    }

    /// The answers and the dialogs; a game that may still be open is cancelled.
    pub fn finish(mut self) -> Expected {
        let cancelled = matches!(self.answers.last(), Some(Answer(None, _)));
        if self.is_open() && !(self.page_has_choices && cancelled) {
            self.answer(None, 0);
        }
        Expected {
            answers: self.answers,
            dialogs: self.expected,
        }
    }

    /// The finished plan; a game that may still be open is cancelled.
    pub fn plan(self, suite: impl Into<&'static str>, case: impl Into<String>) -> Plan {
        let oracle = if self.page_has_choices {
            Oracle::PageChooses
        } else {
            Oracle::Reference
        };
        let pace = self.pace;
        let Expected { answers, dialogs } = self.finish();
        Plan {
            suite: suite.into(),
            case: case.into(),
            answers,
            expected: dialogs,
            mode: Mode::Fresh,
            oracle,
            pace,
            stage: None,
        }
    }
}
