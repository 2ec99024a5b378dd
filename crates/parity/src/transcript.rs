//! The answers to a page's prompts, and the dialogs of the page.

use std::fmt;

use serde::{Deserialize, Serialize};

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

    /// The fragment of the address with which a page is opened, without its `#`, if this is the first
    /// answer of a game. Such an answer stands for no prompt.
    pub fn address(&self) -> Option<&str> {
        self.0.as_ref()?.strip_prefix('#')
    }
}

/// A dialog with its text, or something else that a page shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialog {
    /// `prompt(text)`
    Prompt(String),
    /// `alert(text)`
    Alert(String),
    /// `confirm(text)`
    Confirm(String),
    /// Something else, in a game on a [stage](crate::Plan::stage) only.
    Effect(Effect, String),
}

/// What a page shows besides dialogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Nothing of the page: a step of the plan begins here.
    Step,
    /// A line in the console.
    Console,
    /// A new title of the document.
    Title,
    /// A new text of the document, with the values of its fields.
    Text,
    /// The size and a digest of the pixels of a canvas, when they have changed.
    Canvas,
    /// The [cells](crate::Cells) of the page, after each press and after time has passed.
    Cells,
    /// An uncaught error.
    Error,
}

impl fmt::Display for Dialog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dialog::Prompt(text) | Dialog::Effect(Effect::Cells, text) => f.write_str(text),
            other => {
                let (kind, text) = other.parts();
                write!(f, "{kind}: {text}")
            }
        }
    }
}

/// The state of a page after its last dialog.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    #[default]
    /// It stopped without an error.
    Quiet,
    /// It stopped with an uncaught error.
    Threw(String),
    /// It still ran when its time was over.
    Hung,
}

/// All dialogs of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transcript {
    /// Its dialogs in order.
    pub dialogs: Vec<Dialog>,
    /// The state after them.
    pub ending: Ending,
}

impl Dialog {
    /// Its kind in a word, and its text.
    pub fn parts(&self) -> (&'static str, &str) {
        match self {
            Dialog::Prompt(text) => ("prompt", text),
            Dialog::Alert(text) => ("alert", text),
            Dialog::Confirm(text) => ("confirm", text),
            Dialog::Effect(effect, text) => {
                let kind = match effect {
                    Effect::Step => "step",
                    Effect::Console => "console",
                    Effect::Title => "title",
                    Effect::Text => "text",
                    Effect::Canvas => "canvas",
                    Effect::Cells => "cells",
                    Effect::Error => "error",
                };
                (kind, text)
            }
        }
    }

    /// The reverse of [`Dialog::parts`]; `None` if there is no such kind.
    pub fn from_parts(kind: &str, text: &str) -> Option<Self> {
        let effect = match kind {
            "prompt" => return Some(Dialog::Prompt(text.to_owned())),
            "alert" => return Some(Dialog::Alert(text.to_owned())),
            "confirm" => return Some(Dialog::Confirm(text.to_owned())),
            "step" => Effect::Step,
            "console" => Effect::Console,
            "title" => Effect::Title,
            "text" => Effect::Text,
            "canvas" => Effect::Canvas,
            "cells" => Effect::Cells,
            "error" => Effect::Error,
            _ => return None,
        };
        Some(Dialog::Effect(effect, text.to_owned()))
    }

    /// The word of a kind of outputs, if there is one.
    pub fn output_kind(word: &str) -> Option<&'static str> {
        let dialog = Self::from_parts(word, "")?;
        dialog.is_output().then(|| dialog.parts().0)
    }

    /// Whether the page shows it. The beginning of a step is no output.
    pub fn is_output(&self) -> bool {
        !matches!(self, Dialog::Effect(Effect::Step, _))
    }

    /// Whether it is the same for a user. The message of an error may have the name of a variable,
    /// which the build changes: only the kind of the error, before the colon, counts.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        match (self, other) {
            (Dialog::Effect(Effect::Error, left), Dialog::Effect(Effect::Error, right)) => {
                error_kind(left) == error_kind(right)
            }
            _ => self == other,
        }
    }

    /// Reads a line of the driver's log: `?` and the text of a prompt, or `!` and the text of an alert.
    pub(crate) fn from_line(line: &str) -> Self {
        match line.split_at_checked(1) {
            Some(("!", text)) => Dialog::Alert(text.to_owned()),
            Some((_, text)) => Dialog::Prompt(text.to_owned()),
            None => Dialog::Prompt(String::new()),
        }
    }
}

/// The kind of an error, which is before the colon of its message.
pub(crate) fn error_kind(message: &str) -> &str {
    message.split(':').next().unwrap_or_default()
}

impl Transcript {
    /// The number of dialogs and other outputs.
    pub fn outputs(&self) -> usize {
        let outputs = self.dialogs.iter().filter(|dialog| dialog.is_output());
        outputs.count()
    }

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

    /// Leaves out kinds of outputs.
    #[must_use]
    pub(crate) fn without(mut self, ignored: &[&str]) -> Self {
        self.dialogs
            .retain(|dialog| !ignored.contains(&dialog.parts().0));
        self
    }
}
