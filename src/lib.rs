//! x
pub mod measure;
pub mod minify;
