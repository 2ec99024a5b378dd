//! What decides whether a candidate is right.

use std::sync::atomic::AtomicBool;

use super::{Candidate, CandidateOutcome, Counterexample};
use crate::VerifyError;
use crate::host::HostError;

/// Decides whether candidates may replace a page. After `stop`, any result will do.
pub trait Judge: Send + Sync {
    /// The number of candidates that it judges between two saves of the state. It judges them at once.
    fn at_once(&self) -> u64;

    /// What is wrong with a page, in words; `None` if it is right.
    ///
    /// # Errors
    /// The judge cannot run.
    fn fault(&self, page: &str, stop: &AtomicBool) -> Result<Option<String>, JudgeError>;

    /// The same for the page that the search starts with. The judge also looks at itself: a judge that
    /// answers differently on the same page is of no use.
    ///
    /// # Errors
    /// The judge cannot run.
    fn first_fault(&self, page: &str, stop: &AtomicBool) -> Result<Option<String>, JudgeError> {
        self.fault(page, stop)
    }

    /// The outcome of a candidate.
    ///
    /// # Errors
    /// The judge cannot run.
    fn judge(
        &self,
        candidate: &Candidate<'_>,
        stop: &AtomicBool,
    ) -> Result<CandidateOutcome, JudgeError>;

    /// Judges a page more thoroughly, before the search continues from it. Returns the outcome of one
    /// that is wrong.
    ///
    /// # Errors
    /// The judge cannot run.
    fn verify(
        &mut self,
        _page: &str,
        _stop: &AtomicBool,
    ) -> Result<Option<CandidateOutcome>, JudgeError> {
        Ok(None)
    }

    /// The games that rejected candidates, for the next run.
    fn counterexamples(&self) -> Vec<Counterexample> {
        Vec::new()
    }
}

/// Why a judge cannot run.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The readable page cannot be played.
    #[error("cannot play the readable page")]
    Readable(#[source] HostError),
    /// No game has an output.
    #[error("the page shows nothing that could be compared")]
    Silent,
    /// A host does not work.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// A program cannot be run.
    #[error("cannot run the oracle")]
    Program(#[from] std::io::Error),
    /// The shell does not find a program, or may not run it.
    #[error("cannot start `{command}`: {reason}")]
    NotStarted {
        /// The command.
        command: String,
        /// What the shell says.
        reason: String,
    },
    /// The judge does not decide by the page.
    #[error("the oracle answers differently on the same file: {0}")]
    Unsteady(String),
}

impl From<HostError> for JudgeError {
    fn from(error: HostError) -> Self {
        Self::Verify(error.into())
    }
}
