//! Builds the smallest complete chess pages and proves that they are right.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod rules;
