//! `gen publish`.

use std::path::PathBuf;

use anyhow::Result;
use golfchess::publish::Site;

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
    Ok(Outcome {
        text,
        found: !found.is_empty(),
    })
}
