//! The saved state of a search, from which another run continues.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use golfchess_parity::Shard;
use golfchess_parity::search::{CandidateOutcome, Counterexample};
use golfchess_sizes::edit::Edit;
use serde::{Deserialize, Serialize};

/// The state of a search in one script.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct State {
    /// The script that the search started with.
    pub source: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The part of the search.
    #[serde(default)]
    pub shard: Shard,
    /// The kinds of edits that are tried; all if empty.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// The number of the next candidate.
    pub next: u64,
    /// The number of candidates with each outcome.
    pub outcomes: BTreeMap<CandidateOutcome, u64>,
    /// The games that rejected candidates.
    pub counterexamples: Vec<Counterexample>,
    /// The savings, each an edit of the script after the one before.
    pub savings: Vec<Edit>,
    /// The savings that this part of the search has found, each an edit of the same script.
    #[serde(default)]
    pub found: Vec<Edit>,
    /// Whether the saved state was of another script or seed, so that the search starts again.
    #[serde(skip)]
    pub is_restarted: bool,
}

/// A file cannot be read as the state of a search.
#[derive(Debug, thiserror::Error)]
#[error("cannot read the state of the search in {}", path.display())]
pub struct StateError {
    /// The file.
    pub path: PathBuf,
    /// The error of the file system or of the JSON reader.
    pub source: Box<dyn Error + Send + Sync>,
}

impl State {
    /// The state of a new search.
    pub fn new(source: &str, seed: u64, shard: Shard, kinds: &[String]) -> Self {
        Self {
            source: source.to_owned(),
            seed,
            shard,
            kinds: kinds.to_owned(),
            next: 0,
            outcomes: BTreeMap::new(),
            counterexamples: Vec::new(),
            savings: Vec::new(),
            found: Vec::new(),
            is_restarted: false,
        }
    }

    /// Reads a state from a file; `None` if there is no file.
    ///
    /// # Errors
    /// The file cannot be read or is not a state.
    pub fn load(path: &Path) -> Result<Option<Self>, StateError> {
        let unreadable = |source: Box<dyn Error + Send + Sync>| StateError {
            path: path.to_owned(),
            source,
        };
        match fs::read_to_string(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(unreadable(error.into())),
            Ok(text) => serde_json::from_str(&text).map_err(|error| unreadable(error.into())),
        }
    }

    /// This state if it is of the same script, seed, part and kinds of edits. If not, a new state with
    /// the counterexamples.
    #[must_use]
    pub fn of(self, source: &str, seed: u64, shard: Shard, kinds: &[String]) -> Self {
        if self.source == source && (self.seed, self.shard, &*self.kinds) == (seed, shard, kinds) {
            return self;
        }
        Self {
            counterexamples: self.counterexamples,
            is_restarted: true,
            ..Self::new(source, seed, shard, kinds)
        }
    }

    /// The state as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The number of candidates so far.
    pub fn tried(&self) -> u64 {
        self.outcomes.values().sum()
    }
}
