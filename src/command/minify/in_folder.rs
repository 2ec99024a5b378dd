//! Plays a page in its folder, and compares what it shows with the page that has its files in it.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use golfchess_parity::host::{HostError, Kind};
use golfchess_parity::mirror::Mirror;
use golfchess_parity::{Effort, Options, Subject, VerifyError, verify};
use serde::Serialize;

use super::Check;
use super::folder::folder_of;
use super::served::Served;
use super::sources::Sources;
use crate::command::itself;
use crate::output::count;

/// What was compared with the folder.
#[derive(Debug, Default, Serialize)]
pub struct InFolder {
    /// Where both were played; `None` if they were not compared.
    host: Option<Kind>,
    games: usize,
    outputs: usize,
    /// The first difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<String>,
    /// Why nothing was compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl InFolder {
    /// Plays the page in its folder and the page with its files in it; `None` if there are no files or no check. The
    /// result is then played in the folder too.
    pub fn of(
        check: Option<&mut Check>,
        file: &Path,
        sources: &mut Sources,
    ) -> Result<Option<Self>> {
        let (Some(check), Some(original)) = (check, sources.original()) else {
            return Ok(None);
        };
        if golfchess_script::code_of(original).is_empty() {
            return Ok(None);
        }
        let served = Arc::new(Served::start(&folder_of(file))?);
        check.play_in(Arc::clone(&served));
        let compared = Self::compared(check, original, &served.address, sources)?;
        sources.add_loaded(file, &served.loaded());
        Ok(Some(compared))
    }

    fn compared(check: &Check, original: &str, address: &str, sources: &Sources) -> Result<Self> {
        let without = |reason: String| {
            Ok(Self {
                reason: Some(reason),
                ..Self::default()
            })
        };
        if let Some(reason) = sources.story().needs_more_than_a_browser() {
            return without(reason);
        }
        let subject = Subject {
            page: check.subject().readable.clone(),
            readable: original.to_owned(),
            ..check.subject().clone()
        };
        let options = Options {
            workers: 1,
            fail_fast: true,
            shrinks: false,
            site: Some(address.to_owned()),
            ..Options::new(vec![&Mirror], Effort::Quick, Kind::Chrome)
        };
        let verdict = match verify(std::slice::from_ref(&subject), &options, &|_| ()) {
            Ok(verdict) => verdict,
            Err(VerifyError::Host(HostError::NoBrowser)) => {
                return without("it needs a browser, and there is none".to_owned());
            }
            Err(VerifyError::Host(error)) => return without(error.to_string()),
            Err(error) => return Err(error.into()),
        };
        let Some(finding) = verdict.findings().next() else {
            return Ok(Self {
                host: Some(Kind::Chrome),
                games: verdict.tallies.iter().map(|tally| tally.games).sum(),
                outputs: verdict.dialogs(),
                ..Self::default()
            });
        };
        let difference = itself::in_words(&finding.difference);
        if itself::differs(&subject, &options)?.is_some() {
            return without(format!(
                "the page shows something else each time: {difference}"
            ));
        }
        if sources.has_bundles() {
            // Names without extensions and those of packages mean nothing to a browser.
            return without(format!(
                "without the bundler, the page shows something else: {difference}"
            ));
        }
        Ok(Self {
            host: Some(Kind::Chrome),
            difference: Some(difference),
            ..Self::default()
        })
    }

    /// Whether both were played, and show the same.
    pub fn is_equal(&self) -> bool {
        self.host.is_some() && self.difference.is_none()
    }

    /// Whether the page with its files in it shows something else.
    pub fn differs(&self) -> bool {
        self.difference.is_some()
    }
}

impl fmt::Display for InFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            host,
            games,
            outputs,
            difference,
            reason,
        } = self;
        match (host, difference, reason) {
            (_, Some(difference), _) => write!(
                f,
                "warning: the page in its folder shows something else than with its files in it: {difference}"
            ),
            (_, _, Some(reason)) => write!(f, "not compared with the folder: {reason}"),
            (Some(_), _, _) if *outputs == 0 => {
                f.write_str("not compared with the folder: the page shows nothing")
            }
            (Some(host), _, _) => write!(
                f,
                "compared with the folder in {host}: {} of {}, no difference",
                count(*outputs, "output"),
                count(*games, "game")
            ),
            (None, None, None) => f.write_str("not compared with the folder"),
        }
    }
}
