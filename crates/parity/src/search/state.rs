//! What is remembered of a search, so that it can go on.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{CandidateOutcome, Counterexample};

/// A search on one variant, as it stands.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct State<E> {
    /// The composed script that it began with.
    pub source: String,
    /// The seed of all rng.
    pub seed: u64,
    /// The number of the next candidate.
    pub next: u64,
    /// What became of the candidates.
    pub outcomes: BTreeMap<CandidateOutcome, u64>,
    /// The games that have killed candidates.
    pub counterexamples: Vec<Counterexample>,
    /// The savings found, each an edit of the script that the one before has left.
    pub savings: Vec<E>,
}

/// A file is not the state of a search.
#[derive(Debug, thiserror::Error)]
#[error("cannot read the state of the search in {}: {reason}", path.display())]
pub struct StateError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

impl<E: DeserializeOwned + Serialize> State<E> {
    /// A search that begins.
    pub fn new(source: &str, seed: u64) -> Self {
        Self {
            source: source.to_owned(),
            seed,
            next: 0,
            outcomes: BTreeMap::new(),
            counterexamples: Vec::new(),
            savings: Vec::new(),
        }
    }

    /// The state in a file. When the script or the seed has changed meanwhile, the search begins
    /// anew, and only the games that kill are kept.
    ///
    /// # Errors
    /// There is a file, and it is no state.
    pub fn load(path: &Path, source: &str, seed: u64) -> Result<Self, StateError> {
        let fault = |reason: String| StateError {
            path: path.to_owned(),
            reason,
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::new(source, seed));
            }
            Err(error) => return Err(fault(error.to_string())),
        };
        let state: Self = serde_json::from_str(&text).map_err(|error| fault(error.to_string()))?;
        if state.source == source && state.seed == seed {
            return Ok(state);
        }
        Ok(Self {
            counterexamples: state.counterexamples,
            ..Self::new(source, seed)
        })
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// All candidates so far.
    pub fn candidates(&self) -> u64 {
        self.outcomes.values().sum()
    }
}
