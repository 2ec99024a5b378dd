//! The outcomes of candidates.

use serde::{Deserialize, Serialize};

use crate::Answer;

/// The outcome of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CandidateOutcome {
    /// It is not a script, or the edits overlap.
    Malformed,
    /// Its estimated size is not smaller.
    #[serde(alias = "heavy")]
    NotSmaller,
    /// The same script was tried before.
    #[serde(alias = "known")]
    Duplicate,
    /// It fails the shortest game.
    FailedAtOnce,
    /// It fails a game that rejected other candidates before.
    FailedAgain,
    /// It fails another game of the suites.
    FailedSuite,
    /// It takes more steps than the limit allows.
    Slow,
    /// It passes, but its page is not shorter.
    NotShorter,
    /// The verification found a difference.
    #[serde(alias = "failed-proof")]
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
    #[serde(alias = "kills")]
    pub rejections: u64,
}
