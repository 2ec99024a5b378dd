//! Searches for savings: a test-guided reducer, as C-Reduce is for compilers.
//!
//! A [`Search`] takes the readable script of a page, tries edits from a [`ScriptSource`], and keeps
//! those that make the page shorter and that no test game rejects. Each candidate passes filters,
//! the cheapest first: it must parse and be smaller, start, pass the games that rejected earlier
//! candidates, and then more games of the suites. A browser plays the first of them before the engine
//! in this process, which counts steps; it is faster from the second game on. The suites verify
//! candidates that pass all filters.
//!
//! [`Games`] judge whole pages, for searches that have no reference.

mod candidate;
mod filter;
mod games;
mod hosts;
mod local;
mod priority;
mod run;
mod source;
mod state;

pub use candidate::{CandidateOutcome, Counterexample};
pub use games::Games;
pub use run::{Phase, Saving, Search, SearchError, SearchGames, SearchOptions, SuiteRun};
pub use source::{BuiltScript, ScriptSource};
pub use state::{State, StateError};
