//! Advice about errors: what the user can do, printed as `help:` lines below an error.

use golfchess_pages::builder::BuildError;
use golfchess_pages::catalog::ManifestError;
use golfchess_pages::files::WriteError;
use golfchess_pages::measure::RecordError;
use golfchess_pages::text::TextError;
use golfchess_parity::host::{HostError, Kind};

use crate::search::StateError;

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
    let advised = |cause: &(dyn std::error::Error + 'static)| -> Vec<String> {
        if let Some(error) = cause.downcast_ref::<BuildError>() {
            return match error {
                BuildError::Pack { .. } => {
                    vec!["list only pages that can be packed, see docs/minify.md".to_owned()]
                }
                _ => error.help(),
            };
        }
        let of_program = cause
            .downcast_ref()
            .map(|Advised { help, .. }| help.clone());
        of_program.or_else(|| library(cause)).into_iter().collect()
    };
    error.chain().flat_map(advised).collect()
}

/// The advice about an error of the libraries, which do not know the command line.
fn library(cause: &(dyn std::error::Error + 'static)) -> Option<String> {
    let fixed = pages(cause).or_else(|| parity(cause));
    fixed.map(str::to_owned)
}

fn pages(cause: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
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
            RecordError::Metric { .. } => {
                "run `gen record` to accept the sizes by the `metric` of the manifest, or name a \
                 baseline that has them"
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
        TextError::NotUtf8 { .. } | TextError::NotUtf16 => Some("save the file as UTF-8"),
        TextError::ByteOrderMark => Some("save the file as UTF-8 without a byte order mark"),
    }
}

/// How to get a host that is not on this machine.
pub fn install(host: Kind) -> &'static str {
    match host {
        Kind::Chrome | Kind::Embedded => {
            "install Chromium or Chrome (Debian: apt-get install chromium, macOS: brew install \
             --cask chromium, Windows: winget install Google.Chrome), name one in the environment \
             variable CHROME, or use --host embedded"
        }
        Kind::Firefox => {
            "install Firefox (Debian: apt-get install firefox-esr, macOS: brew install --cask \
             firefox, Windows: winget install Mozilla.Firefox), or name it in the environment \
             variable FIREFOX"
        }
        Kind::WebKit => {
            "install WebKitWebDriver and Xvfb (Debian: apt-get install webkit2gtk-driver xvfb), \
             or name the driver in the environment variable WEBKIT_DRIVER; WebKitGTK is not for \
             macOS and Windows, and gen does not start Safari's safaridriver"
        }
    }
}

fn parity(cause: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    if cause.is::<StateError>() {
        return Some("remove the file to start the search again, or name another --state");
    }
    Some(match cause.downcast_ref::<HostError>()? {
        HostError::NoBrowser => install(Kind::Chrome),
        HostError::NotInstalled { host, .. } => install(*host),
        HostError::Browser { .. } => {
            "name another program in the environment variable CHROME, FIREFOX or WEBKIT_DRIVER, or \
             use --host embedded"
        }
        HostError::Lost(_) => "try again, or use --host embedded",
        HostError::Unsupported { .. } => "use --host chrome, firefox or webkit",
        HostError::Engine(_) => "try again with --host chrome",
    })
}

#[cfg(test)]
mod tests {
    use anyhow::Context;
    use golfchess_parity::search::JudgeError;

    use super::*;
    use crate::search::SearchError;

    #[test]
    fn a_cause_that_repeats_its_error_is_printed_once() {
        let error = anyhow::anyhow!("no king").context("no king");
        assert_eq!(
            chain(&error.context("bad position")),
            "bad position: no king"
        );
    }

    #[test]
    fn a_missing_browser_is_reported_once_with_advice() {
        let error = golfchess_parity::VerifyError::from(HostError::NoBrowser);
        let error = anyhow::Error::from(SearchError::from(JudgeError::from(error)));
        assert_eq!(chain(&error), "cannot verify the pages: no browser found");
        assert!(advice(&error)[0].starts_with("install Chromium"));
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
