//! golfchess builds families of tiny web pages from readable fragments, and
//! gates their sizes.
//!
//! The way of a page: [`catalog`] (flags and names) → [`compose`] (fragments to a
//! readable script) → [`minify`] (to the shortest page) → [`measure`] and
//! [`gate`]. [`edition`] takes the whole catalog along that way; [`experiment`] does so with
//! what lost. [`rules`] stands
//! by itself: the laws of chess, to which [`parity`] holds the pages; [`publish`]
//! makes the site of them.
//!
//! # Composing a catalog
//!
//! ```
//! use std::path::Path;
//!
//! use golfchess::catalog::Catalog;
//! use golfchess::compose::Templates;
//! use golfchess::edition::Edition;
//!
//! let folder = Path::new("examples/tip/templates");
//! let catalog = Catalog::load(folder)?;
//! let templates = Templates::load(folder, &catalog)?;
//!
//! // One page, as it is written and as it is built.
//! let variant = catalog.variant("tip_R_GU")?;
//! let script = templates.compose(variant)?;
//! let built = templates.build(variant)?;
//! assert!(script.contains("Tip in %?") && built.page.contains("Tip in %?"));
//! assert!(built.page.len() < script.len());
//!
//! // All of them, with their sizes.
//! let edition = Edition::build(&catalog, &templates, || ())?;
//! assert_eq!(edition.pages.len(), 6);
//! assert_eq!(edition.record().pages[5].bytes, built.page.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Checking a page
//!
//! ```
//! use golfchess::catalog::FlagSet;
//! use golfchess::parity::host::Kind;
//! use golfchess::parity::{Effort, Options, Shard, Subject, Suite, verify};
//!
//! let options = Options {
//!     suites: vec![Suite::Rules],
//!     effort: Effort::Quick,
//!     seed: 1,
//!     host: Kind::Embedded,
//!     shard: Shard::WHOLE,
//!     workers: 1,
//!     fail_fast: true,
//! };
//! // A page without flags: all pieces move, and nothing else.
//! let findings = |page: String| {
//!     let subject = Subject::new("mine", 0, &FlagSet::new(""), page.clone(), page)?;
//!     let verdict = verify(&[subject], &options, &|_dialogs| ())?;
//!     Ok::<_, Box<dyn std::error::Error>>(verdict.findings().count())
//! };
//! let page = std::fs::read_to_string("catalog/index_L1.html")?;
//! assert_eq!(findings(page)?, 0);
//! assert_eq!(findings("<script>prompt('no board')</script>".to_owned())?, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod catalog;
pub mod compare;
pub mod compose;
pub mod cost;
pub mod edition;
pub mod experiment;
pub mod gate;
pub mod golf;
pub mod interrupt;
pub mod measure;
pub mod minify;
pub mod parity;
pub mod publish;
pub mod rules;
pub mod store;
pub mod text;
