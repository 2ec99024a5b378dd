//! Whether to use colours: as `--color` says, otherwise as the terminal and `NO_COLOR` say.

use std::ffi::OsString;
use std::io;

use anstream::AutoStream;
use clap::{ColorChoice, ValueEnum};

/// Sets the choice for all output, that of clap included.
pub fn set(choice: ColorChoice) {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// The value of `--color` among words that are no valid command line.
pub fn named(words: impl Iterator<Item = OsString>) -> ColorChoice {
    let words = words.map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    let mut values = words.iter().enumerate().filter_map(|(at, word)| {
        let value = word.strip_prefix("--color")?;
        let value = match value {
            "" => words.get(at + 1)?,
            value => value.strip_prefix('=')?,
        };
        ColorChoice::from_str(value, false).ok()
    });
    values.next_back().unwrap_or_default()
}

/// Whether data for people has colours.
pub fn colours() -> bool {
    AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// The same for messages.
pub fn on_stderr() -> bool {
    AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}
