//! The state of a search, and the part that one machine takes.

use golfchess_pages::edits::Edit;
use serde::{Deserialize, Serialize};

/// One part of a search that several machines share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The number of the part, from 1.
    pub index: u64,
    /// The number of parts.
    pub count: u64,
}

impl Part {
    /// The whole search.
    pub const WHOLE: Self = Self { index: 1, count: 1 };
}

/// The state of a search, from which another run continues.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FileState {
    /// The script that the search started with.
    pub source: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The part of the search.
    pub part: Part,
    /// The number of the next candidate.
    pub next: u64,
    /// The number of candidates so far.
    pub tried: u64,
    /// The number of candidates that the judge rejected.
    pub rejected: u64,
    /// The savings, each an edit of the script after the one before.
    pub savings: Vec<Edit>,
    /// The savings that this part of the search has found, each an edit of the same script.
    pub found: Vec<Edit>,
}

impl FileState {
    /// The state of a new search.
    pub fn new(source: &str, seed: u64, part: Part) -> Self {
        Self {
            source: source.to_owned(),
            seed,
            part,
            next: 0,
            tried: 0,
            rejected: 0,
            savings: Vec::new(),
            found: Vec::new(),
        }
    }
}
