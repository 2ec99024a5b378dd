//! What readable pages have shown in earlier runs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::host::Kind;
use super::{Dialog, Effect, Ending, Transcript};

/// The games of readable pages, for later runs with the same readable pages, suites, effort and seed: those play the other
/// pages only. A game that did not stop is played again.
#[derive(Debug, Default)]
pub struct Known(Mutex<BTreeMap<Batch, Arc<[Transcript]>>>);

/// Some games in a host.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Batch {
    pub host: Kind,
    /// From where the pages load their files.
    pub site: Option<String>,
    /// The page, its suite, the part of the suite, and the number of the batch.
    pub place: [usize; 4],
}

impl Known {
    /// The games of a batch, played now if they are not known.
    pub(super) fn of<E>(
        &self,
        batch: Batch,
        play: impl FnOnce() -> Result<Vec<Transcript>, E>,
    ) -> Result<Arc<[Transcript]>, E> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shown) = known().get(&batch) {
            return Ok(Arc::clone(shown));
        }
        let shown: Arc<[Transcript]> = play()?.into();
        if shown.iter().all(|shown| shown.ending != Ending::Hung) {
            known().insert(batch, Arc::clone(&shown));
        }
        Ok(shown)
    }

    /// Whether no game is known that has ended.
    pub fn is_empty(&self) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.is_empty()
    }

    /// Whether readable pages have shown nothing but errors so far.
    pub fn has_only_errors(&self) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut dialogs = known
            .values()
            .flat_map(|shown| shown.iter())
            .flat_map(|shown| &shown.dialogs);
        dialogs.all(|dialog| matches!(dialog, Dialog::Effect(Effect::Step | Effect::Error, _)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_played_once_unless_it_hangs() {
        let known = Known::default();
        let played = |batch: usize, ending: Ending| {
            let mut is_played = false;
            let batch = Batch {
                host: Kind::Chrome,
                site: None,
                place: [0, 0, 1, batch],
            };
            let shown = known.of(batch, || {
                is_played = true;
                let dialogs = Vec::new();
                Ok::<_, ()>(vec![Transcript { dialogs, ending }])
            });
            assert_eq!(shown.map(|shown| shown.len()), Ok(1));
            is_played
        };
        assert!(played(0, Ending::Quiet));
        assert!(!played(0, Ending::Quiet));
        assert!(played(1, Ending::Hung));
        assert!(played(1, Ending::Hung));
    }
}
