//! The model of correct behaviour.

use std::any::Any;
use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Plan;
use crate::judge::compare_by;
use crate::{Answer, Cells, Dialog, Difference, Effect, Reading, Transcript};

/// Says which dialogs a page must show for given answers.
///
/// A page and its reference must agree on every dialog, after [`Reference::canonical`] has removed
/// the differences that do not count.
pub trait Reference: Any + Debug + Send + Sync {
    /// The dialogs that a page must show for these answers.
    ///
    /// If the dialogs [depend on choices of the page](Self::page_has_choices), the expected dialogs are those
    /// before its first choice, and no answer is dropped.
    fn play(&self, answers: &[Answer]) -> Expected;

    /// Whether the dialogs after these answers depend on choices that the contract leaves to the page.
    fn page_has_choices(&self, _answers: &[Answer]) -> bool {
        false
    }

    /// Judges a game in which the page had choices: follows each choice, and returns the first
    /// difference from what must be shown after it. `shown` is canonical.
    fn judge(&self, plan: &Plan, shown: &Transcript) -> Option<Difference> {
        compare_by(&plan.expected, shown, |expected, shown| {
            self.agrees(expected, shown)
        })
    }

    /// The text of a prompt without differences that do not count, such as white space at the end.
    fn canonical(&self, text: &str) -> String {
        text.to_owned()
    }

    /// How the answers are given with the mouse, on a page with cells; `None` on a page with dialogs.
    fn cells(&self, _answers: &[Answer]) -> Option<Cells> {
        None
    }

    /// What the cells of a page show, without differences that do not count.
    fn view(&self, reading: &Reading) -> String {
        reading.to_string()
    }

    /// Whether a page shows what is expected. Both are canonical.
    fn agrees(&self, expected: &Dialog, shown: &Dialog) -> bool {
        expected.agrees(shown)
    }

    /// The kinds of events in a game, each as a number. A search plays games with many new
    /// events first.
    fn events(&self, answers: &[Answer]) -> HashSet<u64> {
        let hash = |answer: &Answer| {
            let mut hasher = DefaultHasher::new();
            answer.hash(&mut hasher);
            hasher.finish()
        };
        answers.iter().map(hash).collect()
    }
}

/// A game as the reference plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// One answer for each prompt. Answers after the end of the game are dropped; Cancel is added
    /// to a game that is still open.
    pub answers: Vec<Answer>,
    /// Every dialog, from the first prompt on.
    pub dialogs: Vec<Dialog>,
}

impl Dialog {
    /// Puts a prompt, or what the cells show, in the reference's canonical form.
    pub fn canonical(self, reference: &dyn Reference) -> Self {
        match self {
            Dialog::Prompt(text) => Dialog::Prompt(reference.canonical(&text)),
            Dialog::Effect(Effect::Cells, text) => {
                let text = match serde_json::from_str(&text) {
                    Ok(reading) => reference.view(&reading),
                    Err(_) => text,
                };
                Dialog::Effect(Effect::Cells, text)
            }
            other => other,
        }
    }
}

impl Transcript {
    /// Puts every prompt and reading in the reference's canonical form.
    #[must_use]
    pub fn canonical(self, reference: &dyn Reference) -> Self {
        let dialogs = self.dialogs.into_iter();
        Self {
            dialogs: dialogs.map(|dialog| dialog.canonical(reference)).collect(),
            ..self
        }
    }
}
