//! `gen scenarios`: records and checks what the readable pages show in scenarios.

mod coverage;
mod record;

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use clap::ValueEnum;
use golfchess_pages::catalog::Variant;
use golfchess_parity::host::{Host, Kind};
use golfchess_parity::scenario::Scenario;
use golfchess_parity::{Ending, Model, Transcript, compare};

use super::Environment;
use super::project::Project;
use super::stop::Lines;
use super::verify::beside;
use crate::options::host;
use crate::output::{Report, count, help};

const HELP: &str = "\
A scenario is a file NAME.toml in the folder scenarios/ beside the manifest: its flags, the inputs,
and what pages with these flags show. `record` plays the readable pages and writes the key `shown`,
or a table [[group]] for each group of pages that show the same; read it before you commit it.
`check` fails if a readable page shows something else now. `gen verify` plays the same scenarios on
the pages of the catalog.

Keys: with     flags that a page must have: [\"D\"]
      without  flags that a page must not have: [\"N\"]
      answers  texts for prompts, true (OK) or false (Cancel): [\"Ann\", false]
      steps    what happens after the page has loaded: [\"click #add\", \"wait 500\"]
      seed     selects the numbers of Math.random: 1
      shown    what the page shows; `record` writes it, and `pages` of a group

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
    #[arg(long, value_parser = host(), default_value_t)]
    host: Kind,
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
    let all = project.readable_pages()?.scenarios;
    let mut scenarios: Vec<&Scenario> = all.iter().collect();
    if !args.names.is_empty() {
        let named = args.names.iter().map(|name| named(&all, name));
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
    let kind = args.host;
    match (args.action, args.coverage) {
        (Action::Record, true) => Err(help::error(
            "--coverage records nothing",
            "use `gen scenarios check --coverage`",
        )),
        (Action::Check, true) if kind != Kind::Chrome => Err(help::error(
            format!("the host {kind} does not measure coverage"),
            "use --host chrome",
        )),
        (Action::Record, false) => record::run(project, &scenarios, kind),
        (Action::Check, with_coverage) => {
            let checked = check(project, &scenarios, kind)?;
            match with_coverage {
                true => Ok(checked.with(&coverage::run(project, &scenarios)?)),
                false => Ok(checked),
            }
        }
    }
}

/// The scenario of a name.
pub fn named<'s>(scenarios: &'s [Scenario], name: &str) -> Result<&'s Scenario> {
    let found = scenarios.iter().find(|other| other.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = scenarios.iter().map(|other| &*other.name).collect();
        let help = match names[..] {
            [] => "there are no files *.toml in the folder scenarios/ beside the manifest".into(),
            _ => format!("the scenarios are {}", names.join(", ")),
        };
        help::error(format!("there is no scenario `{name}`"), help)
    })
}

/// Fails if a scenario does not say what one of some pages must show.
pub fn require_recorded<'v>(
    model: &dyn Model,
    variants: impl IntoIterator<Item = &'v Variant>,
) -> Result<()> {
    let missing = |variant: &'v Variant| Some((variant, unrecorded(model, variant).next()?));
    match variants.into_iter().find_map(missing) {
        None => Ok(()),
        Some((variant, Scenario { name, .. })) => Err(help::error(
            format!(
                "the scenario {name} does not say what {} must show",
                variant.name
            ),
            format!("write it with `gen scenarios record {name}`, and read it"),
        )),
    }
}

/// The scenarios for a page that do not say what it must show.
pub fn unrecorded<'m>(
    model: &'m dyn Model,
    variant: &Variant,
) -> impl Iterator<Item = &'m Scenario> {
    model.scenarios().iter().filter(|scenario| {
        scenario.applies(|flag| variant.flags.has(flag))
            && scenario.on(&variant.name).shown.is_none()
    })
}

/// The variants of the catalog that a scenario is for.
fn variants<'p>(project: &'p Project, scenario: &Scenario) -> impl Iterator<Item = &'p Variant> {
    let variants = project.catalog.variants().iter();
    variants.filter(|variant| scenario.applies(|flag| variant.flags.has(flag)))
}

/// Compares what the readable pages show with the scenarios.
fn check(project: &Project, scenarios: &[&Scenario], kind: Kind) -> Result<Report> {
    let mut host = kind.open()?;
    let (text, mut failed) = (Lines::new(), 0);
    let mut pages = BTreeSet::new();
    for scenario in scenarios {
        let name = &scenario.name;
        let record = format!("run `gen scenarios record {name}`, and read the file\n");
        let mut problem = None;
        let mut variants = variants(project, scenario).peekable();
        if variants.peek().is_none() {
            problem = Some("no page of the catalog has its flags\n".to_owned());
        }
        let mut in_groups = scenario.groups.iter().flat_map(|group| &group.pages);
        if let Some(page) = in_groups.find(|page| project.catalog.variant(page).is_err()) {
            problem = Some(format!("a group has {page}, which is no page: {record}"));
        }
        for variant in variants {
            if problem.is_some() {
                break;
            }
            let Some(expected) = scenario.on(&variant.name).shown else {
                let page = &variant.name;
                problem = Some(format!("{page} is not recorded: {record}"));
                break;
            };
            pages.insert(&variant.name);
            let shown = play(host.as_mut(), project, scenario, variant)?;
            problem = compare(&expected, &shown).map(|difference| {
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
            text.add(&format!("{} fails: {problem}\n", scenario.name));
        }
    }
    text.add(&format!(
        "{}, played on {}: {failed} failed\n",
        count(scenarios.len(), "scenario"),
        count(pages.len(), "readable page")
    ));
    Ok(Report::with_findings(text.text(), failed > 0))
}

/// What the readable page of a variant shows in a scenario.
fn play(
    host: &mut dyn Host,
    project: &Project,
    scenario: &Scenario,
    variant: &Variant,
) -> Result<Transcript> {
    let readable = project.builder.source_page(variant)?;
    let shown = host.run(&readable, &[&scenario.plan()])?.into_iter().next();
    let shown = shown.context("the host did not play the scenario")?;
    if shown.ending == Ending::Hung {
        let command = format!("gen source {}", variant.name);
        return Err(help::error(
            format!("{} hangs in the scenario {}", variant.name, scenario.name),
            format!("open the readable page, which `{command}` prints, and make its loops end"),
        ));
    }
    Ok(shown)
}
