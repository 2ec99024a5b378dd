//! `gen doctor`: checks the parts of the environment that commands need.

mod needs;
mod parts;

use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;

use super::Environment;
use crate::output::{Cell, Exporter, Format, Report, Table};

const HELP: &str = "\
Exit codes: 0 success, 1 a finding (the catalog is out of date), 2 a part is missing that a
command needs. Firefox and WebKitGTK are looked for and not started; they may be absent, since only
--host firefox, webkit and all need them.

Examples: gen doctor
          gen doctor --format json | jq '.[] | select(.state != \"good\")'";

/// Check the environment: what works, what is missing, and what to do about it
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The format of the listing
    #[arg(long, value_enum, default_value_t, value_parser = Format::among(&Format::LISTING))]
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
    fn cell(self) -> Cell {
        match self {
            State::Good => "good".into(),
            State::Absent => "absent".into(),
            State::Finding => Cell::problem("finding"),
            State::Missing => Cell::problem("missing"),
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
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    stops: &'static [&'static str],
}

impl Diagnosis {
    fn new(state: State, part: &'static str, seen: impl Into<String>) -> Self {
        Self {
            part,
            state,
            seen: seen.into(),
            path: None,
            advice: None,
            stops: &[],
        }
    }

    fn good(part: &'static str, seen: impl Into<String>) -> Self {
        Self::new(State::Good, part, seen)
    }

    /// Adds what to do.
    fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }

    /// The part is missing, which stops these commands.
    fn missing(
        part: &'static str,
        seen: impl Into<String>,
        advice: impl Into<String>,
        stops: &'static [&'static str],
    ) -> Self {
        Self {
            stops,
            ..Self::new(State::Missing, part, seen).advise(advice)
        }
    }
}

pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let diagnoses = parts::all(env);
    let text = listing(&diagnoses).export(args.format)?;
    Ok(match diagnoses.iter().map(|one| one.state).max() {
        Some(State::Missing) => Report::missing(text),
        worst => Report::with_findings(text, worst == Some(State::Finding)),
    })
}

fn listing(diagnoses: &Vec<Diagnosis>) -> Exporter<'_, Vec<Diagnosis>> {
    let table = Table::of(diagnoses)
        .left("part", |one| one.part)
        .left("state", |one| one.state.cell())
        // The other lines of a longer text are printed below the table.
        .left("seen", |one| one.seen.lines().next())
        .left("advice", |one| one.advice.as_deref())
        .only_in_csv_if(true)
        .left("stops", |one| one.stops.join(", "))
        .only_in_csv_if(true);
    let advice = diagnoses.iter().filter_map(|one| {
        let (part, advice) = (one.part, one.advice.as_ref()?);
        let mut text = format!("{part}: {advice}\n");
        if let Some((_, rest)) = one.seen.split_once('\n') {
            text += &format!("{rest}\n");
        }
        if !one.stops.is_empty() {
            let stops = one.stops.join(", gen ");
            text += &format!("  commands that need it: gen {stops}\n");
        }
        Some(text)
    });
    Exporter::new(diagnoses).table(table).texts(advice)
}
