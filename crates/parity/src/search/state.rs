//! The saved state of a search, from which another run continues.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{CandidateOutcome, Counterexample};

/// The state of a search on one variant.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct State<E> {
    /// The composed script that the search started with.
    pub source: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of the next candidate.
    pub next: u64,
    /// The number of candidates with each outcome.
    pub outcomes: BTreeMap<CandidateOutcome, u64>,
    /// The games that rejected candidates.
    pub counterexamples: Vec<Counterexample>,
    /// The savings, each an edit of the script after the one before.
    pub savings: Vec<E>,
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

impl<E: DeserializeOwned + Serialize> State<E> {
    /// The state of a new search.
    pub fn new(source: &str, seed: u64) -> Self {
        Self {
            source: source.to_owned(),
            seed,
            next: 0,
            outcomes: BTreeMap::new(),
            counterexamples: Vec::new(),
            savings: Vec::new(),
            is_restarted: false,
        }
    }

    /// Reads the state from a file. If there is no file, this is a new state. If the script or the
    /// seed has changed, it is a new state with the old counterexamples.
    ///
    /// # Errors
    /// The file cannot be read or is not a state.
    pub fn load(path: &Path, source: &str, seed: u64) -> Result<Self, StateError> {
        let unreadable = |source: Box<dyn Error + Send + Sync>| StateError {
            path: path.to_owned(),
            source,
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::new(source, seed));
            }
            Err(error) => return Err(unreadable(error.into())),
        };
        let state: Self = serde_json::from_str(&text).map_err(|error| unreadable(error.into()))?;
        if state.source == source && state.seed == seed {
            return Ok(state);
        }
        Ok(Self {
            counterexamples: state.counterexamples,
            is_restarted: true,
            ..Self::new(source, seed)
        })
    }

    /// The state as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The number of candidates so far.
    pub fn candidates(&self) -> u64 {
        self.outcomes.values().sum()
    }
}
