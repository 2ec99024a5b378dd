//! `gen publish`.

use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess::interrupt;
use golfchess::publish::Site;

use super::all::lock;
use super::project::Project;
use crate::output::Outcome;

/// Where the site goes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the site
    #[arg(long, default_value = "dist", value_name = "DIR")]
    out: PathBuf,
    /// Only say what in the folder differs from what would be published
    #[arg(long)]
    check: bool,
}

/// Writes the site, or finds what is stale in it.
pub fn run(project: &Project, args: &Args) -> Result<Outcome> {
    let edition = project.edition()?;
    let site = Site::build(
        &project.catalog,
        &project.templates,
        &edition,
        &project.folder,
        &project.site,
    )?;
    let (count, bytes) = site.files().fold((0, 0), |(count, bytes), (_, file)| {
        (count + 1, bytes + file.len())
    });
    let place = args.out.display();
    if !args.check {
        let beside = args.out.parent().filter(|parent| *parent != Path::new(""));
        // The new site is made beside the old one.
        let _ours = lock(beside.unwrap_or(Path::new(".")))?;
        let _hold = interrupt::hold();
        site.write(&args.out)?;
        let text = format!("{count} files, {bytes} bytes in {place}\n");
        return Ok(Outcome::good(text));
    }
    let found = site.differences(&args.out)?;
    let text = if found.is_empty() {
        format!("{place} is up to date: {count} files, {bytes} bytes\n")
    } else {
        let lines = found.iter().map(|difference| format!("{difference}\n"));
        lines.collect::<String>() + "run `gen publish` to renew it\n"
    };
    Ok(Outcome::judged(text, !found.is_empty()))
}
