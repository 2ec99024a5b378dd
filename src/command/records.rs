//! Finding the size record that a word on the command line means.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use golfchess::measure::{FILE_NAME, Record};

/// The record of a file or, if there is no such file, of a git revision.
/// `None` when the revision has no record.
pub fn find(word: &str, folder: &Path) -> Result<Option<Record>> {
    let file = Path::new(word);
    let file = if file.is_dir() {
        file.join(FILE_NAME)
    } else {
        file.to_owned()
    };
    if file.is_file() {
        return Ok(Record::load(&file)?);
    }
    if word.contains(".json") && !word.contains(':') {
        bail!("there is no record file {word}");
    }
    at_revision(word, folder)
}

/// The record as it was committed.
fn at_revision(revision: &str, folder: &Path) -> Result<Option<Record>> {
    if revision.starts_with('-') {
        bail!("`{revision}` is no git revision");
    }
    let git = |arguments: &[&str]| {
        Command::new("git")
            .arg("-C")
            .arg(folder)
            .args(arguments)
            .output()
            .context("cannot run git; install it, or name a record's file instead")
    };
    let commit = format!("{revision}^{{commit}}");
    if !git(&["rev-parse", "--verify", "--quiet", &commit])?
        .status
        .success()
    {
        bail!("`{revision}` is neither a record's file nor a git revision");
    }
    let place = format!("{revision}:./{FILE_NAME}");
    let shown = git(&["show", &place])?;
    if !shown.status.success() {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&shown.stdout);
    Ok(Some(Record::parse(&text, &place)?))
}
