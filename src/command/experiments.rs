//! `gen sizes --experiments`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use golfchess_pages::experiment::{Experiments, Measured};
use golfchess_pages::files;

use super::project::Project;
use crate::cli::SizesFormat;
use crate::output::{Align, Outcome, Table, csv, json, signed};

pub fn run(
    project: &Project,
    folder: &Path,
    format: SizesFormat,
    out: Option<&Path>,
) -> Result<Outcome> {
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
    Ok(Outcome::good(match format {
        SizesFormat::Table => table(&measured).text(),
        SizesFormat::Markdown => table(&measured).markdown(),
        SizesFormat::Json => json(&measured)?,
        SizesFormat::Csv => {
            let rows: Vec<_> = measured.iter().map(row).collect();
            let header = COLUMNS.map(|(title, _)| title);
            csv(&header, &rows)?
        }
    }))
}

const COLUMNS: [(&str, Align); 9] = [
    ("experiment", Align::Left),
    ("beside", Align::Left),
    ("bytes", Align::Right),
    ("more", Align::Right),
    ("gzip", Align::Right),
    ("more gzip", Align::Right),
    ("brotli", Align::Right),
    ("more brotli", Align::Right),
    ("differs", Align::Left),
];

fn table(measured: &[Measured]) -> Table {
    let mut table = Table::new(&COLUMNS);
    for one in measured {
        table.row(row(one));
    }
    table
}

fn row(one: &Measured) -> Vec<String> {
    let (experiment, sizes) = (&one.experiment, one.sizes);
    vec![
        experiment.name.clone(),
        experiment.variant.clone(),
        sizes.bytes.to_string(),
        signed(one.more_bytes),
        sizes.gzip.to_string(),
        signed(one.more_gzip),
        sizes.brotli.to_string(),
        signed(one.more_brotli),
        experiment.differs.clone().unwrap_or_default(),
    ]
}
