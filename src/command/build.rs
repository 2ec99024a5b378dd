//! `gen build`.

use anyhow::{Result, bail};
use golfchess_pages::catalog::{FlagSet, Variant};
use golfchess_pages::files;

use super::all::lock;
use super::project::Project;
use crate::cli::Build;
use crate::output::Outcome;

pub fn run(project: &Project, build: &Build) -> Result<Outcome> {
    let variants: Vec<&Variant> = match &build.flags {
        Some(letters) => vec![project.catalog.with_flags(&FlagSet::new(letters))?],
        None => build
            .variants
            .iter()
            .map(|name| project.catalog.variant(name))
            .collect::<Result<_, _>>()?,
    };
    let mut pages = Vec::new();
    for variant in &variants {
        pages.push(project.builder.build(variant)?.page);
    }
    match (&build.out, pages.as_slice()) {
        (None, [page]) => return Ok(Outcome::good(page)),
        (None, _) => bail!("several pages need a folder: add --out DIR"),
        (Some(out), [page]) if !out.is_dir() => files::write(out, page)?,
        (Some(out), _) if out.is_file() => {
            bail!("{} is a file; several pages need a folder", out.display())
        }
        (Some(out), _) => {
            let names = variants.iter().map(|variant| variant.file_name());
            lock(out)?.write(&names.zip(pages).collect::<Vec<_>>())?;
        }
    }
    Ok(Outcome::default())
}
