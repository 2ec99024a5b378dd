//! The contract of a chess page: the rules that its flags select, its display and its input.
//!
//! [`Contract`] is the reference with which pages are compared; [`Referee`] plays one game by it.

mod builder;
mod events;
mod flags;
mod follow;
mod prompt;
mod referee;
mod reference;
mod typed;

pub use builder::PlanBuilder;
pub use flags::{CLOCK_SECONDS, Contract, FlagError, Opponent, profile};
pub(crate) use prompt::narrow;
pub use prompt::{Show, canonical, prompt_text};
pub(crate) use referee::mates;
pub use referee::{Referee, Step, arbiter_code, result_code};
pub use typed::read_typed;
