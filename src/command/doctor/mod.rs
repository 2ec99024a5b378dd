//! `gen doctor`: what is there, what is missing, and what to do about it.

mod parts;

use anyhow::Result;
use serde::Serialize;

use crate::cli::{Folders, Format};
use crate::output::{Align, Outcome, Table, json};

pub const HELP: &str = "\
Exit codes: 0 all is well, 1 a finding (a stale catalog), 2 something is missing that a command
needs.

Examples: gen doctor
          gen doctor --format json | jq '.[] | select(.state != \"good\")'";

/// How a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// It works.
    Good,
    /// It works, and what it holds is not as it should be.
    Finding,
    /// Some commands cannot work.
    Missing,
}

/// What was seen of one part.
#[derive(Debug, Serialize)]
struct Part {
    part: &'static str,
    state: State,
    seen: String,
    /// What to do, unless all is well.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
    /// The commands that do not work without it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    stops: &'static [&'static str],
}

impl Part {
    fn good(part: &'static str, seen: impl Into<String>) -> Self {
        Self {
            part,
            state: State::Good,
            seen: seen.into(),
            advice: None,
            stops: &[],
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
        stops: &'static [&'static str],
    ) -> Self {
        Self {
            state: State::Missing,
            stops,
            ..Self::finding(part, seen, advice)
        }
    }
}

pub fn run(folders: &Folders, format: Format) -> Result<Outcome> {
    let parts = parts::all(folders);
    let worst = parts.iter().map(|part| part.state).max();
    let text = match format {
        Format::Json => json(&parts)?,
        Format::Table => table(&parts),
    };
    Ok(match worst {
        Some(State::Missing) => Outcome::lacking(text),
        worst => Outcome::judged(text, worst == Some(State::Finding)),
    })
}

fn table(parts: &[Part]) -> String {
    let columns = ["part", "state", "seen"].map(|title| (title, Align::Left));
    let mut table = Table::new(&columns);
    let mut advice = String::new();
    for part in parts {
        let state = match part.state {
            State::Good => "good",
            State::Finding => "finding",
            State::Missing => "missing",
        };
        // The rest of a longer text stands below.
        let (first, rest) = part.seen.split_once('\n').unwrap_or((&part.seen, ""));
        table.row([part.part.to_owned(), state.to_owned(), first.to_owned()]);
        let Some(todo) = &part.advice else { continue };
        advice.push_str(&format!("\n{}: {todo}\n", part.part));
        if !rest.is_empty() {
            advice.push_str(&format!("{rest}\n"));
        }
        if !part.stops.is_empty() {
            advice.push_str(&format!(
                "  without it: no gen {}\n",
                part.stops.join(", gen ")
            ));
        }
    }
    table.text() + &advice
}
