//! Plays a few games on the pages that have changed, without a browser.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use golfchess::suites::{ChessSubject, ChessSuite};
use golfchess_pages::build::Page;
use golfchess_parity::host::Kind;
use golfchess_parity::{Effort, Finding, Options, verify};

use super::events::Events;
use super::rebuild::Change;
use crate::command::chess;
use crate::command::verify::{finding, replay_command, subject_of};
use crate::output::count;

/// The maximum number of pages that play scripted cases: together they play each case once.
const RULES: usize = 4;

/// Plays changed pages, and remembers those that it could not play to the end.
pub struct PlayCheck<'p> {
    /// The folder for failing pages, from which `gen replay` reads them.
    pages: &'p Path,
    /// Changed pages that have not been played yet.
    unplayed: BTreeSet<String>,
    /// The last good build.
    last: Option<Box<Change>>,
}

impl<'p> PlayCheck<'p> {
    pub fn new(pages: &'p Path) -> Self {
        Self {
            pages,
            unplayed: BTreeSet::new(),
            last: None,
        }
    }

    /// Adds the changed pages of a build.
    pub fn add(&mut self, change: Box<Change>) {
        // The pages of the first build are for `gen verify`.
        if change.before.is_some() {
            self.unplayed.extend(change.changed.iter().cloned());
        }
        self.last = Some(change);
    }

    /// Plays the pages that have not been played yet. Returns the result in a line: a pass, the first
    /// finding, or that a file has changed again.
    pub fn run(&mut self, events: &mut Events) -> Result<String> {
        let started = Instant::now();
        let Some(change) = self.last.as_deref().filter(|_| !self.unplayed.is_empty()) else {
            return Ok(String::new());
        };
        let pages = change.build.pages.iter();
        let pages = pages.filter(|page| self.unplayed.contains(&page.variant.name));
        let subjects = match subjects(change, pages) {
            Ok(subjects) if subjects.is_empty() => {
                self.unplayed.clear();
                return Ok(String::new());
            }
            Ok(subjects) => subjects,
            Err(error) => {
                self.unplayed.clear();
                return Ok(format!("not played: {error:#}\n"));
            }
        };
        let host = Kind::Embedded;
        let sample: Vec<ChessSubject> = spread(&subjects, RULES).cloned().collect();
        let mut dialogs = 0;
        for (suite, subjects) in [
            (ChessSuite::Dialogs, &subjects),
            (ChessSuite::Rules, &sample),
        ] {
            let replay = replay_command(&change.project, host, Some(self.pages));
            let options = Options {
                fail_fast: true,
                replay_real: replay.clone(),
                replay,
                ..Options::new(vec![suite.as_suite()], Effort::Smoke, host)
            };
            for some in subjects.chunks(host.workers()) {
                if events.pending() {
                    return Ok("stopped: a file changed again\n".to_owned());
                }
                let verdict = verify(some, &options, &|_| ())?;
                dialogs += verdict.dialogs();
                if let Some(found) = verdict.findings().next() {
                    self.write(found, some)?;
                    self.unplayed.clear();
                    return Ok(format!("FAIL: {}", finding(found)));
                }
            }
        }
        self.unplayed.clear();
        Ok(format!(
            "pass: {} played, {} in {:.1} s\n",
            count(subjects.len(), "page"),
            count(dialogs, "dialog"),
            started.elapsed().as_secs_f64()
        ))
    }

    /// Writes the page of a finding for `gen replay`.
    fn write(&self, found: &Finding, subjects: &[ChessSubject]) -> Result<()> {
        let page = subjects.iter().find(|other| other.name == found.variant);
        let Some(subject) = page else {
            return Ok(());
        };
        let file = self.pages.join(format!("{}.html", found.variant));
        fs::write(&file, &subject.page).with_context(|| format!("cannot write {}", file.display()))
    }
}

fn subjects<'c>(
    change: &Change,
    pages: impl Iterator<Item = &'c Page>,
) -> Result<Vec<ChessSubject>> {
    if !chess::is_chess(&change.project) {
        bail!("this catalog has no chess pages");
    }
    pages
        .map(|page| subject_of(&change.project, &page.variant, page.built.page.clone()))
        .collect()
}

/// At most `most` subjects at equal distances, the first and the last among them.
fn spread(subjects: &[ChessSubject], most: usize) -> impl Iterator<Item = &ChessSubject> {
    let count = subjects.len().min(most);
    let last = subjects.len() - 1;
    (0..count).map(move |at| &subjects[at * last / (count - 1).max(1)])
}
