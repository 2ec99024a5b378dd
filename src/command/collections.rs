//! What several commands show of the collections of a catalog.

use golfchess_pages::catalog::Collection;
use golfchess_pages::measure::Record;
use serde::Serialize;

/// The sum of a collection.
#[derive(Debug, Serialize)]
pub struct Sum<'c> {
    /// The name of the collection.
    pub name: &'c str,
    /// The number of its pages.
    pub pages: usize,
    /// Bytes of its pages together.
    pub bytes: usize,
    /// Bytes gained or lost; `None` without an earlier record.
    pub change: Option<i64>,
}

impl<'c> Sum<'c> {
    /// The sum of a collection in a record, and its change since an earlier one.
    pub fn of(collection: &'c Collection, record: &Record, before: Option<&Record>) -> Self {
        let part = record.part(collection);
        let bytes = part.total();
        let change = before.map(|before| bytes as i64 - before.part(collection).total() as i64);
        Self {
            name: &collection.name,
            pages: part.pages.len(),
            bytes,
            change,
        }
    }
}

/// Every collection with its heading; one alone needs none.
pub fn with_headings(
    collections: &[Collection],
) -> impl Iterator<Item = (Option<String>, &Collection)> {
    let several = collections.len() > 1;
    collections.iter().map(move |collection| {
        let heading = format!("{}: {}", collection.name, collection.title);
        (several.then_some(heading), collection)
    })
}

/// The name of the declared collection that a page is in.
pub fn name_of<'c>(collections: &'c [Collection], page: &str) -> Option<&'c str> {
    let is_in = |one: &&Collection| one.variants.iter().any(|other| other.name == page);
    let mut declared = collections.iter().filter(|collection| collection.declared);
    declared.find(is_in).map(|one| one.name.as_str())
}
