#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod builder;
pub mod catalog;
pub mod compare;
pub mod compose;
pub mod cost;
pub mod experiment;
pub mod files;
pub mod gate;
pub mod made;
pub mod measure;
pub mod pack;
pub mod text;

/// What makes scripts small, with the pages that packers make of them.
mod minify {
    pub use golfchess_script::*;

    pub use crate::made::Made as Minified;
}
