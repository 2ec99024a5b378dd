//! A cell of a table.

use clap::builder::styling::{AnsiColor, Style};

/// A text with its style, and what a spreadsheet shows instead.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// Its colours.
    pub style: Style,
    /// The value for a spreadsheet, unless it is the text.
    value: Option<String>,
}

impl Cell {
    /// A change: growth is red, shrinkage green, no change empty.
    pub fn change(delta: i64) -> Self {
        let mut cell = Self::difference(delta);
        if delta == 0 {
            cell.text.clear();
        }
        cell
    }

    /// A change that is shown even if it is zero.
    pub fn difference(delta: i64) -> Self {
        let colour = match delta {
            ..0 => Some(AnsiColor::Green),
            0 => None,
            1.. => Some(AnsiColor::Red),
        };
        Self {
            text: format!("{delta:+}"),
            style: Style::new().fg_color(colour.map(Into::into)),
            value: Some(delta.to_string()),
        }
    }

    /// A text that marks a problem.
    pub fn problem(text: impl Into<String>) -> Self {
        Self {
            style: Style::new().fg_color(Some(AnsiColor::Red.into())),
            ..Self::from(text.into())
        }
    }

    /// The value for a spreadsheet.
    pub fn value(&self) -> &str {
        self.value.as_ref().unwrap_or(&self.text)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Self {
        number.to_string().into()
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        number.to_string().into()
    }
}

/// Nothing is an empty cell.
impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(content: Option<T>) -> Self {
        content.map(Into::into).unwrap_or_default()
    }
}
