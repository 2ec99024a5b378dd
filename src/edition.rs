//! All pages of a catalog, built from one state of its fragments.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::catalog::{Catalog, Variant};
use crate::compose::{ComposeError, Templates};
use crate::measure::{self, Entry, Record};
use crate::minify::Minified;
use crate::store::{self, StoreError};

/// A finished page.
#[derive(Debug, Clone)]
pub struct Page {
    /// What it is.
    pub variant: Variant,
    /// The page and how it came to be.
    pub built: Minified,
    /// Its measurements.
    pub entry: Entry,
}

/// All pages of a catalog, in its order.
#[derive(Debug, Clone)]
pub struct Edition {
    title: String,
    /// The pages.
    pub pages: Vec<Page>,
}

/// A file of the catalog's folder that is not what a fresh build makes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stale {
    /// The file is not there.
    Missing(String),
    /// The file has other contents.
    Differs(String),
    /// A page that belongs to no variant.
    Stray(String),
}

impl Edition {
    /// Builds every variant; `done` is called after each.
    ///
    /// # Errors
    /// A fault in the fragments.
    pub fn build(
        catalog: &Catalog,
        templates: &Templates,
        done: impl Fn() + Sync,
    ) -> Result<Self, ComposeError> {
        let manifest = catalog.manifest();
        let order = manifest.naming.order();
        let page = |variant: &Variant| {
            let built = templates.build(variant)?;
            let published = manifest.published.get(&variant.name).copied();
            let entry = Entry::measure(variant, &order, published, &built);
            done();
            Ok(Page {
                variant: variant.clone(),
                built,
                entry,
            })
        };
        // The first fault in the order of the catalog, whichever thread met it.
        let pages: Vec<Result<Page, ComposeError>> =
            catalog.variants().par_iter().map(page).collect();
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
    pub fn files(&self, record: &Record) -> Vec<(String, String)> {
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
    pub fn write(&self, record: &Record, folder: &Path) -> Result<usize, StoreError> {
        store::write_all(folder, &self.files(record))
    }

    /// What in a catalog's folder is not as `files` says.
    pub fn stale(&self, record: &Record, folder: &Path) -> Vec<Stale> {
        let files = self.files(record);
        let mut stale: Vec<_> = files
            .iter()
            .filter_map(|(name, text)| match std::fs::read(folder.join(name)) {
                Ok(found) if found == text.as_bytes() => None,
                Ok(_) => Some(Stale::Differs(name.clone())),
                Err(_) => Some(Stale::Missing(name.clone())),
            })
            .collect();
        stale.extend(
            html_files(folder)
                .into_iter()
                .filter_map(|path| path.file_name()?.to_str().map(str::to_owned))
                .filter(|name| files.iter().all(|(known, _)| known != name))
                .map(Stale::Stray),
        );
        stale
    }
}

fn html_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut pages: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension() == Some("html".as_ref()))
        .collect();
    pages.sort();
    pages
}
