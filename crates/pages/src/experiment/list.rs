//! The list of experiments.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{ExperimentError, Patch};

/// The name of the list in the folder of experiments.
const FILE_NAME: &str = "experiments.toml";

/// All experiments of a folder.
#[derive(Debug, Clone)]
pub struct Experiments {
    folder: PathBuf,
    pub(super) list: Vec<Experiment>,
}

/// An idea that lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Experiment {
    /// A word that no other experiment is called by.
    pub name: String,
    /// The idea in one line.
    pub title: String,
    /// The variant whose present page it is compared with.
    pub variant: String,
    /// Why it lost.
    pub why: String,
    /// Where its page does something else than the variant's; a page without this has to pass
    /// `gen verify`.
    pub differs: Option<String>,
    /// The spellings of choices that its page does without.
    #[serde(skip)]
    pub leave_out: Vec<String>,
    /// How its page is made.
    #[serde(skip)]
    pub make: Make,
}

/// How the page of an experiment is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Make {
    /// It is a file of the folder.
    Page(String),
    /// From the present fragments with changes.
    Patch(Vec<Patch>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    experiment: Vec<Entry>,
}

/// An experiment as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    title: String,
    variant: String,
    why: String,
    differs: Option<String>,
    page: Option<String>,
    #[serde(default)]
    leave_out: Vec<String>,
    #[serde(default)]
    patch: Vec<Patch>,
}

impl Experiments {
    /// Reads the list of a folder.
    ///
    /// # Errors
    /// It cannot be read, or contradicts itself.
    pub fn load(folder: &Path) -> Result<Self, ExperimentError> {
        let path = folder.join(FILE_NAME);
        let text = read(&path)?;
        let list = parse(&text).map_err(|reason| ExperimentError::List { path, reason })?;
        let folder = folder.to_owned();
        Ok(Self { folder, list })
    }

    /// The experiments.
    pub fn list(&self) -> &[Experiment] {
        &self.list
    }

    /// A page as its file has it; the line break that ends the file is no part of it.
    pub(super) fn complete(&self, file: &str) -> Result<String, ExperimentError> {
        let text = read(&self.folder.join(file))?;
        Ok(text.replace("\r\n", "\n").trim_end().to_owned())
    }
}

fn read(path: &Path) -> Result<String, ExperimentError> {
    fs::read_to_string(path).map_err(|error| ExperimentError::Read {
        path: path.to_owned(),
        reason: error.to_string(),
    })
}

pub(super) fn parse(text: &str) -> Result<Vec<Experiment>, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut list: Vec<Experiment> = Vec::new();
    for entry in file.experiment {
        let name = entry.name.clone();
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if name.is_empty() || !name.chars().all(word) {
            return Err(format!(
                "`{name}` names a folder and a text: write it with a to z, digits and _"
            ));
        }
        if list.iter().any(|other| other.name == name) {
            return Err(format!("two experiments are called `{name}`"));
        }
        list.push(entry.read()?);
    }
    Ok(list)
}

impl Entry {
    fn read(self) -> Result<Experiment, String> {
        let patch = (!self.patch.is_empty()).then_some(Make::Patch(self.patch));
        let ((Some(make), None) | (None, Some(make))) = (self.page.map(Make::Page), patch) else {
            return Err(format!(
                "experiment `{}` needs exactly one of page and [[experiment.patch]]",
                self.name
            ));
        };
        if !self.leave_out.is_empty() && matches!(make, Make::Page(_)) {
            return Err(format!(
                "experiment `{}` is a page, so it has no spellings to leave out: delete leave_out",
                self.name
            ));
        }
        Ok(Experiment {
            name: self.name,
            title: self.title,
            variant: self.variant,
            why: self.why.trim().to_owned(),
            differs: self.differs,
            leave_out: self.leave_out,
            make,
        })
    }
}
