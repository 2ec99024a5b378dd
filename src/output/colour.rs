//! Whether to use colours: as `--color` says, or else as the terminal, `NO_COLOR` and their like do.

use std::ffi::OsString;
use std::io;

use anstream::AutoStream;
use clap::ColorChoice;

/// Settles it for the tables and for all that clap prints, before clap reads the command line:
/// an error in it, or `--help`, has colours too. A wrong value is left to clap.
pub fn settle(arguments: impl IntoIterator<Item = OsString>) -> ColorChoice {
    let choice = asked(arguments).unwrap_or_default();
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    choice
}

/// Whether data for people has colours.
pub fn colours() -> bool {
    AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

fn asked(arguments: impl IntoIterator<Item = OsString>) -> Option<ColorChoice> {
    let mut words = arguments.into_iter().take_while(|word| word != "--");
    let mut last = None;
    while let Some(word) = words.next() {
        let word = word.to_string_lossy();
        let value = match word.strip_prefix("--color") {
            Some("") => words.next().map(|next| next.to_string_lossy().into_owned()),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        last = value.and_then(|value| value.parse().ok()).or(last);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_counts_up_to_the_end_of_options() {
        let asked = |line: &str| asked(line.split(' ').map(OsString::from));
        assert_eq!(asked("sizes --color never"), Some(ColorChoice::Never));
        let twice = "--color=never sizes --color=always -- --color=never";
        assert_eq!(asked(twice), Some(ColorChoice::Always));
        for line in ["sizes", "--colors=never", "--color", "--color=sometimes"] {
            assert_eq!(asked(line), None, "{line}");
        }
    }
}
