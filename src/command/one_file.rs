//! The script of one file: the names that stay, and errors with their places in the file. A file has no
//! manifest and no fragments, so advice about them does not fit.

use anyhow::Error;
use golfchess_pages::minify::{self, ScriptError, Wrapper};

use crate::output::help;

/// A script in a file.
#[derive(Debug, Clone, Copy)]
pub struct OneFile<'f> {
    pub name: &'f str,
    /// The line of the file on which the script starts.
    pub line: usize,
}

impl OneFile<'_> {
    /// The names that stay beside `keep`: those of elements and of the browser, those that the script
    /// finds by their texts, and those that another script may have. Notes say why, through `note`.
    pub fn kept(
        &self,
        script: &str,
        around: &Wrapper,
        mut keep: Vec<String>,
        note: &dyn Fn(&str),
    ) -> Result<Vec<String>, Error> {
        let failed = |error| self.failed(&error);
        keep.extend(minify::outside_names(script, around).map_err(failed)?);
        let by_text = minify::names_by_text(script).map_err(failed)?.into_iter();
        let by_text = by_text.map(|name| (name, "the script finds it by its text"));
        let doubtful = minify::doubtful_names(script).map_err(failed)?.into_iter();
        let doubtful = doubtful.map(|name| (name, "an element or another script may have it"));
        for (name, reason) in by_text.chain(doubtful) {
            if !keep.contains(&name) {
                note(&format!("the name `{name}` stays: {reason}"));
                keep.push(name);
            }
        }
        Ok(keep)
    }

    /// An error of the minifier with its place in the file.
    pub fn unminified(&self, error: &minify::Error) -> Error {
        match error {
            minify::Error::Script(error) => self.failed(error),
            minify::Error::Empty | minify::Error::Unwrappable(_) => {
                let help = error.help().join("\n");
                help::error(format!("{}: {error}", self.name), advice(&help))
            }
        }
    }

    /// An error in the script with its place in the file.
    pub fn failed(&self, error: &ScriptError) -> Error {
        let help = error.help.as_deref().unwrap_or("correct the script");
        help::error(self.located(error), advice(help))
    }

    /// An error or a warning with its place in the file.
    pub fn located(&self, error: &ScriptError) -> String {
        format!(
            "{}:{}: {}\n    {}",
            self.name,
            self.line - 1 + error.line,
            error.message,
            error.excerpt
        )
    }
}

/// Advice for a catalog as advice for one file.
pub fn advice(help: &str) -> String {
    help.replace("under `keep` in the manifest", "with --keep")
}
