//! Edits of a script that may make its page smaller, for a search to try.

mod edit;
mod estimate;
mod inline;
mod loops;
mod members;
mod nodes;
mod propose;
mod rewrite;

pub use edit::{Edit, Splice};
pub use estimate::estimate_size;
pub use propose::{propose, without_comments};
