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
    let mut maps = Vec::new();
    for variant in &variants {
        if build.source_map {
            let mapped = project.builder.build_with_source_map(variant)?;
            pages.push(mapped.page);
            maps.push(mapped.map);
        } else {
            pages.push(project.builder.build(variant)?.page);
        }
    }
    match (&build.out, pages.as_slice()) {
        (None, [page]) => return Ok(Outcome::good(page)),
        (None, _) => bail!("several pages need a folder: add --out DIR"),
        (Some(out), [page]) if !out.is_dir() => {
            files::write(out, page)?;
            // The page names its map as a file beside it.
            for (variant, map) in variants.iter().zip(&maps) {
                files::write(&out.with_file_name(map_name(variant)), map)?;
            }
        }
        (Some(out), _) if out.is_file() => {
            bail!("{} is a file; several pages need a folder", out.display())
        }
        (Some(out), _) => {
            let pages = variants
                .iter()
                .map(|variant| variant.file_name())
                .zip(pages);
            let maps = variants.iter().map(|variant| map_name(variant)).zip(maps);
            lock(out)?.write(&pages.chain(maps).collect::<Vec<_>>())?;
        }
    }
    Ok(Outcome::default())
}

fn map_name(variant: &Variant) -> String {
    format!("{}.map", variant.file_name())
}
