//! A verdict for other programs.

pub mod junit;
