//! Reads the files of the folder of a page, and of no other folder that is not allowed.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result};
use golfchess_markup::files::{Entry, Module, ReadError, Reader};
use golfchess_pages::text;
use golfchess_script::Origins;

use super::bundler::{self, Bundle, Bundler, InlineText};
use crate::output::help;

/// What a bundler says of modules.
pub struct Bundled {
    /// What the bundle was made of, for a person.
    pub name: String,
    /// Where the parts of its script come from.
    pub origins: Option<Origins>,
    /// The files of its style sheet with their bytes in it.
    pub sheets: Vec<(String, usize)>,
}

/// The files that a page may name.
pub struct Folder {
    /// As the command line names it.
    path: PathBuf,
    /// The page.
    page: PathBuf,
    /// This folder and those that are allowed, without links.
    roots: Vec<PathBuf>,
    /// The files that were read, each once.
    pub read: Vec<PathBuf>,
    /// The command of `--bundler`.
    bundler: Option<String>,
    /// The bundles by their numbers.
    pub bundles: Vec<Bundled>,
    /// The modules that others import.
    pub imported: Vec<PathBuf>,
    /// Why modules cannot be bundled.
    pub failed: Option<Error>,
}

impl Folder {
    /// The folder of a page, and others that are allowed.
    pub fn of(page: &Path, allowed: &[PathBuf], bundler: Option<&str>) -> Result<Self> {
        let path = folder_of(page);
        let mut roots = Vec::new();
        for folder in std::iter::once(&path).chain(allowed) {
            let root = fs::canonicalize(folder)
                .with_context(|| format!("cannot read {}", folder.display()));
            roots.push(root?);
        }
        let not_folder = allowed.iter().find(|folder| !folder.is_dir());
        if let Some(folder) = not_folder {
            return Err(help::error(
                format!("--allow {}: this is no folder", folder.display()),
                "name the folder of the file",
            ));
        }
        Ok(Self {
            path,
            page: page.to_owned(),
            roots,
            read: Vec::new(),
            bundler: bundler.map(str::to_owned),
            bundles: Vec::new(),
            imported: Vec::new(),
            failed: None,
        })
    }

    /// The path of a file for a person.
    pub fn shown(&self, path: &str) -> PathBuf {
        let parent = self.path.as_path();
        match parent == Path::new(".") {
            true => PathBuf::from(path),
            false => parent.join(path),
        }
    }

    /// The place of a file that may be read.
    fn found(&mut self, path: &str) -> Result<PathBuf, ReadError> {
        let file = self.shown(path);
        let name = || file.display().to_string();
        let place = fs::canonicalize(&file).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => ReadError::Missing(name()),
            _ => ReadError::Failed(name(), error.to_string()),
        })?;
        if !self.roots.iter().any(|root| place.starts_with(root)) {
            return Err(ReadError::Outside(name()));
        }
        // To open a pipe may wait for ever.
        if !place.is_file() {
            return Err(ReadError::Failed(name(), "it is no file".to_owned()));
        }
        if !self.read.contains(&file) {
            self.read.push(file.clone());
        }
        Ok(file)
    }

    /// A module for a bundler.
    fn entry(&mut self, module: &Entry<'_>) -> Result<bundler::Entry, ReadError> {
        let (page, range, imports) = match module {
            Entry::File(path) => return Ok(bundler::Entry::File(self.found(path)?)),
            Entry::Text {
                page,
                range,
                imports,
            } => (page, range, imports),
        };
        let folder = fs::canonicalize(&self.path);
        let folder = folder.map_err(|error| {
            ReadError::Failed(self.path.display().to_string(), error.to_string())
        })?;
        let imports = imports
            .iter()
            .map(|(place, path)| (place.clone(), folder.join(path)));
        Ok(bundler::Entry::Text(InlineText {
            page: self.page.clone(),
            text: (*page).to_owned(),
            range: range.clone(),
            imports: imports.collect(),
        }))
    }
}

/// The folder of a file.
pub fn folder_of(file: &Path) -> PathBuf {
    let parent = file
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

impl Reader for Folder {
    fn text(&mut self, path: &str) -> Result<String, ReadError> {
        let file = self.found(path)?;
        let failed = |reason: String| ReadError::Failed(file.display().to_string(), reason);
        let open = File::open(&file).map_err(|error| failed(error.to_string()))?;
        let text = text::read_foreign(open).map_err(|error| failed(error.to_string()))?;
        let unmarked = text.strip_prefix(text::BYTE_ORDER_MARK);
        Ok(unmarked.map(str::to_owned).unwrap_or(text))
    }

    fn bytes(&mut self, path: &str) -> Result<Vec<u8>, ReadError> {
        let file = self.found(path)?;
        fs::read(&file)
            .map_err(|error| ReadError::Failed(file.display().to_string(), error.to_string()))
    }

    fn modules(&mut self, modules: &[Entry<'_>]) -> Result<Option<Module>, ReadError> {
        let entries = modules.iter().map(|module| self.entry(module));
        let entries: Vec<bundler::Entry> = entries.collect::<Result<_, _>>()?;
        let [first, more @ ..] = &entries[..] else {
            return Ok(None);
        };
        let name = match first {
            bundler::Entry::File(file) if more.is_empty() => file.clone(),
            _ => self.page.clone(),
        };
        let bundled = Bundler::find(self.bundler.as_deref(), first);
        let bundle = match bundled.and_then(|bundler| bundler.bundle(&entries)) {
            Ok(bundle) => bundle,
            Err(error) => {
                self.failed = Some(error);
                return Err(ReadError::Module(name.display().to_string()));
            }
        };
        let Bundle {
            script,
            sheet,
            sheets,
            origins,
            files,
        } = bundle;
        let names = files.iter().map(|file| file.display().to_string());
        let names: Vec<String> = names.collect();
        let own: Vec<&Path> = entries.iter().filter_map(bundler::Entry::file).collect();
        self.imported.extend(others(files, &own));
        self.bundles.push(Bundled {
            name: name.display().to_string(),
            origins,
            sheets,
        });
        Ok(Some(Module {
            script,
            sheet,
            number: self.bundles.len() - 1,
            files: (!names.is_empty()).then_some(names),
        }))
    }
}

/// All files but some, under any names.
pub fn others(files: Vec<PathBuf>, some: &[&Path]) -> impl Iterator<Item = PathBuf> {
    let some = some.iter().map(|file| fs::canonicalize(file).ok());
    let some: Vec<Option<PathBuf>> = some.collect();
    let is_other = move |file: &PathBuf| !some.contains(&fs::canonicalize(file).ok());
    files.into_iter().filter(is_other)
}
