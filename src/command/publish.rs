//! `gen publish`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use golfchess::publish::Site;
use golfchess_pages::experiment::Experiments;
use golfchess_pages::files;

use super::all::lock;
use super::project::Project;
use crate::output::Outcome;

/// Where the site goes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the site
    #[arg(long, default_value = "dist", value_name = "DIR")]
    out: PathBuf,
    /// The folder of the experiments, whose figures the site shows
    #[arg(long, default_value = "experiments", value_name = "DIR")]
    experiments: PathBuf,
    /// The file of the anatomy of the largest page, as Markdown
    #[arg(long, default_value = "docs/anatomy.md", value_name = "FILE")]
    anatomy: PathBuf,
    /// Only say what in the folder differs from what would be published
    #[arg(long)]
    check: bool,
}

/// Writes the site, or finds what is stale in it.
pub fn run(project: &Project, args: &Args) -> Result<Outcome> {
    let edition = project.edition()?;
    let experiments = Experiments::load(&args.experiments)?;
    let measured = experiments.measure(&project.catalog, &project.builder)?;
    let site = Site::build(
        &project.catalog,
        &project.builder,
        &edition,
        &measured,
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
        // First, as it is short: an interrupt waits for the site.
        if let Some(folder) = args.anatomy.parent() {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        files::write(&args.anatomy, site.anatomy())?;
        {
            let _hold = files::block_interrupts();
            site.write(&args.out)?;
        }
        let anatomy = args.anatomy.display();
        let text = format!("{count} files, {bytes} bytes in {place}, and {anatomy}\n");
        return Ok(Outcome::good(text));
    }
    let found = site.differences(&args.out)?;
    let mut lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    if !fs::read_to_string(&args.anatomy).is_ok_and(|text| text == site.anatomy()) {
        lines.push(format!("{} is stale", args.anatomy.display()));
    }
    let found = !lines.is_empty();
    let text = if found {
        format!("{}\nrun `gen publish` to renew it\n", lines.join("\n"))
    } else {
        format!("{place} is up to date: {count} files, {bytes} bytes\n")
    };
    Ok(Outcome::judged(text, found))
}
