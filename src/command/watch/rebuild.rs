//! Rebuilds the pages when their fragments change.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use golfchess_pages::builder::{CatalogBuild, Page};
use golfchess_pages::catalog::Catalog;
use golfchess_pages::measure::Record;
use golfchess_sizes::metric::Metric;

use crate::command::Environment;
use crate::command::project::Project;
use crate::output::help;

/// The last good build, and what differs from it.
pub struct Rebuild {
    env: Environment,
    project: Option<Arc<Project>>,
    build: Option<CatalogBuild>,
    /// The sizes when the watch started.
    first: Option<Record>,
    /// The error of the last attempt.
    error: Option<String>,
}

/// The result of a look at the fragments.
pub enum Look {
    /// The fragments are the same as before.
    Same,
    /// The pages cannot be built. The last good ones are kept.
    Broken(String),
    /// The pages were built.
    Built(Box<Change>),
}

/// A change of the fragments from which the pages were built.
pub struct Change {
    pub project: Arc<Project>,
    pub build: CatalogBuild,
    /// The files that have changed.
    pub files: Vec<String>,
    /// The pages that have changed.
    pub changed: Vec<String>,
    /// Whether this is the first build.
    pub is_first: bool,
}

/// The pages of one kind after a change: those that pack others, or the others.
pub struct Part<'c> {
    /// The changed files; none if only an error was undone.
    pub files: &'c [String],
    pub is_packed: bool,
    /// The measurements of all pages of the kind.
    pub sizes: Record,
    /// The number of pages that were built again.
    pub built: usize,
    /// The pages that have changed.
    pub changed: Vec<String>,
    /// The sizes of all pages before this change; `None` for the first build.
    pub before: Option<Record>,
    /// The sizes of all pages when the watch started; `None` for the first build.
    pub first: Option<&'c Record>,
}

/// Gets the pages of each kind as soon as they are built.
pub type Show<'s> = dyn FnMut(&Part<'_>) -> io::Result<()> + 's;

impl Rebuild {
    pub fn new(env: &Environment) -> Self {
        Self {
            env: env.clone(),
            project: None,
            build: None,
            first: None,
            error: None,
        }
    }

    /// The files that are bundled for the pages, as far as they are known.
    pub fn bundled(&self) -> Vec<PathBuf> {
        let templates = &self.env.folders.templates;
        let known = self.project.iter().flat_map(|project| &project.bundled);
        // The entry of a manifest that could not be built is not among them.
        let unknown = self.project.is_none() || self.is_broken();
        let catalog = unknown.then(|| Catalog::load(templates).ok()).flatten();
        let entry = catalog.and_then(|catalog| self.env.entry(&catalog, templates));
        known.cloned().chain(entry).collect()
    }

    /// Whether the fragments have an error.
    pub fn is_broken(&self) -> bool {
        self.error.is_some()
    }

    /// Builds the pages that the changed fragments affect, and shows them.
    ///
    /// # Errors
    /// They cannot be shown.
    pub fn look(&mut self, show: &mut Show<'_>) -> io::Result<Look> {
        let mut shown = Ok(());
        let look = self.build(&mut |part| {
            if shown.is_ok() {
                shown = show(part);
            }
        });
        shown?;
        Ok(match look {
            Ok(look) => {
                self.error = None;
                look
            }
            Err(error) => {
                let advice = help::advice(&error).into_iter();
                let advice: String = advice.map(|help| format!("\nhelp: {help}")).collect();
                let error = help::chain(&error) + &advice;
                // One save may be several events.
                if self.error.replace(error.clone()).as_ref() == Some(&error) {
                    return Ok(Look::Same);
                }
                Look::Broken(error)
            }
        })
    }

    fn build(&mut self, show: &mut dyn FnMut(&Part<'_>)) -> Result<Look> {
        let mut project = self.env.project()?;
        if let Some(earlier) = &self.project {
            project.builder.reuse_from(&earlier.builder);
        }
        let none = BTreeMap::new();
        let earlier = self.project.as_ref();
        let fragments = earlier.map_or(&none, |earlier| earlier.builder.templates().fragments());
        let mut files = differing(fragments, project.builder.templates().fragments());
        let manifest = project.catalog.manifest();
        let same_manifest = earlier.is_some_and(|earlier| earlier.catalog.manifest() == manifest);
        if files.is_empty() && same_manifest && !self.is_broken() {
            return Ok(Look::Same);
        }
        if !same_manifest {
            files.push("catalog.toml".to_owned());
        }
        let reusable = match &self.build {
            Some(build) if same_manifest => build.pages.as_slice(),
            _ => &[],
        };
        let is_first = self.build.is_none();
        let (mut changed, mut is_all_shown) = (Vec::new(), false);
        let mut show_kind = |pages: &[Page], is_packed: bool| {
            let of_kind = |page: &&Page| manifest.packs(&page.variant.flags) == is_packed;
            let pages: Vec<&Page> = pages.iter().filter(of_kind).collect();
            let part = self.part(&pages, reusable, (is_packed, manifest.metric), &files);
            show(&part);
            changed.extend(part.changed);
        };
        let build = match &self.build {
            None => project.build_all()?,
            Some(_) => {
                let build = project.renew(reusable, |unpacked| {
                    show_kind(&unpacked.pages, false);
                    is_all_shown = true;
                })?;
                if is_all_shown {
                    show_kind(&build.pages, true);
                }
                build
            }
        };
        if !is_all_shown {
            show_kind(&build.pages, false);
            show_kind(&build.pages, true);
        }
        let renewed = build.pages.iter().filter(|page| {
            let script =
                |other: &Page| other.variant == page.variant && other.script == page.script;
            !is_first && !reusable.iter().any(script)
        });
        project.warn(renewed.map(|page| (&page.variant, page.script.as_str())))?;
        self.first.get_or_insert_with(|| build.record());
        self.build = Some(build.clone());
        let project = Arc::new(project);
        self.project = Some(Arc::clone(&project));
        Ok(Look::Built(Box::new(Change {
            project,
            build,
            files,
            changed,
            is_first,
        })))
    }

    /// What has changed in the pages of one kind.
    fn part<'c>(
        &'c self,
        pages: &[&Page],
        reusable: &[Page],
        (is_packed, metric): (bool, Metric),
        files: &'c [String],
    ) -> Part<'c> {
        let before: &[Page] = self.build.as_ref().map_or(&[], |build| &build.pages);
        let entries = pages.iter().map(|page| page.entry.clone());
        Part {
            files,
            is_packed,
            sizes: Record {
                metric,
                pages: entries.collect(),
            },
            built: differing_pages(pages, reusable, |page| &page.script).len(),
            changed: differing_pages(pages, before, |page| &page.built.page),
            before: self.build.as_ref().map(CatalogBuild::record),
            first: self.first.as_ref(),
        }
    }
}

/// The names of the pages without a page of the same variant and the same text in `before`.
fn differing_pages(pages: &[&Page], before: &[Page], text: fn(&Page) -> &String) -> Vec<String> {
    let is_known = |page: &Page| {
        let earlier = before.iter().find(|other| other.variant == page.variant);
        earlier.is_some_and(|earlier| text(earlier) == text(page))
    };
    let differing = pages.iter().filter(|page| !is_known(page));
    differing.map(|page| page.variant.name.clone()).collect()
}

/// The names of the fragments that differ, removed ones first.
fn differing(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    let removed = before.keys().filter(|name| !after.contains_key(*name));
    let changed = after
        .iter()
        .filter(|(name, text)| before.get(*name) != Some(text))
        .map(|(name, _)| name);
    removed.chain(changed).cloned().collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::options::Folders;

    /// Several events of one save lead to several looks, but to one report.
    #[test]
    fn a_look_without_a_change_is_the_same() {
        let work = tempfile::tempdir().expect("a folder");
        let templates = work.path().join("templates");
        fs::create_dir_all(templates.join("parts")).expect("a folder");
        for name in ["catalog.toml", "greet.js", "parts/name.js"] {
            let fixture = format!("tests/fixtures/greeting/{name}");
            fs::copy(fixture, templates.join(name)).expect("copied");
        }
        let folders = Folders {
            catalog: work.path().join("catalog"),
            templates: templates.clone(),
        };
        let mut rebuild = Rebuild::new(&Environment::new(&folders));
        let mut look = || rebuild.look(&mut |_| Ok(())).expect("shown");
        assert!(matches!(look(), Look::Built(_)));
        assert!(matches!(look(), Look::Same));
        // A backup of an editor is no fragment.
        fs::write(templates.join("greet.js~"), "old").expect("written");
        assert!(matches!(look(), Look::Same));
        fs::write(templates.join("new.js"), "later = 1").expect("written");
        assert!(matches!(look(), Look::Built(change) if change.files == ["new.js"]));
        assert!(matches!(look(), Look::Same));
        // An error is reported once too.
        fs::write(templates.join("catalog.toml"), "").expect("written");
        assert!(matches!(look(), Look::Broken(_)));
        assert!(matches!(look(), Look::Same));
    }
}
