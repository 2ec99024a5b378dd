//! `gen scenarios`: records and checks what the readable pages show in scenarios.

mod coverage;
mod record;

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use clap::ValueEnum;
use golfchess_pages::catalog::Variant;
use golfchess_parity::host::{Host, Kind};
use golfchess_parity::scenario::Scenario;
use golfchess_parity::{Ending, Subject, Transcript};

use super::environment::Environment;
use super::mirror::Family;
use super::verify::{HostName, beside};
use crate::output::{Report, count, help};

const HELP: &str = "\
A scenario is a file NAME.toml in the folder scenarios/ beside the manifest: its flags, the inputs,
and what pages with these flags show. `record` plays the readable page and writes the key `shown`;
read it before you commit it. `check` fails if a readable page shows something else now. `gen verify`
plays the same scenarios on the pages of the catalog.

Keys: with     flags that a page must have: [\"D\"]
      without  flags that a page must not have: [\"N\"]
      answers  texts for prompts, true (OK) or false (Cancel): [\"Ann\", false]
      steps    what happens after the page has loaded: [\"click #add\", \"wait 500\"]
      seed     selects the numbers of Math.random: 1
      shown    what the page shows; `record` writes it

docs/manifest.md lists the steps and the outputs.

Examples: gen scenarios record three_people
          gen scenarios check
          gen scenarios check --coverage";

/// Record what readable pages show in scenarios, or check that they still show it
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// What to do with the scenarios
    #[arg(value_enum)]
    action: Action,
    /// The scenarios [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// List the lines of the fragments that no scenario reaches; with `check`, in Chromium
    #[arg(long)]
    coverage: bool,
    /// The host that runs the pages
    #[arg(long, value_enum, default_value_t)]
    host: HostName,
}

/// What to do with scenarios.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Action {
    /// Write what the readable pages show now
    Record,
    /// Compare it with what the readable pages show now
    Check,
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = &env.project()?;
    let family = &Family::open(project)?;
    let mut scenarios: Vec<&Scenario> = family.scenarios.iter().collect();
    if !args.names.is_empty() {
        let named = args.names.iter().map(|name| family.scenario(name));
        scenarios = named.collect::<Result<_>>()?;
    }
    if scenarios.is_empty() {
        let folder = project.builder.templates().folder();
        return Err(help::error(
            format!(
                "no scenarios in {}",
                folder.join(Scenario::FOLDER).display()
            ),
            "write a file such as first.toml with `steps` or `answers`; docs/manifest.md has examples",
        ));
    }
    let kind = args.host.kind();
    match (args.action, args.coverage) {
        (Action::Record, true) => Err(help::error(
            "--coverage records nothing",
            "use `gen scenarios check --coverage`",
        )),
        (Action::Check, true) if kind != Kind::Chrome => Err(help::error(
            format!("the host {kind} does not measure coverage"),
            "use --host chrome",
        )),
        (Action::Record, false) => record::run(project, family, &scenarios, kind),
        (Action::Check, with_coverage) => {
            let checked = check(family, &scenarios, kind)?;
            match with_coverage {
                true => Ok(checked.with(&coverage::run(project, &scenarios)?)),
                false => Ok(checked),
            }
        }
    }
}

/// Compares what the readable pages show with the scenarios.
fn check(family: &Family<'_>, scenarios: &[&Scenario], kind: Kind) -> Result<Report> {
    let mut host = kind.open()?;
    let (mut text, mut failed) = (String::new(), 0);
    let mut pages = BTreeSet::new();
    for scenario in scenarios {
        let mut problem = scenario.shown.is_none().then(|| {
            let name = &scenario.name;
            format!("it is not recorded: run `gen scenarios record {name}`, and read the file\n")
        });
        let mut variants = family.variants(scenario).peekable();
        if variants.peek().is_none() {
            problem = Some("no page of the catalog has its flags\n".to_owned());
        }
        for variant in variants {
            if problem.is_some() {
                break;
            }
            pages.insert(&variant.name);
            let (subject, shown) = play(host.as_mut(), family, scenario, variant)?;
            let plan = scenario.plan();
            problem = plan
                .judge(subject.reference.as_ref(), &shown)
                .map(|difference| {
                    let sides = beside(
                        "scenario",
                        &difference.expected.to_string(),
                        "readable page",
                        &difference.shown,
                    );
                    format!(
                        "{} differs at output {}\n{sides}\n",
                        variant.name,
                        difference.at + 1
                    )
                });
        }
        if let Some(problem) = problem {
            failed += 1;
            text += &format!("{} fails: {problem}\n", scenario.name);
        }
    }
    text += &format!(
        "{}, played on {}: {failed} failed\n",
        count(scenarios.len(), "scenario"),
        count(pages.len(), "readable page")
    );
    Ok(Report::with_findings(text, failed > 0))
}

/// What the readable page of a variant shows in a scenario.
fn play(
    host: &mut dyn Host,
    family: &Family<'_>,
    scenario: &Scenario,
    variant: &Variant,
) -> Result<(Subject, Transcript)> {
    let subject = family.subject(variant, String::new())?;
    let plan = scenario.plan();
    let shown = host.run(&subject.readable, &[&plan])?.into_iter().next();
    let shown = shown.context("the host did not play the scenario")?;
    if shown.ending == Ending::Hung {
        let command = format!("gen source {}", variant.name);
        return Err(help::error(
            format!("{} hangs in the scenario {}", variant.name, scenario.name),
            format!("open the readable page, which `{command}` prints, and make its loops end"),
        ));
    }
    Ok((subject, shown))
}
