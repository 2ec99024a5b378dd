//! Runs git in the folder of a catalog.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::Result;

use crate::output::help;

/// Runs git in a folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Result<Output> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output();
    output.map_err(|error| {
        help::with_help(
            error,
            "cannot run git",
            "install git, or name the file of a size record instead",
        )
    })
}

/// The output of a git command without its last line break; `None` if the command fails.
pub fn read(folder: &Path, arguments: &[&str]) -> Result<Option<String>> {
    let output = run(folder, arguments)?;
    let text = || {
        String::from_utf8_lossy(&output.stdout)
            .trim_end()
            .to_owned()
    };
    Ok(output.status.success().then(text))
}
