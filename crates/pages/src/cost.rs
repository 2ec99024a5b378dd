//! What each flag costs.

use serde::Serialize;

use crate::catalog::{Catalog, Collection, Flag};
use crate::measure::{Entry, Record};

/// Two pages that differ by one flag only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// The variant without the flag.
    pub without: String,
    /// The variant with it.
    pub with: String,
    /// What the flag adds, by the metric of the catalog.
    pub bytes: i64,
}

/// What one flag costs in a collection: over all pairs of pages that differ by it alone, and whose
/// larger page is in the collection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// The name of the collection; `None` where the manifest declares none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collection: Option<String>,
    /// The flag's letter.
    pub flag: char,
    /// The flag's title.
    pub title: String,
    /// The smallest cost.
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

impl Cost {
    /// Whether it is the cost in this collection.
    pub fn is_of(&self, collection: &Collection) -> bool {
        let name = self.collection.as_ref();
        name.is_none_or(|name| *name == collection.name)
    }
}

/// The cost of every flag of a catalog that is in the record with and without it, by collection.
pub fn costs(catalog: &Catalog, record: &Record) -> Vec<Cost> {
    let collections = catalog.collections().iter();
    let of = |collection| of_collection(catalog, collection, record);
    collections.flat_map(of).collect()
}

fn of_collection(catalog: &Catalog, collection: &Collection, record: &Record) -> Vec<Cost> {
    let manifest = catalog.manifest();
    let ours = |name: &str| record.entry(name).map(Entry::size);
    let theirs = |name: &str| manifest.published.get(name).copied();
    let cost = |flag: &Flag| {
        let pairs = pairs(catalog, collection, flag.letter, &ours);
        let mut sorted: Vec<_> = pairs.iter().map(|pair| pair.bytes).collect();
        sorted.sort_unstable();
        let (low, high) = (sorted.len().checked_sub(1)? / 2, sorted.len() / 2);
        Some(Cost {
            collection: collection.declared.then(|| collection.name.clone()),
            flag: flag.letter,
            title: flag.title.clone(),
            min: *sorted.first()?,
            median: (sorted[low] + sorted[high]).div_euclid(2),
            max: *sorted.last()?,
            published: self::pairs(catalog, collection, flag.letter, &theirs),
            pairs,
        })
    };
    manifest.flags.iter().filter_map(cost).collect()
}

/// The pairs of catalog pages that differ by a flag. The one without it may be in another collection.
fn pairs(
    catalog: &Catalog,
    collection: &Collection,
    letter: char,
    bytes: &dyn Fn(&str) -> Option<usize>,
) -> Vec<Pair> {
    let names = collection.names();
    catalog
        .variants()
        .iter()
        .filter(|variant| !variant.flags.has(letter))
        .filter_map(|variant| {
            let with = catalog.with_flags(&variant.flags.with(letter)).ok()?;
            if !names.contains(with.name.as_str()) {
                return None;
            }
            Some(Pair {
                bytes: bytes(&with.name)? as i64 - bytes(&variant.name)? as i64,
                without: variant.name.clone(),
                with: with.name.clone(),
            })
        })
        .collect()
}
