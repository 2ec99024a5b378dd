//! The `dialogs` suite: the browser's own dialogs on a page that is loaded from a file.

use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext};
use golfchess_parity::Plan;

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let game = |name, words| {
        let mut builder = PlanBuilder::new(context.contract);
        builder.words(words);
        builder.plan(ChessSuite::Dialogs, name)
    };
    vec![
        game("a game to its end", "f2f3 E7e6 i2 g2g3 a7a6 g3g4 d8h4"),
        game("Cancel", "e2e3"),
    ]
}
