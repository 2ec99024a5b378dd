//! What was compared with a file.

use std::fmt;

use golfchess_parity::host::Kind;
use serde::Serialize;

use super::coverage::Coverage;
use crate::output::count;

/// What was compared.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Compared {
    /// Where the file and its page were played; `None` if they were not.
    pub host: Option<Kind>,
    /// The games of the last comparison.
    pub games: usize,
    /// The dialogs, console lines and other outputs of these games.
    pub outputs: usize,
    /// The smaller pages that showed something else, by their strategies and wrappers.
    pub refused: Vec<String>,
    /// The first output of the last of these pages that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// Why nothing was compared.
    pub reason: Option<String>,
    /// How many files were in the page, unchanged, when it was played beside the result.
    #[serde(skip_serializing_if = "is_none")]
    pub files: usize,
    /// How much of the file has run; `None` if it has no functions, or if they were not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
    /// Whether a page or dialogs were played.
    #[serde(skip)]
    pub are_games: bool,
}

/// Whether a number of files is not worth a word.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_none(files: &usize) -> bool {
    *files == 0
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for refused in &self.refused {
            writeln!(
                f,
                "note: the result of {refused} shows something else than the file"
            )?;
        }
        if let Some(difference) = self
            .difference
            .as_ref()
            .filter(|_| !self.refused.is_empty())
        {
            writeln!(f, "note: in the last of them, {difference}")?;
        }
        match (&self.host, &self.reason) {
            (Some(_), _) if self.outputs == 0 => {
                f.write_str("not compared: the file shows nothing")
            }
            (Some(host), _) => write!(
                f,
                "compared with the file {}in {host}: {} of {}, no difference{}",
                match self.files {
                    0 => String::new(),
                    files => format!("and {} in it, ", count(files, "file")),
                },
                count(self.outputs, "output"),
                count(self.games, if self.are_games { "game" } else { "run" }),
                match &self.coverage {
                    Some(coverage) => format!("; {coverage}"),
                    None => String::new(),
                }
            ),
            (None, Some(reason)) => write!(f, "not compared: {reason}"),
            (None, None) => f.write_str("not compared"),
        }
    }
}
