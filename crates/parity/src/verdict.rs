//! What is asked of a run, and what comes of it.

use serde::Serialize;

use super::host::{HostError, Kind};
use super::{Answer, Difference, Effort, Subject, Suite};
use std::fmt;

/// What to verify, and how.
pub struct Options<'s, R> {
    /// The suites, in the order of the report.
    pub suites: Vec<&'s dyn Suite<R>>,
    /// How much of each.
    pub effort: Effort,
    /// The seed of all chance.
    pub seed: u64,
    /// Where the pages run.
    pub host: Kind,
    /// Which part of the work, when several machines share it.
    pub shard: Shard,
    /// How many hosts work side by side.
    pub workers: usize,
    /// Whether the first finding ends the run; it is then not shrunk.
    pub fail_fast: bool,
    /// The command that replays answers, without the variant: the start of [`Finding::replay`].
    pub replay: String,
}

impl<R> fmt::Debug for Options<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suites: Vec<_> = self.suites.iter().map(|suite| suite.name()).collect();
        f.debug_struct("Options")
            .field("suites", &suites)
            .field("effort", &self.effort)
            .field("seed", &self.seed)
            .field("host", &self.host)
            .field("shard", &self.shard)
            .field("workers", &self.workers)
            .field("fail_fast", &self.fail_fast)
            .finish_non_exhaustive()
    }
}

/// One part of the work among several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shard {
    /// Which part, from 1.
    pub part: usize,
    /// Of how many.
    pub of: usize,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Self = Self { part: 1, of: 1 };
}

/// A page that does not do what it has to.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The variant.
    pub variant: String,
    /// The suite that found it.
    pub suite: &'static str,
    /// What the game was about.
    pub case: String,
    /// The shortest answers found that still show it.
    pub answers: Vec<Answer>,
    /// Where page and reference part.
    pub difference: Difference,
    /// The command that shows it again.
    pub replay: String,
}

/// What one suite has done with one page.
#[derive(Clone, Debug, Serialize)]
pub struct Tally {
    /// The variant.
    pub variant: String,
    /// The suite.
    pub suite: &'static str,
    /// Games played.
    pub games: usize,
    /// Dialogs compared.
    pub dialogs: usize,
    /// Time that the host took for them, in seconds.
    pub seconds: f64,
    /// The first game that differs; the suite stops at it.
    pub finding: Option<Finding>,
}

impl Tally {
    /// Nothing done yet.
    pub(super) fn new<R>(subject: &Subject<R>, suite: &'static str) -> Self {
        Self {
            variant: subject.name.clone(),
            suite,
            games: 0,
            dialogs: 0,
            seconds: 0.0,
            finding: None,
        }
    }

    /// Takes in another part of the same suite on the same page, and tells whether it was such.
    pub(super) fn absorb(&mut self, other: &mut Self) -> bool {
        let same = self.variant == other.variant && self.suite == other.suite;
        if same {
            self.games += other.games;
            self.dialogs += other.dialogs;
            self.seconds += other.seconds;
            self.finding = self.finding.take().or_else(|| other.finding.take());
        }
        same
    }
}

/// What came of it all.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The host.
    pub host: String,
    /// How much was tried.
    pub effort: Effort,
    /// The seed of all chance.
    pub seed: u64,
    /// The part of the work.
    pub shard: Shard,
    /// For each variant and suite, in the order of the variants.
    pub tallies: Vec<Tally>,
    /// From the first to the last page, in seconds.
    pub seconds: f64,
}

impl Verdict {
    /// All that was found.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.tallies
            .iter()
            .filter_map(|tally| tally.finding.as_ref())
    }

    /// The tallies of each page.
    pub fn pages(&self) -> impl Iterator<Item = &[Tally]> {
        self.tallies
            .chunk_by(|left, right| left.variant == right.variant)
    }

    /// All dialogs that were compared.
    pub fn dialogs(&self) -> usize {
        self.tallies.iter().map(|tally| tally.dialogs).sum()
    }
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The host does not work.
    #[error(transparent)]
    Host(#[from] HostError),
    /// Nothing to do.
    #[error("nothing to verify: the {0} parts of the work are fewer than the shards")]
    Nothing(usize),
}
