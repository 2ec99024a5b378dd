//! Plays a few games on the pages that have changed: first in the hosts that play all of them, then the pages
//! that need a document in a browser.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use golfchess_pages::builder::Page;
use golfchess_parity::host::Pool;
use golfchess_parity::{Round, Subject, Verdict};
use rayon::prelude::*;

use super::events::Events;
use super::hosts::Hosts;
use super::played::Played;
use super::rebuild::Change;
use super::sample::chosen;
use crate::command::scenarios::require_recorded;
use crate::output::{count, help, progress};

/// After this many pages that hang, no others are played: each takes seconds.
const HANGING: usize = 4;

/// Shows a part of the result.
pub type Show<'s> = dyn FnMut(&str) -> io::Result<()> + 's;

/// Plays changed pages, and remembers those that it could not play to the end.
pub struct PlayCheck<'p> {
    /// The folder for failing pages, from which `gen replay` reads them: those of each check in a folder of
    /// its own, so that a later change does not replace them.
    failing: &'p Path,
    /// The number of such folders.
    folders: usize,
    /// Changed pages that have not been played yet.
    unplayed: BTreeSet<String>,
    /// The last good build.
    last: Option<Box<Change>>,
    /// Browsers that wait for the next change.
    pool: Pool,
}

impl<'p> PlayCheck<'p> {
    pub fn new(failing: &'p Path) -> Self {
        Self {
            failing,
            folders: 0,
            unplayed: BTreeSet::new(),
            last: None,
            pool: Pool::default(),
        }
    }

    /// Adds the changed pages of a build.
    pub fn add(&mut self, change: Box<Change>) {
        // The pages of the first build are for `gen verify`.
        if !change.is_first {
            self.unplayed.extend(change.changed.iter().cloned());
        }
        self.last = Some(change);
    }

    /// Plays the pages that have not been played yet, and shows what they do. If a file changes again, the
    /// pages are played once more after the look at it. Returns whether it came to its end.
    pub fn run(&mut self, events: &mut Events, show: &mut Show<'_>) -> Result<bool> {
        let Some(change) = self.last.as_deref().filter(|_| !self.unplayed.is_empty()) else {
            return Ok(true);
        };
        let pages = change.build.pages.iter();
        let changed: Vec<&Page> = pages
            .filter(|page| self.unplayed.contains(&page.variant.name))
            .collect();
        let (same, pages): (Vec<&Page>, Vec<&Page>) = changed
            .iter()
            .copied()
            .partition(|page| is_same(change, page, &changed));
        self.folders += 1;
        let check = Check {
            change,
            folder: self.failing.join(self.folders.to_string()),
            hosts: Hosts::new(&self.pool),
            events: Mutex::new(events),
            stop: AtomicBool::new(false),
            hanging: AtomicUsize::new(0),
        };
        let model = change.project.model();
        let rounds = model.and_then(|model| {
            require_recorded(model, pages.iter().map(|page| &page.variant))?;
            Ok(model.short_check())
        });
        match rounds {
            Ok(rounds) => check.pages(&rounds, &pages, show)?,
            Err(error) => show(&format!("not played: {}\n", help::chain(&error)))?,
        }
        if check.stop.into_inner() {
            return Ok(false);
        }
        if !same.is_empty() {
            let pages = count(same.len(), "packed page");
            show(&format!(
                "{pages} not played: the scripts are those of unpacked pages above\n"
            ))?;
        }
        self.unplayed.clear();
        Ok(true)
    }
}

/// Whether a page packs the script of another changed page.
fn is_same(change: &Change, page: &Page, changed: &[&Page]) -> bool {
    let unpacked = change.project.catalog.unpacked(&page.variant);
    unpacked.is_some_and(|variant| {
        let other = changed.iter().find(|other| other.variant == *variant);
        let packs = change.project.catalog.manifest().packs(&page.variant.flags);
        packs && other.is_some_and(|other| other.script == page.script)
    })
}

/// One check of some pages.
struct Check<'c> {
    change: &'c Change,
    /// The folder for failing pages.
    folder: PathBuf,
    hosts: Hosts<'c>,
    events: Mutex<&'c mut Events>,
    /// Whether a file has changed again.
    stop: AtomicBool,
    /// The number of pages that hang.
    hanging: AtomicUsize,
}

impl Check<'_> {
    fn pages(&self, rounds: &[Round], pages: &[&Page], show: &mut Show<'_>) -> Result<()> {
        let mut refused = Played::default();
        let mut subjects = Vec::new();
        for page in pages {
            let built = page.built.page.clone();
            match self.change.project.subject(&page.variant, built) {
                Ok(subject) => subjects.push(subject),
                Err(error) => {
                    let name = page.variant.name.clone();
                    refused.unplayed.insert(name, help::chain(&error));
                }
            }
        }
        let first = self.phase(rounds, &subjects, false, show)?;
        // The others need a document, or something else that the first host has not.
        subjects.retain(|subject| !first.contains(&subject.name));
        if !subjects.is_empty() && !self.is_stopped() {
            self.phase(rounds, &subjects, true, show)?;
        }
        show(&refused.text(Duration::ZERO))?;
        Ok(())
    }

    /// Plays the rounds one after the other, and shows the result. In the last phase, a page that no round
    /// has played also plays the rounds that a few pages play for all, and pages that cannot be played are
    /// named. Returns the names of the pages that were played.
    fn phase(
        &self,
        rounds: &[Round],
        subjects: &[Subject],
        is_last: bool,
        show: &mut Show<'_>,
    ) -> Result<BTreeSet<String>> {
        let started = Instant::now();
        let mut played = Played::default();
        for round in rounds {
            let chosen = chosen(round, subjects, &played, is_last);
            if chosen.is_empty() {
                continue;
            }
            let results = self.round(round, &chosen)?;
            let (mut reason, mut is_played) = (None, false);
            for (subject, result) in chosen.iter().zip(results) {
                match result {
                    Some(Ok(verdict)) => {
                        played.add(&subject.name, verdict);
                        is_played = true;
                    }
                    Some(Err(why)) => match played.pages.contains(&subject.name) {
                        true => reason = Some(why),
                        false => _ = played.unplayed.insert(subject.name.clone(), why),
                    },
                    None if self.is_stopped() || played.pages.contains(&subject.name) => {}
                    None => {
                        let why = format!("{HANGING} other pages hang");
                        played.unplayed.insert(subject.name.clone(), why);
                    }
                }
            }
            if let Some(reason) = reason.filter(|_| !is_played) {
                played.left_out.push((round.suite.name(), reason));
            }
        }
        self.write(&played, subjects)?;
        let pages = played.pages.clone();
        if !is_last {
            played.unplayed.clear();
        }
        if !self.is_stopped() || !played.findings.is_empty() {
            show(&played.text(started.elapsed()))?;
        }
        Ok(pages)
    }

    /// Plays a round on each of some pages; nothing on those after a change or after pages that hang.
    fn round(
        &self,
        round: &Round,
        subjects: &[Subject],
    ) -> Result<Vec<Option<Result<Verdict, String>>>> {
        let bar = progress(
            "playing {msg} {spinner} {pos}/{len} pages {elapsed}",
            Some(subjects.len()),
        )?;
        bar.set_message(round.suite.name());
        let failed = Mutex::new(BTreeSet::new());
        let lock = || failed.lock().unwrap_or_else(PoisonError::into_inner);
        let play = |subject: &Subject| {
            let is_over = self.is_over() || lock().contains(&subject.name);
            let result = (!is_over).then(|| {
                let project = &self.change.project;
                self.hosts.play(project, round, subject, &self.folder)
            });
            if let Some(Ok(verdict)) = &result
                && let Some(found) = verdict.findings().next()
            {
                lock().insert(subject.name.clone());
                let hangs = usize::from(found.difference.is_hang());
                self.hanging.fetch_add(hangs, Ordering::Relaxed);
            }
            bar.inc(1);
            result
        };
        let results = subjects.par_iter().with_max_len(1).map(play).collect();
        bar.finish_and_clear();
        Ok(results)
    }

    fn is_over(&self) -> bool {
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.fetch_or(events.pending(), Ordering::Relaxed);
        self.is_stopped() || self.hanging.load(Ordering::Relaxed) >= HANGING
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Writes the pages of the findings that are shown whole, for `gen replay`.
    fn write(&self, played: &Played, subjects: &[Subject]) -> Result<()> {
        for found in played.shown() {
            let Some(subject) = subjects.iter().find(|other| other.name == found.variant) else {
                continue;
            };
            let folder = &self.folder;
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
            let file = folder.join(format!("{}.html", found.variant));
            fs::write(&file, &subject.page)
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(())
    }
}
