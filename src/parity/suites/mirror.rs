//! The `mirror` suite: the readable page and the page give the same transcript.

use super::random;
use crate::parity::chance::Chance;
use crate::parity::{Effort, Plan, Script, Setting, Suite};

pub(crate) fn plans(setting: &Setting<'_>) -> Vec<Plan> {
    let (games, turns) = match setting.effort {
        Effort::Quick => (1, 4),
        Effort::Usual => (1, 10),
        Effort::Deep => (8, 150),
    };
    let stream = |game| 0x2_0000 + ((setting.subject.place as u64) << 16 | game);
    let mut plans: Vec<Plan> = (0..games)
        .map(|game| {
            let mut chance = Chance::new(setting.seed, stream(game));
            random::one(setting, Suite::Mirror, &mut chance, turns)
        })
        .collect();
    let mut mate = Script::new(setting.subject);
    mate.words("f2f3 e7e6 g2g3 a7a6 g3g4 d8h4");
    plans.push(mate.plan(Suite::Mirror, "mate"));
    for plan in &mut plans {
        plan.both = true;
    }
    plans
}
