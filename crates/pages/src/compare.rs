//! Differences between two variants or two records.

use serde::Serialize;

use crate::catalog::Variant;
use crate::measure::{Entry, Record, Sizes};

/// A page in two records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The variant's name.
    pub name: String,
    /// Its sizes in the first record; `None` if it has no such page.
    pub before: Option<Sizes>,
    /// Its sizes in the second record; `None` if it has no such page.
    pub after: Option<Sizes>,
}

impl Change {
    /// How much one of the sizes grew (positive) or shrank; `None` unless both records have the
    /// page.
    pub fn delta(&self, size: impl Fn(&Sizes) -> usize) -> Option<i64> {
        Some(size(self.after.as_ref()?) as i64 - size(self.before.as_ref()?) as i64)
    }
}

/// Every page whose digest differs between two records, even if its size is the same: in the order
/// of `after`, then the pages that only `before` has.
pub fn changes(before: &Record, after: &Record) -> Vec<Change> {
    let gone = before
        .pages
        .iter()
        .filter(|entry| after.entry(&entry.name).is_none());
    let digest = |entry: Option<&Entry>| entry.map(|entry| entry.sha256.clone());
    after
        .pages
        .iter()
        .chain(gone)
        .map(|entry| (before.entry(&entry.name), after.entry(&entry.name), entry))
        .filter(|(old, new, _)| digest(*old) != digest(*new))
        .map(|(old, new, entry)| Change {
            name: entry.name.clone(),
            before: old.map(Entry::sizes),
            after: new.map(Entry::sizes),
        })
        .collect()
}

/// The difference between two variants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The first variant.
    pub from: String,
    /// The second variant.
    pub to: String,
    /// Flags that only the second has.
    pub added: String,
    /// Flags that only the first has.
    pub removed: String,
    /// Bytes of both.
    pub bytes: (usize, usize),
    /// gzip bytes of both.
    pub gzip: (usize, usize),
    /// brotli bytes of both.
    pub brotli: (usize, usize),
}

/// Compares two variants by their measurements.
pub fn step(from: (&Variant, &Entry), to: (&Variant, &Entry), order: &str) -> Step {
    let ((left, left_entry), (right, right_entry)) = (from, to);
    Step {
        from: left.name.clone(),
        to: right.name.clone(),
        added: right.flags.without(&left.flags).in_order(order),
        removed: left.flags.without(&right.flags).in_order(order),
        bytes: (left_entry.bytes, right_entry.bytes),
        gzip: (left_entry.gzip, right_entry.gzip),
        brotli: (left_entry.brotli, right_entry.brotli),
    }
}
