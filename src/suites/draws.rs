//! The `draws` suite: fifty moves, threefold repetition, dead positions, and their limits.

mod fifty;
mod walls;

use golfchess_parity::Plan;
use golfchess_rules::Bitboard;

use super::balances::{Balance, DEAD, balance, unmoved};
use super::players::{self, Goal};
use super::reduce::{reduced, wander};
use super::scripted_game::{self, ScriptedGame, game, one_sided};
use crate::suites::{ChessSuite, SuiteContext};

/// Repetitions; on a page without threefold repetition the games continue.
const REPETITIONS: &[ScriptedGame] = &[
    one_sided(
        "threefold of the first position",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 a2a4? a7a5?",
    ),
    one_sided(
        "threefold",
        "a2a3 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 a7a5? a3a4?",
    ),
    game(
        "threefold in the middle",
        "h2h3",
        "e2e3 e7e6 g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8 a2a4? a7a5?",
    ),
    game(
        "threefold in check",
        "a2a3",
        "e2e4 d7d5 e4d5 e8d7 d1g4 d7d6 g4g3 d6d7 g3g4 d7d6 g4g3 d6d7 g3g4 d7d6? g4g3? d6d7?",
    ),
    game(
        "a double step without an en passant capture",
        "h2h3",
        "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 g8f6? a2a3?",
    ),
    game(
        "a double step with an en passant capture",
        "h2h3",
        "a2a3 d7d5 a3a4 d5d4 e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 g8f6? g1f3? f6g8? f3g1?",
    ),
    game(
        "a double step with an en passant capture by a pinned pawn",
        "h2h3",
        "e2e4 d7d5 e4d5 e7e5 d1e2 a7a6 a2a3 e5e4 f2f4 g8f6 b1c3 f6g8 c3b1 g8f6 b1c3 f6g8 c3b1 a6a5? a3a4?",
    ),
    game(
        "lost castling rights",
        "a2a3",
        "g1f3 g8f6 h1g1 f6g8 g1h1 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3? g8f6? f3g1? f6g8? a2a3? a7a6?",
    ),
    game(
        "the other side to move",
        "h2h3",
        "e2e3 e7e6 d1e2 g8f6 e2f3 f6g8 f3d1 g8f6 d1e2 f6g8 e2d1 g8f6 g1h3 f6g8 h3g1 a7a6? a2a3?",
    ),
];

/// Balances in which the position is not dead.
const ALIVE: &[Balance] = &[
    balance("bishops on both colours", "c1 c8"),
    balance("both bishops of one side", "c1 f1"),
    balance("bishop and knight", "f1 g8"),
    balance("bishop and knight of one side", "c8 b8"),
    balance("two knights", "b1 g1"),
    balance("a knight each", "b1 g8"),
    balance("one rook", "h1"),
    balance("one rook of Black", "a8"),
    balance("one queen", "d1"),
    balance("one queen of Black", "d8"),
    balance("one pawn", "a2"),
    balance("one pawn of Black", "h7"),
    unmoved("an unmoved rook on a1", "a1", "a1 e1"),
    unmoved("an unmoved rook on h1", "h1", "h1 e1"),
    unmoved("an unmoved rook on a8", "a8", "a8 e8"),
    unmoved("an unmoved rook on h8", "h8", "h8 e8"),
];

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    if context.contract.page_is_black() {
        return against_the_page(context);
    }
    let threefold = context.contract.rules.draws.threefold;
    let mut plans = scripted_game::plans(context, ChessSuite::Draws, REPETITIONS, threefold);
    plans.extend(fifty::plans(context));
    plans.extend(balances(context));
    plans.extend(walls::plans(context));
    plans
}

/// Games against a page that plays Black: White captures its pieces, and then strives for a draw.
fn against_the_page(context: &SuiteContext<'_>) -> Vec<Plan> {
    let mut goals = vec![Goal::Stalemate];
    let draws = context.contract.rules.draws;
    if draws.fifty_moves || draws.threefold {
        goals.push(Goal::Shuffle);
    }
    if draws.dead_position {
        goals.push(Goal::GiveAway);
    }
    players::plans(
        context,
        ChessSuite::Draws,
        goals,
        context.by_effort(1, 3, 40),
        |_| (200, 0),
    )
}

/// All balances, each with its kind.
fn both_kinds() -> impl Iterator<Item = (&'static str, &'static Balance)> {
    let dead = DEAD.iter().map(|balance| ("dead", balance));
    dead.chain(ALIVE.iter().map(|balance| ("not dead", balance)))
}

/// A page without dead positions plays one in this many balances.
const ONE_IN_BALANCES_ABSENT: usize = 44;

/// The balances that are closest to a dead position: two neighbours detect the same error.
fn is_close((kind, balance): &(&str, &Balance)) -> bool {
    *kind == "not dead" && ALIVE[..6].iter().any(|close| close.name == balance.name)
}

/// The balances of a page with dead positions.
fn of_a_page(context: &SuiteContext<'_>) -> Vec<(&'static str, &'static Balance)> {
    let (close, others) = both_kinds().partition(is_close);
    // A board takes ten times as long for each dialog.
    let usual = if context.contract.show.board { 2 } else { 1 };
    let close: Vec<_> = context.sample(close, context.by_effort(2, usual, 1));
    let others: Vec<_> = context.sample(others, context.by_effort(6, 2, 1));
    [close, others].concat()
}

fn balances(context: &SuiteContext<'_>) -> Vec<Plan> {
    let absent = ONE_IN_BALANCES_ABSENT;
    let balances = match context.contract.rules.draws.dead_position {
        true => of_a_page(context),
        false => context.sample(both_kinds().collect(), context.by_effort(absent, absent, 1)),
    };
    let plan = |(kind, balance): (&str, &Balance)| {
        let mut rng = context.rng(ChessSuite::Draws as u64);
        let mut builder = reduced(context.contract, balance.kept, balance.unmoved, rng.clone());
        // A few moves show that the game continues.
        wander(&mut builder, Bitboard::EMPTY, 4, &mut rng);
        builder.plan(ChessSuite::Draws, format!("{}: {kind}", balance.name))
    };
    balances.into_iter().map(plan).collect()
}

#[cfg(test)]
mod tests {
    use super::super::scripted_game::unexpected_words;
    use super::*;
    use fastrand::Rng;
    use golfchess_rules::Move;

    use crate::suites::context;
    use golfchess_pages::catalog::FlagSet;
    use golfchess_parity::{Dialog, Effort, Subject};

    pub(super) fn subject(flags: &str) -> Subject {
        let none = String::new;
        crate::suites::subject("page", 0, &FlagSet::new(flags), none(), none())
            .expect("a set of rules")
    }

    pub(super) fn ends(
        flags: &str,
        plans: fn(&SuiteContext<'_>) -> Vec<Plan>,
    ) -> Vec<(String, Option<String>)> {
        let subject = subject(flags);
        let context = context(&subject, Effort::Deep, 1);
        let end = |plan: Plan| match plan.expected.last() {
            Some(Dialog::Alert(code)) => (plan.case, Some(code.clone())),
            _ => (plan.case, None),
        };
        plans(&context).into_iter().map(end).collect()
    }

    #[test]
    fn repetitions_end_in_a_draw_only_with_the_rule() {
        let sides = REPETITIONS.iter().flat_map(ScriptedGame::sides);
        let unexpected: Vec<_> = sides
            .flat_map(|(_, words)| unexpected_words(&words))
            .collect();
        assert!(unexpected.is_empty(), "{unexpected:#?}");
        let all = |context: &SuiteContext<'_>| {
            scripted_game::plans(context, ChessSuite::Draws, REPETITIONS, true)
        };
        for (case, end) in ends("TMPDS", all) {
            assert_eq!(end.as_deref(), Some("D!"), "{case}");
        }
        assert!(ends("TMPS", all).iter().all(|(_, end)| end.is_none()));
    }

    #[test]
    fn each_balance_is_reached_and_ends_as_intended() {
        let subject = subject("TMPDS");
        let contract = context(&subject, Effort::Deep, 1).contract;
        for (_, balance) in both_kinds() {
            let name = balance.name;
            let rng = Rng::with_seed(1);
            let builder = reduced(contract, balance.kept, balance.unmoved, rng);
            let game = builder.game();
            let left = game.position().board().occupied().len() as usize;
            assert_eq!(left, balance.kept.len() as usize + 2, "{name}");
            let plies = game.moves().len();
            assert!(plies < 120, "{name}: each ply costs a dialog: {plies}");
            let has_moved = |mv: &Move| balance.unmoved.contains(mv.from);
            assert!(!game.moves().iter().any(has_moved), "{name}");
        }
        let ends = ends("TMPDS", balances);
        assert_eq!(ends.len(), both_kinds().count());
        for (case, end) in ends {
            assert_eq!(end.is_some(), case.ends_with(": dead"), "{case}: {end:?}");
        }
    }
}
