//! The output of the program.

mod cell;
pub mod colour;
mod count;
mod export;
mod format;
pub mod help;
mod stderr;
mod table;
pub mod terminal;
mod work;

pub use self::cell::Cell;
pub use self::count::count;
pub use self::export::Exporter;
pub use self::format::{Format, json};
pub use self::stderr::{Steps, message, print_error, progress, set_quiet};
pub use self::table::{Align, Rows, Table};
pub use self::work::work;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// The result of a command: data for stdout, and an exit code.
#[derive(Debug, Default)]
pub struct Report {
    /// The data.
    pub text: String,
    /// The exit code.
    pub code: u8,
}

impl Report {
    /// Data without a finding.
    pub fn good(text: impl Into<String>) -> Self {
        Self::new(text, 0)
    }

    /// Data that has findings or has none.
    pub fn with_findings(text: impl Into<String>, found: bool) -> Self {
        Self::new(text, u8::from(found))
    }

    /// The same report with more data after it.
    pub fn with(self, more: &str) -> Self {
        Self::new(self.text + more, self.code)
    }

    /// Data that reports a missing part.
    pub fn missing(text: impl Into<String>) -> Self {
        Self::new(text, 2)
    }

    fn new(text: impl Into<String>, code: u8) -> Self {
        let text = text.into();
        Self { text, code }
    }
}

/// Prints a report and turns it into an exit code.
pub fn print(report: &Report) -> ExitCode {
    let mut stdout = io::stdout().lock();
    let printed = stdout
        .write_all(report.text.as_bytes())
        .and_then(|()| stdout.flush());
    match printed {
        Ok(()) => ExitCode::from(report.code),
        Err(error) => unprinted(error, report.code),
    }
}

/// Prints data before the command ends. Sets `stop` if nobody reads it.
///
/// # Errors
/// The data cannot be written for another reason.
pub fn print_now(text: &str, stop: &AtomicBool) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let printed = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    match printed {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            stop.store(true, Ordering::Relaxed);
            Ok(())
        }
        printed => printed,
    }
}

/// Prints the output of clap: help to stdout, errors to stderr.
pub fn print_usage(usage: &clap::Error) -> ExitCode {
    let code = u8::try_from(usage.exit_code()).unwrap_or(2);
    match usage.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => ExitCode::from(code),
        Err(error) => unprinted(error, code),
    }
}

/// A closed pipe is no error: its reader (`gen sizes | head`) has read enough.
fn unprinted(error: io::Error, code: u8) -> ExitCode {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::from(code);
    }
    let error = help::with_help(
        error,
        "cannot write the output",
        "check that its target has space",
    );
    print_error(&error);
    ExitCode::from(2)
}
