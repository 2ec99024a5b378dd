//! The site: static files made from a catalog, its record and the templates of its pages.
//!
//! A [`Site`] is built in memory from the committed catalog; [`Site::write`] puts it in the place of
//! an older one in one step, and [`Site::differences`] lists the stale files.

mod anatomy;
mod board;
mod data;
mod diagram;
mod folder;
mod sources;
mod text;
mod transcripts;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use golfchess_pages::builder::{BuildError, Builder, CatalogBuild};
use golfchess_pages::catalog::Catalog;
use golfchess_pages::experiment::Measured;
use golfchess_pages::gate;
use golfchess_pages::measure::Record;
use golfchess_parity::host::DRIVER;
use sources::{document, joined, render};

pub use folder::Difference;

/// The page that is published as `index.html`.
const FRONT: &str = "index_TMP_D_SU";

/// The page with a board that the site opens with.
const BOARD: &str = "index_TMP_D_SUC_AB";

/// The seed of the recorded games.
const SEED: u64 = 1;

/// Why the site cannot be built or written.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The catalog's folder is not built from the present fragments.
    #[error("the catalog is stale: {0}")]
    Stale(String),
    /// A file of the templates cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// The site's folder cannot be written; the old one is kept.
    #[error("cannot write {}: {reason}; the site that was there before is unchanged", path.display())]
    Write {
        /// The folder.
        path: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// A page or its readable script cannot be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A template has an error.
    #[error("{0}")]
    Template(String),
    /// A text is missing in a language, or its file has an error.
    #[error("{place}: {reason}")]
    Text {
        /// The file.
        place: String,
        /// The reason.
        reason: String,
    },
    /// The flags of a variant are not rules of chess.
    #[error("{variant}: {error}")]
    Rules {
        /// The variant.
        variant: String,
        /// The reason.
        error: crate::contract::FlagError,
    },
    /// The scripts of the site do not read what a page shows.
    #[error(
        "the board of the site cannot read what {variant} shows: change `readPrompt` in {place}, which \
         reads\n{text}"
    )]
    Unread {
        /// The variant.
        variant: String,
        /// The script.
        place: String,
        /// A prompt of the page.
        text: String,
    },
}

impl PublishError {
    fn read(path: &Path, error: &io::Error) -> Self {
        Self::Read {
            path: path.to_owned(),
            reason: error.to_string(),
        }
    }
}

/// All files of a site.
#[derive(Debug)]
pub struct Site {
    /// Contents by path, with `/` between its parts.
    files: BTreeMap<String, String>,
    anatomy: String,
    rejected: String,
}

impl Site {
    /// Builds the site of a catalog with the record that [`committed`] returns.
    ///
    /// # Errors
    /// A template or a text has an error.
    pub fn build(
        catalog: &Catalog,
        builder: &Builder,
        build: &CatalogBuild,
        record: &Record,
        experiments: &[Measured],
        sources: &Path,
    ) -> Result<Self, PublishError> {
        let data = data::Data::new(catalog, builder, build, record, experiments)?;
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        let mut sums = String::new();
        for page in &build.pages {
            let name = page.variant.file_name();
            sums.push_str(&format!("{}  {name}\n", page.entry.sha256));
            if page.variant.name == FRONT {
                files.insert("index.html".to_owned(), page.built.page.clone());
            }
            files.insert(format!("catalog/{name}"), page.built.page.clone());
        }
        files.insert(folder::DIGESTS.to_owned(), sums);
        files.insert("data.js".to_owned(), data.main());
        files.insert("sources.js".to_owned(), data.sources());
        files.insert(
            "site.css".to_owned(),
            joined(&sources.join("style"), "css")?,
        );
        let script = joined(&sources.join("script"), "js")?;
        let script = format!("(() => {{\nconst drive =\n{DRIVER};\n{script}}})();\n");
        files.insert("site.js".to_owned(), script);
        let context = data.context()?;
        render(sources, &manifest_texts(catalog), &context, &mut files)?;
        let anatomy = document(&sources.join("anatomy.md"), &context)?;
        let rejected = document(&sources.join("rejected.md"), &context)?;
        let subjects = data.subjects()?;
        board::check(&subjects, sources)?;
        // Last, as it takes longest: errors of the other files appear before.
        files.insert("transcripts.js".to_owned(), data::transcripts(&subjects));
        Ok(Self {
            files,
            anatomy,
            rejected,
        })
    }

    /// The anatomy of the largest page as Markdown, which is no file of the site.
    pub fn anatomy(&self) -> &str {
        &self.anatomy
    }

    /// The rejected ideas as Markdown, which are no file of the site.
    pub fn rejected(&self) -> &str {
        &self.rejected
    }

    /// The paths of the files with their contents.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        let files = self.files.iter();
        files.map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Replaces a folder by the site. The new folder is complete before the old
    /// one goes.
    ///
    /// # Errors
    /// The folder cannot be written; what was there before is unchanged.
    pub fn write(&self, folder: &Path) -> Result<(), PublishError> {
        folder::swap_in(&self.files, folder).map_err(|error| PublishError::Write {
            path: folder.to_owned(),
            reason: error.to_string(),
        })
    }

    /// Where a folder is not this site.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn differences(&self, folder: &Path) -> Result<Vec<Difference>, PublishError> {
        folder::differences(&self.files, folder).map_err(|error| PublishError::read(folder, &error))
    }
}

/// The texts of the manifest in the first language, by the keys of the site: one line about each flag,
/// and the title and a line about each declared collection.
fn manifest_texts(catalog: &Catalog) -> Vec<(String, String)> {
    let flags = catalog.manifest().flags.iter();
    let flags = flags.map(|flag| (format!("flag_{}", flag.letter), flag.text.clone()));
    let collections = catalog.collections().iter().filter(|one| one.declared);
    let collections = collections.flat_map(|collection| {
        let key = format!("collection_{}", collection.name);
        [
            (format!("{key}_text"), collection.text.clone()),
            (key, collection.title.clone()),
        ]
    });
    flags.chain(collections).collect()
}

/// The committed record, if the gate finds that the folder `pages` is built from the present fragments.
///
/// # Errors
/// The folder is stale.
pub fn committed(build: &CatalogBuild, pages: &Path) -> Result<Record, PublishError> {
    let record = Record::load(&pages.join(golfchess_pages::measure::FILE_NAME))
        .map_err(|error| PublishError::Stale(error.to_string()))?;
    let findings = gate::check_files(build, pages, record.as_ref());
    match findings.first() {
        Some(finding) => Err(PublishError::Stale(finding.to_string())),
        None => Ok(build.record().with_baselines_of(record.as_ref())),
    }
}
