//! The gate: checks a build against the accepted sizes, the budgets and the committed files.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::Serialize;

use crate::builder::{CatalogBuild, Page};
use crate::catalog::{Collection, Manifest};
use crate::measure::{Entry, Record};
use crate::metric::Metric;

/// A reason to reject a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Finding {
    /// A page grew over its baseline by more than `[gate]` of the manifest allows.
    Grew {
        /// The variant.
        name: String,
        /// Bytes in the baseline.
        baseline: usize,
        /// Bytes now.
        bytes: usize,
        /// Bytes that the page may grow.
        allowed: usize,
        /// The origin of the baseline; `None` is the catalog's own accepted sizes.
        against: Option<String>,
        /// The metric of the sizes.
        #[serde(skip_serializing_if = "Metric::is_default")]
        metric: Metric,
    },
    /// All pages of a collection that the baseline has too grew together by more than its limits
    /// allow.
    TotalGrew {
        /// The collection; `None` where the manifest declares none.
        #[serde(skip_serializing_if = "Option::is_none")]
        collection: Option<String>,
        /// Bytes in the baseline.
        baseline: usize,
        /// Bytes now, of the same pages.
        bytes: usize,
        /// Bytes that the sum may grow.
        allowed: usize,
        /// The origin of the baseline; `None` is the catalog's own accepted sizes.
        against: Option<String>,
        /// The metric of the sizes.
        #[serde(skip_serializing_if = "Metric::is_default")]
        metric: Metric,
    },
    /// A page is larger than its budget.
    OverBudget {
        /// The variant.
        name: String,
        /// Bytes allowed.
        budget: usize,
        /// Bytes now.
        bytes: usize,
        /// The metric of the sizes.
        #[serde(skip_serializing_if = "Metric::is_default")]
        metric: Metric,
    },
    /// The pages of a collection are together larger than its budget.
    TotalOverBudget {
        /// The collection.
        collection: String,
        /// Bytes allowed.
        budget: usize,
        /// Bytes now.
        bytes: usize,
        /// The metric of the sizes.
        #[serde(skip_serializing_if = "Metric::is_default")]
        metric: Metric,
    },
    /// A committed file differs from the build.
    Stale {
        /// The file in the catalog's folder.
        file: String,
    },
    /// A file of the build does not exist in the catalog's folder.
    Missing {
        /// The file in the catalog's folder.
        file: String,
    },
    /// A page in the catalog's folder is none of the catalog: it belongs to no variant, or to one
    /// that is in no collection.
    Orphan {
        /// The file in the catalog's folder.
        file: String,
    },
    /// The record or the baseline has no entry for a variant.
    Unrecorded {
        /// The variant.
        name: String,
        /// The origin of the record.
        place: String,
        /// Whether this is the catalog's own record.
        own: bool,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grew {
                name,
                baseline,
                bytes,
                allowed,
                against,
                metric,
            } => {
                let sizes = (*baseline, *bytes, *metric);
                grew(f, name, sizes, *allowed, against.as_deref())
            }
            Self::TotalGrew {
                collection,
                baseline,
                bytes,
                allowed,
                against,
                metric,
            } => {
                let sizes = (*baseline, *bytes, *metric);
                let subject = match collection {
                    Some(name) => format!("the sum of the collection {name}"),
                    None => "the sum of all pages".to_owned(),
                };
                grew(f, &subject, sizes, *allowed, against.as_deref())
            }
            Self::OverBudget {
                name,
                budget,
                bytes,
                metric,
            } => write!(
                f,
                "{name} has {bytes} {}, {} over its budget of {budget}",
                metric.unit(),
                bytes - budget
            ),
            Self::TotalOverBudget {
                collection,
                budget,
                bytes,
                metric,
            } => write!(
                f,
                "the collection {collection} has {bytes} {}, {} over its budget of {budget}",
                metric.unit(),
                bytes - budget
            ),
            Self::Stale { file } => write!(f, "{file} is out of date"),
            Self::Missing { file } => write!(f, "{file} is missing"),
            Self::Orphan { file } => write!(f, "{file} is no page of the catalog"),
            Self::Unrecorded { name, place, .. } => write!(f, "{name} is missing in {place}"),
        }
    }
}

fn grew(
    f: &mut fmt::Formatter<'_>,
    subject: &str,
    (baseline, bytes, metric): (usize, usize, Metric),
    allowed: usize,
    against: Option<&str>,
) -> fmt::Result {
    let growth = bytes - baseline;
    let place = against.unwrap_or("accepted");
    write!(
        f,
        "{subject} grew by {growth} to {bytes} {} ({place}: {baseline}",
        metric.unit()
    )?;
    if allowed > 0 {
        write!(f, ", limit: +{allowed}")?;
    }
    f.write_str(")")
}

/// Sizes that pages must not exceed, and their origin.
#[derive(Debug, Clone)]
pub struct Baseline {
    /// A file or a revision.
    pub place: String,
    /// Whether these are the catalog's own accepted sizes.
    pub own: bool,
    /// Sizes by variant.
    pub bytes: BTreeMap<String, usize>,
}

impl Baseline {
    /// The accepted sizes of a catalog's own record.
    pub fn accepted(place: &str, record: &Record) -> Self {
        Self::new(place, true, record, |entry| entry.baseline)
    }

    /// The accepted sizes of another record. Growth within a limit is not accepted, so small steps do
    /// not add up.
    pub fn earlier(place: &str, record: &Record) -> Self {
        Self::new(place, false, record, |entry| entry.baseline)
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

    /// Raises every size to the accepted size of a record, and adds the pages that only the record
    /// has.
    #[must_use]
    pub fn or_accepted(mut self, record: &Record) -> Self {
        for entry in &record.pages {
            let bytes = self.bytes.entry(entry.name.clone()).or_default();
            *bytes = entry.baseline.max(*bytes);
        }
        self
    }

    fn against(&self) -> Option<String> {
        (!self.own).then(|| self.place.clone())
    }
}

/// A page that grew, but not by more than the manifest allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AllowedGrowth {
    /// The metric of the sizes.
    #[serde(skip_serializing_if = "Metric::is_default")]
    pub metric: Metric,
    /// The variant.
    pub name: String,
    /// Bytes in the baseline.
    pub baseline: usize,
    /// Bytes now.
    pub bytes: usize,
    /// Bytes that the page may grow.
    pub allowed: usize,
}

impl fmt::Display for AllowedGrowth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            metric,
            name,
            baseline,
            bytes,
            allowed,
        } = self;
        let growth = bytes - baseline;
        write!(
            f,
            "{name} grew by {growth} to {bytes} {}, within the limit of +{allowed}",
            metric.unit()
        )
    }
}

/// Checks a build against the committed files in `folder`, the budgets of the manifest and a
/// baseline.
///
/// `committed` is the record in `folder`, if there is one. Without a `baseline` the growth of pages
/// is not checked.
pub fn check(
    build: &CatalogBuild,
    folder: &Path,
    committed: Option<&Record>,
    manifest: &Manifest,
    baseline: Option<&Baseline>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let metric = build.metric;
    for (collection, pages) in parts(build) {
        for page in pages {
            let (name, bytes) = (&page.variant.name, page.entry.size());
            let grown =
                baseline.and_then(|baseline| growth(collection, baseline, name, (bytes, metric)));
            findings.extend(grown);
            if let Some(&budget) = manifest.budget.get(name).filter(|&&budget| bytes > budget) {
                findings.push(Finding::OverBudget {
                    name: name.clone(),
                    budget,
                    bytes,
                    metric,
                });
            }
        }
    }
    for (collection, pages) in parts(build) {
        let grown =
            baseline.and_then(|baseline| total_growth(collection, (pages, metric), baseline));
        findings.extend(grown);
        findings.extend(over_budget(collection, (pages, metric)));
    }
    findings.extend(check_files(build, folder, committed));
    findings
}

/// Checks that the committed files in `folder` are those of a build.
///
/// `committed` is the record in `folder`, if there is one.
pub fn check_files(
    build: &CatalogBuild,
    folder: &Path,
    committed: Option<&Record>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let expected = build.record().with_baselines_of(committed);
    for (file, text) in build.files(&expected) {
        match std::fs::read(folder.join(&file)) {
            Ok(found) if found == text.as_bytes() => {}
            Ok(_) => findings.push(Finding::Stale { file }),
            Err(_) => findings.push(Finding::Missing { file }),
        }
    }
    let orphans = build.orphans(folder).into_iter();
    findings.extend(orphans.map(|file| Finding::Orphan { file }));
    findings
}

/// Every collection with its pages: those of a build are in the order of the collections.
fn parts(build: &CatalogBuild) -> impl Iterator<Item = (&Collection, &[Page])> {
    let mut rest = build.pages.as_slice();
    build.collections.iter().map(move |collection| {
        let (pages, others) = rest.split_at(collection.variants.len());
        rest = others;
        (collection, pages)
    })
}

/// The finding of one page against the baseline.
fn growth(
    collection: &Collection,
    baseline: &Baseline,
    name: &str,
    (bytes, metric): (usize, Metric),
) -> Option<Finding> {
    let Some(&accepted) = baseline.bytes.get(name) else {
        return Some(Finding::Unrecorded {
            name: name.to_owned(),
            place: baseline.place.clone(),
            own: baseline.own,
        });
    };
    let allowed = collection.gate.page.allowed(accepted);
    (bytes > accepted.saturating_add(allowed)).then(|| Finding::Grew {
        name: name.to_owned(),
        baseline: accepted,
        bytes,
        allowed,
        against: baseline.against(),
        metric,
    })
}

/// The finding of the sum, over the pages of a collection that the baseline has too.
fn total_growth(
    collection: &Collection,
    (pages, metric): (&[Page], Metric),
    baseline: &Baseline,
) -> Option<Finding> {
    let limit = collection.gate.total?;
    let sizes = pages.iter().filter_map(|page| {
        let accepted = baseline.bytes.get(&page.variant.name)?;
        Some((*accepted, page.entry.size()))
    });
    let (accepted, bytes) = sizes.fold((0_usize, 0), |sum, one| {
        // A record can hold any number.
        (sum.0.saturating_add(one.0), sum.1 + one.1)
    });
    let allowed = limit.allowed(accepted);
    (bytes > accepted.saturating_add(allowed)).then(|| Finding::TotalGrew {
        collection: collection.declared.then(|| collection.name.clone()),
        baseline: accepted,
        bytes,
        allowed,
        against: baseline.against(),
        metric,
    })
}

/// The finding of the sum against the budget of a collection.
fn over_budget(collection: &Collection, (pages, metric): (&[Page], Metric)) -> Option<Finding> {
    let budget = collection.budget?;
    let bytes = pages.iter().map(|page| page.entry.size()).sum();
    (bytes > budget).then(|| Finding::TotalOverBudget {
        collection: collection.name.clone(),
        budget,
        bytes,
        metric,
    })
}

/// The pages that grew by more than the tolerance, but not by more than the limit of their
/// collection.
pub fn allowed_growth(build: &CatalogBuild, baseline: &Baseline) -> Vec<AllowedGrowth> {
    let grown = parts(build).flat_map(|(collection, pages)| {
        let limit = collection.gate.page;
        pages.iter().filter_map(move |page| {
            let (name, bytes) = (&page.variant.name, page.entry.size());
            let &accepted = baseline.bytes.get(name)?;
            let allowed = limit.allowed(accepted);
            let least = accepted.saturating_add(limit.tolerance.of(accepted));
            let noted = least.saturating_add(1)..=accepted.saturating_add(allowed);
            noted.contains(&bytes).then(|| AllowedGrowth {
                metric: build.metric,
                name: name.clone(),
                baseline: accepted,
                bytes,
                allowed,
            })
        })
    });
    grown.collect()
}
