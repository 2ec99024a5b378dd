//! The size record `sizes.json`, as far as tasks read it.

use std::fs;
use std::path::Path;

use serde::Deserialize;

/// All pages of a catalog.
#[derive(Deserialize)]
pub struct Record {
    pub pages: Vec<Page>,
}

/// One page.
#[derive(Deserialize)]
pub struct Page {
    pub name: String,
    pub bytes: usize,
    /// The size of the published record holder's page.
    pub published: Option<usize>,
}

impl Record {
    pub fn read(file: &Path) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| failed(&error))?;
        serde_json::from_str(&text).map_err(|error| failed(&error))
    }
}
