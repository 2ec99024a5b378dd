//! What goes into a page and what comes out of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Reference;

/// The answer to one prompt: the typed text, `None` for Cancel, and for how many milliseconds the
/// prompt was open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer(pub Option<String>, pub u64);

impl Answer {
    /// A text that was typed at once.
    pub fn typed(text: impl Into<String>) -> Self {
        Self(Some(text.into()), 0)
    }

    /// Cancel.
    pub const CANCEL: Self = Self(None, 0);
}

/// What a player sees: a prompt or an alert with its text.
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

/// How a page came to rest after the last dialog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// It did nothing more, as it has to.
    Quiet,
    /// An error that nobody caught.
    Threw(String),
    /// It did not come to rest in time.
    Hung,
}

/// All that a page showed in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transcript {
    /// Its dialogs in order.
    pub dialogs: Vec<Dialog>,
    /// What came after them.
    pub ending: Ending,
}

impl Dialog {
    /// From a line of the driver's log: `?` and the text of a prompt, or `!` and that of an alert.
    pub(crate) fn from_line(line: &str) -> Self {
        match line.split_at_checked(1) {
            Some(("!", text)) => Dialog::Alert(text.to_owned()),
            Some((_, text)) => Dialog::Prompt(text.to_owned()),
            None => Dialog::Prompt(String::new()),
        }
    }
}

impl Transcript {
    /// From the raw lines of the driver script: `?` and a prompt's text, `!` and an alert's, and
    /// the message of an error.
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

    /// The same with every prompt in the reference's canonical form.
    #[must_use]
    pub fn canonical(mut self, reference: &impl Reference) -> Self {
        for dialog in &mut self.dialogs {
            if let Dialog::Prompt(text) = dialog {
                *text = reference.canonical(text);
            }
        }
        self
    }
}
