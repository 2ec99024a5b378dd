//! The size record of a catalog.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use golfchess_sizes::metric::Metric;
use serde::{Deserialize, Serialize};

use super::{Entry, conflict};
use crate::catalog::Collection;

/// The file name of the record in a catalog's folder.
pub const FILE_NAME: &str = "sizes.json";

/// The sizes of a whole catalog. Its pages are in the order of the collections; the manifest says
/// which page is in which.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The metric of the accepted sizes.
    #[serde(default, skip_serializing_if = "Metric::is_default")]
    pub metric: Metric,
    /// One entry per page, in the order of the catalog.
    pub pages: Vec<Entry>,
}

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read.
    #[error("cannot read the size record {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The text is not a record.
    #[error("{place} is not a size record")]
    Parse {
        /// Where the text is from.
        place: String,
        /// Reason, line and column.
        source: serde_json::Error,
    },
    /// The text has conflict markers of an unfinished merge.
    #[error("{place} has a merge conflict at line {line}")]
    Conflict {
        /// Where the text is from.
        place: String,
        /// The line of the first conflict marker, counted from 1.
        line: usize,
    },
    /// The sizes of the record cannot be compared with those of the manifest.
    #[error("{place} counts {}, and the manifest counts {}", recorded.unit(), wanted.unit())]
    Metric {
        /// Where the text is from.
        place: String,
        /// The metric of the record.
        recorded: Metric,
        /// The metric of the manifest.
        wanted: Metric,
    },
}

impl Record {
    /// Reads a record from a file; `None` if the file does not exist.
    ///
    /// # Errors
    /// The file cannot be read or is not a record.
    pub fn load(path: &Path) -> Result<Option<Self>, RecordError> {
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&text, &path.display().to_string()).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(RecordError::Read {
                path: path.to_owned(),
                source,
            }),
        }
    }

    /// Reads a record from a text. Errors name `place` as its origin.
    ///
    /// # Errors
    /// The text is not a record, or has conflict markers.
    pub fn parse(text: &str, place: &str) -> Result<Self, RecordError> {
        if let Some(line) = conflict::first_marker(text) {
            let place = place.to_owned();
            return Err(RecordError::Conflict { place, line });
        }
        serde_json::from_str(text).map_err(|source| RecordError::Parse {
            place: place.to_owned(),
            source,
        })
    }

    /// Reads a record from a text that may have conflict markers. If it has, the result holds the
    /// pages of both sides, and the smaller accepted size of each.
    ///
    /// # Errors
    /// The text, or a side of the conflict, is not a record.
    pub fn parse_merged(text: &str, place: &str) -> Result<Self, RecordError> {
        match conflict::sides(text) {
            None => Self::parse(text, place),
            Some([ours, theirs]) => {
                let ours = Self::parse(&ours, &format!("our side of {place}"))?;
                let theirs = Self::parse(&theirs, &format!("their side of {place}"))?;
                Ok(ours.merged_with(theirs))
            }
        }
    }

    fn merged_with(mut self, other: Self) -> Self {
        for entry in other.pages {
            match self.pages.iter_mut().find(|ours| ours.name == entry.name) {
                Some(ours) => ours.baseline = ours.baseline.min(entry.baseline),
                None => self.pages.push(entry),
            }
        }
        self
    }

    /// Returns the text of the file.
    pub(crate) fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a record is plain data");
        text + "\n"
    }

    /// Returns the entry of a variant.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.pages.iter().find(|entry| entry.name == name)
    }

    /// Returns the pages of a collection. A catalog that declares no collections has one, of all pages.
    #[must_use]
    pub fn part(&self, collection: &Collection) -> Self {
        if !collection.declared {
            return self.clone();
        }
        let names = collection.names();
        let pages = self.pages.iter();
        let pages = pages.filter(|entry| names.contains(entry.name.as_str()));
        Self {
            pages: pages.cloned().collect(),
            metric: self.metric,
        }
    }

    /// Returns the sizes of all pages together.
    pub fn total(&self) -> usize {
        self.pages.iter().map(Entry::size).sum()
    }

    /// Fails unless the accepted sizes are by a metric. Errors name `place` as the origin.
    ///
    /// # Errors
    /// They are by another one.
    pub fn by(self, wanted: Metric, place: &str) -> Result<Self, RecordError> {
        match self.metric == wanted {
            true => Ok(self),
            false => Err(RecordError::Metric {
                place: place.to_owned(),
                recorded: self.metric,
                wanted,
            }),
        }
    }

    /// Takes over the accepted sizes of an earlier record. Smaller pages are accepted automatically;
    /// the smaller size becomes the new limit. Pages that are new are accepted as they are, and so are
    /// all pages if the earlier record has another metric.
    #[must_use]
    pub fn with_baselines_of(mut self, earlier: Option<&Self>) -> Self {
        let earlier = earlier.filter(|earlier| earlier.metric == self.metric);
        for entry in &mut self.pages {
            if let Some(before) = earlier.and_then(|record| record.entry(&entry.name)) {
                entry.baseline = before.baseline.min(entry.size());
            }
        }
        self
    }

    /// Takes over the size that an earlier record accepts for each page whose edit is taken back: it differs from
    /// the record `before` this build, and is the same as in the earlier one.
    #[must_use]
    pub fn with_pages_taken_back(mut self, before: &Self, earlier: &Self) -> Self {
        for entry in &mut self.pages {
            let is_same = |record: &Self| {
                let other = record.entry(&entry.name);
                other.is_some_and(|other| other.sha256 == entry.sha256)
            };
            if is_same(earlier) && !is_same(before) {
                let accepted = earlier.entry(&entry.name);
                entry.baseline = accepted.map_or(entry.baseline, |earlier| earlier.baseline);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use golfchess_script::Strategy;

    fn record(bytes: usize, baseline: usize) -> Record {
        Record {
            metric: Metric::Bytes,
            pages: vec![Entry {
                name: "index_L1".into(),
                flags: String::new(),
                bytes,
                size: None,
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
    fn parse_reads_what_to_json_writes() {
        let text = record(500, 490).to_json();
        assert_eq!(Record::parse(&text, "here").unwrap(), record(500, 490));
    }

    #[test]
    fn accepted_sizes_shrink_with_the_page_and_never_grow() {
        let after = |bytes| record(bytes, bytes).with_baselines_of(Some(&record(500, 490)));
        assert_eq!(after(480).pages[0].baseline, 480);
        assert_eq!(after(495).pages[0].baseline, 490);
    }

    #[test]
    fn a_page_that_comes_back_has_its_accepted_size_again() {
        let mut smaller = record(480, 480);
        smaller.pages[0].sha256 = "01".into();
        let back = record(500, 500).with_baselines_of(Some(&smaller));
        assert_eq!(back.pages[0].baseline, 480);
        let earlier = record(500, 490);
        let after = |before: &Record, earlier: &Record| {
            let record = back.clone().with_pages_taken_back(before, earlier);
            record.pages[0].baseline
        };
        assert_eq!(after(&smaller, &earlier), 490);
        // A merge has accepted less for the same page.
        assert_eq!(after(&record(500, 480), &earlier), 480);
        let mut other = earlier;
        other.pages[0].sha256 = "02".into();
        assert_eq!(after(&smaller, &other), 480);
    }

    #[test]
    fn a_record_names_its_metric_unless_that_is_bytes() {
        let mut other = record(500, 333);
        assert!(!other.to_json().contains("metric"));
        assert!(!other.to_json().contains("\"size\""));
        other.metric = Metric::Gzip;
        other.pages[0].size = Some(333);
        assert_eq!(Record::parse(&other.to_json(), "here").unwrap(), other);
        assert_eq!(other.total(), 333);
        let accepted = other.clone().with_baselines_of(Some(&record(500, 300)));
        assert_eq!(
            accepted.pages[0].baseline, 333,
            "bytes are no limit for gzip"
        );
        let error = record(500, 500).by(Metric::Gzip, "sizes.json").unwrap_err();
        let text = "sizes.json counts bytes, and the manifest counts gzip bytes";
        assert_eq!(error.to_string(), text);
    }

    #[test]
    fn an_error_names_the_origin_of_the_text() {
        let error = Record::parse("{\"pages\":[{}]}", "old.json").unwrap_err();
        assert_eq!(error.to_string(), "old.json is not a size record");
    }

    /// A merge of two records that differ in all lines of an entry but the first.
    fn conflict(ours: &Record, theirs: &Record, base: &str) -> String {
        let (ours, theirs) = (ours.to_json(), theirs.to_json());
        format!("<<<<<<< HEAD\n{ours}{base}=======\n{theirs}>>>>>>> branch\n")
    }

    #[test]
    fn a_conflict_is_an_error_with_its_line() {
        let text = format!("\n{}", conflict(&record(9, 9), &record(8, 8), ""));
        let error = Record::parse(&text, "sizes.json").unwrap_err();
        assert_eq!(
            error.to_string(),
            "sizes.json has a merge conflict at line 2"
        );
    }

    #[test]
    fn a_merged_record_has_the_smaller_accepted_size_of_both_sides() {
        for base in ["", "||||||| base\nno JSON\n"] {
            for (ours, theirs) in [(490, 480), (480, 490)] {
                let text = conflict(&record(500, ours), &record(500, theirs), base);
                let merged = Record::parse_merged(&text, "sizes.json").unwrap();
                assert_eq!(merged.pages[0].baseline, 480);
            }
        }
        let mut other = record(300, 300);
        other.pages[0].name = "index_T".into();
        let text = conflict(&record(500, 490), &other, "");
        let merged = Record::parse_merged(&text, "sizes.json").unwrap();
        assert_eq!(merged.pages.len(), 2);
        let broken = text.replace("\"index_T\"", "index_T");
        let error = Record::parse_merged(&broken, "sizes.json").unwrap_err();
        assert_eq!(
            error.to_string(),
            "their side of sizes.json is not a size record"
        );
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
