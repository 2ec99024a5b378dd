//! Candidates and their outcomes.

use serde::{Deserialize, Serialize};

use crate::Answer;

/// A candidate: a smaller script that may replace that of a page.
pub struct Candidate<'c> {
    /// The script in a normal form.
    pub code: &'c str,
    /// Makes its page; `None` if that is not shorter.
    pub page: &'c (dyn Fn() -> Option<String> + 'c),
}

/// The outcome of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CandidateOutcome {
    /// It is not a script, or the edits overlap.
    Malformed,
    /// Its estimated size is not smaller.
    NotSmaller,
    /// The same script was tried before.
    Duplicate,
    /// It fails the shortest game.
    FailedAtOnce,
    /// It fails a game that rejected other candidates before.
    FailedAgain,
    /// It fails another game of the suites.
    FailedSuite,
    /// A program rejects it.
    Rejected,
    /// It takes more steps than the limit allows.
    Slow,
    /// It passes, but its page is not shorter.
    NotShorter,
    /// The verification found a difference.
    FailedVerification,
    /// It saves bytes.
    Saved,
}

/// A game that rejected a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// Its answers.
    pub answers: Vec<Answer>,
    /// The number of candidates that it rejected.
    pub rejections: u64,
}
