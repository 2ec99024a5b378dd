//! Builds plans answer by answer.

use golfchess_parity::{Answer, Dialog, Expected, Mode, Oracle, Plan, Reference};
use golfchess_rules::{Game, Square};

use super::playing::Playing;
use super::{Contract, Step};

/// Builds a plan: the reference supplies the expected dialog for each answer.
///
/// After [`Step::Chooses`] the dialogs depend on the page: answers are then only listed, and the plan
/// is judged by the reference that follows the page.
#[derive(Clone, Debug)]
pub struct PlanBuilder {
    contract: Contract,
    playing: Playing,
    answers: Vec<Answer>,
    expected: Vec<Dialog>,
    /// Whether the page has had a choice.
    page_has_choices: bool,
    pace: u64,
}

/// The answer that a word of a script stands for: a text, with the milliseconds of its prompt after `@`;
/// `^C` is Cancel, `-` the empty text. Marks `!` and `?` at the end are no part of it.
pub(crate) fn read_word(word: &str) -> (Option<&str>, u64) {
    let word = word.trim_end_matches(['!', '?']);
    let (text, think) = word.split_once('@').unwrap_or((word, "0"));
    let text = match text {
        "^C" => None,
        "-" => Some(""),
        text => Some(text),
    };
    (text, think.parse().unwrap_or_default())
}

impl PlanBuilder {
    /// A builder at the start of a new game.
    pub fn new(contract: Contract) -> Self {
        let playing = Playing::of(&contract);
        // Without a start position that is known, the page decides what follows.
        let page_has_choices = contract.draws_start();
        let expected = match page_has_choices {
            true => Vec::new(),
            false => playing.first(contract.show).into_iter().collect(),
        };
        Self {
            contract,
            playing,
            answers: Vec::new(),
            expected,
            page_has_choices,
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
        self.playing.game()
    }

    /// Whether the game is open, or may be.
    pub const fn is_open(&self) -> bool {
        self.playing.is_open()
    }

    /// Whether an empty answer lets the page move, or with C the page plays Black.
    pub const fn has_opponent(&self) -> bool {
        self.contract.opponent.is_some()
    }

    /// The square of the last click, on a page with C.
    pub fn last_click(&self) -> Option<Square> {
        self.playing.last_click()
    }

    /// Whether the page has had a choice, after which the state of the game is not known.
    pub const fn page_has_choices(&self) -> bool {
        self.page_has_choices
    }

    /// Answers after thinking for `think` milliseconds. Prompts take no answer when the game is over.
    ///
    /// A first text that begins with `#` opens the page with this fragment of its address: see
    /// [`Answer::address`].
    pub fn answer(&mut self, text: Option<&str>, think: u64) -> Step {
        let answer = Answer(text.map(str::to_owned), think);
        if self.answers.is_empty() && answer.address().is_some() {
            self.answers.push(answer);
            return self.open();
        }
        if self.page_has_choices {
            self.answers.push(Answer(text.map(str::to_owned), think));
            return Step::Chooses;
        }
        if self.is_open() || !self.playing.has_prompts() {
            self.answers.push(Answer(text.map(str::to_owned), think));
        }
        let show = self.contract.show;
        let step = self.playing.answer(text, think, show, &mut self.expected);
        self.page_has_choices = step == Step::Chooses;
        step
    }

    /// Begins with the position of the address.
    fn open(&mut self) -> Step {
        match self.contract.opened(&self.answers) {
            Some(contract) if !contract.draws_start() => {
                self.playing = Playing::of(&contract);
                let first = self.playing.first(contract.show);
                self.expected = first.into_iter().collect();
            }
            Some(_) => {}
            // Nothing is known of a page without a legal position.
            None => {
                self.expected.clear();
                self.page_has_choices = true;
            }
        }
        Step::Rejected
    }

    /// Types a text without thinking.
    pub fn typed(&mut self, text: &str) -> Step {
        self.answer(Some(text), 0)
    }

    /// Gives the answers that words stand for, separated by white space: a text, with the milliseconds of its
    /// prompt after `@`; `^C` is Cancel, `-` the empty text. Marks `!` and `?` at the end are no part of it.
    pub fn words(&mut self, words: &str) {
        for (text, think) in words.split_whitespace().map(read_word) {
            self.answer(text, think);
        }
    }

    /// Gives texts after think times in milliseconds.
    pub fn timed(&mut self, answers: &[(&str, u64)]) {
        for (text, think) in answers {
            self.answer(Some(text), *think);
        }
    }

    /// The answers so far.
    pub fn into_answers(self) -> Vec<Answer> {
        self.answers
    }

    /// The answers and the dialogs; a prompt that may still be open is cancelled.
    pub fn finish(mut self) -> Expected {
        let cancelled = matches!(self.answers.last(), Some(Answer(None, _)));
        if self.is_open() && self.playing.has_prompts() && !(self.page_has_choices && cancelled) {
            self.answer(None, 0);
        }
        Expected {
            answers: self.answers,
            dialogs: self.expected,
        }
    }

    /// The finished plan; a prompt that may still be open is cancelled.
    pub fn plan(self, suite: impl Into<&'static str>, case: impl Into<String>) -> Plan {
        let oracle = if self.page_has_choices {
            Oracle::PageChooses
        } else {
            Oracle::Reference
        };
        let pace = self.pace;
        let contract = self.contract;
        let Expected { answers, dialogs } = self.finish();
        let cells = contract.cells(&answers);
        Plan {
            suite: suite.into(),
            case: case.into(),
            answers,
            expected: dialogs,
            mode: Mode::Fresh,
            oracle,
            pace,
            stage: None,
            cells,
            player: None,
        }
    }
}
