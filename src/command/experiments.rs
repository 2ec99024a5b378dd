//! `gen sizes --experiments`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use golfchess_pages::experiment::{Experiments, Measured};
use golfchess_pages::files;

use super::project::Project;
use crate::options::Format;
use crate::output::{Align, Cell, Exporter, Report, Table};

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
    let exporter = Exporter::new(&measured).table(table(&measured));
    Ok(Report::good(exporter.export(format)?))
}

fn table(measured: &[Measured]) -> Table {
    let right = Align::Right;
    let mut table = Table::new(&[
        ("experiment", Align::Left),
        ("beside", Align::Left),
        ("bytes", right),
        ("more", right),
        ("gzip", right),
        ("more gzip", right),
        ("brotli", right),
        ("more brotli", right),
        ("differs", Align::Left),
    ]);
    for one in measured {
        let (experiment, sizes) = (&one.experiment, one.sizes);
        table.row([
            Cell::from(experiment.name.as_str()),
            experiment.variant.as_str().into(),
            sizes.bytes.into(),
            Cell::change(one.more_bytes),
            sizes.gzip.into(),
            Cell::change(one.more_gzip),
            sizes.brotli.into(),
            Cell::change(one.more_brotli),
            experiment.differs.as_deref().into(),
        ]);
    }
    table
}
