//! Scenarios: inputs for some pages, and what these must show, written down by an author.

mod file;

pub use file::Recording;

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Answer, Dialog, Stage};

/// One scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its name, which is that of its file.
    pub name: String,
    /// The flags that a page must have.
    pub with: Vec<char>,
    /// The flags that a page must not have.
    pub without: Vec<char>,
    /// The answers to dialogs. Dialogs after them are cancelled.
    pub answers: Vec<Answer>,
    /// What happens after the page has loaded, and the random numbers.
    pub stage: Stage,
    /// What each page must show that no group has; `None` if nothing is recorded for these pages.
    pub shown: Option<Vec<Dialog>>,
    /// What some pages must show where not all show the same.
    pub groups: Vec<Group>,
}

/// Pages that show the same in a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The names of the pages.
    pub pages: Vec<String>,
    /// What they must show.
    pub shown: Vec<Dialog>,
}

/// Why a scenario cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// The file or the folder cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file or the folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file is no scenario.
    #[error("cannot parse the scenario {}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Line, excerpt and reason.
        source: Box<toml::de::Error>,
    },
    /// A value is wrong.
    #[error("in the scenario {}: {reason}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The value and the reason.
        reason: String,
    },
}

impl Scenario {
    /// The folder of scenarios in the folder of the manifest.
    pub const FOLDER: &'static str = "scenarios";

    /// Reads all `*.toml` files of a folder, in the order of their names. A folder that does not exist
    /// has none.
    ///
    /// # Errors
    /// See [`ScenarioError`].
    pub fn load_all(folder: &Path) -> Result<Vec<Self>, ScenarioError> {
        let unreadable = |source| ScenarioError::Read {
            path: folder.to_owned(),
            source,
        };
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let entries = fs::read_dir(folder).map_err(unreadable)?;
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        let mut paths: Vec<PathBuf> = paths.collect::<Result<_, _>>().map_err(unreadable)?;
        paths.retain(|path| path.extension() == Some("toml".as_ref()));
        paths.sort();
        paths.iter().map(|path| Self::load(path)).collect()
    }

    fn load(path: &Path) -> Result<Self, ScenarioError> {
        let text = fs::read_to_string(path).map_err(|source| ScenarioError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&text, path)
    }

    /// Whether it is for a page with these flags.
    pub fn applies(&self, has: impl Fn(char) -> bool) -> bool {
        self.with.iter().all(|&flag| has(flag)) && !self.without.iter().any(|&flag| has(flag))
    }

    /// The scenario for one page: without groups, and with what this page must show.
    #[must_use]
    pub fn on(&self, page: &str) -> Self {
        let has = |group: &&Group| group.pages.iter().any(|name| name == page);
        let own = self.groups.iter().find(has);
        Self {
            shown: own.map_or(self.shown.clone(), |group| Some(group.shown.clone())),
            groups: Vec::new(),
            ..self.clone()
        }
    }
}
