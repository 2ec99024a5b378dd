//! `gen --all`.

use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess_pages::builder::CatalogBuild;
use golfchess_pages::catalog::{Catalog, Manifest};
use golfchess_pages::files::Folder;
use golfchess_pages::measure::Record;

use super::Environment;
use super::overwrite::Files;
use super::{records, sizes};
use crate::options::Folders;
use crate::output::{Exporter, Format, Report, count, message};

/// What `gen` does without a command.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rebuild the whole catalog and show its sizes
    #[arg(long)]
    pub all: bool,

    /// Write the catalog to this folder [default: the catalog's own]
    #[arg(long, requires = "all", value_name = "DIR")]
    out: Option<PathBuf>,

    /// Choose between spellings as the fragments in this folder do, not by the lengths of these pages
    #[arg(long, requires = "all", value_name = "DIR")]
    choose_as: Option<PathBuf>,

    /// Search with this number of steps for packed pages whose script has changed [default: fit their solutions]
    #[arg(long, requires = "all", value_name = "STEPS", value_parser = super::pack::steps())]
    effort: Option<u64>,
}

impl Args {
    pub fn files(&self, folders: &Folders) -> Files {
        let choose_as = self.choose_as.iter();
        choose_as
            .fold(Files::default(), |files, folder| files.reads_folder(folder))
            .reads_folder(&folders.templates)
            .writes("--out", self.out.as_deref())
    }
}

/// Rebuilds the catalog and shows its sizes against what was there.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let mut project = env.project()?;
    if let Some(templates) = &args.choose_as {
        let (chooser, _) = env.builder(templates, &Catalog::load(templates)?)?;
        project.builder = project.builder.choosing_as(chooser);
    }
    if let Some(effort) = args.effort {
        project.builder = project.builder.with_effort(effort);
    }
    let project = &project;
    let folder = args.out.as_deref().unwrap_or(&project.folder);
    let build = project.build_all()?;
    let ours = lock(folder)?;
    let before = records::accepted(folder, build.metric)?;
    let record = records::with_accepted(build.record(), before.as_ref(), folder);
    let manifest = project.catalog.manifest();
    write(&build, (&record, before.as_ref()), folder, &ours, manifest)
}

/// The folder, once no other `gen` writes to it: what one accepts the other must see.
pub fn lock(folder: &Path) -> Result<Folder> {
    let place = folder.display();
    Ok(Folder::lock(folder, || {
        message(format_args!(
            "note: another gen writes to {place}; waiting for it"
        ));
    })?)
}

/// Writes the pages and a record, and shows the sizes.
pub fn write(
    build: &CatalogBuild,
    (record, before): (&Record, Option<&Record>),
    folder: &Path,
    ours: &Folder,
    manifest: &Manifest,
) -> Result<Report> {
    let written = build.write(record, ours)?;
    for file in build.orphans(folder) {
        let path = folder.join(file);
        message(format_args!(
            "note: {} is no page of the catalog",
            path.display()
        ));
    }
    message(format_args!(
        "{}, {} written to {}",
        count(build.pages.len(), "page"),
        count(written, "file"),
        folder.display()
    ));
    let awaiting = build.pages.iter().filter(|page| page.awaits_search());
    let awaiting = awaiting.count();
    if awaiting > 0 {
        message(format_args!(
            "note: {} wait for a search: `gen pack`",
            count(awaiting, "packed page")
        ));
    }
    let sizes = sizes::tables(
        Exporter::new(&()),
        &build.collections,
        record,
        before,
        Some(manifest),
    );
    Ok(Report::good(sizes.export(Format::Table)?))
}
