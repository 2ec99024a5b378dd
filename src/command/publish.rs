//! `gen publish`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use golfchess::publish::{Site, committed};
use golfchess_pages::experiment::Experiments;
use golfchess_pages::files;

use super::Environment;
use super::all::lock;
use super::overwrite::Files;
use crate::options::Folders;
use crate::output::{Report, count, message};

const HELP: &str = "\
Examples: gen publish
          gen publish --check";

/// Make the site: every page with its figures, a manual, a board to play on
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The folder of the site [default: dist]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The folder of the experiments, whose figures the site shows
    #[arg(long, default_value = "experiments", value_name = "DIR")]
    experiments: PathBuf,
    /// The file of the anatomy of the largest page, as Markdown; `rejected.md` beside it has the rejected
    /// ideas [default: docs/anatomy.md, or none with --out]
    #[arg(long, value_name = "FILE")]
    anatomy: Option<PathBuf>,
    /// Write nothing; list the files that differ from what would be published
    #[arg(long)]
    check: bool,
}

impl Args {
    pub fn files(&self, folders: &Folders) -> Files {
        Files::default()
            .reads_catalog(folders)
            .reads_folder(&folders.catalog)
            .reads_folder(&self.experiments)
            .writes("--out", self.out.as_deref())
            .writes("--anatomy", self.anatomy.as_deref())
    }
}

/// Writes the site, or lists its stale files.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    project.chess("gen publish")?;
    let out = args.out.as_deref().unwrap_or(Path::new("dist"));
    let anatomy = match (&args.anatomy, &args.out) {
        (Some(file), _) => Some(file.as_path()),
        (None, None) => Some(Path::new("docs/anatomy.md")),
        (None, Some(_)) => None,
    };
    let build = project.build_all()?;
    // First: the experiments and the games take longer.
    let record = committed(&build, &project.folder)?;
    let experiments = Experiments::load(&args.experiments)?;
    let measured = experiments.measure(&project.catalog, &project.builder)?;
    let site = Site::build(
        &project.catalog,
        &project.builder,
        &build,
        &record,
        &measured,
        &project.site,
    )?;
    let (files, bytes) = site.files().fold((0, 0), |(files, bytes), (_, file)| {
        (files + 1, bytes + file.len())
    });
    let size = format!("{}, {bytes} bytes", count(files, "file"));
    let documents: Vec<(PathBuf, &str)> = anatomy.map_or_else(Vec::new, |file| {
        let rejected = file.with_file_name("rejected.md");
        vec![
            (file.to_owned(), site.anatomy()),
            (rejected, site.rejected()),
        ]
    });
    let place = out.display();
    if !args.check {
        let beside = out.parent().filter(|parent| *parent != Path::new(""));
        // The new site is written beside the old one, which it then replaces.
        let _lock = lock(beside.unwrap_or(Path::new(".")))?;
        // Before the site, because an interrupt waits until the site is complete.
        if let Some(folder) = anatomy.and_then(Path::parent) {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let mut written = String::new();
        for (file, text) in &documents {
            files::write(file, text)?;
            written += &format!(", {}", file.display());
        }
        {
            let _guard = files::block_interrupts();
            site.write(out)?;
            files::note_written(out);
        }
        return Ok(Report::good(format!("{size} in {place}{written}\n")));
    }
    let found = site.differences(out)?;
    let mut lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    for (file, text) in &documents {
        if !fs::read_to_string(file).is_ok_and(|found| found == *text) {
            lines.push(format!("{} is stale", file.display()));
        }
    }
    if lines.is_empty() {
        return Ok(Report::good(format!("{place} is up to date: {size}\n")));
    }
    let again = match &args.out {
        None => "gen publish".to_owned(),
        Some(out) => format!("gen publish --out {}", out.display()),
    };
    message(format_args!("help: run `{again}`"));
    Ok(Report::with_findings(lines.join("\n") + "\n", true))
}
