//! `gen source`.

use anyhow::Result;

use super::project::Project;
use crate::output::Outcome;

pub fn run(project: &Project, variant: &str) -> Result<Outcome> {
    let variant = project.catalog.variant(variant)?;
    Ok(Outcome::good(project.builder.source_page(variant)?))
}
