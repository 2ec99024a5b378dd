//! Writes the zip container of a page and other files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use golfchess_pages::files;
use golfchess_sizes::zip::{Entry, PAGE, archive};

use super::sources::Sources;
use crate::output::{count, help, message};

/// Writes a page, the files that it still names and other files into a container, and returns its bytes.
pub fn write(
    file: &Path,
    page: &str,
    others: &[impl AsRef<Path>],
    sources: &Sources,
) -> Result<usize> {
    let mut read = sources.beside()?;
    for other in others {
        let other = other.as_ref();
        let data = fs::read(other).with_context(|| format!("cannot read {}", other.display()))?;
        let name = other.file_name().unwrap_or_default().to_string_lossy();
        read.push((name.into_owned(), data));
    }
    let page = Entry {
        name: PAGE,
        data: page.as_bytes(),
    };
    let others = read.iter().map(|(name, data)| Entry { name, data });
    let entries: Vec<Entry<'_>> = std::iter::once(page).chain(others).collect();
    let bytes = archive(&entries).map_err(|error| {
        help::error(
            format!("{}: {error}", file.display()),
            "a container holds the page as `index.html` and each file of --add by its name, without folders; \
             give each another name",
        )
    })?;
    files::write(file, &bytes)?;
    message(format_args!(
        "{}: {} with {}",
        file.display(),
        count(bytes.len(), "byte"),
        count(entries.len(), "file")
    ));
    Ok(bytes.len())
}
