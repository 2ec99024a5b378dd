//! Errors in scripts.

use golfchess_sizes::text;
use serde::Serialize;

use crate::advice::Advice;

/// An error in a script, with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("line {line}, column {column}: {message}\n    {excerpt}")]
pub struct ScriptError {
    /// Byte offset in the script.
    pub offset: usize,
    /// Line in the script, from 1.
    pub line: usize,
    /// Column in that line in characters, from 1.
    pub column: usize,
    /// The line, without its indentation.
    pub excerpt: String,
    /// The reason.
    #[serde(rename = "reason")]
    pub message: String,
    /// What to write instead.
    pub help: Option<Advice>,
}

impl ScriptError {
    /// An error at a byte offset of `source`.
    pub fn at(source: &str, offset: usize, message: impl Into<String>) -> Self {
        let mut offset = offset.min(source.len());
        while !source.is_char_boundary(offset) {
            offset -= 1;
        }
        let start = source[..offset].rfind('\n').map_or(0, |at| at + 1);
        let end = source[offset..]
            .find('\n')
            .map_or(source.len(), |at| offset + at);
        let (line, column) = text::line_and_column(source, offset);
        Self {
            offset,
            line,
            column,
            excerpt: source[start..end].trim().to_owned(),
            message: message.into(),
            help: None,
        }
    }

    /// The same error with advice.
    pub fn with_help(self, help: impl Into<Advice>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}
