//! The contract as the reference of parity checks.

use std::collections::HashSet;

use golfchess_parity::{Answer, Difference, Expected, Plan, Reference, Transcript};

use super::events::events;
use super::follow;
use super::{Contract, PlanBuilder, canonical};

impl Contract {
    /// The answers in a builder.
    fn built(&self, answers: &[Answer]) -> PlanBuilder {
        let mut builder = PlanBuilder::new(*self);
        for Answer(text, think) in answers {
            builder.answer(text.as_deref(), *think);
        }
        builder
    }
}

impl Reference for Contract {
    fn play(&self, answers: &[Answer]) -> Expected {
        self.built(answers).finish()
    }

    fn page_has_choices(&self, answers: &[Answer]) -> bool {
        self.opponent.is_some() && self.built(answers).page_has_choices()
    }

    fn judge(&self, plan: &Plan, shown: &Transcript) -> Option<Difference> {
        follow::judge(self, plan, shown)
    }

    fn canonical(&self, text: &str) -> String {
        canonical(text, self.show)
    }

    fn events(&self, answers: &[Answer]) -> HashSet<u64> {
        events(answers, self)
    }
}
