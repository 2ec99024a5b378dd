//! golfchess builds families of tiny web pages from readable fragments, and
//! gates their sizes.
//!
//! The way of a page: [`catalog`] (flags and names) → [`compose`] (fragments to a
//! readable script) → [`minify`] (to the shortest page) → [`measure`] and
//! [`gate`]. [`edition`] takes the whole catalog along that way; [`experiment`] does so
//! with what lost. [`rules`] stands by itself: the laws of chess, to which [`parity`]
//! holds the pages; [`publish`] makes the site of them.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod catalog;
pub mod compare;
pub mod compose;
pub mod cost;
pub mod edition;
pub mod experiment;
pub mod gate;
pub mod measure;
pub mod minify;
pub mod parity;
pub mod publish;
pub mod rules;
pub mod store;
