//! Parity checks: pages are played, and everything that they show is compared with a reference.
//!
//! A page is a black box: it runs as it is on disk and is known only by its dialogs. A
//! [`Reference`] says which dialogs must follow given answers. A [`Suite`] makes [`Plan`]s, which
//! hold answers and expected dialogs. A [`host::Host`] runs a page with the answers and returns a
//! [`Transcript`]. [`verify()`] compares the two for many pages at once and shrinks the answers of
//! each [`Finding`]. [`search`] looks for shorter scripts whose pages behave the same.
//!
//! ```
//! use golfchess_parity::host::Kind;
//! use golfchess_parity::{
//!     Answer, Dialog, Effort, Expected, Options, Plan, Reference, Shard, Subject, Suite,
//!     SuiteContext, verify,
//! };
//!
//! /// A page that asks for a name and greets.
//! #[derive(Clone)]
//! struct Greeting;
//!
//! impl Reference for Greeting {
//!     fn play(&self, answers: &[Answer]) -> Expected {
//!         let answer = answers.first().cloned().unwrap_or(Answer::CANCEL);
//!         let name = answer.0.clone().unwrap_or_else(|| "null".to_owned());
//!         let dialogs = vec![Dialog::Prompt("Name?".to_owned()), Dialog::Alert(format!("Hi {name}"))];
//!         Expected { answers: vec![answer], dialogs }
//!     }
//! }
//!
//! struct Names;
//!
//! impl Suite<Greeting> for Names {
//!     fn name(&self) -> &'static str {
//!         "names"
//!     }
//!     fn plans(&self, context: &SuiteContext<'_, Greeting>) -> Vec<Plan> {
//!         let plan = |name: &str| {
//!             Plan::new(&context.subject.reference, "names", name, &[Answer::typed(name)])
//!         };
//!         ["Ada", ""].map(plan).to_vec()
//!     }
//! }
//!
//! let findings = |page: &str| {
//!     let subject = Subject {
//!         name: "greeting".to_owned(),
//!         place: 0,
//!         reference: Greeting,
//!         page: page.to_owned(),
//!         readable: page.to_owned(),
//!     };
//!     let options = Options {
//!         suites: vec![&Names],
//!         effort: Effort::Usual,
//!         seed: 1,
//!         host: Kind::Embedded,
//!         shard: Shard::WHOLE,
//!         workers: 1,
//!         fail_fast: true,
//!         replay: "replay".to_owned(),
//!     };
//!     let verdict = verify(&[subject], &options, &|_dialogs| ())?;
//!     Ok::<_, golfchess_parity::VerifyError>(verdict.findings().count())
//! };
//! assert_eq!(findings("<script>alert('Hi '+prompt('Name?'))</script>")?, 0);
//! assert_eq!(findings("<script>alert('Hi '+(prompt('Name?')||'?'))</script>")?, 1);
//! # Ok::<(), golfchess_parity::VerifyError>(())
//! ```
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod examine;
pub mod host;
mod judge;
mod plan;
mod reference;
pub mod replay;
pub mod report;
mod runner;
pub mod search;
mod shrink;
mod subject;
mod suite;
mod transcript;
mod verdict;

pub(crate) use examine::{batches, examine};
pub use judge::{Difference, compare};
pub use plan::{Mode, Oracle, Plan};
pub use reference::{Expected, Reference};
pub use runner::{Progress, planned, verify};
pub use subject::Subject;
pub use suite::{Effort, Suite, SuiteContext, plans_of};
pub use transcript::{Answer, Dialog, Ending, Transcript};
pub use verdict::{Finding, Options, Shard, Tally, Verdict, VerifyError};
