//! What every command is given.

use anyhow::Result;

use super::needs::Need;
use super::project::Project;
use crate::options::Folders;

/// The folders of the command line, and the command line's own description.
pub struct Environment {
    pub folders: Folders,
    program: fn() -> clap::Command,
    /// What each command needs, by its name.
    pub needs: &'static [(&'static str, &'static [Need])],
}

impl Environment {
    pub fn new(
        folders: &Folders,
        program: fn() -> clap::Command,
        needs: &'static [(&'static str, &'static [Need])],
    ) -> Self {
        Self {
            folders: folders.clone(),
            program,
            needs,
        }
    }

    /// Reads the manifest and the fragments.
    pub fn project(&self) -> Result<Project> {
        Project::open(&self.folders)
    }

    /// The description of the command line, for manual pages and completions.
    pub fn program(&self) -> clap::Command {
        (self.program)()
    }
}
