//! Writes what the readable pages show into the files of scenarios.

use std::fs;

use anyhow::{Context, Result};
use golfchess_pages::catalog::Variant;
use golfchess_pages::files;
use golfchess_parity::host::Kind;
use golfchess_parity::scenario::Scenario;
use golfchess_parity::{Transcript, compare_pages};

use super::{play, variants};
use crate::command::project::Project;
use crate::command::stop::Lines;
use crate::command::verify::beside;
use crate::output::{Report, count};

/// Records scenarios. One whose pages show different things is a finding.
pub fn run(project: &Project, scenarios: &[&Scenario], kind: Kind) -> Result<Report> {
    let mut host = kind.open()?;
    let folder = project.builder.templates().folder().join(Scenario::FOLDER);
    let (text, mut failed) = (Lines::new(), false);
    for scenario in scenarios {
        let name = &scenario.name;
        let mut first: Option<(&Variant, Transcript)> = None;
        let mut problem = None;
        let mut pages = 0;
        for variant in variants(project, scenario) {
            pages += 1;
            let shown = play(host.as_mut(), project, scenario, variant)?;
            let Some((other, before)) = &first else {
                first = Some((variant, shown));
                continue;
            };
            if let Some(difference) = compare_pages(before, &shown) {
                let (left, right) = (difference.expected.to_string(), difference.shown);
                problem = Some(format!(
                    "its pages show different things\n{}\n\
                     help: name the flags in `with` and `without`, one scenario for each case\n",
                    beside(&other.name, &left, &variant.name, &right)
                ));
                break;
            }
        }
        let recorded = first.filter(|_| problem.is_none());
        let Some((_, shown)) = recorded else {
            let problem = problem.unwrap_or("no page of the catalog has its flags\n".to_owned());
            text.add(&format!("{name} is not recorded: {problem}\n"));
            failed = true;
            continue;
        };
        let file = folder.join(format!("{name}.toml"));
        let old = fs::read_to_string(&file);
        let old = old.with_context(|| format!("cannot read {}", file.display()))?;
        let new = Scenario::recorded(&old, &shown);
        // A key below `shown` would be lost.
        let kept = Scenario::parse(&new, &file).is_ok_and(|new| {
            Scenario {
                shown: scenario.shown.clone(),
                ..new
            } == **scenario
        });
        if !kept {
            text.add(&format!(
                "{name} is not recorded: `shown` must be its last key\n"
            ));
            failed = true;
            continue;
        }
        let outputs = count(shown.outputs(), "output");
        let pages = count(pages, "page");
        let state = if new == old { "unchanged" } else { "recorded" };
        if new != old {
            files::write(&file, &new)?;
        }
        text.add(&format!("{name}: {state}, {outputs} on {pages}\n"));
    }
    Ok(Report::with_findings(text.text(), failed))
}
