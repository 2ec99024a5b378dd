//! The `clock` suite: thinking times, fallen flags, and pages without clocks.

use golfchess_parity::Plan;

use super::increment;
use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext};

/// A timed game: the rule that it tests, and its answers as texts with milliseconds.
type Timed = (&'static str, &'static [(&'static str, u64)]);

const GAMES: &[Timed] = &[
    (
        "thinking times are rounded down",
        &[
            ("e2e3", 999),
            ("e7e6", 1_000),
            ("d2d3", 1_001),
            ("d7d6", 1_999),
            ("a2a3", 2_000),
            ("a7a6", 0),
            ("b2b3", 1),
            ("b7b6", 59_999),
            ("c2c3", 60_000),
            ("c7c6", 433),
            ("h2h3", 434),
        ],
    ),
    (
        "each fraction of a second is free",
        &[
            ("zz", 999),
            ("zz", 999),
            ("zz", 999),
            ("e2e3", 999),
            ("zz", 500),
            ("zz", 500),
            ("e7e6", 500),
        ],
    ),
    (
        "rejected input costs time",
        &[
            ("", 2_500),
            ("e2e5", 3_000),
            ("e7e6", 1_000),
            ("e2e3", 4_000),
            ("i9", 7_000),
            ("e2e4", 5_000),
            ("e7e6", 100),
        ],
    ),
    ("White's flag on the first move", &[("e2e3", 900_000)]),
    ("White's flag long after it fell", &[("e2e3", 100_000_000)]),
    (
        "Black's flag on the first move",
        &[("e2e3", 0), ("e7e6", 900_000)],
    ),
    (
        "White has a second left",
        &[
            ("e2e3", 899_999),
            ("e7e6", 899_000),
            ("d2d3", 999),
            ("d7d6", 999),
            ("zz", 1_000),
        ],
    ),
    (
        "Black has a second left",
        &[
            ("e2e3", 1_000),
            ("e7e6", 899_999),
            ("d2d3", 1_000),
            ("zz", 999),
            ("d7d6", 1_000),
        ],
    ),
    (
        "White's flag by rejected input",
        &[
            ("e2e5", 450_000),
            ("i2", 449_999),
            ("e2e3", 999),
            ("e7e6", 999),
            ("", 1_000),
        ],
    ),
    (
        "Black's flag by rejected input",
        &[("e2e3", 0), ("zz", 500_000), ("", 400_000)],
    ),
    (
        "White's flag on a mating move",
        &[
            ("e2e3", 0),
            ("f7f6", 0),
            ("a2a3", 0),
            ("g7g6", 0),
            ("a3a4", 0),
            ("g6g5", 0),
            ("d1h5", 900_000),
        ],
    ),
    (
        "Black's flag on a mating move",
        &[
            ("f2f3", 0),
            ("e7e6", 0),
            ("g2g3", 0),
            ("a7a6", 0),
            ("g3g4", 0),
            ("d8h4", 900_001),
        ],
    ),
    (
        "a mate in the last second",
        &[
            ("f2f3", 0),
            ("e7e6", 0),
            ("g2g3", 0),
            ("a7a6", 899_999),
            ("g3g4", 0),
            ("d8h4", 999),
        ],
    ),
    (
        "a promotion in the last second",
        &[
            ("a2a3", 899_000),
            ("h7h6", 0),
            ("a3a4", 0),
            ("h6h5", 0),
            ("a4a5", 0),
            ("b7b6", 0),
            ("a5b6", 0),
            ("h5h4", 0),
            ("b6a7", 0),
            ("h4h3", 0),
            ("a7b8n", 999),
            ("h3g2", 899_500),
            ("b8a6", 1_000),
        ],
    ),
    (
        "many prompts",
        &[
            ("zz", 100_000),
            ("zz", 100_000),
            ("zz", 100_000),
            ("zz", 100_000),
            ("zz", 100_000),
            ("zz", 100_000),
            ("zz", 100_000),
            ("zz", 100_000),
            ("e2e3", 98_000),
            ("e7e6", 0),
            ("zz", 1_000),
            ("d2d3", 1_000),
        ],
    ),
];

/// Timed games on a board, with the whole seconds from loading on. Ticks draw the page again, so few games
/// run to the end of a clock.
const ON_A_BOARD: &[Timed] = &[
    (
        "seconds of both sides",
        &[
            ("", 999),
            ("e2e3", 0),
            ("", 1),
            ("", 999),
            ("e7e6", 1),
            ("", 1_500),
            ("d2d3", 499),
            ("", 1),
            ("d7d6", 3_000),
            ("a2a3", 59_999),
            ("a7a6", 1),
            ("b2b3", 999),
            ("b7b6", 999),
            ("c2c3", 999),
            ("c7c6", 999),
        ],
    ),
    (
        "clicks that are no moves gain no time",
        &[
            ("e2", 999),
            ("e5", 999),
            ("e7e5", 999),
            ("a1a1", 999),
            ("e2e3", 4),
            ("d2d3", 2_000),
            ("e7e6", 0),
        ],
    ),
    (
        "White's flag",
        &[
            ("e2e3", 450_000),
            ("e7e6", 0),
            ("", 449_999),
            ("", 1),
            ("d2d3", 0),
            ("d7d6", 3_000),
        ],
    ),
    (
        "Black's flag",
        &[
            ("e2e3", 1_000),
            ("", 899_999),
            ("", 1),
            ("e7e6", 0),
            ("d2d3", 3_000),
        ],
    ),
    (
        "a mate in the last second",
        &[
            ("f2f3", 0),
            ("e7e6", 0),
            ("g2g3", 0),
            ("a7a6", 899_999),
            ("g3g4", 0),
            ("d8h4", 0),
            ("", 1),
            ("", 5_000),
        ],
    ),
];

/// How many of the games on a board are short, and in how many after them a flag falls. The page is drawn
/// 900 times in each of these and in the last one.
const SHORT: usize = 2;
const FLAGS: usize = 2;

/// The games of a board. Without clocks one of them is enough: time has no effect. With little effort the flag of
/// one side falls on a page, that of the other side on the next, and one page in three plays the last game.
fn on_a_board(context: &SuiteContext<'_>) -> Vec<Plan> {
    if context.contract.rules.clock_seconds.is_none() {
        return timed(context, &ON_A_BOARD[1..SHORT]);
    }
    let (short, long) = ON_A_BOARD.split_at(SHORT);
    let (flags, last) = long.split_at(FLAGS);
    // Nobody else can move Black's pieces, nor take the time of 900 moves.
    if context.contract.page_is_black() {
        return timed(context, &[short, &flags[..1]].concat());
    }
    let flags = context.sample(flags.to_vec(), context.by_effort(FLAGS, 1, 1));
    let last = context.sample(last.to_vec(), context.by_effort(3, 1, 1));
    timed(context, &[short, &flags, &last].concat())
}

fn timed(context: &SuiteContext<'_>, games: &[Timed]) -> Vec<Plan> {
    let plan = |(name, answers): &Timed| {
        let mut builder = PlanBuilder::new(context.contract);
        builder.timed(answers);
        builder.plan(ChessSuite::Clock, *name)
    };
    games.iter().map(plan).collect()
}

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let mut plans = usual(context);
    plans.extend(increment::plans(context));
    plans
}

fn usual(context: &SuiteContext<'_>) -> Vec<Plan> {
    if context.contract.show.board {
        return on_a_board(context);
    }
    let has_clocks = context.contract.rules.clock_seconds.is_some();
    let of = if has_clocks {
        1
    } else {
        // Without clocks every case tests the same: thinking time has no effect.
        context.by_effort(8, 8, 1)
    };
    let plan = |(name, answers): Timed| {
        let mut builder = PlanBuilder::new(context.contract);
        builder.timed(answers);
        builder.plan(ChessSuite::Clock, name)
    };
    let games = context.sample(GAMES.to_vec(), of);
    games.into_iter().map(plan).collect()
}
