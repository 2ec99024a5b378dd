//! `gen` as it has just been built.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

/// The release build, run from the top of the repository.
pub struct Tool {
    program: PathBuf,
    /// The repository.
    pub root: PathBuf,
}

impl Tool {
    /// Builds it.
    pub fn build(root: &Path) -> Result<Self, String> {
        crate::cargo(&["build", "--release", "--bin", "gen"], &[])?;
        Ok(Self {
            program: crate::gen_binary(root),
            root: root.to_owned(),
        })
    }

    /// A command of it.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(words).current_dir(&self.root);
        command
    }

    /// What it prints when all is good.
    pub fn say(&self, words: &[&str]) -> Result<String, String> {
        let line = || format!("gen {}", words.join(" "));
        let output = self.command(words).output();
        let output = output.map_err(|error| format!("cannot run `{}`: {error}", line()))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let told = String::from_utf8_lossy(&output.stderr);
        Err(format!("`{}` failed: {}", line(), told.trim()))
    }
}

/// The pages of a folder by the names of their files, in their order.
pub fn pages(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        if file.extension() == Some("html".as_ref()) {
            let name = file.file_stem().unwrap_or_default();
            pages.push((name.to_string_lossy().into_owned(), file));
        }
    }
    pages.sort();
    Ok(pages)
}
