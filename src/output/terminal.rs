//! The size of the terminal.

use std::io::{self, IsTerminal};

/// The width that the environment variable `COLUMNS` asks for.
pub fn columns() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok()?.parse().ok()?;
    (columns > 0).then_some(columns)
}

/// The width for text on stdout: that of `COLUMNS`, otherwise that of the terminal, if there is
/// one.
pub fn width() -> Option<usize> {
    columns().or_else(|| {
        let (width, _) = io::stdout()
            .is_terminal()
            .then(terminal_size::terminal_size)??;
        Some(usize::from(width.0))
    })
}

/// The width of the terminal on stderr, if there is one: that of `COLUMNS` goes before its own.
pub fn stderr_width() -> Option<usize> {
    let is_terminal = io::stderr().is_terminal();
    let own =
        || terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| usize::from(width.0));
    is_terminal.then(|| columns().or_else(own))?
}

/// The number of lines of the terminal on stdout, if there is one.
pub fn height() -> Option<usize> {
    let (_, height) = io::stdout()
        .is_terminal()
        .then(terminal_size::terminal_size)??;
    Some(usize::from(height.0))
}
