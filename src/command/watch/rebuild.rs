//! Rebuilds the pages when their fragments change.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use golfchess_pages::builder::{CatalogBuild, Page};
use golfchess_pages::measure::Record;

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
    /// The pages that were built again.
    pub built: Vec<String>,
    /// The pages that have changed.
    pub changed: Vec<String>,
    /// Whether the look before this one found an error.
    pub was_broken: bool,
    /// The sizes before this change; `None` for the first build.
    pub before: Option<Record>,
    /// The sizes when the watch started.
    pub first: Record,
}

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

    /// Whether the fragments have an error.
    pub fn is_broken(&self) -> bool {
        self.error.is_some()
    }

    /// Builds the pages that the changed fragments affect.
    pub fn look(&mut self) -> Look {
        match self.build() {
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
                    return Look::Same;
                }
                Look::Broken(error)
            }
        }
    }

    fn build(&mut self) -> Result<Look> {
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
        let build = match &self.build {
            // The first build shows its progress.
            None => project.build_all()?,
            Some(_) => CatalogBuild::renew(&project.catalog, &project.builder, reusable, || ())?,
        };
        let renewed = build.pages.iter().filter(|page| {
            let script =
                |other: &Page| other.variant == page.variant && other.script == page.script;
            self.build.is_some() && !reusable.iter().any(script)
        });
        project.warn(renewed.map(|page| (&page.variant, page.script.as_str())))?;
        let before: &[Page] = self.build.as_ref().map_or(&[], |build| &build.pages);
        let built = differing_pages(&build.pages, reusable, |page| &page.script);
        let changed = differing_pages(&build.pages, before, |page| &page.built.page);
        let record = self.build.as_ref().map(CatalogBuild::record);
        let first = self.first.get_or_insert_with(|| build.record()).clone();
        self.build = Some(build.clone());
        let project = Arc::new(project);
        self.project = Some(Arc::clone(&project));
        Ok(Look::Built(Box::new(Change {
            project,
            build,
            files,
            built,
            changed,
            was_broken: self.is_broken(),
            before: record,
            first,
        })))
    }
}

/// The names of the pages without a page of the same variant and the same text in `before`.
fn differing_pages(pages: &[Page], before: &[Page], text: fn(&Page) -> &String) -> Vec<String> {
    let is_known = |page: &Page| {
        let earlier = before.iter().find(|other| other.variant == page.variant);
        earlier.is_some_and(|earlier| text(earlier) == text(page))
    };
    let pages = pages.iter().filter(|page| !is_known(page));
    pages.map(|page| page.variant.name.clone()).collect()
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
        assert!(matches!(rebuild.look(), Look::Built(_)));
        assert!(matches!(rebuild.look(), Look::Same));
        // A backup of an editor is no fragment.
        fs::write(templates.join("greet.js~"), "old").expect("written");
        assert!(matches!(rebuild.look(), Look::Same));
        fs::write(templates.join("new.js"), "later = 1").expect("written");
        assert!(matches!(rebuild.look(), Look::Built(change) if change.files == ["new.js"]));
        assert!(matches!(rebuild.look(), Look::Same));
        // An error is reported once too.
        fs::write(templates.join("catalog.toml"), "").expect("written");
        assert!(matches!(rebuild.look(), Look::Broken(_)));
        assert!(matches!(rebuild.look(), Look::Same));
    }
}
