//! The size records of files, folders and git revisions.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Result, bail};
use golfchess_pages::measure::{FILE_NAME, Record, RecordError};
use golfchess_sizes::metric::Metric;

use super::git;
use crate::output::{help, message};

/// Why a file or a revision has no record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// A folder or a revision exists, but has no record.
    #[error("it has no {FILE_NAME}")]
    Record,
    /// No file, folder or revision has the name.
    #[error("there is no such file, and no such git revision")]
    Name,
    /// The same, and git has a part of the history only.
    #[error("there is no such file, and no such git revision in this shallow clone")]
    Shallow,
}

impl Missing {
    /// Returns the reason if an error is only that there is no record.
    pub fn of(error: &anyhow::Error) -> Option<Self> {
        error
            .chain()
            .find_map(|cause| cause.downcast_ref().copied())
    }

    fn error(self, word: &str) -> anyhow::Error {
        let help = match self {
            Self::Record => "name a file or revision that has a size record",
            Self::Name => "name the file of a size record, or a revision that `git log` shows",
            // The two ends may be there without the history between them.
            Self::Shallow if word.contains("...") => {
                "fetch more of the history until both revisions have a common commit: `git fetch \
                 --deepen=100`, several times, or the whole history: `git fetch --unshallow`"
            }
            Self::Shallow => {
                "fetch the revision, for example with `git fetch --depth=1 origin REVISION`, or the \
                 whole history with `git fetch --unshallow`"
            }
        };
        let message = match self {
            Self::Record => format!("{word} has no size record"),
            Self::Name | Self::Shallow => format!("cannot find a size record for `{word}`"),
        };
        help::with_help(self, message, help)
    }
}

/// Reads the record of a file, of a folder, or of a git revision: `HEAD~5`,
/// `main:catalog/sizes.json`, or `main...HEAD` for the merge base of two branches.
///
/// Its sizes must be by `metric`. If there is no record, [`Missing::of`] returns the reason.
pub fn find(word: &str, folder: &Path, metric: Metric) -> Result<Record> {
    Ok(any(word, folder)?.by(metric, word)?)
}

/// The same with any metric.
pub fn any(word: &str, folder: &Path) -> Result<Record> {
    let path = Path::new(word);
    if path.is_dir() {
        if let Some(record) = Record::load(&path.join(FILE_NAME))? {
            return Ok(record);
        }
        // A branch may have the name of a folder. Without one, or without git, the folder counts.
        let found = at_revision(word, folder);
        return found.map_err(|error| {
            let is_broken = error.is::<RecordError>();
            if is_broken {
                error
            } else {
                Missing::Record.error(word)
            }
        });
    }
    // A file or a pipe: a shell passes the output of `<(...)` as a pipe.
    if path.exists() {
        let record = Record::load(path)?;
        return record.ok_or_else(|| Missing::Name.error(word));
    }
    at_revision(word, folder)
}

/// Reads the record of a git revision.
fn at_revision(word: &str, folder: &Path) -> Result<Record> {
    if word.is_empty() {
        return Err(help::error(
            "the name of the baseline is empty",
            "name the file of a size record or a git revision; a variable in a script may be unset",
        ));
    }
    if word.starts_with('-') {
        bail!("`{word}` is not a git revision");
    }
    let (revision, file) = match word.split_once(':') {
        Some((revision, file)) if !file.is_empty() => (revision, file.to_owned()),
        _ => (word.trim_end_matches(':'), format!("./{FILE_NAME}")),
    };
    let Some(commit) = commit(revision, folder)? else {
        let shallow = git::read(folder, &["rev-parse", "--is-shallow-repository"])?;
        let reason = match shallow.as_deref() {
            Some("true") => Missing::Shallow,
            _ => Missing::Name,
        };
        return Err(reason.error(word));
    };
    let Some(text) = git::read(folder, &["show", &format!("{commit}:{file}")])? else {
        return Err(Missing::Record.error(word));
    };
    Ok(Record::parse(&text, &format!("{revision}:{file}"))?)
}

/// The commit of a revision, or of the merge base of `A...B`; `None` if there is none.
fn commit(revision: &str, folder: &Path) -> Result<Option<String>> {
    let or_head = |name: &str| match name {
        "" => "HEAD".to_owned(),
        name => name.to_owned(),
    };
    match revision.split_once("...") {
        Some((a, b)) => git::read(folder, &["merge-base", &or_head(a), &or_head(b)]),
        // `:FILE` is a file of git's index.
        None if revision.is_empty() => Ok(Some(String::new())),
        None => {
            let commit = format!("{revision}^{{commit}}");
            git::read(folder, &["rev-parse", "--verify", "--quiet", &commit])
        }
    }
}

/// The name of a baseline in findings: a commit is short, a merge base is the commit that it is.
pub fn short(word: &str, folder: &Path) -> String {
    const DIGITS: usize = 7;
    let is_hash = |word: &str| word.len() >= 40 && word.chars().all(|c| c.is_ascii_hexdigit());
    let revision = word.split(':').next().unwrap_or_default();
    if Path::new(word).exists() {
        return word.to_owned();
    }
    let commit = match revision.contains("...") {
        true => commit(revision, folder).ok().flatten(),
        false => is_hash(revision).then(|| revision.to_owned()),
    };
    match commit.as_deref().and_then(|commit| commit.get(..DIGITS)) {
        Some(short) if revision.contains("...") => {
            word.replacen(revision, &format!("merge base {short}"), 1)
        }
        Some(short) => word.replacen(revision, short, 1),
        None => word.to_owned(),
    }
}

/// Reads the record of a catalog's folder; `None` if there is none. Its sizes must be by `metric`.
pub fn own(folder: &Path, metric: Metric) -> Result<Option<Record>> {
    let path = folder.join(FILE_NAME);
    let record = Record::load(&path)?;
    let record = record.map(|record| record.by(metric, &path.display().to_string()));
    Ok(record.transpose()?)
}

/// Reads the record whose accepted sizes count for a catalog's folder.
///
/// This is the folder's own record. If it has merge conflicts, the smaller accepted size of both
/// sides counts. If the file is missing, the last committed record counts: deleting the file must
/// not accept growth. `None` if there never was a record. Its sizes must be by `metric`.
pub fn accepted(folder: &Path, metric: Metric) -> Result<Option<Record>> {
    let path = folder.join(FILE_NAME);
    let place = path.display();
    match fs::read_to_string(&path) {
        Ok(text) => {
            let record = Record::parse_merged(&text, &place.to_string())?;
            if has_conflicts(&text) {
                message(format_args!(
                    "note: {place} has merge conflicts; the smaller accepted size of both sides \
                     counts"
                ));
            }
            Ok(Some(record.by(metric, &place.to_string())?))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => last_committed(folder, metric),
        Err(source) => Err(RecordError::Read { path, source }.into()),
    }
}

/// The record of a build with the accepted sizes of the folder's record. A page whose edit is taken back has the
/// size that was accepted in the last commit: the edit leaves nothing behind.
pub fn with_accepted(record: Record, before: Option<&Record>, folder: &Path) -> Record {
    let record = record.with_baselines_of(before);
    let mut pages = record.pages.iter();
    let grew = pages.any(|entry| entry.size() > entry.baseline);
    // A merge takes nothing back.
    let Some(before) = before.filter(|_| grew && !is_in_conflict(folder)) else {
        return record;
    };
    match find("HEAD", folder, record.metric) {
        Ok(last) => record.with_pages_taken_back(before, &last),
        // Without a commit there is nothing to go back to.
        Err(_) => record,
    }
}

/// Whether the record of a folder has conflict markers.
pub fn is_in_conflict(folder: &Path) -> bool {
    let text = fs::read_to_string(folder.join(FILE_NAME));
    text.is_ok_and(|text| has_conflicts(&text))
}

/// Whether the text of a record has conflict markers.
fn has_conflicts(text: &str) -> bool {
    matches!(Record::parse(text, ""), Err(RecordError::Conflict { .. }))
}

fn last_committed(folder: &Path, metric: Metric) -> Result<Option<Record>> {
    let file = format!("./{FILE_NAME}");
    // A merged branch is a change of the merge commit: its own commits have other sizes.
    let log = [
        "log",
        "-n1",
        "--first-parent",
        "-m",
        "--diff-filter=AM",
        "--format=%h",
        "--",
        &file,
    ];
    // Without git or a repository there is no earlier record.
    let Ok(Some(commits)) = git::read(folder, &log) else {
        return Ok(None);
    };
    let Some(commit) = commits.lines().next() else {
        return Ok(None);
    };
    let place = format!("{commit}:{file}");
    let Some(text) = git::read(folder, &["show", &place])? else {
        return Ok(None);
    };
    let record = Record::parse_merged(&text, &place)?.by(metric, &place)?;
    message(format_args!(
        "note: {} is missing; the accepted sizes of commit {commit} count",
        folder.join(FILE_NAME).display()
    ));
    Ok(Some(record))
}
