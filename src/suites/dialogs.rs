//! The `dialogs` suite: the browser's own dialogs, or with C its own mouse, on a page that is loaded
//! from a file.

use golfchess_parity::Plan;

use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext};

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    if context.contract.show.board {
        return on_a_board(context);
    }
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

/// Games with the browser's own mouse, while the clocks run. The button is held for a second and more, so
/// that the board is drawn again meanwhile.
fn on_a_board(context: &SuiteContext<'_>) -> Vec<Plan> {
    let game = |name, words: &[(&str, u64)]| {
        let mut builder = PlanBuilder::new(context.contract);
        builder.timed(words);
        builder.plan(ChessSuite::Dialogs, name)
    };
    let held = "~".repeat(9);
    let (first, second) = (format!("e2{held}e3{held}"), format!("e7{held}e6{held}"));
    if context.contract.page_is_black() {
        // At the next second, at the latest, the page replies.
        let words = [("d2e2e3", 0), ("e5", 1_200), ("d2d3", 1_500), ("a1", 1_200)];
        return vec![game("two moves and their replies", &words)];
    }
    let mate = ["f2f3", "e7e5e6", "g2g3", "a7a6", "g3g4", "d8h4", "a1a2"].map(|text| (text, 0));
    let mut games = vec![game("a game to its end", &mate)];
    if context.contract.rules.clock_seconds.is_some() {
        let words = [(first.as_str(), 0), (second.as_str(), 0), ("d2d3", 2_500)];
        games.push(game("presses over the end of a second", &words));
    }
    games
}
