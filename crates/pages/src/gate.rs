//! The gate: what must not land.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::Serialize;

use crate::build::CatalogBuild;
use crate::measure::{Entry, Record};

/// Something that keeps a change from landing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
pub enum Finding {
    /// A page has more bytes than the baseline says.
    Grew {
        /// The variant.
        name: String,
        /// Bytes in the baseline.
        baseline: usize,
        /// Bytes now.
        bytes: usize,
        /// What the baseline was; `None` is the catalog's own accepted sizes.
        against: Option<String>,
    },
    /// A page has more bytes than its budget allows.
    OverBudget {
        /// The variant.
        name: String,
        /// Bytes allowed.
        budget: usize,
        /// Bytes now.
        bytes: usize,
    },
    /// A committed file is not what the fragments make.
    Stale {
        /// The file in the catalog's folder.
        file: String,
    },
    /// A file that the fragments make is not there.
    Missing {
        /// The file in the catalog's folder.
        file: String,
    },
    /// A page of the folder belongs to no variant.
    Stray {
        /// The file in the catalog's folder.
        file: String,
    },
    /// The record or the baseline does not know a variant.
    Unrecorded {
        /// The variant.
        name: String,
        /// What does not know it.
        place: String,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grew {
                name,
                baseline,
                bytes,
                against: None,
            } => write!(
                f,
                "{name} grew by {} to {bytes} bytes (accepted: {baseline}); \
                 shrink it, or accept it with `gen record`",
                bytes - baseline
            ),
            Self::Grew {
                name,
                baseline,
                bytes,
                against: Some(place),
            } => write!(
                f,
                "{name} grew by {} to {bytes} bytes ({place}: {baseline}); \
                 shrink it, or choose a baseline that has accepted it",
                bytes - baseline
            ),
            Self::OverBudget {
                name,
                budget,
                bytes,
            } => write!(
                f,
                "{name} has {bytes} bytes, {} over its budget of {budget}; \
                 shrink it, or raise its budget in catalog.toml",
                bytes - budget
            ),
            Self::Stale { file } => write!(
                f,
                "{file} is not what the fragments make; rebuild it with `gen --all`"
            ),
            Self::Missing { file } => write!(f, "{file} is missing; make it with `gen --all`"),
            Self::Stray { file } => write!(f, "{file} belongs to no variant; delete it"),
            Self::Unrecorded { name, place } => write!(
                f,
                "{name} is missing in {place}; write the record anew with `gen record`"
            ),
        }
    }
}

/// A record to measure growth against, and what to call it.
#[derive(Debug, Clone)]
pub struct Baseline {
    /// A file or a revision.
    pub place: String,
    /// Whether these are the catalog's own accepted sizes.
    own: bool,
    /// Accepted bytes by variant.
    pub bytes: BTreeMap<String, usize>,
}

impl Baseline {
    /// The sizes that a catalog's own record says are accepted.
    pub fn accepted(place: &str, record: &Record) -> Self {
        Self::new(place, true, record, |entry| entry.baseline)
    }

    /// The sizes that pages had in another record.
    pub fn earlier(place: &str, record: &Record) -> Self {
        Self::new(place, false, record, |entry| entry.bytes)
    }

    fn new(place: &str, own: bool, record: &Record, size: fn(&Entry) -> usize) -> Self {
        let sizes = record
            .pages
            .iter()
            .map(|entry| (entry.name.clone(), size(entry)));
        Self {
            place: place.to_owned(),
            own,
            bytes: sizes.collect(),
        }
    }
}

/// Holds a fresh build against the committed folder, the budgets and a baseline.
///
/// `committed` is the record in `folder`, if there is one. Without a `baseline`
/// nothing can have grown.
pub fn check(
    edition: &CatalogBuild,
    folder: &Path,
    committed: Option<&Record>,
    budget: &BTreeMap<String, usize>,
    baseline: Option<&Baseline>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for page in &edition.pages {
        let (name, bytes) = (page.variant.name.clone(), page.entry.bytes);
        if let Some(baseline) = baseline {
            match baseline.bytes.get(&name) {
                Some(&accepted) if bytes > accepted => findings.push(Finding::Grew {
                    name: name.clone(),
                    baseline: accepted,
                    bytes,
                    against: (!baseline.own).then(|| baseline.place.clone()),
                }),
                Some(_) => {}
                None => findings.push(Finding::Unrecorded {
                    name: name.clone(),
                    place: baseline.place.clone(),
                }),
            }
        }
        if let Some(&budget) = budget.get(&name).filter(|&&budget| bytes > budget) {
            findings.push(Finding::OverBudget {
                name,
                budget,
                bytes,
            });
        }
    }
    let expected = edition.record().with_baselines_of(committed);
    for (file, text) in edition.files(&expected) {
        match std::fs::read(folder.join(&file)) {
            Ok(found) if found == text.as_bytes() => {}
            Ok(_) => findings.push(Finding::Stale { file }),
            Err(_) => findings.push(Finding::Missing { file }),
        }
    }
    let strays = edition.orphans(folder).into_iter();
    findings.extend(strays.map(|file| Finding::Stray { file }));
    findings
}
