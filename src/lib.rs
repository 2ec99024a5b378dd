//! x
pub mod catalog;
pub mod compose;
pub mod measure;
pub mod minify;
