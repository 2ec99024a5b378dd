//! Experiments that change the present fragments.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use walkdir::WalkDir;

use super::ExperimentError;
use crate::catalog::{Catalog, Variant};
use crate::compose::{SITE_FOLDER, Templates};

/// One text of one fragment, or of the manifest, that becomes another.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    /// The file in the folder of the fragments.
    pub file: String,
    /// What must stand in it exactly once.
    pub find: String,
    /// What it becomes.
    pub replace: String,
}

impl Patch {
    /// The text with the change.
    pub(super) fn apply(&self, text: &str) -> Result<String, String> {
        match text.matches(&self.find).count() {
            1 => Ok(text.replace(&self.find, &self.replace)),
            count => Err(format!(
                "its text stands {count} times in {}, and has to once; renew or remove the \
                 experiment. The text is\n{}",
                self.file, self.find
            )),
        }
    }
}

/// The page of a variant from a copy of the fragments with changes.
pub(super) fn build(
    name: &str,
    patches: &[Patch],
    folder: &Path,
    variant: &Variant,
) -> Result<String, ExperimentError> {
    let copy = tempfile::tempdir().map_err(|error| ExperimentError::unfit(name, error))?;
    let place = |reason: String| {
        let copy = copy.path().display().to_string();
        let reason = reason.replace(&copy, &folder.display().to_string());
        ExperimentError::unfit(name, reason)
    };
    copy_fragments(folder, copy.path())?;
    for patch in patches {
        let path = copy.path().join(&patch.file);
        let fault = |error: std::io::Error| place(format!("{}: {error}", path.display()));
        let text = fs::read_to_string(&path).map_err(fault)?;
        let text = patch.apply(&text.replace("\r\n", "\n")).map_err(place)?;
        fs::write(&path, text).map_err(fault)?;
    }
    let catalog = Catalog::load(copy.path()).map_err(|error| place(error.to_string()))?;
    let fault = |error: crate::compose::ComposeError| place(error.to_string());
    let templates = Templates::load(copy.path(), &catalog).map_err(fault)?;
    Ok(templates.build(variant).map_err(fault)?.page)
}

/// The fragments and the manifest; not what is of the site.
fn copy_fragments(from: &Path, to: &Path) -> Result<(), ExperimentError> {
    let site = from.join(SITE_FOLDER);
    let files = WalkDir::new(from).follow_links(true).into_iter();
    for entry in files.filter_entry(|entry| entry.path() != site) {
        let fault = |path: &Path, reason: String| ExperimentError::Read {
            path: path.to_owned(),
            reason,
        };
        let entry = entry.map_err(|error| fault(from, error.to_string()))?;
        let path = entry.path();
        let target = to.join(path.strip_prefix(from).unwrap_or(path));
        let done = if entry.file_type().is_dir() {
            fs::create_dir_all(&target)
        } else {
            fs::copy(path, &target).map(drop)
        };
        done.map_err(|error| ExperimentError::Copy {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
    }
    Ok(())
}
