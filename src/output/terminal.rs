//! The width of the terminal.

use std::io::{self, IsTerminal};

/// The width for text on stdout: that of `COLUMNS`, otherwise that of the terminal, if there is
/// one.
pub fn width() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok();
    let columns = columns.and_then(|text| text.parse().ok());
    columns.filter(|&columns| columns > 0).or_else(|| {
        let (width, _) = io::stdout()
            .is_terminal()
            .then(terminal_size::terminal_size)??;
        Some(usize::from(width.0))
    })
}
