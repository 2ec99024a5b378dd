//! The parity proof: pages are played, and all that a player could see is compared with what
//! [`crate::rules`] says.
//!
//! A page is a black box: it is run as it is on disk and known only by what it shows. A
//! [`Plan`] holds the answers to a page's prompts with think times, and the dialogs that must
//! follow; [`Suite`]s make plans; a [`host::Host`] gives a page the answers and brings back a
//! [`Transcript`]; [`verify()`] holds the two against each other for many pages at once; each
//! [`Finding`] comes with the shortest answers that still show it.

mod examine;
pub mod host;
mod judge;
mod plan;
pub mod replay;
pub mod report;
mod runner;
mod shrink;
mod subject;
mod suite;
mod suites;
mod transcript;
mod verdict;

pub(crate) use examine::{batches, examine};
pub use judge::{Difference, compare};
pub use plan::Plan;
pub(crate) use plan::Script;
pub use runner::{Progress, planned, verify};
pub use subject::Subject;
pub use suite::{Effort, Setting, Suite};
pub use transcript::{Answer, Dialog, Ending, Transcript};
pub use verdict::{Finding, Options, Shard, Tally, Verdict, VerifyError};
