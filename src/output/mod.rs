//! How results look.

pub mod colour;
mod csv;
mod json;
mod table;
mod talk;

pub use self::csv::csv;
pub use self::json::json;
pub use self::table::{Align, Table, signed};
pub use self::talk::{be_quiet, complain, progress, say};

use std::io::{self, Write};
use std::process::ExitCode;

/// What a command has to say: data for stdout, and an exit code.
#[derive(Debug, Default)]
pub struct Outcome {
    text: String,
    code: u8,
}

impl Outcome {
    /// Data without a finding.
    pub fn good(text: impl Into<String>) -> Self {
        Self::new(text, 0)
    }

    /// Data that may be a finding.
    pub fn judged(text: impl Into<String>, found: bool) -> Self {
        Self::new(text, u8::from(found))
    }

    /// Data that says what is missing.
    pub fn lacking(text: impl Into<String>) -> Self {
        Self::new(text, 2)
    }

    fn new(text: impl Into<String>, code: u8) -> Self {
        let text = text.into();
        Self { text, code }
    }
}

/// Prints an outcome and turns it into an exit code.
pub fn print(outcome: &Outcome) -> ExitCode {
    let mut stdout = io::stdout().lock();
    let printed = stdout
        .write_all(outcome.text.as_bytes())
        .and_then(|()| stdout.flush());
    match printed {
        Ok(()) => ExitCode::from(outcome.code),
        Err(error) => unprinted(&error, outcome.code),
    }
}

/// Prints what clap has to say: help to stdout, errors to stderr.
pub fn print_usage(usage: &clap::Error) -> ExitCode {
    let code = u8::try_from(usage.exit_code()).unwrap_or(2);
    match usage.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => ExitCode::from(code),
        Err(error) => unprinted(&error, code),
    }
}

/// A reader that has gone away (`gen sizes | head`) is no error.
fn unprinted(error: &io::Error, code: u8) -> ExitCode {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::from(code);
    }
    complain(format_args!(
        "cannot write the output: {error}; make room, or send it elsewhere"
    ));
    ExitCode::from(2)
}
