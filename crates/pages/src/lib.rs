#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod builder;
pub mod catalog;
pub mod code_points;
pub mod compare;
pub mod compose;
pub mod compress;
pub mod cost;
pub mod edits;
pub mod experiment;
pub mod files;
pub mod gate;
pub mod markup;
pub mod measure;
pub mod metric;
pub mod minify;
pub mod mixing;
pub mod pack;

pub mod text;
pub mod zip;
