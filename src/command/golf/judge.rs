//! What judges the candidates of a search.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use golfchess::search::Program;
use golfchess_parity::mirror::Scenarios;
use golfchess_parity::mirror::{Mirror, ReadablePageModel};
use golfchess_parity::scenario::Scenario;
use golfchess_parity::search::{Counterexample, Judge, JudgeError, ModelJudge, Pace, SearchGames};
use golfchess_parity::{Inputs, Subject, Suite};
use golfchess_script::Wrapper;

use super::Args;
use crate::output::{help, message};

/// A candidate that takes longer is slow.
const SLOW: Duration = Duration::from_secs(1);

/// The oracle that compares what pages show.
const MIRROR: &str = "mirror";

/// A judge that is not at work yet: a model plans its games first.
#[derive(Clone)]
pub enum Oracle {
    /// The games of a model.
    Model(Subject, SearchGames),
    Program(Program),
}

impl Oracle {
    /// The oracle that `--oracle` names, for a file with a script. `around` is the HTML around a script
    /// that has none.
    pub fn of_option(
        args: &Args,
        oracle: &str,
        file: &str,
        script: &str,
        wrapper: &Wrapper,
    ) -> Result<Self> {
        let path = Path::new(oracle);
        let is_scenarios = path.is_dir() || path.extension() == Some("toml".as_ref());
        if oracle != MIRROR && !is_scenarios {
            let extension = Path::new(file).extension().unwrap_or("html".as_ref());
            return Ok(Self::Program(Program::new(
                oracle.to_owned(),
                format!("candidate.{}", extension.to_string_lossy()),
                Duration::from_secs(args.time_limit),
            )));
        }
        let suite: &'static dyn Suite = match is_scenarios {
            true => &Scenarios,
            false => &Mirror,
        };
        let subject = Subject {
            name: file.to_owned(),
            place: 0,
            same_as: None,
            reference: Arc::new(ReadablePageModel {
                dictionary: golfchess_script::dictionary(script)?,
                inputs: Inputs::of_script(script),
                scenarios: match is_scenarios {
                    true => scenarios(path)?,
                    false => Vec::new(),
                },
                before: Arc::default(),
            }),
            page: String::new(),
            readable: wrapper.page(script),
        };
        let games = SearchGames {
            filters: vec![(suite, args.effort.effort())],
            verification: Vec::new(),
        };
        Ok(Self::Model(subject, games))
    }

    /// Whether it compares what pages show with what the file shows.
    pub fn is_mirror(&self) -> bool {
        match self {
            Self::Model(_, games) => games
                .filters
                .iter()
                .all(|(suite, _)| suite.name() == MIRROR),
            Self::Program(_) => false,
        }
    }

    /// The threads that judge candidates: one for each host.
    pub fn threads(&self, args: &Args) -> usize {
        match self {
            Self::Model(..) => args.host.workers(),
            Self::Program(_) => 1,
        }
    }

    /// The judge of candidates for a script without comments.
    pub fn judge(
        &self,
        args: &Args,
        script: &str,
        old: &[Counterexample],
    ) -> Result<Box<dyn Judge>> {
        let (subject, games) = match self.clone() {
            Self::Model(subject, games) => (subject, games),
            Self::Program(program) => return Ok(Box::new(program)),
        };
        let name = subject.name.clone();
        let host = (args.seed, args.host);
        match ModelJudge::new(subject, games, host, script, old) {
            Ok(judge) => {
                if let Some(note) = slow(&judge.pace()) {
                    message(format_args!("note: {name}: {note}"));
                }
                Ok(Box::new(judge.with_max_steps(args.max_steps)))
            }
            Err(error @ JudgeError::Silent) => Err(help::with_help(
                error,
                format!("cannot search in {name}"),
                "write a scenario with the inputs to which the page reacts",
            )),
            Err(error) => Err(error.into()),
        }
    }
}

/// What to say of a page whose candidates take long.
fn slow(pace: &Pace) -> Option<String> {
    if pace.time <= SLOW && !pace.is_reduced() {
        return None;
    }
    let mut note = format!(
        "a candidate that passes all games takes about {:.1} s",
        pace.time.as_secs_f64()
    );
    if pace.is_reduced() {
        let (games, planned) = (pace.games, pace.planned_games);
        note += &format!("; {games} of {planned} games are played");
        if pace.frames < pace.planned_frames {
            let (frames, planned) = (pace.frames, pace.planned_frames);
            note += &format!(", with {frames} of their {planned} frames");
        }
        note += ", so that the search goes on";
    }
    Some(note)
}

/// The files of the scenarios in a folder.
pub fn scenario_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
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
    let has_flags =
        |one: &&Scenario| !one.with.is_empty() || !one.without.is_empty() || !one.groups.is_empty();
    if let Some(scenario) = scenarios.iter().find(has_flags) {
        return Err(help::error(
            format!(
                "the scenario {} names flags or pages, and a file has none",
                scenario.name
            ),
            "remove `with`, `without` and the groups, or search in a variant of the catalog",
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
