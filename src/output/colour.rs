//! Whether to use colours: as `--color` says, otherwise as the terminal and `NO_COLOR` say.

use std::io;

use anstream::AutoStream;
use clap::ColorChoice;

/// Sets the choice for all output, that of clap included.
pub fn set(choice: ColorChoice) {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Whether data for people has colours.
pub fn colours() -> bool {
    AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}
