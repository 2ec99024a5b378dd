//! The hosts that a command line names.

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use golfchess::options::named;
use golfchess_parity::host::{self, Kind};

/// One host, or the three browsers.
#[derive(Debug, Clone)]
pub struct Hosts(Vec<Kind>);

impl Hosts {
    /// Reads the name of a host, or `all`.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        let all = PossibleValue::new("all").help("The three browsers, one after the other");
        let names = Kind::ALL.map(named).into_iter().chain([all]);
        PossibleValuesParser::new(names).map(|name| {
            let one = Kind::ALL.iter().find(|kind| kind.to_string() == name);
            Self(one.map_or(Kind::BROWSERS.to_vec(), |kind| vec![*kind]))
        })
    }

    /// The kinds in the order of the runs.
    pub fn kinds(&self) -> &[Kind] {
        &self.0
    }

    /// Looks for each of several browsers, so that a run does not end at a missing one after it has
    /// played in the others.
    pub fn require(&self) -> Result<()> {
        for kind in self.0.iter().filter(|_| self.0.len() > 1) {
            host::installed(*kind)?;
        }
        Ok(())
    }
}

/// Names as a list in a sentence.
pub fn and(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
