//! The result of trying a candidate.

use serde::{Deserialize, Serialize};

use crate::Answer;

/// What became of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CandidateOutcome {
    /// It is no script.
    Malformed,
    /// It is no lighter.
    Heavy,
    /// The same script has been tried before.
    Known,
    /// It does not get through the first dialogs.
    FailedAtOnce,
    /// A game that killed others before killed it too.
    FailedAgain,
    /// Another game of the suites killed it.
    FailedSuite,
    /// It takes more steps than the speed of the page allows.
    Slow,
    /// It is lighter but its page is not shorter.
    NotShorter,
    /// The parity proof found something.
    FailedProof,
    /// A saving.
    Saved,
}

/// A game that has killed a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// Its answers.
    pub answers: Vec<Answer>,
    /// How many it has killed.
    pub kills: u64,
}
