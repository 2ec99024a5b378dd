//! `gen publish`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use golfchess::publish::Site;
use golfchess_pages::experiment::Experiments;
use golfchess_pages::files;

use super::all::lock;
use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use crate::output::Report;

const HELP: &str = "\
Examples: gen publish
          gen publish --check";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::CleanUp;
pub const NEEDS: &[Need] = &[Need::TEMPLATES, Need::PAGES, Need::RECORD];

/// Make the site: every page with its figures, a manual, a board to play on
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
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
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    let edition = project.edition()?;
    let experiments = Experiments::load(&args.experiments)?;
    let measured = experiments.measure(&project.catalog, &project.templates, &project.fragments)?;
    let site = Site::build(
        &project.catalog,
        &project.templates,
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
        return Ok(Report::good(text));
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
    Ok(Report::judged(text, found))
}
