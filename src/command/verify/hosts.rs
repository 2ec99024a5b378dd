//! The hosts that a command line names.

use anyhow::Result;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use golfchess_parity::host::{self, Kind};

/// Hosts by name.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum HostName {
    /// Chrome or Chromium, without a window
    #[default]
    Chrome,
    /// Firefox, without a window
    Firefox,
    /// WebKitGTK, on a display of its own
    #[value(name = "webkit")]
    WebKit,
    /// A JavaScript engine in this process, without a document
    Embedded,
}

impl HostName {
    pub fn kind(self) -> Kind {
        match self {
            HostName::Chrome => Kind::Chrome,
            HostName::Firefox => Kind::Firefox,
            HostName::WebKit => Kind::WebKit,
            HostName::Embedded => Kind::Embedded,
        }
    }
}

/// One host or all browsers.
#[derive(Debug, Clone, Copy)]
pub enum Hosts {
    One(HostName),
    All,
}

impl Default for Hosts {
    fn default() -> Self {
        Hosts::One(HostName::default())
    }
}

impl ValueEnum for Hosts {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Hosts::One(HostName::Chrome),
            Hosts::One(HostName::Firefox),
            Hosts::One(HostName::WebKit),
            Hosts::One(HostName::Embedded),
            Hosts::All,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Hosts::One(host) => host.to_possible_value(),
            Hosts::All => {
                Some(PossibleValue::new("all").help("The three browsers, one after the other"))
            }
        }
    }
}

impl Hosts {
    pub fn kinds(self) -> Vec<Kind> {
        match self {
            Hosts::One(host) => vec![host.kind()],
            Hosts::All => Kind::BROWSERS.to_vec(),
        }
    }

    /// Looks for every browser, so that a run does not end at a missing one after it has played in
    /// the others.
    pub fn require(self) -> Result<()> {
        if let Hosts::All = self {
            for kind in self.kinds() {
                host::installed(kind)?;
            }
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
