//! `gen sizes --experiments`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use golfchess_pages::experiment::Experiments;
use golfchess_pages::files;

use super::project::Project;
use crate::output::{Cell, Exporter, Format, Report, Table};

pub fn run(project: &Project, folder: &Path, format: Format, out: Option<&Path>) -> Result<Report> {
    let experiments = Experiments::load(folder)?;
    let measured = experiments.measure(&project.catalog, &project.builder)?;
    if let Some(out) = out {
        for one in &measured {
            let path = out.join(one.path());
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            }
            files::write(&path, &one.page)?;
        }
    }
    let table = Table::of(&measured)
        .left("experiment", |one| &one.experiment.name)
        .left("beside", |one| &one.experiment.variant)
        .right("bytes", |one| one.sizes.bytes)
        .right("more", |one| Cell::change(one.more_bytes))
        .right("gzip", |one| one.sizes.gzip)
        .right("more gzip", |one| Cell::change(one.more_gzip))
        .right("brotli", |one| one.sizes.brotli)
        .right("more brotli", |one| Cell::change(one.more_brotli))
        .left("differs", |one| one.experiment.differs.as_deref());
    let exporter = Exporter::new(&measured).table(table);
    Ok(Report::good(exporter.export(format)?))
}
