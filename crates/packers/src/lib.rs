#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod code_points;
pub mod dictionary;
pub mod mixing;

use std::ops::{Deref, DerefMut};

use golfchess_script::Minified;
use serde::Serialize;

/// A page of a minified script, which may unpack itself.
#[derive(Debug, Clone, Serialize)]
pub struct Made {
    /// The page, and how its script was minified.
    #[serde(flatten)]
    pub minified: Minified,
    /// How the page was packed with a dictionary, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packed: Option<Box<dictionary::Packed>>,
    /// How the page was packed with context mixing, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mixed: Option<Box<mixing::Report>>,
}

impl Made {
    /// How the page was made, without the page.
    #[must_use]
    pub fn without_page(&self) -> Self {
        let mut made = self.clone();
        made.minified.page.clear();
        made
    }
}

impl From<Minified> for Made {
    fn from(minified: Minified) -> Self {
        Self {
            minified,
            packed: None,
            mixed: None,
        }
    }
}

impl Deref for Made {
    type Target = Minified;

    fn deref(&self) -> &Minified {
        &self.minified
    }
}

impl DerefMut for Made {
    fn deref_mut(&mut self) -> &mut Minified {
        &mut self.minified
    }
}
