//! The options and the result of a verification.

use serde::{Deserialize, Serialize};

use super::host::{HostError, Kind, Pool};
use super::{Answer, Difference, Effort, Known, Step, Subject, Suite};
use std::fmt;

/// What to verify, and how.
pub struct Options<'s> {
    /// The suites, in the order of the report.
    pub suites: Vec<&'s dyn Suite>,
    /// Only games with this text in the name of their case.
    pub case: Option<String>,
    /// How many games of each suite.
    pub effort: Effort,
    /// The pages that play with this effort, if the others play with [`Effort::Quick`]; `None` for all.
    pub full_effort_pages: Option<Vec<String>>,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The host that runs the pages.
    pub host: Kind,
    /// The part of the work of this run, when several machines share it.
    pub shard: Shard,
    /// The number of hosts that run at once.
    pub workers: usize,
    /// Where hosts come from and stay open after the run; `None` if the run opens and closes its own.
    pub pool: Option<&'s Pool>,
    /// What the readable pages have shown in earlier runs; `None` plays them again.
    pub known: Option<&'s Known>,
    /// The address from which pages load their files, if they have some. Only Chromium can.
    pub site: Option<String>,
    /// Whether the run stops at the first finding. That finding is not shrunk.
    pub fail_fast: bool,
    /// Whether findings are shrunk.
    pub shrinks: bool,
    /// The start of [`Finding::replay`]: the command that replays answers, with its options. The
    /// variant and the answers follow it.
    pub replay: String,
    /// The same for a game with real dialogs.
    pub replay_real: String,
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suites: Vec<_> = self.suites.iter().map(|suite| suite.name()).collect();
        f.debug_struct("Options")
            .field("suites", &suites)
            .field("case", &self.case)
            .field("effort", &self.effort)
            .field("full_effort_pages", &self.full_effort_pages)
            .field("seed", &self.seed)
            .field("host", &self.host)
            .field("shard", &self.shard)
            .field("workers", &self.workers)
            .field("pool", &self.pool)
            .field("fail_fast", &self.fail_fast)
            .field("shrinks", &self.shrinks)
            .field("site", &self.site)
            .finish_non_exhaustive()
    }
}

impl<'s> Options<'s> {
    /// All games of these suites on all pages, with the seed 1, to the end of each suite or its first
    /// finding. Findings have no command to replay them.
    pub fn new(suites: Vec<&'s dyn Suite>, effort: Effort, host: Kind) -> Self {
        Self {
            suites,
            case: None,
            effort,
            full_effort_pages: None,
            seed: 1,
            host,
            shard: Shard::WHOLE,
            workers: host.workers(),
            pool: None,
            known: None,
            site: None,
            fail_fast: false,
            shrinks: true,
            replay: String::new(),
            replay_real: String::new(),
        }
    }

    /// How many games a page plays.
    pub(super) fn effort_on(&self, page: &str) -> Effort {
        match &self.full_effort_pages {
            Some(names) if !names.iter().any(|name| name == page) => Effort::Quick,
            _ => self.effort,
        }
    }
}

/// One of several equal parts of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the part, from 1.
    pub part: usize,
    /// The number of parts.
    pub of: usize,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Self = Self { part: 1, of: 1 };
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

/// A game in which a page differs from its reference.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The variant.
    pub variant: String,
    /// The host in which the page differs.
    pub host: Kind,
    /// The suite that found it.
    pub suite: &'static str,
    /// The subject of the game.
    pub case: String,
    /// The shortest answers found that still show it.
    pub answers: Vec<Answer>,
    /// What happened on the page besides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// The first dialog that differs.
    pub difference: Difference,
    /// The command that replays the game.
    pub replay: String,
}

/// The result of one suite on one page.
#[derive(Clone, Debug, Serialize)]
pub struct Tally {
    /// The variant.
    pub variant: String,
    /// The host.
    pub host: Kind,
    /// The suite.
    pub suite: &'static str,
    /// How many of the possible games were to be played.
    pub effort: Effort,
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
    /// A tally without games.
    pub(super) fn new(options: &Options<'_>, subject: &Subject, suite: &'static str) -> Self {
        Self {
            variant: subject.name.clone(),
            host: options.host,
            suite,
            effort: options.effort_on(&subject.name),
            games: 0,
            dialogs: 0,
            seconds: 0.0,
            finding: None,
        }
    }

    /// Adds another part of the same suite on the same page. Returns false if `other` is something
    /// else.
    pub(super) fn merge(&mut self, other: &mut Self) -> bool {
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

/// The result of a verification.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The host, or the hosts with commas between them.
    pub host: String,
    /// How many of the possible games were played.
    pub effort: Effort,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The part of the work.
    pub shard: Shard,
    /// For each variant and suite, in the order of the variants.
    pub tallies: Vec<Tally>,
    /// The duration of the run in seconds.
    pub seconds: f64,
    /// The processor time of this program in the run, in seconds, without that of browsers; `None` where
    /// the system does not say it.
    pub processor_seconds: Option<f64>,
}

impl Verdict {
    /// The verdict of a run that plays nothing.
    pub fn nothing(options: &Options<'_>) -> Self {
        Self::of(options, [])
    }

    /// The verdict of tallies in their order, without times. The parts of a suite on a page become one.
    pub(super) fn of(options: &Options<'_>, tallies: impl IntoIterator<Item = Tally>) -> Self {
        let mut tallies: Vec<Tally> = tallies.into_iter().collect();
        tallies.dedup_by(|next, tally| tally.merge(next));
        Self {
            host: options.host.to_string(),
            effort: options.effort,
            seed: options.seed,
            shard: options.shard,
            tallies,
            seconds: 0.0,
            processor_seconds: None,
        }
    }

    /// One verdict of runs in several hosts. `None` if there was no run.
    pub fn join(runs: impl IntoIterator<Item = Self>) -> Option<Self> {
        runs.into_iter().reduce(|all, run| Self {
            host: format!("{}, {}", all.host, run.host),
            tallies: [all.tallies, run.tallies].concat(),
            seconds: all.seconds + run.seconds,
            processor_seconds: all
                .processor_seconds
                .zip(run.processor_seconds)
                .map(|(all, run)| all + run),
            ..all
        })
    }

    /// All findings.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.tallies
            .iter()
            .filter_map(|tally| tally.finding.as_ref())
    }

    /// The tallies of each page in each host.
    pub fn pages(&self) -> impl Iterator<Item = &[Tally]> {
        self.tallies
            .chunk_by(|left, right| (left.host, &left.variant) == (right.host, &right.variant))
    }

    /// The number of dialogs that were compared.
    pub fn dialogs(&self) -> usize {
        self.tallies.iter().map(|tally| tally.dialogs).sum()
    }
}

/// Why a verification has no result.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A host does not work.
    #[error("cannot verify the pages")]
    Host(#[from] HostError),
    /// This shard has no part of the work.
    #[error("nothing to verify: {0} units of work are fewer than the shards")]
    Nothing(usize),
}
