//! Where code starts.

use std::fmt;

/// Where code starts.
#[derive(Debug, Clone)]
pub struct Spot {
    /// Its file; `None` for the file that is minified.
    pub file: Option<String>,
    pub line: usize,
}

impl Spot {
    /// The start of a file.
    pub fn of_file(name: &str) -> Self {
        Self {
            file: Some(name.to_owned()),
            line: 1,
        }
    }
}

impl Default for Spot {
    fn default() -> Self {
        Self {
            file: None,
            line: 1,
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "of {file}"),
            None => write!(f, "on line {}", self.line),
        }
    }
}
