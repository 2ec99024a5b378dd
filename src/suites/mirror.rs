//! The `mirror` suite: the page and the readable page must give the same transcript.

use golfchess_parity::Plan;

use super::random;
use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext};

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let (games, turns) = context.by_effort((1, 4), (1, 10), (8, 150));
    let mut rng = context.rng_of_page(ChessSuite::Mirror as u64);
    if context.contract.page_is_black() {
        return vec![against_the_page(context, turns)];
    }
    let mut plans: Vec<Plan> = (0..games)
        .map(|_| random::one(context, ChessSuite::Mirror, &mut rng, turns))
        .collect();
    let mut mate = PlanBuilder::new(context.contract);
    mate.words("f2f3 e7e6 g2g3 a7a6 g3g4 d8h4");
    plans.push(mate.plan(ChessSuite::Mirror, "mate"));
    let mut own = PlanBuilder::new(context.contract);
    if own.has_opponent() {
        // The random numbers are the same on both pages.
        own.words("e2e3 e7e6");
        for _ in 0..context.by_effort(4, 12, 60) {
            own.typed("");
        }
        plans.push(own.plan(ChessSuite::Mirror, "moves of the page"));
    }
    plans
}

/// Moves of White that are often legal, against a page that plays Black. The random numbers are the same
/// on both pages.
fn against_the_page(context: &SuiteContext<'_>, turns: usize) -> Plan {
    let mut builder = PlanBuilder::new(context.contract);
    let often = super::opponent::OFTEN.split_whitespace();
    for text in often.take(turns * 6) {
        builder.typed(text);
        builder.answer(Some(""), 500);
    }
    builder.plan(ChessSuite::Mirror, "moves of the page")
}
