//! The fifty-move rule and its limits.

use golfchess_parity::{Effort, Plan};
use golfchess_rules::{Bitboard, Game};

use crate::contract::{PlanBuilder, Step};
use crate::suites::endgames::{self, Endgame};
use crate::suites::reduce::{quiet_moves, wander};
use crate::suites::{ChessSuite, ONE_IN_SMOKE, SuiteContext};

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

/// A case from both sides.
const fn case(
    quiet: usize,
    names: [&'static str; 2],
    endgames: [Endgame; 2],
    last: [&'static str; 2],
    gives: Gives,
) -> [Fifty; 2] {
    let white = Fifty {
        name: names[0],
        endgame: endgames[0],
        quiet,
        last: last[0],
        gives,
    };
    let black = Fifty {
        name: names[1],
        endgame: endgames[1],
        last: last[1],
        ..white
    };
    [white, black]
}

/// The cases of the fifty-move rule, each from both sides.
const FIFTY: [[Fifty; 2]; 6] = [
    // A page that went on counting after a capture would end the game early.
    case(
        99,
        [
            "a draw on the hundredth ply by White, after a capture",
            "a draw on the hundredth ply by Black, after a capture",
        ],
        endgames::CAPTURES,
        [""; 2],
        Gives::Nothing,
    ),
    case(
        99,
        [
            "mate on the hundredth ply by White",
            "mate on the hundredth ply by Black",
        ],
        endgames::MATES,
        ["d1h5", "d8h4"],
        Gives::Mate,
    ),
    // A pawn can block the check, so the draw remains.
    case(
        99,
        [
            "check on the hundredth ply by White",
            "check on the hundredth ply by Black",
        ],
        endgames::CHECKS,
        ["d1h5", "d8h4"],
        Gives::Check,
    ),
    case(
        99,
        [
            "a pawn move on the hundredth ply by White",
            "a pawn move on the hundredth ply by Black",
        ],
        endgames::MATES,
        ["d2d3", "d7d6"],
        Gives::Nothing,
    ),
    case(
        99,
        [
            "a capture on the hundredth ply by White",
            "a capture on the hundredth ply by Black",
        ],
        endgames::CAPTURES,
        ["a1a7", "a8a2"],
        Gives::Nothing,
    ),
    case(
        98,
        [
            "a pawn move on the ninety-ninth ply by Black",
            "a pawn move on the ninety-ninth ply by White",
        ],
        endgames::MATES,
        ["a7a6", "a2a3"],
        Gives::Nothing,
    ),
];

/// How many of the cases after the first one `--quick` chooses from: the last one repeats the rule of
/// another.
const QUICK_FIFTY: usize = 4;

/// How many random games a case tries until one ends as intended.
const TRIES: usize = 256;

/// A page without clocks plays one in this many cases of the fifty-move rule.
const ONE_IN_FIFTY_ABSENT: usize = 20;

pub(super) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let applies = context.contract.rules.draws.fifty_moves;
    let side = |at: usize| FIFTY[at][(at + context.start_offset()) % 2];
    let other = 1 + context.start_offset() / 2 % QUICK_FIFTY;
    let cases: Vec<Fifty> = match (applies, context.effort) {
        (true, Effort::Smoke) => {
            context.sample((0..=QUICK_FIFTY).map(side).collect(), ONE_IN_SMOKE)
        }
        // The draw itself, and on every other page a limit.
        (true, Effort::Quick) => {
            let limit = context.is_sampled(2).then(|| side(other));
            limit.into_iter().chain([side(0)]).collect()
        }
        (true, Effort::Usual) => (0..FIFTY.len()).map(side).collect(),
        (true, Effort::Deep) => FIFTY.concat(),
        (false, _) => {
            let absent = ONE_IN_FIFTY_ABSENT;
            context.sample(FIFTY.concat(), context.by_effort(2 * absent, absent, 1))
        }
    };
    cases.iter().map(|case| case.plan(context)).collect()
}

impl Fifty {
    fn plan(&self, context: &SuiteContext<'_>) -> Plan {
        let mut rng = context.rng(ChessSuite::Draws as u64);
        let found = (0..TRIES).find_map(|_| {
            let mut builder = PlanBuilder::new(context.contract);
            builder.words(self.endgame.moves);
            wander(&mut builder, self.endgame.frozen, self.quiet, &mut rng)?;
            if self.last.is_empty() {
                return Some(builder);
            }
            let is_legal = builder.typed(self.last) != Step::Rejected;
            (is_legal && Gives::of(builder.game()) == self.gives).then_some(builder)
        });
        let mut builder = found.unwrap_or_else(|| PlanBuilder::new(context.contract));
        // The hundredth ply, or more plies that show that the game continues.
        for _ in 0..3 {
            wander(&mut builder, Bitboard::EMPTY, 1, &mut rng);
        }
        if let Some(quiet) = quiet_moves(builder.game(), Bitboard::EMPTY).first() {
            builder.typed(&quiet.to_string());
        }
        builder.plan(ChessSuite::Draws, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ends, subject};
    use super::*;
    use crate::suites::context;

    #[test]
    fn fifty_move_cases_end_as_intended_under_each_set_of_rules() {
        let (draw, open) = (Some("D!"), None);
        let mates = [Some("W#"), Some("B#")];
        let expected = [[draw; 2], mates, [draw; 2], [open; 2], [open; 2], [open; 2]].concat();
        for flags in ["TS", "TMPS", "TMPDS"] {
            let ends = ends(flags, plans);
            let codes: Vec<_> = ends.iter().map(|(_, end)| end.as_deref()).collect();
            assert_eq!(codes, expected, "{flags}");
        }
        let longest = subject("TMPDS");
        for plan in plans(&context(&longest, Effort::Deep, 1)) {
            let plies = plan.answers.len();
            assert!(plies > 100, "{}: {plies} plies", plan.case);
        }
        // The knights may prevent a mate or a check: no seed may leave them there.
        for seed in 1..=8 {
            let context = context(&longest, Effort::Deep, seed);
            for case in [FIFTY[1], FIFTY[2]].concat() {
                let mut builder = PlanBuilder::new(context.contract);
                for answer in case.plan(&context).answers {
                    builder.answer(answer.0.as_deref(), 0);
                }
                assert!(
                    Gives::of(builder.game()) == case.gives,
                    "{} ({seed})",
                    case.name
                );
            }
        }
        let untimed = ends("MS", plans);
        let ended = untimed.iter().filter(|(_, end)| end.is_some()).count();
        assert_eq!(ended, 2, "only the mates end the game: {untimed:?}");
    }
}
