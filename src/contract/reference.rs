//! The contract as the reference of parity checks.

use std::collections::HashSet;

use golfchess_parity::{Answer, Expected, Reference};

use super::events::events;
use super::{Contract, PlanBuilder, canonical};

impl Reference for Contract {
    fn play(&self, answers: &[Answer]) -> Expected {
        let mut builder = PlanBuilder::new(*self);
        for Answer(text, think) in answers {
            builder.answer(text.as_deref(), *think);
        }
        builder.finish()
    }

    fn canonical(&self, text: &str) -> String {
        canonical(text, self.show)
    }

    fn events(&self, answers: &[Answer]) -> HashSet<u64> {
        events(answers, self.rules)
    }
}
