//! How results look.

mod csv;
mod json;
mod table;

pub use self::csv::csv;
pub use self::json::json;
pub use self::table::{Align, Table, signed};

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// What a command has to say: data for stdout, and whether it found anything.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The data.
    pub text: String,
    /// Whether the exit code is to be 1.
    pub found: bool,
}

impl Outcome {
    /// Data without a finding.
    pub fn good(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            found: false,
        }
    }
}

/// Says something to people on stderr, if anybody is still there.
pub fn say(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints an outcome and turns it into an exit code. A reader that has gone
/// away (`gen sizes | head`) is no error.
pub fn print(outcome: &Outcome) -> ExitCode {
    let mut stdout = io::stdout().lock();
    let printed = stdout
        .write_all(outcome.text.as_bytes())
        .and_then(|()| stdout.flush());
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            say(format_args!("error: cannot write the output: {error}"));
            ExitCode::from(2)
        }
        _ => ExitCode::from(u8::from(outcome.found)),
    }
}
