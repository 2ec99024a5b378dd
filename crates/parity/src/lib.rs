#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod cells;
mod examine;
pub mod host;
mod inputs;
mod judge;
mod known;
pub mod mirror;
mod model;
mod plan;
pub mod replay;
pub mod report;
mod runner;
pub mod scenario;
pub mod search;
mod shown;
mod shrink;
mod so_far;
mod step;
mod subject;
mod suite;
mod transcript;
mod verdict;

pub use cells::{Cells, Look, Player, Press, Reading, Turns};
pub use examine::compare_pages;
pub(crate) use examine::examine_beside;
pub use inputs::Inputs;
pub use judge::{Difference, Wanted, compare};
pub use known::Known;
pub use model::{CatalogPage, Model, ModelError, Round};
pub use plan::{Expected, Mode, Oracle, Plan, Reference, Stage};
pub use runner::{Progress, planned, verify};
pub use shown::shown;
pub use so_far::{Compared, SoFar};
pub use step::{Step, StepError};
pub use subject::Subject;
pub use suite::{Effort, Suite, SuiteContext, plans_of};
pub use transcript::{Answer, Dialog, Effect, Ending, Transcript};
pub use verdict::{Finding, Options, Shard, Tally, Verdict, VerifyError};
