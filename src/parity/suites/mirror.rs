//! The `mirror` suite: the readable page and the page give the same transcript.

use super::random;
use crate::parity::{Plan, Script, Setting, Suite};

pub(crate) fn plans(setting: &Setting<'_>) -> Vec<Plan> {
    let (games, turns) = setting.by_effort((1, 4), (1, 10), (8, 150));
    let mut chance = setting.chance_of_page(Suite::Mirror);
    let mut plans: Vec<Plan> = (0..games)
        .map(|_| random::one(setting, Suite::Mirror, &mut chance, turns))
        .collect();
    let mut mate = Script::new(setting.subject);
    mate.words("f2f3 e7e6 g2g3 a7a6 g3g4 d8h4");
    plans.push(mate.plan(Suite::Mirror, "mate"));
    plans
}
