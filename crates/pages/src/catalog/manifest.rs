//! The file that declares a catalog.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::choice;
use super::{Choice, Flag, FlagSet, Naming};
use crate::minify::{MinifyOptions, Wrapper};
use crate::text::{self, TextError};

/// The contents of `catalog.toml`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// What the catalog is called.
    pub title: String,
    /// The template that includes all others.
    pub entry: String,
    /// Identifiers that the minifier must leave alone.
    #[serde(default)]
    pub keep: Vec<String>,
    /// How variants are called.
    pub naming: Naming,
    /// What may stand around a script.
    #[serde(rename = "wrapper")]
    pub wrappers: Vec<Wrapper>,
    /// What stands around the readable script.
    pub source: SourcePage,
    /// The flags.
    #[serde(rename = "flag")]
    pub flags: Vec<Flag>,
    /// Alternative spellings.
    #[serde(default, rename = "choice")]
    pub choices: Vec<Choice>,
    /// Published bytes of others, by variant name.
    #[serde(default)]
    pub published: BTreeMap<String, usize>,
    /// The most bytes that a page may have, by variant name.
    #[serde(default)]
    pub budget: BTreeMap<String, usize>,
}

/// The readable page's text before and after the script. `{name}` in it stands
/// for the variant's name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourcePage {
    /// Everything before the script.
    pub open: String,
    /// Everything after it.
    pub close: String,
}

/// Why there is no manifest.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The file cannot be read.
    #[error("cannot read the manifest {}: {error}; name its folder with --templates", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The file is no source text.
    #[error("the manifest {}: {error}", path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: TextError,
    },
    /// The file is not what a manifest must be.
    #[error("in the manifest {}: {error}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Line, excerpt and reason.
        error: Box<toml::de::Error>,
    },
    /// The manifest contradicts itself.
    #[error("in the manifest {}: {fault}", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// What contradicts what.
        fault: String,
    },
}

impl Manifest {
    /// Reads and checks a manifest.
    ///
    /// # Errors
    /// See [`ManifestError`].
    pub(crate) fn load(path: &Path) -> Result<Self, ManifestError> {
        let path = path.to_owned();
        let text = match text::read(&path) {
            Ok(text) => text,
            Err(TextError::Unreadable(error)) => return Err(ManifestError::Read { path, error }),
            Err(error) => return Err(ManifestError::Text { path, error }),
        };
        Self::parse(&text, path)
    }

    /// Checks the text of a manifest; messages name `path`.
    pub(crate) fn parse(text: &str, path: PathBuf) -> Result<Self, ManifestError> {
        let manifest: Self = match toml::from_str(text) {
            Ok(manifest) => manifest,
            Err(error) => {
                let error = Box::new(error);
                return Err(ManifestError::Parse { path, error });
            }
        };
        match manifest.contradiction() {
            None => Ok(manifest),
            Some(fault) => Err(ManifestError::Contradiction { path, fault }),
        }
    }

    /// The flag of a letter.
    pub(crate) fn flag(&self, letter: char) -> Option<&Flag> {
        self.flags.iter().find(|flag| flag.letter == letter)
    }

    /// For every flag that is on: the flags that it requires and that are off.
    pub(crate) fn missing(&self, flags: &FlagSet) -> BTreeMap<char, Vec<char>> {
        let lacking = |flag: &Flag| -> Vec<char> {
            let needs = flag.requires.iter().copied();
            needs.filter(|&need| !flags.has(need)).collect()
        };
        self.flags
            .iter()
            .filter(|flag| flags.has(flag.letter))
            .map(|flag| (flag.letter, lacking(flag)))
            .filter(|(_, lacking)| !lacking.is_empty())
            .collect()
    }

    /// What the minifier needs to know.
    pub fn minify_options(&self) -> MinifyOptions {
        MinifyOptions {
            wrappers: self.wrappers.clone(),
            keep: self.keep.clone(),
        }
    }

    fn contradiction(&self) -> Option<String> {
        let order = self.naming.order();
        for flag in &self.flags {
            let letter = flag.letter;
            if self
                .flags
                .iter()
                .filter(|other| other.letter == letter)
                .count()
                > 1
            {
                return Some(format!("flag {letter} is declared twice"));
            }
            if order.chars().filter(|&other| other == letter).count() != 1 {
                return Some(format!(
                    "flag {letter} must stand exactly once in naming.parts"
                ));
            }
            if let Some(need) = flag
                .requires
                .iter()
                .find(|&&need| self.flag(need).is_none())
            {
                return Some(format!("flag {letter} requires {need}, which is no flag"));
            }
        }
        if let Some(letter) = order.chars().find(|&letter| self.flag(letter).is_none()) {
            return Some(format!("naming.parts has {letter}, which is no flag"));
        }
        if self.flags.len() > 16 {
            return Some(format!("{} flags are more than 16", self.flags.len()));
        }
        if let Some(fault) = choice::contradiction(self) {
            return Some(fault);
        }
        if self.wrappers.is_empty() {
            return Some("there is no [[wrapper]]".to_owned());
        }
        let named = self.published.keys().chain(self.budget.keys());
        for name in named {
            let legal = self.naming.flags(name).map(|flags| self.missing(&flags));
            if legal.is_none_or(|missing| !missing.is_empty()) {
                return Some(format!("`{name}` under published or budget is no variant"));
            }
        }
        None
    }
}
