//! Plays a few games on the pages that have changed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use golfchess_pages::builder::Page;
use golfchess_parity::host::{HostError, Kind};
use golfchess_parity::{Effort, Finding, Options, Subject, Suite, Tally, planned, verify};

use super::events::Events;
use super::rebuild::Change;
use crate::command::scenarios::require_recorded;
use crate::command::verify::{finding, replay_command};
use crate::output::count;

/// The maximum number of pages that play scripted cases: together they play each case once.
const RULES: usize = 4;

/// Plays changed pages, and remembers those that it could not play to the end.
pub struct PlayCheck<'p> {
    /// The folder for failing pages, from which `gen replay` reads them: each in a folder of its own, so
    /// that a later change does not replace it.
    failing: &'p Path,
    /// The number of failing pages so far.
    failed: usize,
    /// Changed pages that have not been played yet.
    unplayed: BTreeSet<String>,
    /// The last good build.
    last: Option<Box<Change>>,
}

impl<'p> PlayCheck<'p> {
    pub fn new(failing: &'p Path) -> Self {
        Self {
            failing,
            failed: 0,
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

    /// Plays the pages that have not been played yet. Returns the result in a line: how many cases agree, or
    /// the first finding. Nothing if a file has changed again: the look after it says what is different.
    pub fn run(&mut self, events: &mut Events) -> Result<String> {
        let started = Instant::now();
        let Some(change) = self.last.as_deref().filter(|_| !self.unplayed.is_empty()) else {
            return Ok(String::new());
        };
        let pages = change.build.pages.iter();
        let pages: Vec<&Page> = pages
            .filter(|page| self.unplayed.contains(&page.variant.name))
            .collect();
        if pages.is_empty() {
            self.unplayed.clear();
            return Ok(String::new());
        }
        let played = self.check(change, &pages, events);
        let result = match played {
            Ok(Played::Interrupted) => return Ok(String::new()),
            Err(NotPlayed::Failed(error)) => return Err(error),
            Ok(Played::Passed(smoke)) => format!(
                "{} of {} agree ({}, {} in {:.1} s); run `gen verify{}` for all suites\n",
                smoke.cases,
                count(smoke.of, "case"),
                count(pages.len(), "page"),
                count(smoke.dialogs, "dialog"),
                started.elapsed().as_secs_f64(),
                match &pages[..] {
                    [page] => format!(" {}", page.variant.name),
                    _ => String::new(),
                },
            ),
            Ok(Played::Failed(found)) => {
                self.failed += 1;
                format!("FAIL: {found}")
            }
            Err(NotPlayed::Subjects(error)) => format!("not played: {error:#}\n"),
        };
        self.unplayed.clear();
        Ok(result)
    }

    /// Plays the rounds of the model, each in the first of its hosts that can play it.
    fn check(
        &self,
        change: &Change,
        pages: &[&Page],
        events: &mut Events,
    ) -> Result<Played, NotPlayed> {
        let project = &change.project;
        let model = project.model().map_err(NotPlayed::Subjects)?;
        let variants = pages.iter().map(|page| &page.variant);
        require_recorded(model, variants).map_err(NotPlayed::Subjects)?;
        let subject = |page: &&Page| project.subject(&page.variant, page.built.page.clone());
        let subjects: Result<Vec<Subject>> = pages.iter().map(subject).collect();
        let all = subjects.map_err(NotPlayed::Subjects)?;
        let mut smoke = Smoke::default();
        for round in model.short_check() {
            let mut subjects = match round.is_sample {
                true => sample(&all),
                false => all.clone(),
            };
            subjects.retain(|subject| round.suite.applies(subject));
            smoke.of += usual_cases(round.suite, &all);
            let mut hosts = round.hosts.iter().copied();
            let mut host = hosts.next().unwrap_or(Kind::Embedded);
            let played = loop {
                let played = self.round(change, host, round.suite, &subjects, events);
                match (played, hosts.next()) {
                    (Err(error), Some(next)) if is_of_host(&error) => host = next,
                    (Err(error), None) if is_of_host(&error) => {
                        return Err(NotPlayed::Subjects(error));
                    }
                    (played, _) => break played?,
                }
            };
            match played {
                Played::Passed(more) => {
                    smoke.cases += more.cases;
                    smoke.dialogs += more.dialogs;
                }
                played => return Ok(played),
            }
        }
        Ok(Played::Passed(smoke))
    }

    /// Plays a suite on pages, up to the first finding.
    fn round(
        &self,
        change: &Change,
        host: Kind,
        suite: &dyn Suite,
        subjects: &[Subject],
        events: &mut Events,
    ) -> Result<Played> {
        let replay = replay_command(&change.project, host, Some(&self.folder()));
        let options = Options {
            fail_fast: true,
            replay_real: replay.clone(),
            replay,
            ..Options::new(vec![suite], Effort::Smoke, host)
        };
        let at_once = match host {
            Kind::Embedded => host.workers(),
            // The start of a browser takes longer than some games.
            _ => RULES,
        };
        let mut smoke = Smoke::default();
        for some in subjects.chunks(at_once) {
            if events.pending() {
                return Ok(Played::Interrupted);
            }
            let verdict = verify(some, &options, &|_| ())?;
            smoke.dialogs += verdict.dialogs();
            smoke.cases += cases(&verdict.tallies);
            if let Some(found) = verdict.findings().next() {
                self.write(found, some)?;
                return Ok(Played::Failed(finding(found)));
            }
        }
        Ok(Played::Passed(smoke))
    }

    /// The folder of the next failing page.
    fn folder(&self) -> PathBuf {
        self.failing.join((self.failed + 1).to_string())
    }

    /// Writes the page of a finding for `gen replay`.
    fn write(&self, found: &Finding, subjects: &[Subject]) -> Result<()> {
        let page = subjects.iter().find(|other| other.name == found.variant);
        let Some(subject) = page else {
            return Ok(());
        };
        let folder = self.folder();
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let file = folder.join(format!("{}.html", found.variant));
        fs::write(&file, &subject.page).with_context(|| format!("cannot write {}", file.display()))
    }
}

/// How much was played.
#[derive(Default)]
struct Smoke {
    /// The games played.
    cases: usize,
    /// The games of the same suites that `gen verify` plays on the same pages.
    of: usize,
    /// The dialogs compared.
    dialogs: usize,
}

fn cases(tallies: &[Tally]) -> usize {
    tallies.iter().map(|tally| tally.games).sum()
}

/// The games of `gen verify`.
fn usual_cases(suite: &dyn Suite, subjects: &[Subject]) -> usize {
    let options = Options::new(vec![suite], Effort::Usual, Kind::Embedded);
    cases(&planned(subjects, &options))
}

/// The result of a check.
enum Played {
    /// Without a finding.
    Passed(Smoke),
    /// The first finding.
    Failed(String),
    /// A file has changed again.
    Interrupted,
}

/// Why there is no result.
enum NotPlayed {
    /// The pages cannot be played; the watch goes on.
    Subjects(anyhow::Error),
    /// The host does not work.
    Failed(anyhow::Error),
}

impl From<anyhow::Error> for NotPlayed {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}

/// Whether an error is that of a host.
fn is_of_host(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.is::<HostError>())
}

/// At most [`RULES`] subjects at equal distances, the first and the last among them. Their places
/// follow each other, so that each plays other cases.
fn sample(subjects: &[Subject]) -> Vec<Subject> {
    let count = subjects.len().min(RULES);
    let last = subjects.len() - 1;
    let subject = |place: usize| Subject {
        place,
        ..subjects[place * last / (count - 1).max(1)].clone()
    };
    (0..count).map(subject).collect()
}

#[cfg(test)]
mod tests {
    use golfchess::suites::subject;
    use golfchess_pages::catalog::FlagSet;

    use super::*;

    #[test]
    fn together_the_sample_plays_each_case() {
        for (count, expected) in [(1, &[0][..]), (3, &[0, 1, 2]), (14, &[0, 4, 8, 13])] {
            let page = |at: usize| {
                let flags = FlagSet::new("");
                // Places at the distances of the sample would play the same cases.
                let page = subject(
                    &at.to_string(),
                    4 * at,
                    &flags,
                    String::new(),
                    String::new(),
                );
                page.expect("a set of rules")
            };
            let pages: Vec<Subject> = (0..count).map(page).collect();
            let sample = sample(&pages);
            let names: Vec<String> = expected.iter().map(ToString::to_string).collect();
            let chosen: Vec<_> = sample.iter().map(|subject| subject.name.clone()).collect();
            assert_eq!(chosen, names);
            for (at, subject) in sample.iter().enumerate() {
                assert_eq!(subject.place, at);
            }
        }
    }
}
