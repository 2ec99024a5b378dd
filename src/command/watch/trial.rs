//! A few games on the pages that have changed, without a browser.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use golfchess::contract::Contract;
use golfchess::suites::{ChessSubject, ChessSuite};
use golfchess_pages::build::Page;
use golfchess_parity::host::Kind;
use golfchess_parity::{Effort, Finding, Options, Shard, verify};

use super::bench::Renewal;
use super::events::Events;
use crate::command::verify::{REPLAY, finding, subject_of};
use crate::options::Folders;

/// The scripted cases take a page about a second, so no more pages than these go through them.
const RULES: usize = 4;

/// Where pages are that `gen replay` is to read.
pub struct Trial<'t> {
    pub folders: &'t Folders,
    pub pages: &'t Path,
}

impl Trial<'_> {
    /// What is to be told: that all is well, the first finding, or that another change has come.
    pub fn run(&self, renewal: &Renewal, events: &mut Events) -> Result<String> {
        let started = Instant::now();
        if renewal.changed.is_empty() {
            return Ok(String::new());
        }
        let flags = &renewal.project.catalog.manifest().flags;
        if !flags
            .iter()
            .any(|flag| Contract::FLAGS.contains(flag.letter))
        {
            return Ok(format!(
                "not played: none of the flags is a rule of chess ({})\n",
                Contract::FLAGS
            ));
        }
        let is_other = |page: &&Page| renewal.changed.contains(&page.variant.name);
        let pages = renewal.edition.pages.iter().filter(is_other);
        let subjects: Result<Vec<_>> = pages
            .map(|page| subject_of(&renewal.project, &page.variant, page.built.page.clone()))
            .collect();
        let subjects = match subjects {
            Ok(subjects) => subjects,
            Err(error) => return Ok(format!("not played: {error:#}\n")),
        };
        let kind = Kind::Embedded;
        let some: Vec<ChessSubject> = spread(&subjects, RULES).cloned().collect();
        let mut dialogs = 0;
        for (suite, subjects) in [(ChessSuite::Dialogs, &subjects), (ChessSuite::Rules, &some)] {
            let options = Options {
                suites: vec![suite.as_suite()],
                effort: Effort::Quick,
                seed: 1,
                host: kind,
                shard: Shard::WHOLE,
                workers: kind.workers(),
                fail_fast: true,
                replay: REPLAY.to_owned(),
            };
            for some in subjects.chunks(kind.workers()) {
                if events.pending() {
                    return Ok("playing is broken off by another change\n".to_owned());
                }
                let verdict = verify(some, &options, &|_| ())?;
                dialogs += verdict.dialogs();
                if let Some(found) = verdict.findings().next() {
                    return self.found(found, some);
                }
            }
        }
        Ok(format!(
            "pass: {} pages played, {dialogs} dialogs in {:.1} s\n",
            subjects.len(),
            started.elapsed().as_secs_f64()
        ))
    }

    /// A finding with a command that shows it as long as the page is there.
    fn found(&self, found: &Finding, subjects: &[ChessSubject]) -> Result<String> {
        let page = subjects.iter().find(|other| other.name == found.variant);
        let file = self.pages.join(format!("{}.html", found.variant));
        if let Some(subject) = page {
            let place = file.display();
            fs::write(&file, &subject.page).with_context(|| format!("cannot write {place}"))?;
        }
        let mut options = format!("--host embedded --pages {}", self.pages.display());
        if self.folders.templates != Path::new("templates") {
            options += &format!(" --templates {}", self.folders.templates.display());
        }
        let mut found = found.clone();
        let plain = found.replay.strip_prefix("gen replay ").unwrap_or_default();
        found.replay = format!("gen replay {options} {plain}");
        Ok(format!("FAIL: {}", finding(&found)))
    }
}

/// The first, the last, and some between them.
fn spread(subjects: &[ChessSubject], most: usize) -> impl Iterator<Item = &ChessSubject> {
    let count = subjects.len().min(most);
    let last = subjects.len() - 1;
    (0..count).map(move |at| &subjects[at * last / (count - 1).max(1)])
}
