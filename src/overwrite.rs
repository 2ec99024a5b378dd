//! Refuses to write to a file that the command reads.

use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess_pages::solutions::Solutions;
use same_file::Handle;
use walkdir::WalkDir;

use crate::options::{Folders, STDOUT};
use crate::output::help;

/// The files and folders that a command line names, and those that they stand for.
#[derive(Debug, Default)]
#[must_use]
pub struct Files {
    reads: Vec<PathBuf>,
    /// With the options that name them.
    writes: Vec<(&'static str, PathBuf)>,
    /// The file that `--in-place` replaces in place of `--out`.
    in_place: Option<PathBuf>,
}

impl Files {
    /// Adds a file that the command reads.
    pub fn reads(mut self, path: &Path) -> Self {
        self.reads.push(path.to_owned());
        self
    }

    /// Adds files that the command reads.
    pub fn reads_each<P: AsRef<Path>>(self, paths: impl IntoIterator<Item = P>) -> Self {
        let paths = paths.into_iter();
        paths.fold(self, |files, path| files.reads(path.as_ref()))
    }

    /// Adds a folder that the command reads, with all that is in it.
    pub fn reads_folder(mut self, folder: &Path) -> Self {
        let entries = WalkDir::new(folder).into_iter().flatten();
        self.reads.extend(entries.map(walkdir::DirEntry::into_path));
        self
    }

    /// Adds the files from which pages are built.
    pub fn reads_catalog(self, folders: &Folders) -> Self {
        self.reads_folder(&folders.templates)
            .reads(&folders.catalog.join(Solutions::FILE_NAME))
    }

    /// Adds a file or folder that an option names, if it does.
    pub fn writes(mut self, option: &'static str, path: Option<&Path>) -> Self {
        let path = path.filter(|path| *path != Path::new(STDOUT));
        self.writes
            .extend(path.map(|path| (option, path.to_owned())));
        self
    }

    /// `--in-place` writes this file instead.
    pub fn or_in_place(mut self, file: &Path) -> Self {
        self.in_place = Some(file.to_owned());
        self
    }

    /// Fails if a file that is written is also read, under any name: another path, a link, another case
    /// on a system that ignores it. Fails too if two options write one file.
    ///
    /// # Errors
    /// The error names the option and the file.
    pub fn refuse(&self) -> Result<()> {
        for (at, (option, path)) in self.writes.iter().enumerate() {
            let is_new = !path.exists();
            let is_same =
                |other: &&(_, PathBuf)| (is_new && other.1 == *path) || are_same(&other.1, path);
            if let Some((other, _)) = self.writes[..at].iter().find(is_same) {
                return Err(help::error(
                    format!(
                        "{other} and {option} write the same file, {}",
                        path.display()
                    ),
                    "name two files",
                ));
            }
            let Some(read) = self.reads.iter().find(|read| are_same(read, path)) else {
                continue;
            };
            let also = match read == path {
                true => String::new(),
                false => format!(" under the name {}", read.display()),
            };
            let help = match &self.in_place {
                Some(file) if *option == "--out" && are_same(file, path) => {
                    "name another file, or replace this one with --in-place instead of --out"
                }
                _ => "name another file",
            };
            return Err(help::error(
                format!(
                    "{option} would overwrite {}, which the command reads{also}",
                    path.display()
                ),
                help,
            ));
        }
        Ok(())
    }
}

/// Whether two paths lead to one file or folder. Devices and pipes do not count: to open a pipe may wait
/// for ever.
fn are_same(left: &Path, right: &Path) -> bool {
    let handle = |path: &Path| {
        let is_kept = path.is_file() || path.is_dir();
        is_kept.then(|| Handle::from_path(path).ok()).flatten()
    };
    let right = handle(right);
    right.is_some() && handle(left) == right
}
