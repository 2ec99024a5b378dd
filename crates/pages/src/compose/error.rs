//! Errors of fragments.

use std::path::PathBuf;

use crate::text::TextError;

/// Why fragments cannot be read or composed.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// A folder or a link in it cannot be read.
    #[error("cannot read the templates in {}: {reason}", path.display())]
    Read {
        /// The folder.
        path: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// A fragment is not source text.
    #[error("cannot read the fragment {}", path.display())]
    Fragment {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: TextError,
    },
    /// The name of a fragment is not UTF-8, so that other fragments cannot include it.
    #[error("the name of {path:?} is not UTF-8; rename it")]
    Name {
        /// The file.
        path: PathBuf,
    },
    /// A fragment has a character that marks positions while scripts are composed.
    #[error("{place}: the private use character U+{:X} is reserved", u32::from(*character))]
    Reserved {
        /// File, line and column.
        place: String,
        /// The character.
        character: char,
    },
    /// The HTML around the script is missing, or has no place for it.
    #[error("{path}: {reason}")]
    Html {
        /// The file.
        path: String,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// The bundle of the entry of the manifest is missing, or cannot be a fragment.
    #[error("{path}: {reason}")]
    Bundled {
        /// The entry.
        path: String,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// A fragment has an error in its template language.
    #[error("{0}")]
    Template(String),
    /// Fragments include each other without end.
    #[error("{place}: fragments include each other without end: {}", fragments.join(", "))]
    Cycle {
        /// File, line and column of the `include` that closes the cycle.
        place: String,
        /// The fragments on the cycle, the first one twice.
        fragments: Vec<String>,
    },
    /// A fragment uses a flag that the manifest does not declare.
    #[error("{place}: `{flag}` is not a flag; the manifest declares {declared}")]
    UndeclaredFlag {
        /// File, line and column.
        place: String,
        /// The name in the fragment.
        flag: String,
        /// The letters of the manifest.
        declared: String,
    },
}
