//! Messages, errors and progress: all of it goes to stderr.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{help, work};

/// Whether only errors are printed.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Prints nothing but errors from now on.
pub fn set_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Prints a line, unless `--quiet` is given. A closed stderr is no error.
pub fn message(text: impl Display) {
    if !QUIET.load(Ordering::Relaxed) {
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// Prints an error with its causes and, in lines of their own, the advice about it.
pub fn print_error(error: &anyhow::Error) {
    let mut text = format!("error: {}\n", help::chain(error));
    for advice in help::advice(error) {
        text.push_str(&format!("help: {advice}\n"));
    }
    let _ = io::stderr().write_all(text.as_bytes());
}

/// A progress bar, with a length if it is known. It shows on a terminal only.
pub fn progress(template: &str, length: Option<usize>) -> Result<ProgressBar> {
    if QUIET.load(Ordering::Relaxed) {
        return Ok(ProgressBar::hidden());
    }
    let bar = match length {
        Some(length) => ProgressBar::new(length as u64),
        None => ProgressBar::new_spinner(),
    };
    let bar = bar.with_style(ProgressStyle::with_template(template)?);
    work::follow(template, &bar);
    bar.enable_steady_tick(Duration::from_millis(100));
    Ok(bar)
}

/// The progress of a search by its steps. It shows on a terminal, after a second.
pub struct Steps {
    start: Instant,
    bar: ProgressBar,
    is_shown: bool,
}

impl Steps {
    /// The progress of a search; `name` says for what.
    pub fn new(name: &str) -> Result<Self> {
        let bar = progress(
            &format!("{name} {{wide_bar}} {{percent}} % {{eta}}"),
            Some(0),
        )?;
        let is_shown = !bar.is_hidden();
        bar.set_draw_target(ProgressDrawTarget::hidden());
        let start = Instant::now();
        Ok(Self {
            start,
            bar,
            is_shown,
        })
    }

    /// Shows how many steps are done.
    pub fn show(&self, done: u64, all: u64) {
        const QUIET: Duration = Duration::from_secs(1);
        if self.is_shown && self.bar.is_hidden() && self.start.elapsed() > QUIET {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_length(all);
        self.bar.set_position(done);
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
