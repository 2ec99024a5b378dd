//! What every command is given.

use anyhow::Result;

use super::project::Project;
use crate::options::Folders;

/// The folders of the command line.
pub struct Environment {
    pub folders: Folders,
}

impl Environment {
    /// Reads the manifest and the fragments.
    pub fn project(&self) -> Result<Project> {
        Project::open(&self.folders)
    }
}
