//! What a command says when Ctrl-C or SIGTERM ends it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use golfchess_pages::files::{self, LastWrites};

use crate::interrupt;
use crate::output::{self, Report, count, message, print_error, work};

/// The exit code of a command that is stopped and has no finding.
const STOPPED: u8 = 130;

/// What the command has found so far.
type SoFar = Box<dyn FnOnce(&LastWrites) -> Report + Send>;

static SO_FAR: Mutex<Option<SoFar>> = Mutex::new(None);

fn so_far() -> MutexGuard<'static, Option<SoFar>> {
    SO_FAR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs the handler.
///
/// # Errors
/// It cannot be installed, or there is one already.
pub fn prepare() -> Result<()> {
    interrupt::end_by(|writes| {
        let found = so_far().take();
        let nothing = || stopped(Ok(Report::default()));
        let report = found.map_or_else(nothing, |found| found(writes));
        let mut stdout = io::stdout().lock();
        // Nobody may read it any more.
        let _ = stdout.write_all(report.text.as_bytes());
        let _ = stdout.flush();
        message(sentence(work(), &files::written()));
        report.code.into()
    })
    .context("cannot handle interrupts")
}

/// Makes a report the one that an interrupt prints, until the command has ended.
pub fn report(found: impl FnOnce(&LastWrites) -> Report + Send + 'static) {
    *so_far() = Some(Box::new(found));
}

/// The report of a command that is stopped: without a finding it has an exit code of its own.
pub fn stopped(report: Result<Report>) -> Report {
    match report {
        Ok(Report { text, code: 0 }) => Report {
            text,
            code: STOPPED,
        },
        Ok(report) => report,
        Err(error) => {
            print_error(&error);
            Report::missing("")
        }
    }
}

/// Ends the program: prints the report of the command, and from now on an interrupt prints none.
pub fn end(done: Result<Report>) -> ExitCode {
    {
        // An interrupt ends the process once this lock is free. Until then a job whose browsers were
        // ended by the interrupt must not print its error.
        let _no_interrupt = files::block_interrupts();
        *so_far() = None;
    }
    match done {
        Ok(report) => output::print(&report),
        Err(error) => {
            print_error(&error);
            ExitCode::from(2)
        }
    }
}

/// A text that grows while a command works. An interrupt prints it.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<String>>);

impl Lines {
    /// An empty text, which an interrupt prints from now on.
    pub fn new() -> Self {
        let lines = Self::default();
        let printed = lines.clone();
        report(move |_| stopped(Ok(Report::good(printed.text()))));
        lines
    }

    /// Adds to the text.
    pub fn add(&self, text: &str) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push_str(text);
    }

    /// What has been added so far.
    pub fn text(&self) -> String {
        let text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.clone()
    }
}

/// What was being done, and what is left on the disk.
fn sentence(work: Option<String>, written: &[PathBuf]) -> String {
    const NAMED: usize = 3;
    let work = work.map_or_else(String::new, |work| format!(" ({work})"));
    let names = written.iter().take(NAMED);
    let mut names: Vec<String> = names.map(|path| path.display().to_string()).collect();
    if written.len() > NAMED {
        names.push(count(written.len() - NAMED, "other file"));
    }
    let files = match names.is_empty() {
        true => "no file is written".to_owned(),
        false => format!("written: {}", names.join(", ")),
    };
    format!("stopped{work}: {files}; no process and no temporary file is left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_names_the_work_and_a_few_files() {
        let end = "; no process and no temporary file is left";
        let files = ["a", "b", "c", "d", "e"].map(PathBuf::from);
        let work = || Some("building 2/3 pages".to_owned());
        for (work, written, expected) in [
            (None, &files[..0], "stopped: no file is written"),
            (
                work(),
                &files[..2],
                "stopped (building 2/3 pages): written: a, b",
            ),
            (None, &files[..], "stopped: written: a, b, c, 2 other files"),
        ] {
            assert_eq!(sentence(work, written), format!("{expected}{end}"));
        }
    }
}
