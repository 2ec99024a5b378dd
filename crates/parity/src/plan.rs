//! Answers, and the dialogs that must follow.

mod reference;

pub use reference::{Expected, Reference};

use crate::{Answer, Cells, Dialog, Player, Step, Transcript};
use crate::{Difference, compare, judge::compare_by};
use std::sync::Arc;

/// How a host runs a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// In a document of its own.
    Fresh,
    /// In a document in which the page may have run before. This spares a browser compiling the
    /// page for each of many short games, and lookups of variables in the element of a handler where
    /// they find nothing. A difference counts only if a fresh document shows it too.
    Shared,
    /// From a file, with the browser's own dialogs, where the host has such.
    RealDialogs,
}

/// What a page is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// The expected dialogs of the plan.
    Reference,
    /// The reference, which follows the choices of the page: [`Reference::judge`]. The expected
    /// dialogs of the plan are those before the first choice.
    PageChooses,
    /// The readable page that the page was built from.
    ReadablePage,
    /// The expected dialogs of the plan, which somebody has written down for its inputs only: the plan
    /// is not shrunk.
    Recorded,
}

/// The inputs of a game in which everything that a page shows counts, not only prompts and alerts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What happens on the page after it has loaded.
    pub steps: Vec<Step>,
    /// Selects the random numbers of `Math.random`.
    pub seed: u32,
    /// The kinds of outputs that do not count: see [`Dialog::output_kind`].
    pub ignored: Vec<&'static str>,
    /// A script that runs before those of the page: it gives them what they find in their place.
    pub before: Arc<str>,
}

impl Default for Stage {
    fn default() -> Self {
        Self {
            steps: Vec::new(),
            seed: 1,
            ignored: Vec::new(),
            before: Arc::default(),
        }
    }
}

/// One game: the typed answers and the dialogs that the page must show.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The name of the suite that it belongs to.
    pub suite: &'static str,
    /// The subject of the game in a few words.
    pub case: String,
    /// One answer for each prompt. The last one ends the game or is Cancel. The first one may be an
    /// [address](Answer::address).
    pub answers: Vec<Answer>,
    /// Every dialog from the first prompt on.
    pub expected: Vec<Dialog>,
    /// How a host runs it.
    pub mode: Mode,
    /// What the page is compared with.
    pub oracle: Oracle,
    /// The milliseconds that pass on the page's clock whenever it calls the method `map` of an array:
    /// a measure of its work. Usually 0, so that time passes only while a prompt is open.
    pub pace: u64,
    /// What happens besides the answers. Without it, a host records prompts and alerts only.
    pub stage: Option<Stage>,
    /// How the answers are given with the mouse, on a page with cells.
    pub cells: Option<Cells>,
    /// Who continues the game after the answers.
    pub player: Option<Arc<dyn Player>>,
}

/// The work of one answer in a game whose dialogs depend on the page, in dialogs of other games: the
/// page may think.
const THINKING: usize = 8;

/// The milliseconds after which a page with cells may do as much as after a press.
pub(crate) const TICK: u64 = 1_000;

impl Plan {
    /// A plan for a fresh document: the reference says which dialogs follow the answers.
    pub fn new(
        reference: &dyn Reference,
        suite: &'static str,
        case: impl Into<String>,
        answers: &[Answer],
    ) -> Self {
        let page_has_choices = reference.page_has_choices(answers);
        let cells = reference.cells(answers);
        let Expected { answers, dialogs } = reference.play(answers);
        Self {
            suite,
            case: case.into(),
            answers,
            expected: dialogs,
            mode: Mode::Fresh,
            oracle: if page_has_choices {
                Oracle::PageChooses
            } else {
                Oracle::Reference
            },
            pace: 0,
            stage: None,
            cells,
            player: None,
        }
    }

    /// The first difference from what the page must show, by its expected dialogs or by the reference
    /// that follows it. `shown` is canonical.
    pub fn judge(&self, reference: &dyn Reference, shown: &Transcript) -> Option<Difference> {
        match self.oracle {
            Oracle::PageChooses => reference.judge(self, shown),
            // Real time is not that of the plan.
            Oracle::Reference if self.cells.is_some() && self.mode == Mode::RealDialogs => {
                reference.judge(self, shown)
            }
            Oracle::Reference => compare_by(&self.expected, shown, |expected, shown| {
                reference.agrees(expected, shown)
            }),
            Oracle::ReadablePage | Oracle::Recorded => compare(&self.expected, shown),
        }
    }

    /// The work of the plan, in dialogs of games without choices of the page.
    pub(crate) fn work(&self) -> usize {
        let ticks: u64 = match self.cells {
            Some(_) => self.answers.iter().map(|answer| answer.1).sum::<u64>() / TICK,
            None => 0,
        };
        // The reference has stopped where the page chooses, if a readable page says what follows.
        let has_choices = self.stage.is_none() && self.expected.len() < self.answers.len();
        let dialogs = match self.oracle {
            Oracle::PageChooses => self.answers.len() * THINKING,
            Oracle::ReadablePage if has_choices => self.answers.len() * THINKING,
            Oracle::Reference | Oracle::ReadablePage | Oracle::Recorded => {
                let steps = self.stage.as_ref().map_or(0, |stage| stage.steps.len());
                self.expected.len() + steps
            }
        };
        dialogs + usize::try_from(ticks).unwrap_or(usize::MAX / 2)
    }

    /// The steps; none without a stage.
    pub fn steps(&self) -> &[Step] {
        self.stage.as_ref().map_or(&[], |stage| &stage.steps)
    }

    /// Plays the plan on a stage.
    #[must_use]
    pub fn with_stage(self, stage: Stage) -> Self {
        Self {
            stage: Some(stage),
            ..self
        }
    }

    /// Changes the mode.
    #[must_use]
    pub fn with_mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// Lets a player continue the game after the answers.
    #[must_use]
    pub fn with_player(self, player: Arc<dyn Player>) -> Self {
        Self {
            oracle: Oracle::PageChooses,
            player: Some(player),
            ..self
        }
    }

    /// The number of the answer to which a dialog belongs: those after it do not matter to the dialog.
    pub(crate) fn answers_until(&self, dialog: usize) -> usize {
        let Some(cells) = &self.cells else {
            let has_address = self.answers.first().and_then(Answer::address).is_some();
            return dialog + usize::from(has_address);
        };
        let mut read = 1;
        let of_answer = |(answer, presses): (&Answer, &Vec<_>)| {
            read += usize::from(answer.1 > 0) + presses.len();
            read <= dialog
        };
        let pairs = self.answers.iter().zip(&cells.presses);
        let before = pairs.map(of_answer).take_while(|before| *before).count();
        (before + 1).min(self.answers.len())
    }

    /// The same case with other answers. A shared document becomes a fresh one.
    pub(crate) fn with_answers(&self, reference: &dyn Reference, answers: &[Answer]) -> Self {
        let mode = match self.mode {
            Mode::Shared => Mode::Fresh,
            mode => mode,
        };
        let other = Self::new(reference, self.suite, self.case.clone(), answers);
        let oracle = match self.oracle {
            Oracle::ReadablePage | Oracle::Recorded => self.oracle,
            Oracle::Reference | Oracle::PageChooses => other.oracle,
        };
        Self {
            mode,
            oracle,
            pace: self.pace,
            stage: self.stage.clone(),
            ..other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cells;

    #[test]
    fn a_game_in_which_the_page_thinks_is_as_much_work_beside_its_readable_page() {
        let mut plan = Plan {
            suite: "work",
            case: String::new(),
            answers: vec![Answer::typed("e2e4"), Answer(Some(String::new()), 500)],
            expected: Vec::new(),
            mode: Mode::Fresh,
            oracle: Oracle::PageChooses,
            pace: 0,
            stage: None,
            cells: Some(Cells {
                rows: 8,
                look: false,
                presses: Vec::new(),
            }),
            player: None,
        };
        let chosen = plan.work();
        plan.oracle = Oracle::ReadablePage;
        assert_eq!(plan.work(), chosen);
        // Two halves of a second are a second.
        plan.answers[0].1 = 500;
        assert_eq!(plan.work(), chosen + 1);
        // Where the page chooses nothing, all dialogs are known.
        plan.expected = vec![crate::Dialog::Alert(String::new()); 3];
        assert_eq!(plan.work(), 3 + 1);
    }
}
