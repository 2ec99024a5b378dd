//! What judges the candidates of a search.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use golfchess::search::file::{Judge, Played, PlayedError, Program};
use golfchess_pages::minify::{self, Wrapper};
use golfchess_parity::mirror::{Mirror, ReadablePageModel};
use golfchess_parity::scenario::{Scenario, Scenarios};
use golfchess_parity::{Inputs, Subject, Suite};

use super::Args;
use crate::output::help;

/// The oracle that compares what pages show.
const MIRROR: &str = "mirror";

/// A judge that plays the games of suites.
pub fn played(
    args: &Args,
    subject: &Subject,
    suites: &[&dyn Suite],
    around: Option<Wrapper>,
) -> Result<Played> {
    let games = (args.effort.effort(), args.seed);
    let played = Played::new(subject, suites, games, args.host, around);
    played.map_err(|error| match error {
        PlayedError::Silent => help::with_help(
            error,
            format!("cannot search in {}", subject.name),
            "write a scenario with the inputs to which the page reacts",
        ),
        PlayedError::Host(_) => error.into(),
    })
}

/// The judge that `--oracle` names, for a file with a script.
pub fn of_option(
    args: &Args,
    oracle: &str,
    (file, wrapper, script): (&str, &Wrapper, &str),
) -> Result<Box<dyn Judge>> {
    let path = Path::new(oracle);
    let is_scenarios = path.is_dir() || path.extension() == Some("toml".as_ref());
    if oracle != MIRROR && !is_scenarios {
        let extension = Path::new(file).extension().unwrap_or("html".as_ref());
        return Ok(Box::new(Program {
            command: oracle.to_owned(),
            file: format!("candidate.{}", extension.to_string_lossy()),
            limit: Duration::from_secs(args.time_limit),
        }));
    }
    let around = wrapper.is_none().then(Wrapper::script);
    let suites: [&dyn Suite; 1] = match is_scenarios {
        true => [&Scenarios],
        false => [&Mirror],
    };
    let subject = Subject {
        name: file.to_owned(),
        place: 0,
        reference: Arc::new(ReadablePageModel {
            dictionary: minify::dictionary(script)?,
            inputs: Inputs::of_script(script),
            scenarios: match is_scenarios {
                true => scenarios(path)?,
                false => Vec::new(),
            },
        }),
        page: String::new(),
        readable: around.as_ref().unwrap_or(wrapper).page(script),
    };
    Ok(Box::new(played(args, &subject, &suites, around)?))
}

/// The scenarios in a file or a folder.
fn scenarios(path: &Path) -> Result<Vec<Scenario>> {
    let scenarios = match path.is_dir() {
        true => Scenario::load_all(path)?,
        false => {
            let text = fs::read_to_string(path);
            let text = text.with_context(|| format!("cannot read {}", path.display()))?;
            Scenario::parse_all(&text, path)?
        }
    };
    let has_flags = |one: &&Scenario| !one.with.is_empty() || !one.without.is_empty();
    if let Some(scenario) = scenarios.iter().find(has_flags) {
        return Err(help::error(
            format!(
                "the scenario {} names flags, and a file has none",
                scenario.name
            ),
            "remove `with` and `without`, or search in a variant of the catalog",
        ));
    }
    if scenarios.is_empty() {
        return Err(help::error(
            format!("there are no scenarios in {}", path.display()),
            "write `steps` or `answers`; docs/manifest.md has examples",
        ));
    }
    Ok(scenarios)
}
