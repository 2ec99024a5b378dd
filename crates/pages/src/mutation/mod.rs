//! Edits of a script's syntax tree that may make it shorter, for a search to try.

mod edit;
mod makers;
mod nodes;
mod weigh;

pub use edit::{Edit, Splice};
pub use makers::{edits, without_comments};
pub use weigh::weight;
