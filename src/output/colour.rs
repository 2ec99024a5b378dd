//! Whether to use colours: as `--color` says, otherwise as the terminal and `NO_COLOR` say.

use std::io;

use anstream::AutoStream;
use clap::ColorChoice;
use clap::builder::{EnumValueParser, TypedValueParser};

/// Reads `--color`, and applies it at once: clap's own messages about the rest of the command
/// line follow it too.
pub fn parser() -> impl TypedValueParser<Value = ColorChoice> {
    EnumValueParser::<ColorChoice>::new().map(|choice| {
        match choice {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
        choice
    })
}

/// Whether data for people has colours.
pub fn colours() -> bool {
    AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}
