//! Judges the candidates of a search for savings, as a test-guided reducer such as C-Reduce does.
//!
//! A [`Judge`] decides whether a candidate may replace a page. [`ModelJudge`] plays games: a candidate
//! must start, pass the games that rejected earlier candidates, and then more games of the suites. A
//! browser plays the first of them before the engine in this process, which counts steps; it is faster
//! from the second game on. What the readable page shows is recorded once. The suites verify
//! candidates that pass all games.

mod candidate;
mod games;
mod hosts;
mod judge;
mod local;
mod model;
mod pace;
mod priority;
mod screen;
mod stage_games;

pub use candidate::{Candidate, CandidateOutcome, Counterexample};
pub use games::MAX_STEPS;
pub use judge::{Judge, JudgeError};
pub use model::{ModelJudge, SearchGames, SuiteRun};
pub use pace::Pace;
