//! Where the text of a script comes from.

use golfchess_sizes::edit::Edit;

/// Where text of a script comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The offset in the script that the search started with.
    pub offset: usize,
    /// Whether an earlier saving has written the text. The offset is that of the saving then.
    pub is_saving: bool,
}

impl Origin {
    /// The origin of the text at an offset of the script after some savings.
    pub fn of(savings: &[Edit], offset: usize) -> Self {
        let start = Self {
            offset,
            is_saving: false,
        };
        savings.iter().rev().fold(start, |origin, edit| {
            match edit.offset_before(origin.offset) {
                Ok(offset) => Self { offset, ..origin },
                Err(offset) => Self {
                    offset,
                    is_saving: true,
                },
            }
        })
    }

    /// The origins of an edit's replacements in the script before all savings.
    pub fn of_edit(savings: &[Edit], edit: &Edit) -> Vec<Self> {
        let splices = edit.splices.iter();
        splices
            .map(|splice| Self::of(savings, splice.start))
            .collect()
    }
}
