#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod compress;
pub mod edit;
pub mod metric;
pub mod text;
pub mod zip;
