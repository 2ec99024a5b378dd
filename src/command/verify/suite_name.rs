//! The suites that a command line names.

use std::str::FromStr;

use anyhow::Result;
use golfchess::suites::ChessSuite;
use golfchess_parity::Suite;
use golfchess_parity::scenario::Scenarios;

use crate::output::help;

/// A suite of chess pages, or that of the scenarios.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuiteName {
    Chess(ChessSuite),
    Scenarios,
}

impl SuiteName {
    pub fn name(self) -> &'static str {
        match self {
            SuiteName::Chess(suite) => suite.name(),
            SuiteName::Scenarios => Scenarios.name(),
        }
    }

    /// Whether pages of other kinds do not have it.
    pub fn is_for_chess_only(self) -> bool {
        !matches!(
            self,
            SuiteName::Scenarios | SuiteName::Chess(ChessSuite::Mirror)
        )
    }

    /// The suite of chess pages.
    pub fn of_chess(self) -> Result<ChessSuite> {
        match self {
            SuiteName::Chess(suite) => Ok(suite),
            SuiteName::Scenarios => Err(help::error(
                "`gen verify` does not play scenarios on chess pages",
                "compare the fragments with the scenarios by `gen scenarios check`",
            )),
        }
    }
}

impl FromStr for SuiteName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == Scenarios.name() {
            return Ok(SuiteName::Scenarios);
        }
        let suite = text.parse().map(SuiteName::Chess);
        suite.map_err(|error: String| format!("{error}, {}", Scenarios.name()))
    }
}
