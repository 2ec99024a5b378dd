//! The contract of a chess page: which rules its flags choose, what it shows, and what it accepts.
//!
//! [`Contract`] is the reference that pages are compared with; [`Referee`] plays one game by it.

mod builder;
mod events;
mod flags;
mod prompt;
mod referee;
mod reference;
mod typed;

pub use builder::PlanBuilder;
pub use flags::{Contract, FlagError, profile};
pub(crate) use prompt::narrow;
pub use prompt::{Show, canonical, prompt_text};
pub use referee::{Referee, Step, result_code};
pub use typed::read_typed;
