//! Writes what the readable pages show into the files of scenarios.

use std::fs;

use anyhow::{Context, Result};
use golfchess_pages::files;
use golfchess_parity::compare_pages;
use golfchess_parity::host::{Host, Kind};
use golfchess_parity::scenario::{Recording, Scenario};

use super::{play, variants};
use crate::command::project::Project;
use crate::command::stop::Lines;
use crate::output::{Report, count};

/// Records scenarios. Pages that show the same are a group; several groups have a table each.
pub fn run(project: &Project, scenarios: &[&Scenario], kind: Kind) -> Result<Report> {
    let mut host = kind.open()?;
    let folder = project.builder.templates().folder().join(Scenario::FOLDER);
    let (text, mut failed) = (Lines::new(), false);
    for scenario in scenarios {
        let name = &scenario.name;
        let groups = groups(host.as_mut(), project, scenario)?;
        if groups.is_empty() {
            text.add(&format!(
                "{name} is not recorded: no page of the catalog has its flags\n\n"
            ));
            failed = true;
            continue;
        }
        let file = folder.join(format!("{name}.toml"));
        let old = fs::read_to_string(&file);
        let old = old.with_context(|| format!("cannot read {}", file.display()))?;
        let new = Scenario::recorded(&old, &groups);
        // A key below `shown` would be lost.
        let kept = Scenario::parse(&new, &file).is_ok_and(|new| {
            Scenario {
                shown: scenario.shown.clone(),
                groups: scenario.groups.clone(),
                ..new
            } == **scenario
        });
        if !kept {
            text.add(&format!(
                "{name} is not recorded: `shown` and the groups must stand last\n\n"
            ));
            failed = true;
            continue;
        }
        let state = if new == old { "unchanged" } else { "recorded" };
        if new != old {
            files::write(&file, &new)?;
        }
        text.add(&format!("{name}: {state}, {}\n", in_words(&groups)));
    }
    Ok(Report::with_findings(text.text(), failed))
}

/// What the pages of a scenario show: each page with those before it that show the same.
fn groups(host: &mut dyn Host, project: &Project, scenario: &Scenario) -> Result<Vec<Recording>> {
    let mut groups: Vec<Recording> = Vec::new();
    for variant in variants(project, scenario) {
        let shown = play(host, project, scenario, variant)?;
        let mut found = groups.iter_mut();
        let same = found.find(|group| compare_pages(&group.shown, &shown).is_none());
        let name = variant.name.clone();
        match same {
            Some(group) => group.pages.push(name),
            None => groups.push(Recording {
                pages: vec![name],
                shown,
            }),
        }
    }
    Ok(groups)
}

fn in_words(groups: &[Recording]) -> String {
    let pages = groups.iter().map(|group| group.pages.len()).sum();
    let pages = count(pages, "page");
    match groups {
        [one] => format!("{} on {pages}", count(one.shown.outputs(), "output")),
        several => format!("{} of {pages}", count(several.len(), "group")),
    }
}
