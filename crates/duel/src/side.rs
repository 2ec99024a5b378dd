//! The sides of a duel.

use std::fmt;

use anyhow::Result;

use crate::page::PageSide;
use crate::player::{Player, RandomPlayer};
use crate::uci::EngineSide;

/// A side, from which each worker opens a player of its own.
pub enum Side {
    Page(PageSide),
    Engine(EngineSide),
    Random,
}

impl Side {
    /// Whether it plays Black only, from the start position.
    pub fn is_black(&self) -> bool {
        matches!(self, Self::Page(page) if page.show.board)
    }

    pub fn open(&self) -> Result<Box<dyn Player + '_>> {
        Ok(match self {
            Self::Page(page) => Box::new(page.open()?),
            Self::Engine(engine) => Box::new(engine.open()?),
            Self::Random => Box::new(RandomPlayer),
        })
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Page(page) => &page.name,
            Self::Engine(engine) => &engine.name,
            Self::Random => "random",
        })
    }
}
