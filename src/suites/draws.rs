//! The `draws` suite: fifty moves, threefold repetition, dead positions, and their limits.

use super::endgames::{self, Endgame};
use super::reduce::{Kept, quiet_moves, reduced, wander};
use super::scripted_game::{self, ScriptedGame, game};
use crate::contract::PlanBuilder;
use crate::contract::Step;
use crate::suites::{ChessSuite, ONE_IN_SMOKE, SuiteContext};
use golfchess_parity::{Effort, Plan};
use golfchess_rules::Game;

/// Repetitions; on a page without threefold repetition the games continue.
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

/// A balance of material.
#[derive(Clone, Copy)]
struct Balance {
    name: &'static str,
    /// The start squares of the pieces that stay besides the kings.
    kept: Kept,
    /// The start squares of pieces that do not move.
    unmoved: Kept,
    is_dead: bool,
}

const fn dead(name: &'static str, kept: Kept) -> Balance {
    Balance {
        name,
        kept,
        unmoved: &[],
        is_dead: true,
    }
}

const fn alive(name: &'static str, kept: Kept) -> Balance {
    Balance {
        is_dead: false,
        ..dead(name, kept)
    }
}

/// A rook that may still castle: pages store it with another number than a rook that has moved.
const fn alive_unmoved(name: &'static str, kept: Kept, unmoved: Kept) -> Balance {
    Balance {
        unmoved,
        ..alive(name, kept)
    }
}

const BALANCES: &[Balance] = &[
    dead("two kings", &[]),
    dead("one knight", &["b1"]),
    dead("one knight of Black", &["g8"]),
    dead("one bishop", &["c1"]),
    dead("one bishop of Black", &["c8"]),
    dead("bishops on one colour", &["c1", "f8"]),
    alive("bishops on both colours", &["c1", "c8"]),
    alive("both bishops of one side", &["c1", "f1"]),
    alive("bishop and knight", &["f1", "g8"]),
    alive("bishop and knight of one side", &["c8", "b8"]),
    alive("two knights", &["b1", "g1"]),
    alive("a knight each", &["b1", "g8"]),
    alive("one rook", &["h1"]),
    alive("one rook of Black", &["a8"]),
    alive("one queen", &["d1"]),
    alive("one queen of Black", &["d8"]),
    alive("one pawn", &["a2"]),
    alive("one pawn of Black", &["h7"]),
    alive_unmoved("an unmoved rook on a1", &["a1"], &["a1", "e1"]),
    alive_unmoved("an unmoved rook on h1", &["h1"], &["h1", "e1"]),
    alive_unmoved("an unmoved rook on a8", &["a8"], &["a8", "e8"]),
    alive_unmoved("an unmoved rook on h8", &["h8"], &["h8", "e8"]),
];

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let threefold = context.subject.reference.rules.draws.threefold;
    let mut plans = scripted_game::plans(context, ChessSuite::Draws, REPETITIONS, threefold);
    plans.extend(fifty(context));
    plans.extend(balances(context));
    plans
}

/// A case of the fifty-move rule: quiet plies (without capture or pawn move), then a last move.
#[derive(Clone, Copy)]
struct Fifty {
    name: &'static str,
    endgame: Endgame,
    quiet: usize,
    /// The move after the quiet plies; empty for one more quiet ply.
    last: &'static str,
    gives: Gives,
}

/// The effect of a last move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gives {
    Nothing,
    Check,
    Mate,
}

impl Gives {
    /// The effect of the last move of a game.
    fn of(game: &Game) -> Self {
        let position = game.position();
        // The draw may have ended the game.
        let moves = position.legal_moves(game.profile().moves);
        match (position.is_check(), moves.is_empty()) {
            (true, true) => Self::Mate,
            (true, false) => Self::Check,
            (false, _) => Self::Nothing,
        }
    }
}

/// A case with 99 quiet plies.
const fn on_the_hundredth(
    name: &'static str,
    endgame: Endgame,
    last: &'static str,
    gives: Gives,
) -> Fifty {
    Fifty {
        name,
        endgame,
        quiet: 99,
        last,
        gives,
    }
}

/// A case with 98 quiet plies.
const fn on_the_ninety_ninth(name: &'static str, endgame: Endgame, last: &'static str) -> Fifty {
    Fifty {
        quiet: 98,
        ..on_the_hundredth(name, endgame, last, Gives::Nothing)
    }
}

/// The cases of the fifty-move rule, each from both sides.
const FIFTY: [[Fifty; 2]; 6] = [
    // A page that went on counting after a capture would end the game early.
    [
        on_the_hundredth(
            "a draw on the hundredth ply by White, after a capture",
            endgames::WHITE_CAPTURES,
            "",
            Gives::Nothing,
        ),
        on_the_hundredth(
            "a draw on the hundredth ply by Black, after a capture",
            endgames::BLACK_CAPTURES,
            "",
            Gives::Nothing,
        ),
    ],
    [
        on_the_hundredth(
            "mate on the hundredth ply by White",
            endgames::WHITE_MATES,
            "d1h5",
            Gives::Mate,
        ),
        on_the_hundredth(
            "mate on the hundredth ply by Black",
            endgames::BLACK_MATES,
            "d8h4",
            Gives::Mate,
        ),
    ],
    // A pawn can block the check, so the draw remains.
    [
        on_the_hundredth(
            "check on the hundredth ply by White",
            endgames::WHITE_CHECKS,
            "d1h5",
            Gives::Check,
        ),
        on_the_hundredth(
            "check on the hundredth ply by Black",
            endgames::BLACK_CHECKS,
            "d8h4",
            Gives::Check,
        ),
    ],
    [
        on_the_hundredth(
            "a pawn move on the hundredth ply by White",
            endgames::WHITE_MATES,
            "d2d3",
            Gives::Nothing,
        ),
        on_the_hundredth(
            "a pawn move on the hundredth ply by Black",
            endgames::BLACK_MATES,
            "d7d6",
            Gives::Nothing,
        ),
    ],
    [
        on_the_hundredth(
            "a capture on the hundredth ply by White",
            endgames::WHITE_CAPTURES,
            "a1a7",
            Gives::Nothing,
        ),
        on_the_hundredth(
            "a capture on the hundredth ply by Black",
            endgames::BLACK_CAPTURES,
            "a8a2",
            Gives::Nothing,
        ),
    ],
    [
        on_the_ninety_ninth(
            "a pawn move on the ninety-ninth ply by Black",
            endgames::WHITE_MATES,
            "a7a6",
        ),
        on_the_ninety_ninth(
            "a pawn move on the ninety-ninth ply by White",
            endgames::BLACK_MATES,
            "a2a3",
        ),
    ],
];

/// How many of the fifty-move cases `--quick` plays, from one side each: the last one repeats the
/// rule of another.
const QUICK_FIFTY: usize = 5;

/// How many random games a case tries until one ends as intended.
const TRIES: usize = 256;

/// A page without clocks plays one in this many cases of the fifty-move rule.
const ONE_IN_FIFTY_ABSENT: usize = 20;

fn fifty(context: &SuiteContext<'_>) -> Vec<Plan> {
    let applies = context.subject.reference.rules.draws.fifty_moves;
    let side = |at: usize| (at + context.subject.place + context.seed as usize) % 2;
    let cases: Vec<Fifty> = match (applies, context.effort) {
        (true, Effort::Smoke | Effort::Quick) => {
            let quick = FIFTY.iter().take(QUICK_FIFTY).enumerate();
            let quick = quick.map(|(at, sides)| sides[side(at)]).collect();
            context.share(
                quick,
                if context.effort == Effort::Smoke {
                    ONE_IN_SMOKE
                } else {
                    1
                },
            )
        }
        (true, _) => FIFTY.concat(),
        (false, _) => {
            let absent = ONE_IN_FIFTY_ABSENT;
            context.share(FIFTY.concat(), context.by_effort(absent, absent, 1))
        }
    };
    cases.iter().map(|case| case.plan(context)).collect()
}

impl Fifty {
    fn plan(&self, context: &SuiteContext<'_>) -> Plan {
        let mut rng = context.rng(ChessSuite::Draws as u64);
        let found = (0..TRIES).find_map(|_| {
            let mut builder = PlanBuilder::new(context.subject.reference);
            builder.words(self.endgame.moves);
            wander(&mut builder, self.endgame.frozen, self.quiet, &mut rng)?;
            if self.last.is_empty() {
                return Some(builder);
            }
            let is_legal = builder.typed(self.last) != Step::Rejected;
            (is_legal && Gives::of(builder.game()) == self.gives).then_some(builder)
        });
        let mut builder = found.unwrap_or_else(|| PlanBuilder::new(context.subject.reference));
        // The hundredth ply, or more plies that show that the game continues.
        for _ in 0..3 {
            wander(&mut builder, &[], 1, &mut rng);
        }
        if let Some(quiet) = quiet_moves(builder.game(), &[]).first() {
            builder.typed(&quiet.to_string());
        }
        builder.plan(ChessSuite::Draws, self.name)
    }
}

/// A page without dead positions plays one in this many balances.
const ONE_IN_BALANCES_ABSENT: usize = 44;

fn balances(context: &SuiteContext<'_>) -> Vec<Plan> {
    let absent = ONE_IN_BALANCES_ABSENT;
    let of = if context.subject.reference.rules.draws.dead_position {
        context.by_effort(2, 1, 1)
    } else {
        context.by_effort(absent, absent, 1)
    };
    let plan = |balance: Balance| {
        let mut rng = context.rng(ChessSuite::Draws as u64);
        let mut builder = reduced(context.subject, balance.kept, balance.unmoved, rng.clone());
        // A few moves show that the game continues.
        wander(&mut builder, &[], 4, &mut rng);
        let kind = if balance.is_dead { "dead" } else { "not dead" };
        builder.plan(ChessSuite::Draws, format!("{}: {kind}", balance.name))
    };
    let balances = context.share(BALANCES.to_vec(), of);
    balances.into_iter().map(plan).collect()
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
        plans: fn(&SuiteContext<'_>) -> Vec<Plan>,
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
    fn fifty_move_cases_end_as_intended_under_each_set_of_rules() {
        let (draw, open) = (Some("D!"), None);
        let mates = [Some("W#"), Some("B#")];
        let expected = [[draw; 2], mates, [draw; 2], [open; 2], [open; 2], [open; 2]].concat();
        for flags in ["TS", "TMPS", "TMPDS"] {
            let ends = ends(flags, fifty);
            let codes: Vec<_> = ends.iter().map(|(_, end)| end.as_deref()).collect();
            assert_eq!(codes, expected, "{flags}");
        }
        let longest = subject("TMPDS");
        let context = SuiteContext {
            subject: &longest,
            effort: Effort::Deep,
            seed: 1,
        };
        for plan in fifty(&context) {
            let plies = plan.answers.len();
            assert!(plies > 100, "{}: {plies} plies", plan.case);
        }
        for case in FIFTY[2] {
            let mut builder = PlanBuilder::new(longest.reference);
            for answer in case.plan(&context).answers {
                builder.answer(answer.0.as_deref(), 0);
            }
            assert!(builder.game().position().is_check(), "{}", case.name);
        }
        let untimed = ends("MS", fifty);
        let ended = untimed.iter().filter(|(_, end)| end.is_some()).count();
        assert_eq!(ended, 2, "only the mates end the game: {untimed:?}");
    }

    #[test]
    fn each_balance_is_reached_and_ends_as_intended() {
        let subject = subject("TMPDS");
        for balance in BALANCES {
            let name = balance.name;
            let rng = Rng::with_seed(1);
            let builder = reduced(&subject, balance.kept, balance.unmoved, rng);
            let game = builder.game();
            let left = game.position().board().occupied().len() as usize;
            assert_eq!(left, balance.kept.len() + 2, "{name}");
            let plies = game.moves().len();
            assert!(plies < 120, "{name}: each ply costs a dialog: {plies}");
            for square in balance.unmoved {
                let has_moved = game.moves().iter().any(|mv| mv.from.to_string() == *square);
                assert!(!has_moved, "{name}: {square}");
            }
        }
        for (balance, (case, end)) in BALANCES.iter().zip(ends("TMPDS", balances)) {
            assert_eq!(end.is_some(), balance.is_dead, "{case}: {end:?}");
        }
    }
}
