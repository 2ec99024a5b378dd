//! The file of the solutions of a catalog's packed pages.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use golfchess_packers::dictionary::Solution;

/// Solutions by the names of their pages: the newest one, and some of earlier scripts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Solutions(BTreeMap<String, Kept>);

/// The solutions of one page, the newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, try_from = "serde_json::Value")]
enum Kept {
    /// A page whose script never changed.
    One(Box<Solution>),
    /// At most [`MOST`].
    Several(Vec<Solution>),
}

/// Not derived: serde does not say what is wrong in a variant.
impl TryFrom<serde_json::Value> for Kept {
    type Error = serde_json::Error;

    fn try_from(value: serde_json::Value) -> Result<Self, serde_json::Error> {
        match value.is_array() {
            true => serde_json::from_value(value).map(Self::Several),
            false => serde_json::from_value(value).map(Self::One),
        }
    }
}

impl Kept {
    fn solutions(&self) -> &[Solution] {
        match self {
            Self::One(solution) => std::slice::from_ref(solution),
            Self::Several(solutions) => solutions,
        }
    }
}

/// The most solutions of one page.
const MOST: usize = 5;

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

    /// The solutions of a page, the newest first.
    pub fn of_page(&self, name: &str) -> &[Solution] {
        self.0.get(name).map_or(&[], Kept::solutions)
    }

    /// All solutions of a script, those of this page first: a page may have had another name.
    pub fn of_script<'s>(&'s self, name: &str, digest: &str) -> impl Iterator<Item = &'s Solution> {
        let others = self.0.values().flat_map(Kept::solutions);
        let all = self.of_page(name).iter().chain(others);
        all.filter(move |solution| solution.digest == digest)
    }

    /// Takes a solution as the newest of its page. Those of earlier scripts stay, if a search has found
    /// them; the oldest go.
    pub fn insert(&mut self, name: String, solution: Solution) {
        let before = self.of_page(&name).iter();
        let earlier = before.filter(|one| one.digest != solution.digest && !one.is_fitted());
        let earlier: Vec<Solution> = earlier.take(MOST - 1).cloned().collect();
        let kept = match earlier.is_empty() {
            true => Kept::One(Box::new(solution)),
            false => Kept::Several([vec![solution], earlier].concat()),
        };
        self.0.insert(name, kept);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
