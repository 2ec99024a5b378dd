//! The program as a user runs it, in folders that it may change.

use std::fs;
use std::path::Path;
use std::process::Command;

use golfchess_testing::{Run, copy};
use tempfile::TempDir;

/// A copy of the fragments and the pages of the project.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for name in ["templates", "catalog"] {
            copy(&project.join(name), &folder.path().join(name));
        }
        Self(folder)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).expect(file)
    }

    /// Runs the program in the folder.
    pub fn duel(&self, arguments: &[&str]) -> Run {
        Run::of(self.program(arguments).output().expect("the program runs"))
    }

    /// The program in the folder, not yet started.
    pub fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_duel"));
        for variable in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command.args(arguments).current_dir(self.path());
        command
    }
}
