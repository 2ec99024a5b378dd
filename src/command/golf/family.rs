//! `gen golf` for the variants of a catalog that is not chess.

use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use golfchess::interrupt;
use golfchess_pages::catalog::Variant;

use super::oracle::played;
use super::report::place;
use super::search::Task;
use super::{Args, MERGE};
use crate::command::project::Project;
use crate::command::scenarios::require_recorded;
use crate::output::{Report, help};

/// Searches in variants, or joins the parts of a search in one.
pub fn run(project: &Project, args: &Args) -> Result<Report> {
    if !args.keep.is_empty() || args.even {
        return Err(help::error(
            "--keep and --even are not for the variants of this catalog",
            "write names to keep into the manifest; a saving must be smaller by its `metric`",
        ));
    }
    let model = project.model()?;
    require_recorded(model)?;
    let (names, states) = match &args.variants[..] {
        [word, name, states @ ..] if word == MERGE && !states.is_empty() => {
            (std::slice::from_ref(name), states)
        }
        [word, ..] if word == MERGE => {
            return Err(help::error(
                "`merge` needs a variant and the states of the parts of a search in it",
                "name the files that the runs with --shard print",
            ));
        }
        names => (names, &[][..]),
    };
    let variants = variants(project, names)?;
    if args.out.is_some() && variants.len() > 1 {
        return Err(help::error(
            "--out is for one page",
            "name one variant, or leave --out away",
        ));
    }
    let stop = interrupt::ask_first().context("cannot handle interrupts")?;
    for variant in variants {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let composed = project.builder.script(variant)?;
        let subject = project.subject(variant, String::new())?;
        let suites = model.suites();
        let judge = played(args, &subject, &suites, None)?;
        let task = Task {
            name: variant.name.clone(),
            script: composed.text.clone(),
            options: project.catalog.manifest().minify_options(),
            judge: &judge,
            place: &|offset| place(&composed, offset),
            if_wrong: format!("run `gen verify {}`", variant.name),
        };
        task.run(args, states, &stop)?;
    }
    Ok(Report::default())
}

/// The variants of some names; without a name all pages of the catalog.
pub fn variants<'p>(project: &'p Project, names: &[String]) -> Result<Vec<&'p Variant>> {
    let named = names.iter().map(|name| project.catalog.variant(name));
    let named: Vec<&Variant> = named.collect::<Result<_, _>>()?;
    match named.is_empty() {
        true => Ok(project.catalog.variants().iter().collect()),
        false => Ok(named),
    }
}
