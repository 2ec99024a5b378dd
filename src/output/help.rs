//! Advice about errors: what the user can do, printed as `help:` lines below an error.

use golfchess_pages::catalog::ManifestError;
use golfchess_pages::files::WriteError;
use golfchess_pages::measure::RecordError;
use golfchess_pages::text::TextError;

/// An error of the program with advice about it.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct Advised {
    message: String,
    help: String,
    source: Option<anyhow::Error>,
}

/// An error that says what is wrong, and what to do about it.
pub fn error(message: impl Into<String>, help: impl Into<String>) -> anyhow::Error {
    let (message, help) = (message.into(), help.into());
    anyhow::Error::new(Advised {
        message,
        help,
        source: None,
    })
}

/// An error with its cause, and what to do about it.
pub fn with_help(
    source: impl Into<anyhow::Error>,
    message: impl Into<String>,
    help: impl Into<String>,
) -> anyhow::Error {
    let (message, help) = (message.into(), help.into());
    anyhow::Error::new(Advised {
        message,
        help,
        source: Some(source.into()),
    })
}

/// The message of an error and those of its causes, each once.
pub fn chain(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}

/// The advice about an error and its causes.
pub fn advice(error: &anyhow::Error) -> Vec<String> {
    let advised = |cause: &(dyn std::error::Error + 'static)| {
        let of_program = cause
            .downcast_ref()
            .map(|Advised { help, .. }| help.clone());
        of_program.or_else(|| library(cause).map(str::to_owned))
    };
    error.chain().filter_map(advised).collect()
}

/// The advice about an error of the libraries, which know nothing of the command line.
fn library(cause: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    if cause.is::<WriteError>() {
        return Some("check that the folder exists and is writable, and that the disk has space");
    }
    if let Some(error) = cause.downcast_ref::<RecordError>() {
        return Some(match error {
            RecordError::Read { .. } => "check the permissions of the file",
            RecordError::Parse { .. } => {
                "restore the file, for example with `git checkout`, or write a new record with \
                 `gen record`"
            }
            RecordError::Conflict { .. } => {
                "run `gen --all`: it keeps the smaller accepted size of both sides"
            }
        });
    }
    if let Some(ManifestError::Read { source, .. }) = cause.downcast_ref()
        && matches!(source, TextError::Read(_))
    {
        return Some("name the folder of the manifest with --templates");
    }
    match cause.downcast_ref::<TextError>()? {
        TextError::Read(_) => None,
        TextError::TooLarge => Some("split the file, or name another folder with --templates"),
        TextError::NotUtf8 { .. } => Some("save the file as UTF-8"),
        TextError::ByteOrderMark => Some("save the file as UTF-8 without a byte order mark"),
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn a_cause_that_repeats_its_error_is_printed_once() {
        let error = anyhow::anyhow!("no king").context("no king");
        assert_eq!(
            chain(&error.context("bad position")),
            "bad position: no king"
        );
    }

    #[test]
    fn advice_is_found_below_other_context() {
        let cause = std::io::Error::other("disk full");
        let failed: anyhow::Result<()> = Err(with_help(cause, "cannot write", "free some space"));
        let error = failed.context("the site is not written").unwrap_err();
        assert_eq!(
            chain(&error),
            "the site is not written: cannot write: disk full"
        );
        assert_eq!(advice(&error), ["free some space"]);
    }
}
