//! Finding the size record that a word on the command line means.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context, Result, bail};
use golfchess_pages::measure::{FILE_NAME, Record};

/// The record of a file, of a folder, or of a git revision (`HEAD~5`,
/// `main:catalog/sizes.json`). `None` when there is no such thing or it has no
/// record.
pub fn find(word: &str, folder: &Path) -> Result<Option<Record>> {
    let path = Path::new(word);
    if path.is_dir() {
        return Ok(Record::load(&path.join(FILE_NAME))?);
    }
    if path.is_file() {
        return Ok(Record::load(path)?);
    }
    at_revision(word, folder)
}

/// The record as it was committed.
fn at_revision(word: &str, folder: &Path) -> Result<Option<Record>> {
    if word.starts_with('-') {
        bail!("`{word}` is no record and no git revision");
    }
    let place = match word.contains(':') {
        true => word.to_owned(),
        false => format!("{word}:./{FILE_NAME}"),
    };
    let shown = git(folder, &["show", &place])?;
    if !shown.status.success() {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&shown.stdout);
    Ok(Some(Record::parse(&text, &place)?))
}

fn git(folder: &Path, arguments: &[&str]) -> Result<Output> {
    Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .output()
        .context("cannot run git; install it, or name a record's file instead")
}
