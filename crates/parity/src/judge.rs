//! Compares a transcript with the expected dialogs.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{Dialog, Ending, Transcript};

/// The first dialog that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The number of the dialog, from 0.
    pub at: usize,
    /// What was expected there.
    pub expected: Wanted,
    /// The dialog of the page.
    pub shown: String,
}

/// What a page must show at some point of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// This dialog.
    Dialog(Dialog),
    /// No other dialog.
    Nothing,
    /// One of several dialogs, in words.
    Choice(String),
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Dialog(dialog) => f.write_str(&labelled(dialog)),
            Wanted::Nothing => f.write_str(NOTHING),
            Wanted::Choice(words) => f.write_str(words),
        }
    }
}

impl Serialize for Wanted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The description of the end of the dialogs.
const NOTHING: &str = "(nothing)";

/// The description of a page that does not stop.
const HANGS: &str = "(it hangs)";

impl Difference {
    /// A difference at the dialog `at`.
    pub fn new(at: usize, expected: Wanted, shown: &Transcript) -> Self {
        Self {
            at,
            expected,
            shown: shown
                .dialogs
                .get(at)
                .map_or_else(|| describe(&shown.ending), labelled),
        }
    }

    /// Whether the page did not stop.
    pub fn is_hang(&self) -> bool {
        self.shown == HANGS
    }
}

/// The first difference between the expected dialogs and what a page showed, whose texts are
/// canonical; `None` when it showed exactly those and then stopped without an error.
pub fn compare(expected: &[Dialog], shown: &Transcript) -> Option<Difference> {
    compare_by(expected, shown, Dialog::agrees)
}

/// The same, where `agrees` says whether an expected dialog and a shown one are the same.
pub(crate) fn compare_by(
    expected: &[Dialog],
    shown: &Transcript,
    agrees: impl Fn(&Dialog, &Dialog) -> bool,
) -> Option<Difference> {
    let dialogs = &shown.dialogs;
    let differs = |at: usize| match (expected.get(at), dialogs.get(at)) {
        (Some(expected), Some(shown)) => !agrees(expected, shown),
        _ => true,
    };
    let first = (0..expected.len().max(dialogs.len()))
        .find(|&at| differs(at))
        .or((shown.ending != Ending::Quiet).then_some(expected.len()))?;
    let wanted = expected.get(first).cloned();
    let wanted = wanted.map_or(Wanted::Nothing, Wanted::Dialog);
    Some(Difference::new(first, wanted, shown))
}

/// The text of a dialog below its kind.
fn labelled(dialog: &Dialog) -> String {
    let (kind, text) = dialog.parts();
    format!("{kind}\n{text}")
}

fn describe(ending: &Ending) -> String {
    match ending {
        Ending::Quiet => NOTHING.to_owned(),
        Ending::Threw(message) => format!("(an error: {message})"),
        Ending::Hung => HANGS.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(dialogs: &[Dialog], ending: Ending) -> Transcript {
        Transcript {
            dialogs: dialogs.to_vec(),
            ending,
        }
    }

    #[test]
    fn missing_extra_and_changed_dialogs_and_errors_are_differences() {
        let prompt = Dialog::Prompt("a".into());
        let alert = Dialog::Alert("D!".into());
        let expected = [prompt.clone(), alert.clone()];
        let at = |transcript| compare(&expected, &transcript).map(|difference| difference.at);
        assert_eq!(at(shown(&expected, Ending::Quiet)), None);
        assert_eq!(at(shown(&expected[..1], Ending::Quiet)), Some(1));
        assert_eq!(at(shown(&expected[..1], Ending::Hung)), Some(1));
        assert_eq!(at(shown(&expected, Ending::Threw("x".into()))), Some(2));
        assert_eq!(at(shown(&[], Ending::Quiet)), Some(0));
        let twice = [prompt.clone(), alert.clone(), alert.clone()];
        assert_eq!(at(shown(&twice, Ending::Quiet)), Some(2));
        let other = [prompt, Dialog::Prompt("D!".into())];
        assert_eq!(at(shown(&other, Ending::Quiet)), Some(1));
    }
}
