//! `gen build`.

use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess_pages::catalog::{FlagSet, Variant};
use golfchess_pages::files;

use super::Environment;
use super::all::lock;
use super::overwrite::Files;
use crate::options::{Folders, STDOUT};
use crate::output::{Report, help};

const HELP: &str = "Example: gen build index_TMP_D_SU > chess.html";

/// Build single pages
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Names such as index_TMP_D_SU
    #[arg(required_unless_present = "flags", value_name = "VARIANT")]
    variants: Vec<String>,
    /// The letters of the flags instead of a name, such as TMPDSU
    #[arg(long, conflicts_with = "variants", value_name = "LETTERS")]
    flags: Option<String>,
    /// A file for one page, a folder for several [default: one page to stdout, as with -]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Also write the page's file with .map added, with which developer tools show the fragments; the page gets a
    /// comment with the name of this file
    #[arg(long, requires = "out")]
    source_map: bool,
}

impl Args {
    pub fn files(&self, folders: &Folders) -> Files {
        let out = self.out.as_deref();
        let map = out.filter(|out| self.source_map && !out.is_dir());
        let map = map.map(|out| out.with_added_extension("map"));
        Files::default()
            .reads_catalog(folders)
            .writes("--out", out)
            .writes("--source-map", map.as_deref())
    }
}

pub fn run(env: &Environment, build: &Args) -> Result<Report> {
    let project = &env.project()?;
    build
        .files(&env.folders)
        .reads_each(&project.bundled)
        .refuse()?;
    let variants: Vec<&Variant> = match &build.flags {
        Some(letters) => vec![project.catalog.with_flags(&FlagSet::new(letters))?],
        None => build
            .variants
            .iter()
            .map(|name| project.catalog.variant(name))
            .collect::<Result<_, _>>()?,
    };
    let out = build.out.as_deref().filter(|out| *out != Path::new(STDOUT));
    let file = out.filter(|out| variants.len() == 1 && !out.is_dir());
    let name = |variant: &Variant| match file.and_then(Path::file_name) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => variant.file_name(),
    };
    let mut pages = Vec::new();
    let mut maps = Vec::new();
    for variant in &variants {
        if build.source_map {
            let name = name(variant);
            let mapped = project.builder.build_with_source_map(variant, &name)?;
            pages.push((name.clone(), mapped.page));
            maps.push((format!("{name}.map"), mapped.map));
        } else {
            pages.push((name(variant), project.builder.build(variant)?.minified.page));
        }
    }
    let scripts = variants
        .iter()
        .map(|variant| project.builder.script(variant));
    let scripts: Vec<_> = scripts.collect::<Result<_, _>>()?;
    let texts = scripts.iter().map(|script| script.text.as_str());
    project.warn(variants.iter().copied().zip(texts))?;
    if out.is_none() && build.source_map {
        return Err(help::error(
            "the source map needs a file beside the page",
            "name a file or a folder with --out",
        ));
    }
    match (out, pages.as_slice()) {
        (None, [(_, page)]) => return Ok(Report::good(page)),
        (None, _) => return Err(help::error("several pages need a folder", "add --out DIR")),
        // The page names its map as a file beside it.
        (Some(out), _) if file.is_some() => {
            for (name, text) in pages.iter().chain(&maps) {
                files::write(&out.with_file_name(name), text)?;
            }
        }
        (Some(out), _) if out.is_file() => {
            let message = format!(
                "several pages need a folder, and {} is a file",
                out.display()
            );
            return Err(help::error(message, "name a folder with --out"));
        }
        (Some(out), _) => {
            pages.append(&mut maps);
            lock(out)?.write(&pages)?;
        }
    }
    Ok(Report::default())
}
