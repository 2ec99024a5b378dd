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
pub mod measure;
pub mod solutions;
pub mod text;
