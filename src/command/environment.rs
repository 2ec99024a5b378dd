//! What every command is given.

use anyhow::Result;
use golfchess::model;

use super::project::Project;
use crate::options::Folders;

/// The folders of the command line, and the models that a catalog may have.
#[derive(Clone)]
pub struct Environment {
    pub folders: Folders,
    /// Chooses the model of a catalog.
    pub open_model: model::Open,
}

impl Environment {
    pub fn new(folders: &Folders) -> Self {
        Self {
            folders: folders.clone(),
            open_model: model::open,
        }
    }

    /// Reads the manifest and the fragments.
    pub fn project(&self) -> Result<Project> {
        Project::open(&self.folders, self.open_model)
    }
}
