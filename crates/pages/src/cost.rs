//! What each flag costs.

use serde::Serialize;

use crate::catalog::Catalog;
use crate::measure::Record;

/// Two pages that differ by one flag only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// The variant without the flag.
    pub without: String,
    /// The variant with it.
    pub with: String,
    /// Bytes that the flag adds.
    pub bytes: i64,
}

/// What one flag costs, over all pairs of variants that differ by it alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// The flag's letter.
    pub flag: char,
    /// The flag's title.
    pub title: String,
    /// The smallest cost in bytes.
    pub min: i64,
    /// The median cost; of an even number of pairs, the mean of the middle two
    /// rounded down.
    pub median: i64,
    /// The largest cost.
    pub max: i64,
    /// What it costs in the published pages, for each pair that is published.
    pub published: Vec<Pair>,
    /// All pairs, in the order of the catalog.
    pub pairs: Vec<Pair>,
}

/// The cost of every flag of a catalog that is in the record with and without it.
pub fn costs(catalog: &Catalog, record: &Record) -> Vec<Cost> {
    let manifest = catalog.manifest();
    let ours = |name: &str| record.entry(name).map(|entry| entry.bytes);
    let theirs = |name: &str| manifest.published.get(name).copied();
    manifest
        .flags
        .iter()
        .filter_map(|flag| {
            let pairs = pairs(catalog, flag.letter, &ours);
            let mut sorted: Vec<_> = pairs.iter().map(|pair| pair.bytes).collect();
            sorted.sort_unstable();
            let (low, high) = (sorted.len().checked_sub(1)? / 2, sorted.len() / 2);
            Some(Cost {
                flag: flag.letter,
                title: flag.title.clone(),
                min: *sorted.first()?,
                median: (sorted[low] + sorted[high]).div_euclid(2),
                max: *sorted.last()?,
                published: self::pairs(catalog, flag.letter, &theirs),
                pairs,
            })
        })
        .collect()
}

fn pairs(catalog: &Catalog, letter: char, bytes: &dyn Fn(&str) -> Option<usize>) -> Vec<Pair> {
    catalog
        .variants()
        .iter()
        .filter(|variant| !variant.flags.has(letter))
        .filter_map(|variant| {
            let with = catalog.with_flags(&variant.flags.with(letter)).ok()?;
            Some(Pair {
                bytes: bytes(&with.name)? as i64 - bytes(&variant.name)? as i64,
                without: variant.name.clone(),
                with: with.name.clone(),
            })
        })
        .collect()
}
