//! All pages of a catalog, built from one state of its fragments.

use std::path::Path;

use rayon::prelude::*;

use crate::catalog::{Catalog, Variant};
use crate::compose::{ComposeError, Templates};
use crate::files::{Folder, WriteError};
use crate::measure::{self, Entry, Record};
use crate::minify::Minified;

/// A finished page.
#[derive(Debug, Clone)]
pub struct Page {
    /// What it is.
    pub variant: Variant,
    /// The readable script that it was made from.
    pub script: String,
    /// The page and how it came to be.
    pub built: Minified,
    /// Its measurements.
    pub entry: Entry,
}

/// All pages of a catalog, in its order.
#[derive(Debug, Clone)]
pub struct CatalogBuild {
    title: String,
    /// The pages.
    pub pages: Vec<Page>,
}

impl CatalogBuild {
    /// Builds every variant; `done` is called after each.
    ///
    /// # Errors
    /// A fault in the fragments.
    pub fn new(
        catalog: &Catalog,
        templates: &Templates,
        done: impl Fn() + Sync,
    ) -> Result<Self, ComposeError> {
        Self::renew(catalog, templates, &[], done)
    }

    /// The same, where pages of an earlier edition are taken over if their readable scripts are
    /// still the same. They must be of the same manifest.
    ///
    /// # Errors
    /// A fault in the fragments.
    pub fn renew(
        catalog: &Catalog,
        templates: &Templates,
        earlier: &[Page],
        done: impl Fn() + Sync,
    ) -> Result<Self, ComposeError> {
        let manifest = catalog.manifest();
        let order = manifest.naming.order();
        let page = |variant: &Variant| {
            let script = templates.compose(variant)?;
            let same = |page: &&Page| page.script == script && page.variant == *variant;
            if let Some(page) = earlier.iter().find(same) {
                done();
                return Ok(page.clone());
            }
            let built = templates.minify(variant, &script)?;
            let published = manifest.published.get(&variant.name).copied();
            let entry = Entry::measure(variant, &order, published, &built);
            done();
            Ok(Page {
                variant: variant.clone(),
                script,
                built,
                entry,
            })
        };
        // The first fault in the order of the catalog, whichever thread met it.
        let variants = catalog.variants().par_iter();
        // Pages that are affected together are often neighbours, and must not be one thread's work.
        let pages = variants.with_max_len(1).map(page);
        let pages: Vec<Result<Page, ComposeError>> = pages.collect();
        Ok(Self {
            title: manifest.title.clone(),
            pages: pages.into_iter().collect::<Result<_, _>>()?,
        })
    }

    /// The record of these pages; each baseline is the page's own size.
    pub fn record(&self) -> Record {
        Record {
            pages: self.pages.iter().map(|page| page.entry.clone()).collect(),
        }
    }

    /// Every file of the catalog's folder with its contents, for a record of
    /// these pages.
    pub(crate) fn files(&self, record: &Record) -> Vec<(String, String)> {
        let pages = self
            .pages
            .iter()
            .map(|page| (page.variant.file_name(), page.built.page.clone()));
        pages
            .chain([
                (measure::FILE_NAME.to_owned(), record.to_json()),
                (
                    "SIZES.md".to_owned(),
                    measure::markdown(&self.title, record),
                ),
            ])
            .collect()
    }

    /// Writes the files that differ from what is there; returns how many did.
    /// Every new file is complete before the first old one is replaced.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn write(&self, record: &Record, folder: &Folder) -> Result<usize, WriteError> {
        folder.write(&self.files(record))
    }

    /// The pages in a catalog's folder that belong to no variant, by name.
    pub fn orphans(&self, folder: &Path) -> Vec<String> {
        let ours = |name: &String| {
            self.pages
                .iter()
                .any(|page| page.variant.file_name() == *name)
        };
        let mut orphans: Vec<_> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".html") && !ours(name))
            .collect();
        orphans.sort();
        orphans
    }
}
