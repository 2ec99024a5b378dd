//! Holding a transcript against what was expected.

use serde::Serialize;

use super::{Dialog, Ending, Transcript};

/// The first place at which a page and the reference part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The number of the dialog, from 0.
    pub at: usize,
    /// What had to be shown.
    pub expected: String,
    /// What was shown.
    pub shown: String,
}

/// The first difference between the expected dialogs and what a page showed, whose texts are
/// canonical; `None` when it showed exactly those and came to rest.
pub fn compare(expected: &[Dialog], shown: &Transcript) -> Option<Difference> {
    let dialogs = &shown.dialogs;
    let parts = (0..expected.len().max(dialogs.len()))
        .find(|&at| expected.get(at) != dialogs.get(at))
        .or((shown.ending != Ending::Quiet).then_some(expected.len()))?;
    Some(Difference {
        at: parts,
        expected: expected.get(parts).map_or("(nothing)".into(), shape),
        shown: dialogs
            .get(parts)
            .map_or_else(|| rest(&shown.ending), shape),
    })
}

/// A dialog with its kind, and with white space made visible where only that may differ.
fn shape(dialog: &Dialog) -> String {
    match dialog {
        Dialog::Prompt(text) => format!("prompt\n{text}"),
        Dialog::Alert(text) => format!("alert\n{text}"),
    }
}

fn rest(ending: &Ending) -> String {
    match ending {
        Ending::Quiet => "(nothing)".to_owned(),
        Ending::Threw(message) => format!("(an error: {message})"),
        Ending::Hung => "(it hangs)".to_owned(),
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
    fn every_kind_of_difference_is_seen() {
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
