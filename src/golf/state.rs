//! What is remembered of a search, so that it can go on.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::edit::Edit;
use super::screen::{Fate, Killer};
use crate::store::{self, StoreError};

/// A search on one variant, as it stands.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct State {
    /// The composed script that it began with.
    pub source: String,
    /// The seed of all chance.
    pub seed: u64,
    /// The number of the next candidate.
    pub next: u64,
    /// What became of the candidates.
    pub fates: BTreeMap<Fate, u64>,
    /// The games that have killed candidates.
    pub killers: Vec<Killer>,
    /// The savings found, each an edit of the script that the one before has left.
    pub savings: Vec<Edit>,
}

/// The state cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It cannot be read.
    #[error("cannot read the state of the search in {}: {reason}; remove the file to begin anew", path.display())]
    Read {
        /// Its file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] StoreError),
}

impl State {
    /// A search that begins.
    pub fn new(source: &str, seed: u64) -> Self {
        Self {
            source: source.to_owned(),
            seed,
            ..Self::default()
        }
    }

    /// The state in a file. When the script or the seed has changed meanwhile, the search begins
    /// anew, and only the games that kill are kept.
    ///
    /// # Errors
    /// There is a file, and it is no state.
    pub fn load(path: &Path, source: &str, seed: u64) -> Result<Self, StateError> {
        let fault = |reason: String| StateError::Read {
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
            killers: state.killers,
            ..Self::new(source, seed)
        })
    }

    /// Writes it, as a whole or not at all.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), StateError> {
        let text = serde_json::to_string(self).unwrap_or_default();
        Ok(store::write(path, &text)?)
    }

    /// All candidates so far.
    pub fn candidates(&self) -> u64 {
        self.fates.values().sum()
    }
}
