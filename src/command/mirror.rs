//! Pages of a catalog of any kind: their readable pages and their scenarios say what they must show.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use golfchess_pages::catalog::{InputRules, Variant};
use golfchess_pages::minify;
use golfchess_parity::Inputs;
use golfchess_parity::mirror::{Mirror, ReadablePageModel};
use golfchess_parity::scenario::{Scenario, Scenarios};
use golfchess_parity::{Effort, Subject, Suite};

use super::project::Project;
use crate::output::help;

/// The pages of a catalog with its scenarios and inputs.
pub struct Family<'p> {
    project: &'p Project,
    pub scenarios: Vec<Scenario>,
    inputs: Option<Inputs>,
}

impl<'p> Family<'p> {
    pub fn open(project: &'p Project) -> Result<Self> {
        let folder = project.builder.templates().folder();
        let scenarios = Scenario::load_all(&folder.join(Scenario::FOLDER))?;
        let manifest = project.catalog.manifest();
        for scenario in &scenarios {
            let mut letters = scenario.with.iter().chain(&scenario.without);
            let is_flag = |letter: char| manifest.flags.iter().any(|flag| flag.letter == letter);
            if let Some(letter) = letters.find(|letter| !is_flag(**letter)) {
                let name = &scenario.name;
                bail!("the scenario {name} names {letter}, which is no flag");
            }
        }
        let inputs = manifest.inputs.as_ref().map(inputs).transpose();
        let inputs = inputs.context("in the manifest: `[inputs]` has a wrong step")?;
        Ok(Self {
            project,
            scenarios,
            inputs,
        })
    }

    /// Fails if a scenario says nothing of what pages must show.
    pub fn recorded(self) -> Result<Self> {
        let missing = |scenario: &&Scenario| scenario.shown.is_none();
        match self.scenarios.iter().find(missing) {
            None => Ok(self),
            Some(Scenario { name, .. }) => Err(help::error(
                format!("the scenario {name} does not say what pages must show"),
                format!("write it with `gen scenarios record {name}`, and read it"),
            )),
        }
    }

    /// The scenario of a name.
    pub fn scenario(&self, name: &str) -> Result<&Scenario> {
        let found = self.scenarios.iter().find(|other| other.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.scenarios.iter().map(|other| &*other.name).collect();
            let help = match names[..] {
                [] => {
                    "there are no files *.toml in the folder scenarios/ beside the manifest".into()
                }
                _ => format!("the scenarios are {}", names.join(", ")),
            };
            help::error(format!("there is no scenario `{name}`"), help)
        })
    }

    /// The variants of the catalog that a scenario is for.
    pub fn variants(&self, scenario: &Scenario) -> impl Iterator<Item = &'p Variant> {
        let variants = self.project.catalog.variants().iter();
        variants.filter(|variant| scenario.applies(|flag| variant.flags.has(flag)))
    }

    /// The subject of a variant, with any page.
    pub fn subject(&self, variant: &Variant, page: String) -> Result<Subject> {
        let project = self.project;
        let script = project.builder.script(variant)?;
        let applies = |scenario: &&Scenario| scenario.applies(|flag| variant.flags.has(flag));
        Ok(Subject {
            name: variant.name.clone(),
            place: project.catalog.place(variant),
            reference: Arc::new(ReadablePageModel {
                dictionary: minify::dictionary(&script.text)?,
                inputs: match &self.inputs {
                    Some(inputs) => inputs.clone(),
                    None => Inputs::of_script(&script.text),
                },
                scenarios: self.scenarios.iter().filter(applies).cloned().collect(),
            }),
            page,
            readable: project.builder.source_page(variant)?,
        })
    }
}

/// The suites of a catalog without a model, and what each of them plays.
pub const SUITES: [(&dyn Suite, &str); 2] = [
    (&Scenarios, Scenarios::COVERAGE),
    (&Mirror, Mirror::COVERAGE),
];

/// The names of [`SUITES`], and what they play.
pub fn coverage(_: Effort) -> Vec<(&'static str, &'static str)> {
    SUITES.map(|(suite, plays)| (suite.name(), plays)).to_vec()
}

/// The inputs that a manifest declares.
fn inputs(rules: &InputRules) -> Result<Inputs> {
    let steps = rules.steps().map(|step| step.parse());
    Ok(Inputs {
        answers: rules.answers.clone(),
        steps: steps.collect::<Result<_, _>>()?,
        frames: rules.frames,
    })
}
