//! Text edits of a script.

use serde::{Deserialize, Serialize};

use crate::text;

/// A replacement of one range of a script.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Splice {
    /// Byte offset of the first replaced byte.
    pub start: usize,
    /// Byte offset after the last replaced byte.
    pub end: usize,
    /// The new text.
    pub text: String,
}

impl Splice {
    /// Replaces a range, given by its start and end, with `text`.
    pub fn new((start, end): (usize, usize), text: impl Into<String>) -> Self {
        let text = text.into();
        Self { start, end, text }
    }
}

/// Replacements that are made together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// The kind of edit, for messages.
    pub kind: String,
    /// The replacements: in ascending order, without overlap.
    pub splices: Vec<Splice>,
}

impl Edit {
    /// An edit of one range.
    pub fn one(kind: &str, range: (usize, usize), text: impl Into<String>) -> Self {
        Self {
            kind: kind.to_owned(),
            splices: vec![Splice::new(range, text)],
        }
    }

    /// An edit of several replacements; `None` if two of them overlap.
    pub fn of(kind: &str, mut splices: Vec<Splice>) -> Option<Self> {
        splices.sort();
        let apart = splices.windows(2).all(|pair| pair[0].end <= pair[1].start);
        apart.then(|| Self {
            kind: kind.to_owned(),
            splices,
        })
    }

    /// Combines two edits; `None` if they overlap.
    pub fn with(&self, other: &Self) -> Option<Self> {
        let kind = format!("{} + {}", self.kind, other.kind);
        Self::of(&kind, [&self.splices[..], &other.splices[..]].concat())
    }

    /// The offset, in the script before the edit, of the text at an offset of the script after it.
    ///
    /// # Errors
    /// The edit has written the text. The error is the offset where its splice starts.
    pub fn offset_before(&self, offset: usize) -> Result<usize, usize> {
        // Of the script after the edit: the end of the last splice that starts before the offset.
        let mut at = 0;
        let mut before = 0;
        for splice in &self.splices {
            let start = at + splice.start - before;
            if offset < start {
                break;
            }
            at = start + splice.text.len();
            if offset < at {
                return Err(splice.start);
            }
            before = splice.end;
        }
        Ok(before + offset - at)
    }

    /// Returns the script after the edit.
    pub fn apply(&self, script: &str) -> String {
        let splices = self.splices.iter();
        text::with_replaced(
            script,
            splices.map(|splice| (splice.start..splice.end, &splice.text)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splices_are_sorted_and_do_not_overlap() {
        let splice = |start, end, text: &str| Splice::new((start, end), text);
        let edit = Edit::of("a", vec![splice(4, 5, "C"), splice(0, 1, "AA")])
            .expect("the splices do not overlap");
        assert_eq!(edit.apply("a + c;"), "AA + C;");
        assert_eq!(
            Edit::of("b", vec![splice(0, 3, ""), splice(2, 4, "")]),
            None
        );
        let before = |offset| edit.offset_before(offset);
        assert_eq!(
            [0, 1, 2, 4, 5, 6].map(before),
            [Err(0), Err(0), Ok(1), Ok(3), Err(4), Ok(5)]
        );
        let other = Edit::of("b", vec![splice(2, 3, "-")]).expect("there is one splice");
        assert_eq!(
            edit.with(&other)
                .expect("the splices do not overlap")
                .apply("a + c;"),
            "AA - C;"
        );
        assert_eq!(edit.with(&edit), None);
    }
}
