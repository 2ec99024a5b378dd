//! Pages with cells: elements that have an attribute of a mouse event, in rows and columns.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Answer, Dialog};

/// How a game is played with the mouse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    /// The number of cells in a column.
    pub rows: usize,
    /// Whether the colours and sizes of the cells count.
    pub look: bool,
    /// The presses of each answer, after its think time.
    pub presses: Vec<Vec<Press>>,
}

/// One press of the mouse button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Press {
    /// The number of the cell: from the top, column by column from the left.
    pub cell: usize,
    /// For how many milliseconds the button is held.
    pub hold: u64,
}

/// What the cells of a page show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The attributes of mouse events, with spaces between them.
    pub on: String,
    /// The text outside of the cells, trimmed.
    pub outside: String,
    /// The text of each cell, trimmed, column by column.
    pub cells: Vec<String>,
    /// Whether the cells stand in rows and columns.
    pub grid: bool,
    /// Their colours and sizes, if these count.
    pub look: Option<Look>,
    /// The milliseconds since the page began to load, where these are real.
    pub time: Option<u64>,
}

/// How cells look.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// The colour behind each cell, such as `rgb(0, 0, 0)`.
    pub colours: Vec<String>,
    /// The least width and the least height in pixels, in a window of 390 × 844 only.
    pub least: Option<[f64; 2]>,
}

// The sizes are numbers of pixels, never NaN.
impl Eq for Look {}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.outside)?;
        self.cells.iter().try_for_each(|cell| write!(f, "\n{cell}"))
    }
}

/// Continues a game by what the page has shown.
pub trait Player: fmt::Debug + Send + Sync {
    /// Starts a game.
    fn start(&self) -> Box<dyn Turns>;
}

/// A player in a game.
pub trait Turns {
    /// The next answers, after what the page has shown since the last ones; it is canonical. None at
    /// the end of the game.
    fn next(&mut self, shown: &[Dialog]) -> Vec<Answer>;
}
