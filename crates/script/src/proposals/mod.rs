//! Edits of a script that may make its page smaller, for a search to try.

mod estimate;
mod inline;
mod loops;
mod members;
mod nodes;
mod order;
mod propose;
mod rewrite;

pub use estimate::estimate_size;
pub use propose::{propose, without_comments};

/// The kinds of edits, as [`Edit::kind`](golfchess_sizes::edit::Edit::kind) names them.
pub const KINDS: [&str; 24] = [
    "assign a condition",
    "assign where it is used",
    "call a method",
    "flatten a condition",
    "join assignments",
    "join the exits of a loop",
    "keep a part",
    "make global",
    "move into the condition",
    "move into the step",
    "one name for two",
    "other assignment",
    "other member",
    "other number",
    "other operator",
    "pass the condition",
    "read the last part first",
    "remove",
    "remove a character",
    "shorten a condition",
    "substitute",
    "swap branches",
    "swap operands",
    "write where it is used",
];
