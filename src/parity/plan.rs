//! Answers, and the dialogs that they must lead to.

use std::time::Duration;

use super::{Answer, Dialog, Subject, Suite};
use crate::rules::{Game, Show, Step};

/// One game of a page: what is typed, and everything that must be shown.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The suite that it belongs to.
    pub suite: Suite,
    /// What it is about, in a few words.
    pub case: String,
    /// One for each prompt; the last one ends the game or is Cancel.
    pub answers: Vec<Answer>,
    /// Every dialog from the first prompt on.
    pub expected: Vec<Dialog>,
    /// Whether a document in which the page has already run may run it once more. That spares a
    /// browser compiling the page for each of many short games; a difference found so counts only
    /// if a fresh document shows it too.
    pub again: bool,
}

impl Plan {
    /// The plan of given answers: those after the end are dropped, and Cancel ends what is open.
    pub fn of(subject: &Subject, suite: Suite, case: &str, answers: &[Answer]) -> Self {
        let mut script = Script::new(subject);
        for Answer(text, think) in answers {
            script.answer(text.as_deref(), *think);
        }
        script.plan(suite, case)
    }

    /// Whether the dialogs are to be real ones, where the host has such.
    pub(super) fn is_real(&self) -> bool {
        self.suite == Suite::Dialogs
    }

    /// The same, with other answers, for a fresh document.
    pub(super) fn with_answers(&self, subject: &Subject, answers: &[Answer]) -> Self {
        Self {
            again: false,
            ..Self::of(subject, self.suite, &self.case, answers)
        }
    }
}

/// A plan in the making, driven by the reference.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    game: Game,
    show: Show,
    answers: Vec<Answer>,
    expected: Vec<Dialog>,
}

impl Script {
    /// The first prompt of a new game.
    pub(crate) fn new(subject: &Subject) -> Self {
        let game = Game::new(subject.profile);
        let expected = vec![Dialog::Prompt(game.prompt_text(subject.show))];
        Self {
            game,
            show: subject.show,
            answers: Vec::new(),
            expected,
        }
    }

    /// The game as it stands.
    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    /// Answers the open prompt; does nothing once the game is over.
    pub(crate) fn answer(&mut self, text: Option<&str>, think: u64) -> Step {
        let was_open = self.game.is_open();
        let step = self.game.answer(text, Duration::from_millis(think));
        if was_open {
            self.answers.push(Answer(text.map(str::to_owned), think));
            if self.game.is_open() {
                let text = self.game.prompt_text(self.show);
                self.expected.push(Dialog::Prompt(text));
            } else if let Some(code) = self.game.announcement(self.show) {
                self.expected.push(Dialog::Alert(code.to_owned()));
            }
        }
        step
    }

    /// Types a text at once.
    pub(crate) fn typed(&mut self, text: &str) -> Step {
        self.answer(Some(text), 0)
    }

    /// Types words that are parted by white space; marks at their ends are not typed.
    pub(crate) fn words(&mut self, words: &str) {
        for word in words.split_whitespace() {
            self.typed(word.trim_end_matches(['!', '?']));
        }
    }

    /// The finished plan; what is still open is cancelled.
    pub(crate) fn plan(mut self, suite: Suite, case: impl Into<String>) -> Plan {
        if self.game.is_open() {
            self.answer(None, 0);
        }
        Plan {
            suite,
            case: case.into(),
            answers: self.answers,
            expected: self.expected,
            again: false,
        }
    }
}
