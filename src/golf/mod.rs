//! The machine that looks for savings: an oracle-guided shrinker, as C-Reduce is for compilers.
//!
//! It takes the readable script of a variant, tries [`Edit`]s of its syntax tree, and keeps what
//! is shorter and still plays the variant's contract. Each candidate goes through screens, the
//! cheapest first: it must parse and be lighter, start, survive the games that killed others
//! before it, and then more games of the parity suites, the first in this process and the others
//! in a browser that stays open; what is left is put to the parity proof. As the edits are made
//! on the script with its own names, a finding says where in which fragment it is.

mod edit;
mod hosts;
mod makers;
mod nodes;
mod richness;
mod screen;
mod search;
mod state;
mod weigh;

pub use edit::{Edit, Splice};
pub use screen::{Fate, Killer};
pub use search::{Course, GolfError, Golfer, Saving};
pub use state::{State, StateError};
