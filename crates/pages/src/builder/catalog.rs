//! All pages of a catalog, built from one state of its fragments.

use std::path::Path;

use golfchess_packers::Made;
use golfchess_sizes::metric::Metric;
use rayon::prelude::*;

use crate::catalog::{Catalog, Collection, Manifest, Variant};
use crate::files::{Folder, WriteError};
use crate::measure::{self, Entry, Record};
use crate::solutions::Solutions;

use super::{BuildError, Builder};

/// A finished page.
#[derive(Debug, Clone)]
pub struct Page {
    /// Its variant.
    pub variant: Variant,
    /// The readable script that it was made from.
    pub script: String,
    /// The finished page and how it was made.
    pub built: Made,
    /// Its measurements.
    pub entry: Entry,
}

impl Page {
    /// Builds the page of a variant, which need not be in a collection.
    ///
    /// # Errors
    /// An error in the fragments.
    pub fn build(
        catalog: &Catalog,
        builder: &Builder,
        variant: &Variant,
    ) -> Result<Self, BuildError> {
        Self::renew(catalog, builder, &[], variant)
    }

    /// Whether the page is packed by a solution that was only fitted to its script: a search may make it smaller.
    pub fn awaits_search(&self) -> bool {
        let packed = self.built.packed.as_ref();
        packed.is_some_and(|packed| packed.solution.is_fitted())
    }

    /// The page of a variant; the earlier one, if there is one of the same script.
    fn renew(
        catalog: &Catalog,
        builder: &Builder,
        earlier: &[Self],
        variant: &Variant,
    ) -> Result<Self, BuildError> {
        let spellings = builder.spellings(variant)?;
        let script = builder.templates.render(variant, &spellings)?;
        let same = |page: &&Self| page.script == script && page.variant == *variant;
        if let Some(page) = earlier.iter().find(same) {
            return Ok(page.clone());
        }
        let built = builder.page(variant, &spellings, &script)?;
        let manifest = catalog.manifest();
        let published = manifest.published.get(&variant.name).copied();
        let entry = Entry::measure(
            variant,
            &manifest.naming.order(),
            (manifest.metric, published),
            &built,
        );
        Ok(Self {
            variant: variant.clone(),
            script,
            built,
            entry,
        })
    }
}

/// All pages of a catalog, in its order.
#[derive(Debug, Clone)]
pub struct CatalogBuild {
    title: String,
    /// The metric of the sizes.
    pub metric: Metric,
    /// The collections of the catalog.
    pub collections: Vec<Collection>,
    /// The pages.
    pub pages: Vec<Page>,
    /// The solutions of packed pages, and those that wait for a script to come back.
    solutions: Solutions,
}

impl CatalogBuild {
    /// Builds every page of the catalog; calls `done` after each.
    ///
    /// # Errors
    /// An error in the fragments.
    pub fn new(
        catalog: &Catalog,
        builder: &Builder,
        done: impl Fn() + Sync,
    ) -> Result<Self, BuildError> {
        Self::renew(catalog, builder, &[], done)
    }

    /// Builds every page of the catalog, but reuses pages of an earlier build whose readable scripts have not
    /// changed. They must be of the same manifest.
    ///
    /// # Errors
    /// An error in the fragments.
    pub fn renew(
        catalog: &Catalog,
        builder: &Builder,
        earlier: &[Page],
        done: impl Fn() + Sync,
    ) -> Result<Self, BuildError> {
        Self::renew_in_parts(catalog, builder, earlier, done, |_| ())
    }

    /// The same, but calls `unpacked` with the pages that are not packed as soon as these are there, if there
    /// are others too.
    ///
    /// # Errors
    /// An error in the fragments.
    pub fn renew_in_parts(
        catalog: &Catalog,
        builder: &Builder,
        earlier: &[Page],
        done: impl Fn() + Sync,
        unpacked: impl FnOnce(&Self),
    ) -> Result<Self, BuildError> {
        let manifest = catalog.manifest();
        let build = |packed: bool| -> Result<Vec<Page>, BuildError> {
            let variants = catalog.variants().iter();
            let variants = variants.filter(|variant| manifest.packs(&variant.flags) == packed);
            let variants: Vec<&Variant> = variants.collect();
            // Neighbours often change together, and one thread must not build all of them.
            let pages = variants.par_iter().with_max_len(1).map(|variant| {
                let page = Page::renew(catalog, builder, earlier, variant);
                done();
                page
            });
            // The first error in the order of the catalog, whichever thread found it.
            let pages: Vec<Result<Page, BuildError>> = pages.collect();
            pages.into_iter().collect()
        };
        let mut all = Self {
            title: manifest.title.clone(),
            metric: manifest.metric,
            collections: catalog.collections().to_vec(),
            pages: build(false)?,
            solutions: builder.packer.solutions.clone(),
        };
        if all.pages.len() == catalog.variants().len() {
            return Ok(all);
        }
        unpacked(&all.without_packed(manifest));
        let packed = build(true)?;
        for page in &packed {
            if let Some(packed) = &page.built.packed {
                let name = page.variant.name.clone();
                all.solutions.insert(name, packed.solution.clone());
            }
        }
        let (mut plain, mut packed) = (all.pages.into_iter(), packed.into_iter());
        let pages =
            catalog
                .variants()
                .iter()
                .filter_map(|variant| match manifest.packs(&variant.flags) {
                    true => packed.next(),
                    false => plain.next(),
                });
        all.pages = pages.collect();
        Ok(all)
    }

    /// The same build, whose collections have no packed pages.
    fn without_packed(&self, manifest: &Manifest) -> Self {
        let mut build = self.clone();
        for collection in &mut build.collections {
            let is_plain = |variant: &Variant| !manifest.packs(&variant.flags);
            collection.variants.retain(is_plain);
        }
        build.collections.retain(|one| !one.variants.is_empty());
        build
    }

    /// The record of these pages; each baseline is the page's own size.
    pub fn record(&self) -> Record {
        Record {
            metric: self.metric,
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
        let solutions = &self.solutions;
        let solutions = (!solutions.is_empty()).then(|| {
            let name = Solutions::FILE_NAME.to_owned();
            (name, solutions.to_json())
        });
        pages
            .chain(solutions)
            .chain([
                (measure::FILE_NAME.to_owned(), record.to_json()),
                (
                    "SIZES.md".to_owned(),
                    measure::markdown(&self.title, &self.collections, record),
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

    /// The pages in a catalog's folder that are none of the catalog, by name.
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
