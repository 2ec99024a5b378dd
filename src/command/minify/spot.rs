//! Where code starts.

use std::fmt;

/// Where code starts.
#[derive(Debug, Clone)]
pub struct Spot {
    /// Its file; `None` for the file that is minified.
    pub file: Option<String>,
    pub line: usize,
    /// The scripts that it stands for, with the line of it on which each starts; none if it is as it was written.
    pub parts: Vec<(usize, Spot)>,
}

impl Spot {
    /// Where code starts that is as it was written.
    pub fn new(file: Option<String>, line: usize) -> Self {
        Self {
            file,
            line,
            parts: Vec::new(),
        }
    }
}

impl Default for Spot {
    fn default() -> Self {
        Self::new(None, 1)
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.parts.is_empty() {
            let parts: Vec<String> = self
                .parts
                .iter()
                .map(|(_, part)| part.to_string())
                .collect();
            return f.write_str(&parts.join(" and "));
        }
        match &self.file {
            Some(file) => write!(f, "of {file}"),
            None => write!(f, "on line {}", self.line),
        }
    }
}
