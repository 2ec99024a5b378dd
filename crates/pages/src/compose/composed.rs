//! A composed script, and where each character of it is from.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::marks::{Place, Segment};

/// The readable script of a variant.
#[derive(Debug, Clone)]
pub struct Composed {
    /// The script.
    pub text: String,
    /// Ascending.
    segments: Vec<Segment>,
    places: Arc<Vec<Place>>,
    fragments: Arc<BTreeMap<String, String>>,
}

/// A place in a fragment.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Position {
    /// The name of the fragment.
    pub fragment: String,
    /// Line in the fragment, from 1.
    pub line: usize,
    /// Column in that line in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.fragment, self.line, self.column)
    }
}

impl Position {
    /// The position of a byte offset in the text of a fragment.
    pub(super) fn at(fragment: &str, text: &str, offset: usize) -> Self {
        let (line, column) = golfchess_sizes::text::line_and_column(text, offset);
        Self {
            fragment: fragment.to_owned(),
            line,
            column,
        }
    }
}

impl Composed {
    /// A script whose marked rendering had `segments`. Marks change the outcome where a template
    /// compares or measures the text of a block; the segments of the first and last stretches that
    /// are the same in both renderings are kept.
    pub(super) fn new(
        text: String,
        (stripped, mut segments): (String, Vec<Segment>),
        places: Arc<Vec<Place>>,
        fragments: Arc<BTreeMap<String, String>>,
    ) -> Self {
        if text != stripped {
            let pairs = || text.bytes().zip(stripped.bytes());
            let first = pairs().take_while(|(a, b)| a == b).count();
            let ends = text[..].bytes().rev().zip(stripped.bytes().rev());
            let shorter = text.len().min(stripped.len());
            let last = ends
                .take_while(|(a, b)| a == b)
                .count()
                .min(shorter - first);
            let resumes = stripped.len() - last;
            segments.retain(|segment| segment.start < first || segment.start >= resumes);
            for segment in &mut segments {
                if segment.start >= resumes {
                    segment.start = segment.start + text.len() - stripped.len();
                }
            }
        }
        Self {
            text,
            segments,
            places,
            fragments,
        }
    }

    /// The fragment, line and column that the text at a byte offset came from. The value of an
    /// expression came from the expression. `None` when the script is empty.
    pub fn position(&self, offset: usize) -> Option<Position> {
        let next = self
            .segments
            .partition_point(|segment| segment.start <= offset);
        // White space at the start belongs to what follows.
        let segment = self.segments.get(next.saturating_sub(1))?;
        let place = self.places.get(segment.place)?;
        let fragment = self.fragments.get(&*place.fragment)?;
        let mut at = place.offset;
        if place.verbatim && offset > segment.start {
            let written = self.text.get(segment.start..offset);
            let written = written.unwrap_or(&self.text[segment.start..]);
            at += written.find('\n').unwrap_or(written.len());
        }
        Some(Position::at(&place.fragment, fragment, at))
    }
}
