//! What every command works on.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use golfchess_pages::builder::{Builder, CatalogBuild, Page};
use golfchess_pages::catalog::{Catalog, Variant};
use golfchess_pages::compose::SITE_FOLDER;

use super::chess::check_reference;
use crate::options::Folders;
use crate::output::{message, progress};

/// A manifest, its fragments, and the folder of its pages.
pub struct Project {
    pub catalog: Catalog,
    pub builder: Builder,
    /// The folder of the committed pages.
    pub folder: PathBuf,
    /// The folder of the site's templates.
    pub site: PathBuf,
}

impl Project {
    pub fn open(folders: &Folders) -> Result<Self> {
        let catalog = Catalog::load(&folders.templates)?;
        check_reference(catalog.manifest())?;
        let builder = Builder::load(&folders.templates, &catalog)?;
        Ok(Self {
            catalog,
            builder,
            folder: folders.catalog.clone(),
            site: folders.templates.join(SITE_FOLDER),
        })
    }

    /// Builds every page, with a progress bar where stderr is a terminal.
    pub fn build_all(&self) -> Result<CatalogBuild> {
        let count = self.catalog.variants().len();
        let bar = progress("building {bar:36} {pos}/{len} pages", Some(count))?;
        let build = CatalogBuild::new(&self.catalog, &self.builder, || bar.inc(1));
        bar.finish_and_clear();
        let build = build?;
        let pages = build
            .pages
            .iter()
            .map(|page| (&page.variant, page.script.as_str()));
        self.warn(pages)?;
        Ok(build)
    }

    /// Builds the page of any legal variant.
    pub fn build(&self, variant: &Variant) -> Result<Page> {
        let page = Page::build(&self.catalog, &self.builder, variant)?;
        self.warn([(variant, page.script.as_str())].into_iter())?;
        Ok(page)
    }

    /// Prints where pages may behave differently from their readable scripts, each place once.
    pub fn warn<'v>(&self, scripts: impl Iterator<Item = (&'v Variant, &'v str)>) -> Result<()> {
        let mut known = BTreeSet::new();
        for (variant, script) in scripts {
            known.extend(self.builder.warnings(variant, script)?);
        }
        for warning in known {
            message(format_args!("warning: {warning}"));
            if let Some(help) = &warning.help {
                message(format_args!("help: {help}"));
            }
        }
        Ok(())
    }
}
