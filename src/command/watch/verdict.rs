//! The verdict of the gate on the pages of a watch, in a few lines.

use anyhow::Result;
use golfchess_pages::gate::{self, Baseline, Finding};
use golfchess_pages::measure::FILE_NAME;

use super::rebuild::Change;
use crate::command::records;
use crate::output::{count, help};

/// The maximum number of findings that are listed.
const MOST: usize = 4;

/// What `gen check` would say after `gen --all`; nothing if the change cannot alter it.
pub fn verdict(change: &Change) -> String {
    let of_manifest = change.files.iter().any(|file| file == "catalog.toml");
    if change.changed.is_empty() && !of_manifest {
        return String::new();
    }
    match checked(change) {
        Ok(text) => format!("gate: {text}\n"),
        Err(error) => format!("gate: not checked: {}\n", help::chain(&error)),
    }
}

fn checked(change: &Change) -> Result<String> {
    let (project, build) = (&change.project, &change.build);
    let folder = &project.folder;
    let committed = records::own(folder, build.metric)?;
    let place = folder.join(FILE_NAME).display().to_string();
    let accepted = records::accepted(folder, build.metric)?;
    let accepted = accepted.map(|record| Baseline::accepted(&place, &record));
    let manifest = project.catalog.manifest();
    let found = gate::check(
        build,
        folder,
        committed.as_ref(),
        manifest,
        accepted.as_ref(),
    );
    let is_of_file = |finding: &Finding| {
        matches!(
            finding,
            Finding::Stale { .. } | Finding::Missing { .. } | Finding::Damaged { .. }
        )
    };
    let (files, sizes): (Vec<_>, Vec<_>) = found.iter().partition(|finding| is_of_file(finding));
    let growth = match &accepted {
        Some(_) => "",
        None => "; growth is not checked without accepted sizes (`gen record`)",
    };
    let files = match files.len() {
        0 => String::new(),
        differ => format!("; `gen --all` writes {}", count(differ, "file")),
    };
    let awaiting = accepted.map_or(0, |baseline| gate::awaiting(build, &baseline).len());
    let again = match awaiting {
        0 => String::new(),
        pages => format!("; {} larger until `gen pack`", count(pages, "packed page")),
    };
    if sizes.is_empty() {
        return Ok(format!("passes{growth}{again}{files}"));
    }
    let mut text = format!(
        "fails with {}{growth}{files}",
        count(sizes.len(), "finding")
    );
    for finding in sizes.iter().take(MOST) {
        text += &format!("\n  {finding}");
    }
    if sizes.len() > MOST {
        text += &format!(
            "\n  and {} more: `gen check` lists them",
            sizes.len() - MOST
        );
    }
    Ok(text)
}
