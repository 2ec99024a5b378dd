//! Clocks with an increment (I), as a part of the suite `clock`.

use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext};
use golfchess_parity::Plan;

/// A timed game: what it tests, and its answers as texts with milliseconds.
type Timed = (&'static str, &'static [(&'static str, u64)]);

const GAMES: &[Timed] = &[
    (
        "ten seconds for each move of a side",
        &[
            ("e2e3", 0),
            ("e7e6", 999),
            ("d2d3", 10_000),
            ("d7d6", 1_999),
            ("a2a3", 30_500),
            ("a7a6", 0),
            ("b2b3", 0),
        ],
    ),
    (
        "nothing for an answer that changes nothing",
        &[
            ("zz", 0),
            ("e2e5", 1_500),
            ("", 2_000),
            ("e2e3", 0),
            ("e2e4", 0),
            ("=", 0),
            ("e7e6=", 0),
            ("=", 1_000),
            ("d2d3", 0),
        ],
    ),
    (
        "the last second of White",
        &[
            ("e2e3", 899_000),
            ("e7e6", 0),
            ("d2d3", 10_999),
            ("d7d6", 0),
            ("a2a3", 10_000),
            ("a7a6", 0),
            ("b2b3", 11_000),
        ],
    ),
    (
        "the last second of Black",
        &[
            ("e2e3", 0),
            ("e7e6", 899_999),
            ("d2d3", 0),
            ("d7d6", 10_000),
            ("a2a3", 0),
            ("zz", 10_000),
            ("a7a6", 999),
            ("b2b3", 0),
            ("b7b6", 11_000),
        ],
    ),
    (
        "a rejected answer in the last second",
        &[
            ("e2e3", 899_000),
            ("e7e6", 0),
            ("zz", 10_000),
            ("e2e4", 999),
            ("d2d3", 0),
            ("d7d6", 0),
            ("zz", 11_000),
        ],
    ),
    ("the increment does not save a side", &[("e2e3", 900_000)]),
    (
        "nor a side that mates too late",
        &[
            ("f2f3", 0),
            ("e7e6", 0),
            ("g2g3", 0),
            ("a7a6", 919_000),
            ("g3g4", 0),
            ("d8h4", 11_000),
        ],
    ),
    (
        "a mate in the last second",
        &[
            ("f2f3", 0),
            ("e7e6", 0),
            ("g2g3", 0),
            ("a7a6", 909_000),
            ("g3g4", 0),
            ("d8h4", 10_000),
        ],
    ),
];

/// The same on a board: the additions are shown when the click returns, and nothing after the end.
const ON_A_BOARD: &[Timed] = &[
    (
        "ten seconds for each move of a side",
        &[
            ("e2e3", 0),
            ("e7e6", 999),
            ("d2d5", 1),
            ("d2d3", 3_000),
            ("d7d6", 999),
            ("a2a3", 15_000),
        ],
    ),
    (
        "a mate, and nothing after it",
        &[
            ("f2f3", 0),
            ("e7e6", 2_000),
            ("g2g3", 0),
            ("a7a6", 0),
            ("g3g4", 0),
            ("d8h4", 5_000),
            ("e2e4", 5_000),
        ],
    ),
    (
        "the last second of White",
        &[
            ("e2e3", 899_999),
            ("e7e6", 0),
            ("d2d3", 10_000),
            ("d7d6", 0),
            ("", 11_000),
            ("a2a3", 1_000),
        ],
    ),
];

pub(super) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let contract = context.contract;
    if contract.rules.increment_seconds == 0 {
        return Vec::new();
    }
    let games = match (contract.show.board, contract.page_is_black()) {
        (false, _) => GAMES,
        (true, false) => ON_A_BOARD,
        (true, true) => &ON_A_BOARD[..1],
    };
    let plan = |(name, answers): &Timed| {
        let mut builder = PlanBuilder::new(contract);
        for (text, think) in *answers {
            // On a page with A, an empty text lets the page move.
            let text = if text.is_empty() && !contract.show.board {
                "zz"
            } else {
                text
            };
            builder.answer(Some(text), *think);
        }
        builder.plan(ChessSuite::Clock, format!("increment: {name}"))
    };
    games.iter().map(plan).collect()
}
