//! The `draws` suite: fifty moves, threefold repetition and dead positions, and their edges.

use super::reduce::{Kept, quiet_moves, reduced, wander};
use super::scripted_game::{self, ScriptedGame, game};
use crate::contract::PlanBuilder;
use crate::contract::Step;
use crate::suites::{ChessSuite, SuiteContext};
use golfchess_parity::{Effort, Plan};

/// Repetitions; where threefold is no rule the games have to go on.
const REPETITIONS: &[ScriptedGame] = &[
    game(
        "threefold",
        "a2a3",
        "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 a2a4? a7a5?",
    ),
    game(
        "threefold in the middle",
        "h2h3",
        "e2e3 e7e6 g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8 a2a4? a7a5?",
    ),
    game(
        "a double step that nobody can take",
        "h2h3",
        "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 g8f6? a2a3?",
    ),
    game(
        "a double step that can be taken",
        "h2h3",
        "a2a3 d7d5 a3a4 d5d4 e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 g8f6? g1f3? f6g8? f3g1?",
    ),
    game(
        "a double step that a pinned pawn cannot take",
        "h2h3",
        "e2e4 d7d5 e4d5 e7e5 d1e2 a7a6 a2a3 e5e4 f2f4 g8f6 b1c3 f6g8 c3b1 g8f6 b1c3 f6g8 c3b1 a6a5? a3a4?",
    ),
    game(
        "lost rights to castle",
        "a2a3",
        "g1f3 g8f6 h1g1 f6g8 g1h1 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3? g8f6? f3g1? f6g8? a2a3? a7a6?",
    ),
    game(
        "the other side to move",
        "h2h3",
        "e2e3 e7e6 d1e2 g8f6 e2f3 f6g8 f3d1 g8f6 d1e2 f6g8 e2d1 g8f6 g1h3 f6g8 h3g1 a7a6? a2a3?",
    ),
];

/// A balance of material: what stays besides the kings, and a name.
const BALANCES: &[(&str, Kept)] = &[
    ("two kings", &[]),
    ("one knight", &["b1"]),
    ("one knight of Black", &["g8"]),
    ("one bishop", &["c1"]),
    ("bishops on one colour", &["c1", "f8"]),
    ("bishops on both colours", &["c1", "c8"]),
    ("both bishops of one side", &["c1", "f1"]),
    ("bishop and knight", &["f1", "g8"]),
    ("two knights", &["b1", "g1"]),
    ("a knight each", &["b1", "g8"]),
    ("one rook", &["a8"]),
];

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let draws = context.subject.reference.rules.draws;
    let usual = |has: bool, without: usize| if has { 3 } else { without };
    let threefold = draws.threefold;
    let of = context.by_effort(if threefold { 4 } else { 14 }, usual(threefold, 8), 1);
    let mut plans = scripted_game::plans(context, ChessSuite::Draws, REPETITIONS, of);
    // The long games are for hosts that are quick.
    if context.effort > Effort::Quick || context.subject.place % 12 == 7 {
        let of = context.by_effort(
            4,
            usual(context.subject.reference.rules.clock_seconds.is_some(), 24),
            1,
        );
        plans.extend(fifty(context, of));
    }
    if context.effort > Effort::Quick {
        let of = context.by_effort(1, usual(draws.dead_position, 44), 1);
        plans.extend(balances(context, of));
    }
    plans
}

/// The hundredth ply without capture or pawn move, and what happens on it.
fn fifty(context: &SuiteContext<'_>, of: usize) -> Vec<Plan> {
    // For Black's mate on h4 and White's on h5 these pieces have to stay.
    const FOR_BLACK: &[&str] = &[
        "e1", "d1", "f1", "g1", "c1", "h1", "d8", "e8", "f8", "g8", "h8",
    ];
    const FOR_WHITE: &[&str] = &[
        "e8", "d8", "f8", "g8", "c8", "h8", "d1", "e1", "f1", "g1", "h1",
    ];
    // Both end with a pawn move: White's first, then Black's, makes the hundredth ply.
    const BY_WHITE: &str = "e2e3 f7f6 b1c3 g7g6 b2b3 g6g5 e3e4";
    const BY_BLACK: &str = "f2f3 b8c6 g2g3 b7b6 g3g4 e7e6";
    // No pawn may take: that would count anew by itself.
    const TAKES: &str = "b1c3 d7d6 a2a3 d6d5 a3a4";
    let hit: &[&str] = &["c3", "d5"];
    let cases: [(&str, &str, &[&str], usize, &str); 7] = [
        ("the hundredth ply is Black's", BY_BLACK, FOR_BLACK, 99, ""),
        ("the hundredth ply is White's", BY_WHITE, FOR_WHITE, 99, ""),
        (
            "mate on the hundredth ply by White",
            BY_WHITE,
            FOR_WHITE,
            99,
            "d1h5",
        ),
        (
            "mate on the hundredth ply by Black",
            BY_BLACK,
            FOR_BLACK,
            99,
            "d8h4",
        ),
        (
            "a pawn move on the hundredth ply",
            BY_BLACK,
            FOR_BLACK,
            99,
            "e6e5",
        ),
        (
            "a pawn move on the ninety-ninth ply",
            BY_WHITE,
            FOR_WHITE,
            98,
            "a7a6",
        ),
        ("a capture on the hundredth ply", TAKES, hit, 99, "c3d5"),
    ];
    let case = |(name, first, frozen, plies, last): (&str, &str, &[&str], usize, &str)| {
        let mut rng = context.rng(ChessSuite::Draws as u64);
        let found = (0..256).find_map(|_| {
            let mut builder = PlanBuilder::new(context.subject.reference);
            builder.words(first);
            wander(&mut builder, frozen, plies, &mut rng)?;
            (last.is_empty() || builder.typed(last) != Step::Rejected).then_some(builder)
        });
        let mut builder = PlanBuilder::new(context.subject.reference);
        if let Some(found) = found {
            builder = found;
            // One ply to the hundredth, or some to see that the game goes on.
            for _ in 0..3 {
                wander(&mut builder, &[], 1, &mut rng);
            }
            if let Some(quiet) = quiet_moves(builder.game(), &[]).first() {
                builder.typed(&quiet.to_string());
            }
        }
        builder.plan(ChessSuite::Draws, name)
    };
    context
        .share(cases.into(), of)
        .into_iter()
        .map(case)
        .collect()
}

fn balances(context: &SuiteContext<'_>, of: usize) -> Vec<Plan> {
    let one = |(name, kept): (&'static str, Kept)| {
        let mut builder = reduced(context.subject, kept, context.rng(ChessSuite::Draws as u64));
        // Where play goes on: some moves of the kings.
        for _ in 0..4 {
            if let Some(mv) = quiet_moves(builder.game(), &[]).first() {
                builder.typed(&mv.to_string());
            }
        }
        builder.plan(ChessSuite::Draws, name)
    };
    let balances = context.share(BALANCES.to_vec(), of);
    balances.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::super::scripted_game::unexpected_words;
    use super::*;
    use fastrand::Rng;

    use crate::suites::ChessSubject;
    use golfchess_pages::catalog::FlagSet;
    use golfchess_parity::Dialog;

    fn subject(flags: &str) -> ChessSubject {
        let none = String::new;
        crate::suites::subject("page", 0, &FlagSet::new(flags), none(), none())
            .expect("a set of rules")
    }

    fn ends(
        flags: &str,
        plans: fn(&SuiteContext<'_>, usize) -> Vec<Plan>,
    ) -> Vec<(String, Option<String>)> {
        let subject = subject(flags);
        let effort = Effort::Deep;
        let context = SuiteContext {
            subject: &subject,
            effort,
            seed: 1,
        };
        let end = |plan: Plan| match plan.expected.last() {
            Some(Dialog::Alert(code)) => (plan.case, Some(code.clone())),
            _ => (plan.case, None),
        };
        plans(&context, 1).into_iter().map(end).collect()
    }

    #[test]
    fn repetitions_do_what_they_are_written_for() {
        let sides = REPETITIONS.iter().flat_map(ScriptedGame::sides);
        let unexpected_words: Vec<_> = sides
            .flat_map(|(_, words)| unexpected_words(&words))
            .collect();
        assert!(unexpected_words.is_empty(), "{unexpected_words:#?}");
        let all = |context: &SuiteContext<'_>, of| {
            scripted_game::plans(context, ChessSuite::Draws, REPETITIONS, of)
        };
        for (case, end) in ends("TMPDS", all) {
            assert_eq!(end.as_deref(), Some("D!"), "{case}");
        }
        assert!(ends("TMPS", all).iter().all(|(_, end)| end.is_none()));
    }

    #[test]
    fn the_hundredth_ply_is_met_in_every_set_of_rules() {
        for flags in ["TS", "TMPS", "TMPDS"] {
            let ends = ends(flags, fifty);
            let codes: Vec<_> = ends.iter().map(|(_, end)| end.as_deref()).collect();
            let (draw, open) = (Some("D!"), None);
            let expected = [draw, draw, Some("W#"), Some("B#"), open, open, open];
            assert_eq!(codes, expected, "{flags}");
        }
        let longest = subject("TMPDS");
        let context = SuiteContext {
            subject: &longest,
            effort: Effort::Deep,
            seed: 1,
        };
        // A game that rng has not found would be empty.
        assert!(
            fifty(&context, 1)
                .iter()
                .all(|plan| plan.answers.len() > 100)
        );
        let untimed: Vec<_> = ends("MS", fifty).into_iter().map(|(_, end)| end).collect();
        assert_eq!(untimed.iter().flatten().count(), 2, "only the mates");
    }

    #[test]
    fn every_balance_is_reached() {
        let subject = subject("TMPDS");
        for (name, kept) in BALANCES {
            let builder = reduced(&subject, kept, Rng::with_seed(1));
            let left = builder.game().position().board().occupied().len() as usize;
            assert_eq!(left, kept.len() + 2, "{name}");
            let plies = builder.game().moves().len();
            assert!(
                plies < 80,
                "{name}: each ply costs every page a dialog: {plies}"
            );
        }
        let dead: Vec<_> = ends("TMPDS", balances)
            .into_iter()
            .map(|(_, end)| end.is_some())
            .collect();
        let expected = [
            true, true, true, true, true, false, false, false, false, false, false,
        ];
        assert_eq!(dead, expected);
    }
}
