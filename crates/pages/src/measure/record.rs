//! The file that remembers every size.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::Entry;

/// The name of the record in a catalog's folder.
pub const FILE_NAME: &str = "sizes.json";

/// The sizes of a whole catalog.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// One entry a page, in the order of the catalog.
    pub pages: Vec<Entry>,
}

/// Why a record cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read.
    #[error("cannot read the size record {}: {error}; `gen record` writes a good one", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The text is no record.
    #[error("{place} is no size record: {error}; `gen record` writes a good one")]
    Parse {
        /// Where the text is from.
        place: String,
        /// Line, column and reason.
        error: serde_json::Error,
    },
}

impl Record {
    /// Reads a record; `None` when there is no such file.
    ///
    /// # Errors
    /// The file cannot be read or is no record.
    pub fn load(path: &Path) -> Result<Option<Self>, RecordError> {
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&text, &path.display().to_string()).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(RecordError::Read {
                path: path.to_owned(),
                error,
            }),
        }
    }

    /// Reads a record from a text; `place` says in an error where it is from.
    ///
    /// # Errors
    /// The text is no record.
    pub fn parse(text: &str, place: &str) -> Result<Self, RecordError> {
        serde_json::from_str(text).map_err(|error| RecordError::Parse {
            place: place.to_owned(),
            error,
        })
    }

    /// The text of the file.
    pub(crate) fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a record is plain data");
        text + "\n"
    }

    /// The entry of a variant.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.pages.iter().find(|entry| entry.name == name)
    }

    /// Bytes of all pages together.
    pub fn total(&self) -> usize {
        self.pages.iter().map(|entry| entry.bytes).sum()
    }

    /// The record with the baselines of an earlier one, if any, lowered to the present
    /// sizes: what has become smaller need not be accepted, what has grown must.
    #[must_use]
    pub fn with_baselines_of(mut self, earlier: Option<&Self>) -> Self {
        for entry in &mut self.pages {
            if let Some(before) = earlier.and_then(|record| record.entry(&entry.name)) {
                entry.baseline = before.baseline.min(entry.bytes);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minify::Strategy;

    fn record(bytes: usize, baseline: usize) -> Record {
        Record {
            pages: vec![Entry {
                name: "index_L1".into(),
                flags: String::new(),
                bytes,
                baseline,
                gzip: 300,
                brotli: 280,
                sha256: "00".into(),
                published: None,
                strategy: Strategy::Own,
                wrapper: "svg".into(),
            }],
        }
    }

    #[test]
    fn a_record_survives_its_file() {
        let text = record(500, 490).to_json();
        assert_eq!(Record::parse(&text, "here").unwrap(), record(500, 490));
    }

    #[test]
    fn baselines_go_down_by_themselves_and_never_up() {
        let after = |bytes| record(bytes, bytes).with_baselines_of(Some(&record(500, 490)));
        assert_eq!(after(480).pages[0].baseline, 480);
        assert_eq!(after(495).pages[0].baseline, 490);
    }

    #[test]
    fn other_text_is_refused_with_its_place() {
        let error = Record::parse("{\"pages\":[{}]}", "old.json").unwrap_err();
        assert!(error.to_string().starts_with("old.json is no size record"));
    }

    #[test]
    fn a_missing_file_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(
            Record::load(&folder.path().join(FILE_NAME))
                .unwrap()
                .is_none()
        );
    }
}
