//! The results of a run that has not ended.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::{Options, Tally, Verdict};

/// Where the tally of a part of a suite on a page stands in a verdict: page, suite, part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(pub usize, pub usize, pub usize);

/// What a run has just compared.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'c> {
    /// The dialogs of this batch.
    pub dialogs: usize,
    pub(super) place: Place,
    /// All batches of this part of the suite on the page up to now. Its finding is not shrunk yet.
    pub tally: &'c Tally,
}

/// Collects what a run has compared.
#[derive(Debug)]
pub struct SoFar {
    started: Instant,
    tallies: Mutex<BTreeMap<Place, Tally>>,
}

impl Default for SoFar {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            tallies: Mutex::default(),
        }
    }
}

impl SoFar {
    /// Adds a batch.
    pub fn add(&self, compared: Compared<'_>) {
        let mut tallies = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
        tallies.insert(compared.place, compared.tally.clone());
    }

    /// The verdict if the run with these options ends now.
    pub fn verdict(&self, options: &Options<'_>) -> Verdict {
        let tallies = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
        Verdict {
            seconds: self.started.elapsed().as_secs_f64(),
            ..Verdict::of(options, tallies.values().cloned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Kind;
    use crate::mirror::{Mirror, ReadablePageModel};
    use crate::{Effort, Subject, verify};

    #[test]
    fn at_the_end_of_a_run_it_has_what_the_verdict_has() {
        let [right, wrong] = ["1", "2"].map(|shown| {
            let page = format!("<script>alert({shown})</script>");
            let readable = "<script>alert(1)</script>";
            Subject {
                name: shown.to_owned(),
                ..Subject::of(ReadablePageModel::default(), &page, readable)
            }
        });
        let options = Options::new(vec![&Mirror], Effort::Quick, Kind::Embedded);
        let so_far = SoFar::default();
        let subjects = [right, Subject { place: 1, ..wrong }];
        let verdict = verify(&subjects, &options, &|compared| so_far.add(compared));
        let (verdict, so_far) = (verdict.expect("an engine"), so_far.verdict(&options));
        assert_eq!(verdict.dialogs(), so_far.dialogs());
        let names = |verdict: &Verdict| -> Vec<String> {
            verdict.findings().map(|one| one.variant.clone()).collect()
        };
        assert_eq!(
            (names(&verdict), names(&so_far)),
            (vec!["2".into()], vec!["2".into()])
        );
    }
}
