#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod folder;
pub mod process;
mod run;

pub use self::folder::{copy, files};
pub use self::run::Run;
