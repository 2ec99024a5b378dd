//! What is for people only: all of it goes to stderr.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

/// Whether nothing but errors is to be said.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on nothing but errors is said.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Says something, if anybody is still there and wants to hear it.
pub fn say(text: impl Display) {
    if !QUIET.load(Ordering::Relaxed) {
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// Says why it does not go on, even to those who want quiet.
pub fn complain(error: impl Display) {
    let _ = writeln!(io::stderr(), "error: {error}");
}

/// A bar on a terminal, with a length if it is known; elsewhere nothing is seen of it.
pub fn progress(template: &str, length: Option<usize>) -> Result<ProgressBar> {
    if QUIET.load(Ordering::Relaxed) {
        return Ok(ProgressBar::hidden());
    }
    let bar = match length {
        Some(length) => ProgressBar::new(length as u64),
        None => ProgressBar::new_spinner(),
    };
    let bar = bar.with_style(ProgressStyle::with_template(template)?);
    bar.enable_steady_tick(Duration::from_millis(100));
    Ok(bar)
}
