//! One module a suite: what each tries on a page.

pub(super) mod clock;
pub(super) mod dialogs;
pub(super) mod draws;
pub(super) mod games;
pub(super) mod input;
pub(super) mod mirror;
pub(super) mod perft;
pub(super) mod random;
mod reduce;
pub(super) mod rules;
mod rules_cases;
mod tale;
