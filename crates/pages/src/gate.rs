//! The gate: checks a build against the accepted sizes, the budgets and the committed files.

mod damage;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::Serialize;

use crate::builder::{CatalogBuild, Page};
use crate::catalog::{Collection, Manifest};
use crate::measure::Record;

pub use damage::Damage;
use golfchess_sizes::metric::Metric;

/// A reason to reject a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Finding {
    /// A page grew over its baseline by more than `[gate]` of the manifest allows.
    Grew {
        /// The variant.
        name: String,
        /// How much.
        #[serde(flatten)]
        growth: Growth,
    },
    /// All pages of a collection that the baseline has too grew together by more than its limits
    /// allow.
    TotalGrew {
        /// The collection; `None` where the manifest declares none.
        #[serde(skip_serializing_if = "Option::is_none")]
        collection: Option<String>,
        /// How much.
        #[serde(flatten)]
        growth: Growth,
    },
    /// A page is larger than its budget.
    OverBudget {
        /// The variant.
        name: String,
        /// The budget and the size.
        #[serde(flatten)]
        excess: Excess,
    },
    /// The pages of a collection are together larger than its budget.
    TotalOverBudget {
        /// The collection.
        collection: String,
        /// The budget and the size.
        #[serde(flatten)]
        excess: Excess,
    },
    /// A committed file differs from the build.
    Stale {
        /// The file in the catalog's folder.
        file: String,
    },
    /// A committed file has the text of the build, and an editor or another tool has changed it.
    Damaged {
        /// The file in the catalog's folder.
        file: String,
        /// What has changed.
        #[serde(flatten)]
        damage: Damage,
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
            Self::Grew { name, growth } => write!(f, "{name} {growth}"),
            Self::TotalGrew { collection, growth } => match collection {
                Some(name) => write!(f, "the sum of the collection {name} {growth}"),
                None => write!(f, "the sum of all pages {growth}"),
            },
            Self::OverBudget { name, excess } => write!(f, "{name} {excess}"),
            Self::TotalOverBudget { collection, excess } => {
                write!(f, "the collection {collection} {excess}")
            }
            Self::Stale { file } => write!(f, "{file} is out of date"),
            Self::Damaged { file, damage } => write!(f, "{file} is damaged: {damage}"),
            Self::Missing { file } => write!(f, "{file} is missing"),
            Self::Orphan { file } => write!(f, "{file} is no page of the catalog"),
            Self::Unrecorded { name, place, .. } => write!(f, "{name} is missing in {place}"),
        }
    }
}

/// A size over a baseline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Growth {
    /// Bytes in the baseline.
    pub baseline: usize,
    /// Bytes now.
    pub bytes: usize,
    /// Bytes that the size may grow.
    pub allowed: usize,
    /// The origin of the baseline; `None` is the catalog's own accepted sizes.
    pub against: Option<String>,
    /// The metric of the sizes.
    #[serde(skip_serializing_if = "Metric::is_default")]
    pub metric: Metric,
}

impl Growth {
    fn is_allowed(&self) -> bool {
        self.bytes <= self.baseline.saturating_add(self.allowed)
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (growth, unit) = (self.bytes - self.baseline, self.metric.unit());
        write!(f, "grew by {growth} to {} {unit}", self.bytes)?;
        if self.is_allowed() {
            return write!(f, ", within the limit of +{}", self.allowed);
        }
        let place = self.against.as_deref().unwrap_or("accepted");
        write!(f, " ({place}: {}", self.baseline)?;
        if self.allowed > 0 {
            write!(f, ", limit: +{}", self.allowed)?;
        }
        f.write_str(")")
    }
}

/// A size over a budget.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Excess {
    /// Bytes allowed.
    pub budget: usize,
    /// Bytes now.
    pub bytes: usize,
    /// The metric of the sizes.
    #[serde(skip_serializing_if = "Metric::is_default")]
    pub metric: Metric,
}

impl Excess {
    /// The excess of a size, if there is more than a slack.
    fn of(bytes: usize, metric: Metric, budget: Option<usize>, slack: usize) -> Option<Self> {
        let budget = budget.filter(|budget| bytes > budget.saturating_add(slack))?;
        Some(Self {
            budget,
            bytes,
            metric,
        })
    }
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, more) = (self.metric.unit(), self.bytes - self.budget);
        write!(
            f,
            "has {} {unit}, {more} over its budget of {}",
            self.bytes, self.budget
        )
    }
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
        Self::new(place, true, record)
    }

    /// The accepted sizes of another record. Growth within a limit is not accepted, so small steps do
    /// not add up.
    pub fn earlier(place: &str, record: &Record) -> Self {
        Self::new(place, false, record)
    }

    fn new(place: &str, own: bool, record: &Record) -> Self {
        let sizes = record.pages.iter();
        Self {
            place: place.to_owned(),
            own,
            bytes: sizes
                .map(|entry| (entry.name.clone(), entry.baseline))
                .collect(),
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

    fn growth(&self, allowed: usize, (baseline, bytes): (usize, usize), metric: Metric) -> Growth {
        Growth {
            baseline,
            bytes,
            allowed,
            against: (!self.own).then(|| self.place.clone()),
            metric,
        }
    }
}

/// A page that grew, but not by more than the manifest allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AllowedGrowth {
    /// The variant.
    pub name: String,
    /// How much.
    #[serde(flatten)]
    pub growth: Growth,
    /// Whether this is the limit of a packed page that waits for a search.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub awaits_search: bool,
}

impl fmt::Display for AllowedGrowth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.growth)?;
        match self.awaits_search {
            true => f.write_str(" of a packed page that waits for a search"),
            false => Ok(()),
        }
    }
}

/// How much more than `size` a page may have because it waits for a search.
fn slack(page: &Page, size: usize, manifest: &Manifest) -> usize {
    match page.awaits_search() {
        true => manifest.pack.tolerance.of(size),
        false => 0,
    }
}

/// The packed pages that are larger than a baseline and wait for a search.
pub fn awaiting<'b>(build: &'b CatalogBuild, baseline: &Baseline) -> Vec<&'b str> {
    let grew = |page: &&Page| {
        let accepted = baseline.bytes.get(&page.variant.name);
        page.awaits_search() && accepted.is_some_and(|&accepted| page.entry.size() > accepted)
    };
    let pages = build.pages.iter().filter(grew);
    pages.map(|page| page.variant.name.as_str()).collect()
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
            let (name, bytes) = (page.variant.name.clone(), page.entry.size());
            let budget = manifest.budget.get(&name).copied();
            let accepted = baseline.map(|baseline| (baseline, baseline.bytes.get(&name)));
            match accepted {
                Some((baseline, Some(&accepted))) => {
                    let limit = collection.gate.page.allowed(accepted);
                    let allowed = limit.max(slack(page, accepted, manifest));
                    let growth = baseline.growth(allowed, (accepted, bytes), metric);
                    let name = name.clone();
                    let grown = (!growth.is_allowed()).then_some(Finding::Grew { name, growth });
                    findings.extend(grown);
                }
                Some((baseline, None)) => findings.push(Finding::Unrecorded {
                    name: name.clone(),
                    place: baseline.place.clone(),
                    own: baseline.own,
                }),
                None => {}
            }
            let slack = budget.map_or(0, |budget| slack(page, budget, manifest));
            let excess = Excess::of(bytes, metric, budget, slack);
            findings.extend(excess.map(|excess| Finding::OverBudget { name, excess }));
        }
    }
    for (collection, pages) in parts(build) {
        let slack = pages
            .iter()
            .map(|page| slack(page, page.entry.size(), manifest))
            .sum();
        let grown =
            baseline.and_then(|baseline| total_growth(collection, pages, baseline, metric, slack));
        findings.extend(grown.map(|growth| Finding::TotalGrew {
            collection: collection.declared.then(|| collection.name.clone()),
            growth,
        }));
        let bytes = pages.iter().map(|page| page.entry.size()).sum();
        let excess = Excess::of(bytes, metric, collection.budget, slack);
        findings.extend(excess.map(|excess| Finding::TotalOverBudget {
            collection: collection.name.clone(),
            excess,
        }));
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
            Ok(found) => findings.push(match Damage::of(&text, &found) {
                Some(damage) => Finding::Damaged { file, damage },
                None => Finding::Stale { file },
            }),
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

/// The growth of the sum, over the pages of a collection that the baseline has too, if it is not
/// allowed.
fn total_growth(
    collection: &Collection,
    pages: &[Page],
    baseline: &Baseline,
    metric: Metric,
    slack: usize,
) -> Option<Growth> {
    let limit = collection.gate.total?;
    let sizes = pages.iter().filter_map(|page| {
        let accepted = baseline.bytes.get(&page.variant.name)?;
        Some((*accepted, page.entry.size()))
    });
    let sum = sizes.fold((0_usize, 0), |sum, one| {
        // A record can hold any number.
        (sum.0.saturating_add(one.0), sum.1 + one.1)
    });
    let growth = baseline.growth(limit.allowed(sum.0).saturating_add(slack), sum, metric);
    (!growth.is_allowed()).then_some(growth)
}

/// The pages that grew by more than the tolerance, but not by more than the limit of their
/// collection, or than that of packed pages which wait for a search.
pub fn allowed_growth(
    build: &CatalogBuild,
    manifest: &Manifest,
    baseline: &Baseline,
) -> Vec<AllowedGrowth> {
    let grown = parts(build).flat_map(|(collection, pages)| {
        let limit = collection.gate.page;
        pages.iter().filter_map(move |page| {
            let name = page.variant.name.clone();
            let &accepted = baseline.bytes.get(&name)?;
            let (usual, slack) = (limit.allowed(accepted), slack(page, accepted, manifest));
            let sizes = (accepted, page.entry.size());
            let growth = baseline.growth(usual.max(slack), sizes, build.metric);
            let unnoted = accepted.saturating_add(limit.tolerance.of(accepted));
            let is_noted = growth.is_allowed() && growth.bytes > unnoted;
            is_noted.then_some(AllowedGrowth {
                name,
                growth,
                awaits_search: slack > usual,
            })
        })
    });
    grown.collect()
}
