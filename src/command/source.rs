//! `gen source`.

use anyhow::Result;

use super::Environment;
use crate::output::Report;

const HELP: &str = "Example: gen source index_L1 > readable.html";

/// Show the readable page that a variant is made from
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variant
    variant: String,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = env.project()?;
    let variant = project.catalog.variant(&args.variant)?;
    Ok(Report::good(project.builder.source_page(variant)?))
}
