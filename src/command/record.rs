//! `gen record`.

use anyhow::Result;
use golfchess_pages::measure::{FILE_NAME, Record};

use super::all::{lock, write};
use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use crate::output::Report;

const HELP: &str = "Example: gen record && git add catalog";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::CleanUp;
pub const NEEDS: &[Need] = &[Need::TEMPLATES];

/// Rebuild the catalog and accept its sizes as the new baseline
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {}

/// Rebuilds the catalog; the sizes of its pages become the accepted ones.
pub fn run(env: &Environment, _: &Args) -> Result<Report> {
    let project = &env.project()?;
    let edition = project.edition()?;
    let ours = lock(&project.folder)?;
    // This command repairs a record that cannot be read.
    let before = Record::load(&project.folder.join(FILE_NAME)).unwrap_or_default();
    write(
        &edition,
        &edition.record(),
        before.as_ref(),
        &project.folder,
        &ours,
    )
}
