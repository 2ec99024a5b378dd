//! `gen doctor`: checks the parts of the environment that commands need.

mod parts;

use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;

use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use crate::options::Format;
use crate::output::{Align, Cell, Exporter, Report, Table};

const HELP: &str = "\
Exit codes: 0 success, 1 a finding (the catalog is out of date), 2 a part is missing that a
command needs. Firefox and WebKitGTK are looked for and not started; they may be absent, since only
--host firefox, webkit and all need them.

Examples: gen doctor
          gen doctor --format json | jq '.[] | select(.state != \"good\")'";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::CleanUp;
pub const NEEDS: &[Need] = &[];

/// Check the environment: what works, what is missing, and what to do about it
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The format of the listing
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The state of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// It works.
    Good,
    /// It is not installed, and no command needs it by default.
    Absent,
    /// It works, and its content is wrong.
    Finding,
    /// Commands that need it fail.
    Missing,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            State::Good => "good",
            State::Absent => "absent",
            State::Finding => "finding",
            State::Missing => "missing",
        }
    }
}

/// The result of checking one part.
#[derive(Debug, Serialize)]
struct Diagnosis {
    part: &'static str,
    state: State,
    seen: String,
    /// The program of a browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<PathBuf>,
    /// What to do, unless all is well.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
    /// The commands that do not work without it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stops: Vec<String>,
}

impl Diagnosis {
    fn good(part: &'static str, seen: impl Into<String>) -> Self {
        Self {
            part,
            state: State::Good,
            seen: seen.into(),
            path: None,
            advice: None,
            stops: Vec::new(),
        }
    }

    /// Adds the program of a browser.
    fn with_path(self, path: PathBuf) -> Self {
        Self {
            path: Some(path),
            ..self
        }
    }

    fn absent(part: &'static str, seen: impl Into<String>, advice: &str) -> Self {
        Self {
            state: State::Absent,
            ..Self::finding(part, seen, advice)
        }
    }

    fn finding(part: &'static str, seen: impl Into<String>, advice: &str) -> Self {
        Self {
            state: State::Finding,
            advice: Some(advice.to_owned()),
            ..Self::good(part, seen)
        }
    }

    fn missing(
        part: &'static str,
        seen: impl Into<String>,
        advice: &str,
        stops: Vec<String>,
    ) -> Self {
        Self {
            state: State::Missing,
            stops,
            ..Self::finding(part, seen, advice)
        }
    }
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let diagnoses = parts::all(env);
    let text = listing(&diagnoses).export(args.format)?;
    Ok(match diagnoses.iter().map(|one| one.state).max() {
        Some(State::Missing) => Report::missing(text),
        worst => Report::judged(text, worst == Some(State::Finding)),
    })
}

fn listing(diagnoses: &Vec<Diagnosis>) -> Exporter<'_, Vec<Diagnosis>> {
    let columns = ["part", "state", "seen", "advice", "stops"].map(|title| (title, Align::Left));
    let mut table = Table::new(&columns).only_in_csv(&["advice", "stops"]);
    let mut advice = Vec::new();
    for one in diagnoses {
        let state = one.state.name();
        // The other lines of a longer text are printed below the table.
        let (first, rest) = one.seen.split_once('\n').unwrap_or((&one.seen, ""));
        table.row([
            Cell::from(one.part),
            match one.state {
                State::Good | State::Absent => state.into(),
                State::Finding | State::Missing => Cell::problem(state),
            },
            first.into(),
            one.advice.as_deref().into(),
            one.stops.join(", ").into(),
        ]);
        let Some(todo) = &one.advice else { continue };
        let mut text = format!("{}: {todo}\n", one.part);
        if !rest.is_empty() {
            text.push_str(&format!("{rest}\n"));
        }
        if !one.stops.is_empty() {
            let stops = one.stops.join(", gen ");
            text.push_str(&format!("  commands that need it: gen {stops}\n"));
        }
        advice.push(text);
    }
    let exporter = Exporter::new(diagnoses).table(table);
    advice.into_iter().fold(exporter, Exporter::text)
}
