//! How far a search has come: what it prints at its end or when it is stopped, and the files that it leaves.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use anyhow::Result;
use golfchess::search::{Search, State};
use golfchess_pages::files;
use golfchess_parity::Shard;
use golfchess_sizes::metric::Metric;

use super::report::outcomes;
use crate::command::stop;
use crate::output::{Report, message};

/// A search after its last complete look at some candidates.
#[derive(Debug)]
pub struct Summary {
    pub name: String,
    pub metric: Metric,
    /// The size before all savings.
    pub first: usize,
    /// The candidates of earlier runs.
    pub tried_before: u64,
    pub started: Instant,
    pub state: State,
    /// The file of the state.
    pub file: PathBuf,
    /// The size with all savings.
    pub last: usize,
    pub singles: usize,
    /// The smallest page.
    pub page: String,
    /// Whether the oracle has accepted the first page.
    pub is_checked: bool,
    /// The file for the smallest page; with `--in-place` the search has to end first.
    pub out: Option<PathBuf>,
}

impl Summary {
    fn text(&self) -> String {
        let (name, state) = (&self.name, &self.state);
        let minutes = self.started.elapsed().as_secs_f64() / 60.0;
        let tried = self.tried_before;
        let count = state.tried() - tried;
        let mut text = format!(
            "{name}: {} {}, {} with all savings; {} single edits, then pairs\n\
             {}{count} candidates in {minutes:.1} minutes, {:.0} a minute, {tried} of an earlier run\n",
            self.first,
            self.metric.unit(),
            self.last,
            self.singles,
            outcomes(state).text(),
            count as f64 / minutes.max(1e-9),
        );
        let Shard { part, of } = state.shard;
        if state.shard != Shard::WHOLE {
            text += &format!(
                "{} savings of part {part}/{of} in {}\n",
                state.found.len(),
                self.file.display()
            );
        }
        text
    }
}

/// The summary of a search that is going on. An interrupt prints it and writes the files.
pub struct SoFar(Arc<Mutex<Summary>>);

impl SoFar {
    pub fn new(summary: Summary) -> Self {
        let shared = Arc::new(Mutex::new(summary));
        let stopped = Arc::clone(&shared);
        stop::report(move |writes| {
            let summary = lock(&stopped);
            let page = summary.out.iter().filter(|_| summary.is_checked);
            let page = page.map(|out| writes.write(out, &summary.page));
            let state = writes.write(&summary.file, summary.state.to_json());
            for error in page.chain([state]).filter_map(Result::err) {
                message(format_args!("warning: {error}"));
            }
            message("stopped; the next run continues");
            Report::good(summary.text())
        });
        Self(shared)
    }

    /// Notes the state after candidates that save nothing, and saves it: a crash loses a few candidates
    /// at most.
    pub fn go_on(&self, state: &State) -> Result<(), files::WriteError> {
        let mut summary = lock(&self.0);
        summary.state = state.clone();
        summary.is_checked = true;
        let (file, text) = (summary.file.clone(), state.to_json());
        // An interrupt waits for the write, and must find the summary unlocked.
        drop(summary);
        files::write(&file, text)
    }

    /// Notes the state after a saving, and saves it.
    pub fn save(&self, search: &mut Search<'_>) -> Result<(), files::WriteError> {
        {
            let mut summary = lock(&self.0);
            summary.last = search.size();
            summary.singles = search.singles();
            search.page().clone_into(&mut summary.page);
        }
        self.go_on(search.state())
    }

    /// The text at the end of the search. An interrupt prints nothing more of it.
    pub fn end(self) -> String {
        stop::report(|_| Report::default());
        lock(&self.0).text()
    }
}

fn lock(summary: &Mutex<Summary>) -> MutexGuard<'_, Summary> {
    summary.lock().unwrap_or_else(PoisonError::into_inner)
}
