//! The file of the solutions of a catalog's packed pages.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Solution;

/// Solutions by the names of their pages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Solutions(BTreeMap<String, Solution>);

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SolutionsError {
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file has something else.
    #[error("cannot parse {}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Line and reason.
        source: serde_json::Error,
    },
}

impl Solutions {
    /// The name of the file in a catalog's folder.
    pub const FILE_NAME: &str = "packed.json";

    /// The solutions of some pages.
    pub fn of(solutions: impl IntoIterator<Item = (String, Solution)>) -> Self {
        Self(solutions.into_iter().collect())
    }

    /// Reads the file in a catalog's folder; there are no solutions if there is no file.
    ///
    /// # Errors
    /// The file cannot be read or parsed.
    pub fn load(folder: &Path) -> Result<Self, SolutionsError> {
        let path = folder.join(Self::FILE_NAME);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => return Err(SolutionsError::Read { path, source }),
        };
        serde_json::from_str(&text).map_err(|source| SolutionsError::Parse { path, source })
    }

    /// The contents of the file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The solution of a page.
    pub fn get(&self, name: &str) -> Option<&Solution> {
        self.0.get(name)
    }

    /// Replaces the solution of a page.
    pub fn insert(&mut self, name: String, solution: Solution) {
        self.0.insert(name, solution);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
