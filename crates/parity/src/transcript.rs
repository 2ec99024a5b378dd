//! The answers to a page's prompts, and the dialogs of the page.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Reference;

/// The answer to one prompt: the typed text, `None` for Cancel, and for how many milliseconds the
/// prompt was open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer(pub Option<String>, pub u64);

impl Answer {
    /// A text that was typed without think time.
    pub fn typed(text: impl Into<String>) -> Self {
        Self(Some(text.into()), 0)
    }

    /// Cancel.
    pub const CANCEL: Self = Self(None, 0);
}

/// A prompt or an alert with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialog {
    /// `prompt(text)`
    Prompt(String),
    /// `alert(text)`
    Alert(String),
}

impl fmt::Display for Dialog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dialog::Prompt(text) => f.write_str(text),
            Dialog::Alert(text) => write!(f, "alert: {text}"),
        }
    }
}

/// The state of a page after its last dialog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// It stopped without an error.
    Quiet,
    /// It stopped with an uncaught error.
    Threw(String),
    /// It still ran when its time was over.
    Hung,
}

/// All dialogs of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transcript {
    /// Its dialogs in order.
    pub dialogs: Vec<Dialog>,
    /// The state after them.
    pub ending: Ending,
}

impl Dialog {
    /// Reads a line of the driver's log: `?` and the text of a prompt, or `!` and the text of an alert.
    pub(crate) fn from_line(line: &str) -> Self {
        match line.split_at_checked(1) {
            Some(("!", text)) => Dialog::Alert(text.to_owned()),
            Some((_, text)) => Dialog::Prompt(text.to_owned()),
            None => Dialog::Prompt(String::new()),
        }
    }

    /// Puts a prompt in the reference's canonical form.
    pub(crate) fn canonical(self, reference: &impl Reference) -> Self {
        match self {
            Dialog::Prompt(text) => Dialog::Prompt(reference.canonical(&text)),
            alert => alert,
        }
    }
}

impl Transcript {
    /// Reads the driver's log. `error` is the message of an uncaught error.
    pub(crate) fn from_log(log: &[String], error: Option<String>, hung: bool) -> Self {
        let dialogs = log.iter().map(|line| Dialog::from_line(line));
        Self {
            dialogs: dialogs.collect(),
            ending: match (hung, error) {
                (true, _) => Ending::Hung,
                (false, Some(message)) => Ending::Threw(message),
                (false, None) => Ending::Quiet,
            },
        }
    }

    /// Puts every prompt in the reference's canonical form.
    #[must_use]
    pub fn canonical(self, reference: &impl Reference) -> Self {
        let dialogs = self.dialogs.into_iter();
        Self {
            dialogs: dialogs.map(|dialog| dialog.canonical(reference)).collect(),
            ..self
        }
    }
}
