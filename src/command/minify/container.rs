//! The zip container of a page and other files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use golfchess_pages::files;
use golfchess_sizes::zip::{Entry, PAGE, archive, quick_archive};

use super::estimate::Estimate;
use super::sources::Sources;
use super::stage::{Size, Stage};
use crate::output::{count, help, message};

/// The container of a page with all files that it needs.
pub struct Container {
    pub bytes: Vec<u8>,
    files: usize,
}

impl Container {
    /// The page, the files that it still names, and others. `name` is that of the container in errors.
    pub fn of(
        name: &Path,
        page: &str,
        others: &[impl AsRef<Path>],
        sources: &Sources,
        stage: Stage,
    ) -> Result<Self> {
        let mut read = sources.beside()?;
        for other in others {
            let other = other.as_ref();
            let data =
                fs::read(other).with_context(|| format!("cannot read {}", other.display()))?;
            let name = other.file_name().unwrap_or_default().to_string_lossy();
            read.push((name.into_owned(), data));
        }
        let page = Entry {
            name: PAGE,
            data: page.as_bytes(),
        };
        let others = read.iter().map(|(name, data)| Entry { name, data });
        let entries: Vec<Entry<'_>> = std::iter::once(page).chain(others).collect();
        let bytes = match stage {
            Stage::First => quick_archive(&entries),
            Stage::Final => archive(&entries),
        };
        let bytes = bytes.map_err(|error| {
            help::error(
                format!("{}: {error}", name.display()),
                "a container holds the page as `index.html` and each file of --add by its name, without \
                 folders; give each another name",
            )
        })?;
        Ok(Self {
            bytes,
            files: entries.len(),
        })
    }

    /// Its size, or about the one that the final stage will reach.
    pub fn size(&self, stage: Stage, packing: Option<Estimate>, is_written: bool) -> Size {
        let bytes = self.bytes.len();
        match (stage, packing) {
            (Stage::Final, _) => Size::exact(bytes),
            (Stage::First, Some(packing)) => Size::about(packing.container(bytes)),
            (Stage::First, None) if is_written => Size::exact(bytes),
            (Stage::First, None) => Size::about(bytes),
        }
    }

    /// Writes it to a file, if there is one, and says how large it is.
    pub fn write(&self, file: Option<&Path>) -> Result<()> {
        let name = match file {
            Some(file) => {
                files::write(file, &self.bytes)?;
                file.display().to_string()
            }
            None => "as a container".to_owned(),
        };
        message(format_args!(
            "{name}: {} with {}",
            count(self.bytes.len(), "byte"),
            count(self.files, "file")
        ));
        Ok(())
    }
}
