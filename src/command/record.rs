//! `gen record`.

use anyhow::Result;
use golfchess_pages::measure::{FILE_NAME, Record};

use super::Environment;
use super::all::{lock, write};
use super::project::Project;
use super::{advice, records};
use crate::output::{Report, message};

const HELP: &str = "\
Example: gen record && git add catalog

A record with merge conflicts is merged: the smaller accepted size of both sides counts.";

/// Rebuild the catalog and accept its sizes as the new baseline
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {}

/// Rebuilds the catalog; the sizes of its pages become the accepted ones.
pub fn run(env: &Environment) -> Result<Report> {
    let project = &env.project()?;
    let build = project.build_all()?;
    let manifest = project.catalog.manifest();
    let ours = lock(&project.folder)?;
    let path = project.folder.join(FILE_NAME);
    if records::is_in_conflict(&project.folder) {
        // A merge is no decision to accept growth.
        let before = records::accepted(&project.folder, build.metric)?;
        let record = records::with_accepted(build.record(), before.as_ref(), &project.folder);
        message("note: run `gen record` again to accept pages that have grown");
        return write(
            &build,
            (&record, before.as_ref()),
            &project.folder,
            &ours,
            manifest,
        );
    }
    // This command replaces a record that cannot be read, or that has another metric.
    let before = Record::load(&path).unwrap_or_default();
    let before = before.filter(|before| before.metric == build.metric);
    let record = build.record();
    note_larger_packed_pages(project, &record);
    write(
        &build,
        (&record, before.as_ref()),
        &project.folder,
        &ours,
        manifest,
    )
}

/// Says which packed pages are larger than in the last commit: a search may make them smaller, so accepting
/// them is seldom meant.
fn note_larger_packed_pages(project: &Project, record: &Record) {
    let Ok(last) = records::find("HEAD", &project.folder, record.metric) else {
        return;
    };
    let manifest = project.catalog.manifest();
    let packed = project.catalog.variants().iter();
    let packed = packed.filter(|variant| manifest.packs(&variant.flags));
    let mut names = Vec::new();
    for name in packed.map(|variant| variant.name.as_str()) {
        let sizes = record.entry(name).zip(last.entry(name));
        if let Some((now, then)) = sizes.filter(|(now, then)| now.size() > then.size()) {
            let (more, unit) = (now.size() - then.size(), record.metric.unit());
            message(format_args!(
                "note: {name} has {} {unit}, {more} more than in the last commit",
                now.size()
            ));
            names.push(name);
        }
    }
    if let Some(advice) = advice::search_again(&names) {
        message(format_args!("help: {advice}"));
    }
}
