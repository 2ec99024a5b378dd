//! golfchess builds the smallest complete chess pages and checks that they play by the rules.
//!
//! Three parts do the work and know nothing of each other's subject: [`golfchess_rules`] (the laws of chess),
//! [`golfchess_pages`] (composing, building and gating pages, on top of [`golfchess_script`],
//! [`golfchess_packers`], [`golfchess_markup`] and [`golfchess_sizes`]) and [`golfchess_parity`] (running pages and
//! comparing them with a reference). This crate joins them: [`contract`] says what a chess page has to do, [`suites`]
//! plans the games that check it, [`publish`] builds the site. [`options`], [`output`], [`overwrite`], [`project`] and
//! [`stop`] are what the programs of the project share.
//!
//! ```
//! use std::sync::Arc;
//!
//! use golfchess::contract::Contract;
//! use golfchess::suites::ChessSuite;
//! use golfchess_pages::catalog::FlagSet;
//! use golfchess_parity::host::Kind;
//! use golfchess_parity::{Effort, Options, Subject, verify};
//!
//! let suites = vec![ChessSuite::Rules.as_suite()];
//! let options = Options {
//!     fail_fast: true,
//!     ..Options::new(suites, Effort::Quick, Kind::Embedded)
//! };
//! // A page without flags: the moves of all pieces, and nothing else.
//! let findings = |page: String| {
//!     let subject = Subject {
//!         name: "mine".to_owned(),
//!         place: 0,
//!         same_as: None,
//!         reference: Arc::new(Contract::new(&FlagSet::new(""))?),
//!         readable: page.clone(),
//!         page,
//!     };
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

pub mod contract;
pub mod interrupt;
pub mod model;
pub mod options;
pub mod output;
pub mod overwrite;
pub mod project;
pub mod publish;
pub mod search;
pub mod stop;
pub mod suites;
