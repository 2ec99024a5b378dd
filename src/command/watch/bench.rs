//! The pages as the fragments last made them.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use golfchess_pages::build::{CatalogBuild, Page};
use golfchess_pages::measure::Record;

use crate::cli::Folders;
use crate::command::project::Project;

/// The last good pages.
pub struct Bench {
    folders: Folders,
    project: Option<Arc<Project>>,
    edition: Option<CatalogBuild>,
    /// The sizes when the watch began.
    first: Option<Record>,
    /// What was wrong with the fragments when last looked at.
    fault: Option<String>,
}

/// What a look at the fragments showed.
pub enum Look {
    /// They are as they were.
    Same,
    /// They make no pages; the good ones stand.
    Broken(String),
    /// They make pages.
    Renewed(Box<Renewal>),
}

/// A change that makes pages.
pub struct Renewal {
    pub project: Arc<Project>,
    pub edition: CatalogBuild,
    /// The files that have changed.
    pub files: Vec<String>,
    /// The pages that were built anew.
    pub built: Vec<String>,
    /// Those of them that have become other pages.
    pub changed: Vec<String>,
    /// Sizes before this change and at the beginning.
    pub before: Option<Record>,
    pub first: Option<Record>,
}

impl Bench {
    pub fn new(folders: &Folders) -> Self {
        Self {
            folders: folders.clone(),
            project: None,
            edition: None,
            first: None,
            fault: None,
        }
    }

    /// Builds what the fragments now make otherwise.
    pub fn look(&mut self) -> Look {
        match self.renew() {
            Ok(look) => {
                self.fault = None;
                look
            }
            Err(error) => {
                let fault = format!("{error:#}");
                // One save may be several events.
                if self.fault.replace(fault.clone()).as_ref() == Some(&fault) {
                    return Look::Same;
                }
                Look::Broken(fault)
            }
        }
    }

    fn renew(&mut self) -> Result<Look> {
        let mut project = Project::open(&self.folders)?;
        if let Some(earlier) = &self.project {
            project.builder.inherit(&earlier.builder);
        }
        let none = BTreeMap::new();
        let earlier = self.project.as_ref();
        let fragments = earlier.map_or(&none, |earlier| earlier.builder.templates().fragments());
        let mut files = differing(fragments, project.builder.templates().fragments());
        let manifest = project.catalog.manifest();
        let same_manifest = earlier.is_some_and(|earlier| earlier.catalog.manifest() == manifest);
        if files.is_empty() && same_manifest && self.fault.is_none() {
            return Ok(Look::Same);
        }
        if !same_manifest {
            files.push("catalog.toml".to_owned());
        }
        let earlier = match &self.edition {
            Some(edition) if same_manifest => edition.pages.as_slice(),
            _ => &[],
        };
        let edition = match &self.edition {
            // With its progress bar.
            None => project.edition()?,
            Some(_) => CatalogBuild::renew(&project.catalog, &project.builder, earlier, || ())?,
        };
        let before: &[Page] = self.edition.as_ref().map_or(&[], |edition| &edition.pages);
        let names = |same: &dyn Fn(&Page, &Page) -> bool, of: &[Page]| -> Vec<String> {
            let unlike = |page: &&Page| {
                let known = of.iter().find(|other| other.variant == page.variant);
                !known.is_some_and(|known| same(known, page))
            };
            let pages = edition.pages.iter().filter(unlike);
            pages.map(|page| page.variant.name.clone()).collect()
        };
        let built = names(&|old, new| old.script == new.script, earlier);
        let changed = names(&|old, new| old.built.page == new.built.page, before);
        let record = self.edition.as_ref().map(CatalogBuild::record);
        self.first.get_or_insert_with(|| edition.record());
        self.edition = Some(edition.clone());
        let project = Arc::new(project);
        self.project = Some(Arc::clone(&project));
        Ok(Look::Renewed(Box::new(Renewal {
            project,
            edition,
            files,
            built,
            changed,
            before: record,
            first: self.first.clone(),
        })))
    }
}

/// The names under which two sets of texts differ.
fn differing(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    let gone = before.keys().filter(|name| !after.contains_key(*name));
    let new = after
        .iter()
        .filter(|(name, text)| before.get(*name) != Some(text))
        .map(|(name, _)| name);
    gone.chain(new).cloned().collect()
}
