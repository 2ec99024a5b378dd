//! `gen init --refresh`: the page of a catalog, as its files are now.

use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess_pages::catalog::Catalog;
use golfchess_pages::files;

use super::super::overwrite;
use super::Files;
use crate::output::{Report, help, message};

/// The parts of the page, which are written anew.
const PARTS: [&str; 2] = ["templates/page.js", "templates/page.html"];

/// Writes the script and the HTML of a page into the catalog that was started from it.
pub fn run(folder: &Path, files: &Files, read: &[PathBuf]) -> Result<Report> {
    let templates = folder.join("templates");
    let catalog = Catalog::load(&templates)?;
    let own = catalog.manifest();
    let new = Catalog::parse(&files["templates/catalog.toml"], Path::new("catalog.toml"))?;
    let new = new.manifest();
    let has_entry = |path: &&&str| files.contains_key(**path) && !folder.join(path).is_file();
    if let Some(missing) = PARTS.iter().find(has_entry) {
        return Err(help::error(
            format!("there is no {}", folder.join(missing).display()),
            "name a catalog that was started from the page, or start one without --refresh",
        ));
    }
    let written = PARTS.map(|part| folder.join(part));
    let overwritten = overwrite::Files::default().reads_each(read);
    let overwritten = written
        .iter()
        .fold(overwritten, |all, path| all.writes("--refresh", Some(path)));
    overwritten.refuse()?;
    let mut listing = String::new();
    for part in PARTS {
        let Some(text) = files.get(part) else {
            continue;
        };
        let path = folder.join(part);
        if std::fs::read_to_string(&path).is_ok_and(|own| own == *text) {
            continue;
        }
        files::write(&path, text)?;
        listing += &format!("{}\n", path.display());
    }
    let missing = new.keep.iter().filter(|name| !own.keep.contains(name));
    let missing: Vec<String> = missing.map(|name| format!("`{name}`")).collect();
    if !missing.is_empty() {
        message(format_args!(
            "warning: the script needs names that `keep` in {} does not have: {}",
            templates.join("catalog.toml").display(),
            missing.join(", ")
        ));
    }
    Ok(Report::good(listing))
}
