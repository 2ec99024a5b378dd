//! Formats of a verdict for other programs.

pub mod junit;
