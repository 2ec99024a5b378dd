//! What every command works on: the folders of a command line, and the catalog in them.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use golfchess_pages::builder::{Builder, CatalogBuild, Page};
use golfchess_pages::catalog::{Catalog, Variant};
use golfchess_pages::compose::{BUNDLE, SITE_FOLDER};
use golfchess_pages::cost::costs;
use golfchess_pages::solutions::Solutions;
use golfchess_parity::host::Kind;
use golfchess_parity::mirror::ReadablePages;
use golfchess_parity::{CatalogPage, Model, Subject, replay};

use crate::model::{self, Chess, OpenError};
use crate::options::Folders;
use crate::output::{help, message, progress};

/// The folders of the command line, and the models that a catalog may have.
#[derive(Clone)]
pub struct Environment {
    /// The folders.
    pub folders: Folders,
    /// Chooses the model of a catalog.
    pub open_model: model::Open,
    /// Bundles the entry of a manifest.
    pub bundle: Bundle,
}

/// Bundles a page or a module. Its second argument says whether this is all of the script of the pages.
pub type Bundle = fn(&Path, bool) -> Result<Bundled>;

/// An entry that was bundled.
#[derive(Debug, Default)]
pub struct Bundled {
    /// Its fragments, by their names.
    pub fragments: BTreeMap<String, String>,
    /// The files that were read.
    pub files: Vec<PathBuf>,
}

impl Environment {
    /// The folders of a command line, with the models of this crate.
    pub fn new(folders: &Folders) -> Self {
        Self {
            folders: folders.clone(),
            open_model: model::open,
            bundle: |entry, _| {
                Err(help::error(
                    format!("{} is bundled by `gen` alone", entry.display()),
                    "name a catalog without `source.entry`",
                ))
            },
        }
    }

    /// The entry that a manifest names.
    pub fn entry(&self, catalog: &Catalog, templates: &Path) -> Option<PathBuf> {
        let entry = catalog.manifest().bundled_entry()?;
        Some(templates.join(entry))
    }

    /// The builder of a catalog in a folder of fragments, and the files that were bundled for it.
    ///
    /// # Errors
    /// The fragments cannot be read, or the entry cannot be bundled.
    pub fn builder(&self, templates: &Path, catalog: &Catalog) -> Result<(Builder, Vec<PathBuf>)> {
        let Bundled { fragments, files } = match self.entry(catalog, templates) {
            Some(entry) => (self.bundle)(&entry, catalog.manifest().entry == BUNDLE)?,
            None => Bundled::default(),
        };
        Ok((Builder::load_with(templates, catalog, fragments)?, files))
    }

    /// Reads the manifest and the fragments.
    ///
    /// # Errors
    /// They cannot be read, or contradict each other.
    pub fn project(&self) -> Result<Project> {
        Project::open(self)
    }
}

/// A manifest, its fragments, and the folder of its pages.
pub struct Project {
    /// The catalog of the manifest.
    pub catalog: Catalog,
    /// Builds its pages.
    pub builder: Builder,
    /// The files that were bundled; none if the manifest names no entry.
    pub bundled: Vec<PathBuf>,
    /// The folder of the committed pages.
    pub folder: PathBuf,
    /// The folder of the site's templates.
    pub site: PathBuf,
    /// What its pages are compared with. Pages are built without it too.
    model: Result<Arc<dyn Model>, Arc<OpenError>>,
}

impl Project {
    /// Opens the catalog of some folders.
    fn open(env: &Environment) -> Result<Self> {
        let folders = &env.folders;
        let catalog = Catalog::load(&folders.templates)?;
        let model = (env.open_model)(&catalog, &folders.templates);
        if let Err(error @ OpenError::UnknownReference(_)) = model {
            let advice = format!(
                "write `reference = \"{}\"` for chess pages; remove the line for other pages",
                Chess::REFERENCE
            );
            return Err(help::error(error.to_string(), advice));
        }
        let (builder, bundled) = env.builder(&folders.templates, &catalog)?;
        let solutions = Solutions::load(&folders.catalog).unwrap_or_else(|error| {
            let error = anyhow::Error::from(error);
            message(format_args!(
                "warning: {error:#}; packed pages are searched for"
            ));
            Solutions::default()
        });
        let builder = builder.with_solutions(solutions);
        Ok(Self {
            model: model.map_err(Arc::new),
            catalog,
            builder,
            bundled,
            folder: folders.catalog.clone(),
            site: folders.templates.join(SITE_FOLDER),
        })
    }

    /// What the pages are compared with.
    pub fn model(&self) -> Result<&dyn Model> {
        let error = match &self.model {
            Ok(model) => return Ok(model.as_ref()),
            Err(error) => error,
        };
        Err(match **error {
            OpenError::UnknownFlag { .. } => help::error(
                error.to_string(),
                "remove the flag from catalog.toml, or add it to the flags in src/contract.rs",
            ),
            OpenError::NotRules { .. } => help::with_help(
                Arc::clone(error),
                "catalog.toml has pages without a contract",
                "correct `[naming]` and the flags in catalog.toml, or the rules in \
                 src/contract.rs",
            ),
            _ => Arc::clone(error).into(),
        })
    }

    /// The model of chess pages. `command` is the command with the options that need it.
    pub fn chess(&self, command: &str) -> Result<&Chess> {
        let model: &dyn Any = self.model()?;
        model.downcast_ref().with_context(|| {
            format!(
                "{command} needs a catalog of chess pages, whose manifest has the line \
                 `reference = \"{}\"`",
                Chess::REFERENCE
            )
        })
    }

    /// The readable pages and the scenarios, which pages of every kind have.
    pub fn readable_pages(&self) -> Result<ReadablePages> {
        Ok(model::readable_pages(
            &self.catalog,
            self.builder.templates().folder(),
        )?)
    }

    /// The subject of a variant, with any page.
    pub fn subject(&self, variant: &Variant, page: String) -> Result<Subject> {
        let script = self.builder.script(variant)?.text;
        let manifest = self.catalog.manifest();
        let same = self.catalog.unpacked(variant);
        let subject = self.model()?.subject(CatalogPage {
            name: variant.name.clone(),
            place: self.catalog.place(variant),
            same_as: same.map(|other| other.name.clone()),
            flags: manifest
                .unpacked(&variant.flags)
                .in_order(&manifest.naming.order()),
            dictionary: golfchess_script::dictionary(&script)?,
            script,
            page,
            readable: self.builder.source_page(variant)?,
        });
        subject.map_err(anyhow::Error::from_boxed)
    }

    /// Builds every page, with a progress bar where stderr is a terminal.
    pub fn build_all(&self) -> Result<CatalogBuild> {
        let build = self.renew(&[], |_| ())?;
        let pages = build
            .pages
            .iter()
            .map(|page| (&page.variant, page.script.as_str()));
        self.warn(pages)?;
        for flag in self.flags_without_effect(&build) {
            message(format_args!(
                "warning: the flag {flag} changes no page: no fragment depends on it"
            ));
        }
        Ok(build)
    }

    /// The same without warnings. Reuses pages of an earlier build whose readable scripts have not changed, and
    /// calls `unpacked` with the pages that are not packed before it packs others.
    pub fn renew(
        &self,
        earlier: &[Page],
        unpacked: impl FnOnce(&CatalogBuild),
    ) -> Result<CatalogBuild> {
        let count = self.catalog.variants().len();
        // The spinner and the time move while a page takes long.
        let bar = progress(
            "building {spinner} {bar:36} {pos}/{len} pages {elapsed}",
            Some(count),
        )?;
        let (catalog, builder) = (&self.catalog, &self.builder);
        let done = || bar.inc(1);
        let unpacked = |build: &CatalogBuild| bar.suspend(|| unpacked(build));
        let build = CatalogBuild::renew_in_parts(catalog, builder, earlier, done, unpacked);
        bar.finish_and_clear();
        Ok(build?)
    }

    /// The flags with which every page is the same as without them.
    fn flags_without_effect(&self, build: &CatalogBuild) -> Vec<char> {
        let record = build.record();
        let costs = costs(&self.catalog, &record);
        let digest = |name: &str| record.entry(name).map(|entry| &entry.sha256);
        let flags = self.catalog.manifest().flags.iter().map(|flag| flag.letter);
        let has_no_effect = |flag: &char| {
            let costs = costs.iter().filter(|cost| cost.flag == *flag);
            let mut pairs = costs.flat_map(|cost| &cost.pairs).peekable();
            pairs.peek().is_some() && pairs.all(|pair| digest(&pair.without) == digest(&pair.with))
        };
        flags.filter(has_no_effect).collect()
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

/// The start of a command that replays a game with the folders and the host of this run.
pub fn replay_command(project: &Project, host: Kind, pages: Option<&Path>) -> String {
    let mut command = "gen replay".to_owned();
    let mut add = |name: &str, value: &str| {
        command.push_str(&format!(" --{name} {}", replay::quoted(value)));
    };
    if host != Kind::default() {
        add("host", &host.to_string());
    }
    let folders = [
        ("pages", pages, ""),
        ("catalog", Some(project.folder.as_path()), Folders::CATALOG),
        (
            "templates",
            Some(project.builder.templates().folder()),
            Folders::TEMPLATES,
        ),
    ];
    for (name, folder, default) in folders {
        if let Some(folder) = folder.filter(|folder| *folder != Path::new(default)) {
            add(name, &folder.display().to_string());
        }
    }
    command
}

/// The page of a variant: from a folder that is named, or else from the catalog's folder. A page
/// that the catalog does not list is built instead.
pub fn page_of(project: &Project, pages: Option<&Path>, variant: &Variant) -> Result<String> {
    match pages {
        Some(folder) => read_page(folder, variant),
        None if project.catalog.lists(variant) => read_page(&project.folder, variant),
        None => Ok(project.build(variant)?.built.minified.page),
    }
}

/// The page of a variant in a folder.
fn read_page(folder: &Path, variant: &Variant) -> Result<String> {
    let file = folder.join(variant.file_name());
    fs::read_to_string(&file).map_err(|error| {
        let message = format!("cannot read the page {}", file.display());
        let advice = "build the pages with `gen --all`, or name their folder with --pages";
        help::with_help(error, message, advice)
    })
}
