//! `gen --all` and `gen record`.

use std::path::Path;

use anyhow::Result;
use golfchess_pages::build::CatalogBuild;
use golfchess_pages::files::Folder;
use golfchess_pages::measure::{FILE_NAME, Record};

use super::project::Project;
use super::sizes;
use crate::output::{Outcome, say};

/// Rebuilds the catalog and shows its sizes against what was there.
pub fn run(project: &Project, out: Option<&Path>) -> Result<Outcome> {
    let folder = out.unwrap_or(&project.folder);
    let edition = project.edition()?;
    let ours = lock(folder)?;
    let before = Record::load(&folder.join(FILE_NAME))?;
    let record = edition.record().with_baselines_of(before.as_ref());
    write(&edition, &record, before.as_ref(), folder, &ours)
}

/// Rebuilds the catalog; the sizes of its pages become the accepted ones.
pub fn record(project: &Project) -> Result<Outcome> {
    let edition = project.edition()?;
    let ours = lock(&project.folder)?;
    // A record that cannot be read is what this command is there to mend.
    let before = Record::load(&project.folder.join(FILE_NAME)).unwrap_or_default();
    write(
        &edition,
        &edition.record(),
        before.as_ref(),
        &project.folder,
        &ours,
    )
}

/// The folder, once no other `gen` writes to it: what one accepts the other must see.
pub fn lock(folder: &Path) -> Result<Folder> {
    let place = folder.display();
    Ok(Folder::lock(folder, || {
        say(format_args!(
            "note: another gen writes to {place}; waiting for it"
        ));
    })?)
}

fn write(
    edition: &CatalogBuild,
    record: &Record,
    before: Option<&Record>,
    folder: &Path,
    ours: &Folder,
) -> Result<Outcome> {
    let written = edition.write(record, ours)?;
    for file in edition.orphans(folder) {
        let path = folder.join(file);
        say(format_args!(
            "note: {} belongs to no variant",
            path.display()
        ));
    }
    say(format_args!(
        "{} pages, {written} files written to {}",
        edition.pages.len(),
        folder.display()
    ));
    Ok(Outcome::good(sizes::table(record, before).text()))
}
