//! `gen explain`.

use anyhow::Result;
use golfchess::minify::{Minified, NameKind};

use super::project::Project;
use crate::cli::Format;
use crate::output::{Align, Outcome, Table, json};

pub fn run(project: &Project, variant: &str, format: Format) -> Result<Outcome> {
    let variant = project.catalog.variant(variant)?;
    let built = project.templates.build(variant)?;
    Ok(Outcome::good(match format {
        Format::Json => json(&built)?,
        Format::Table => format!(
            "{}: {} bytes\n\nstages\n{}\ncandidates\n{}\nnames\n{}\n{}\n",
            variant.name,
            built.page.len(),
            stages(&built).text(),
            candidates(&built).text(),
            names(&built).text(),
            built.page,
        ),
    }))
}

fn stages(built: &Minified) -> Table {
    let mut table = Table::new(&[("stage", Align::Left), ("bytes", Align::Right)]);
    for (stage, bytes) in &built.stages {
        table.row([(*stage).to_owned(), bytes.to_string()]);
    }
    table
}

fn candidates(built: &Minified) -> Table {
    let mut table = Table::new(&[
        ("maker", Align::Left),
        ("wrapper", Align::Left),
        ("bytes", Align::Right),
        ("", Align::Left),
    ]);
    for candidate in &built.candidates {
        let won = candidate.maker == built.maker && candidate.wrapper == built.wrapper;
        table.row([
            candidate.maker.name().to_owned(),
            candidate.wrapper.clone(),
            candidate
                .bytes
                .map_or("none".into(), |bytes| bytes.to_string()),
            if won { "winner".into() } else { String::new() },
        ]);
    }
    table
}

fn names(built: &Minified) -> Table {
    let mut table = Table::new(&[
        ("name", Align::Left),
        ("letter", Align::Left),
        ("kind", Align::Left),
        ("uses", Align::Right),
    ]);
    for name in &built.names {
        table.row([
            name.name.clone(),
            name.letter.clone(),
            match name.kind {
                NameKind::Global => "global".into(),
                NameKind::Local => "local".into(),
            },
            name.uses.to_string(),
        ]);
    }
    table
}
