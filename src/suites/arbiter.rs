//! The `arbiter` suite, for pages with F: every result from both sides, two conditions at once, claims,
//! offers, and sides that cannot mate.

use fastrand::Rng;
use golfchess_parity::{Dialog, Effort, Plan};
use golfchess_rules::Move;

use super::arbiter_cases::{MATERIAL, QUIET, Quiet, REPETITIONS, Side, TALKS};
use super::balances::{Balance, DEAD};
use super::random;
use super::reduce::{quiet_moves, reduced, wander};
use crate::contract::{PlanBuilder, Step, read_word};
use crate::suites::{ChessSuite, SuiteContext};

/// Gives the answers of a script, in whose words `~` stands for a space.
pub(super) fn script(builder: &mut PlanBuilder, words: &str) {
    for (text, think) in words.split_whitespace().map(read_word) {
        let text = text.map(|text| text.replace('~', " "));
        builder.answer(text.as_deref(), think);
    }
}

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let mut plans = talks(context);
    plans.extend(quiet(context));
    plans.extend(material(context));
    plans.extend(dead(context));
    plans.extend(games(context));
    plans
}

/// The scripted cases from both sides; with less effort from one side each.
fn talks(context: &SuiteContext<'_>) -> Vec<Plan> {
    let cases = TALKS.iter().chain(REPETITIONS).enumerate();
    let chosen = cases.flat_map(|(at, case)| {
        let mut sides = case.sides();
        if context.effort <= Effort::Quick {
            let side = (at + context.seed as usize) % sides.len();
            sides = vec![sides.swap_remove(side)];
        }
        sides
    });
    let plan = |side: Side| {
        let mut builder = PlanBuilder::new(context.contract);
        script(&mut builder, &side.words);
        let case = format!("{}: {}", side.name, side.end);
        builder.plan(ChessSuite::Arbiter, case)
    };
    let of = context.by_effort(smoke(context, 4), 1, 1);
    context
        .sample(chosen.collect(), of)
        .into_iter()
        .map(plan)
        .collect()
}

/// One in this many cases for a smoke test, otherwise all.
fn smoke(context: &SuiteContext<'_>, of: usize) -> usize {
    if context.effort == Effort::Smoke {
        of
    } else {
        1
    }
}

/// The long games of a quick run: they detect the least errors. Of the others it plays one in QUICK_QUIET.
const ESSENTIAL: [&str; 3] = [
    "fifty moves with the move",
    "a claim on the ninety-ninth ply",
    "seventy-five moves",
];
const QUICK_QUIET: usize = 14;

/// Long games without captures and pawn moves.
fn quiet(context: &SuiteContext<'_>) -> Vec<Plan> {
    let one_side = |(at, sides): (usize, &'static [Quiet; 2])| {
        let side = (at + context.seed as usize) % 2;
        &sides[side]
    };
    let one_sides = QUIET.iter().enumerate().map(one_side);
    let cases: Vec<&Quiet> = match context.effort {
        Effort::Smoke => context.sample(one_sides.collect(), 8),
        Effort::Quick => {
            let is_essential = |case: &&Quiet| ESSENTIAL.contains(&case.name);
            let (mut chosen, others): (Vec<_>, Vec<_>) = one_sides.partition(is_essential);
            chosen.extend(context.sample(others, QUICK_QUIET));
            chosen
        }
        Effort::Usual | Effort::Deep => QUIET.iter().flatten().collect(),
    };
    let cases = cases.into_iter();
    cases.map(|case| quiet_game(context, case)).collect()
}

/// A quick run plays one way to lose for one in this many balances.
const QUICK_BALANCES: usize = 13;

/// How many random games a case tries until one ends as intended: for any seed, one of them does.
const TRIES: usize = 1024;

fn quiet_game(context: &SuiteContext<'_>, case: &Quiet) -> Plan {
    let mut rng = context.rng(ChessSuite::Arbiter as u64);
    let tries = (0..TRIES).filter_map(|_| {
        let mut builder = PlanBuilder::new(context.contract);
        builder.words(case.endgame.moves);
        wander(&mut builder, case.endgame.frozen, case.quiet, &mut rng)?;
        for word in case.tail.split_whitespace() {
            tail(&mut builder, case, word, &mut rng)?;
        }
        Some(builder.plan(ChessSuite::Arbiter, case.name))
    });
    let intended = |plan: &Plan| end(plan) == Some(case.end);
    let mut tries = tries.peekable();
    let found = tries.find(intended);
    found.unwrap_or_else(|| PlanBuilder::new(context.contract).plan(ChessSuite::Arbiter, case.name))
}

/// Plays a word of a tail: `*` is a quiet move, `*=` the same with a mark, `<>` four quiet moves that
/// lead back to the same position; others are words of a script.
fn tail(builder: &mut PlanBuilder, case: &Quiet, word: &str, rng: &mut Rng) -> Option<()> {
    match word {
        "*" | "*=" => {
            let moves = quiet_moves(builder.game(), case.endgame.frozen);
            let mv = moves.get(rng.usize(..moves.len().max(1)))?;
            builder.typed(&format!("{mv}{}", &word[1..]));
        }
        "<>" => {
            for _ in 0..2 {
                wander(builder, case.endgame.frozen, 1, rng)?;
            }
            for _ in 0..2 {
                let last = *builder.game().moves().iter().rev().nth(1)?;
                let step = builder.typed(&format!("{}{}", last.to, last.from));
                (step != Step::Rejected).then_some(())?;
            }
        }
        "><" => {
            // The same four moves once more.
            let moves = builder.game().moves();
            let last: Vec<String> = moves[moves.len().checked_sub(4)?..]
                .iter()
                .map(ToString::to_string)
                .collect();
            for mv in last {
                builder.typed(&mv);
            }
        }
        word => script(builder, word),
    }
    Some(())
}

/// The announcement at the end of a plan.
fn end(plan: &Plan) -> Option<&str> {
    match plan.expected.last() {
        Some(Dialog::Alert(code)) => Some(code),
        _ => None,
    }
}

/// Each balance of material, with each side to move, which resigns or runs out of time. The default
/// is two of these four ways, one for each side. With less effort, one way is played, for one of each
/// balance and its mirrored one, and for one in [`QUICK_BALANCES`] of them.
fn material(context: &SuiteContext<'_>) -> Vec<Plan> {
    let of = context.by_effort(smoke(context, 4).max(QUICK_BALANCES), 1, 1);
    let balances = context
        .sample(MATERIAL.to_vec(), of)
        .into_iter()
        .enumerate();
    let plans = balances.flat_map(|(at, balance)| {
        let at = at + context.start_offset();
        let sides = balance.sides();
        let ways = |(name, balance): &(String, Balance)| ways_to_lose(context, name, *balance);
        match context.effort {
            Effort::Smoke | Effort::Quick => {
                let mut ways = ways(&sides[at % 2]);
                let way = at / 2 % ways.len();
                vec![ways.swap_remove(way)]
            }
            // One side resigns, the other one loses on time.
            Effort::Usual => {
                let ways = sides.iter().enumerate().flat_map(|(which, side)| {
                    ways(side).into_iter().skip((at + which) % 2).step_by(2)
                });
                ways.collect()
            }
            Effort::Deep => sides.iter().flat_map(ways).collect(),
        }
    });
    plans.collect()
}

/// A game to a balance of material. The search depends on random numbers and may fail.
fn reached(context: &SuiteContext<'_>, balance: Balance, rng: &mut Rng) -> PlanBuilder {
    let mut tries = (0..TRIES).map(|_| {
        let rng = Rng::with_seed(rng.u64(..));
        reduced(context.contract, balance.kept, balance.unmoved, rng)
    });
    let found = tries.find(|builder| !builder.game().moves().is_empty());
    found.unwrap_or_else(|| PlanBuilder::new(context.contract))
}

/// A balance of material with each side to move, which resigns or loses on time. A side without a
/// move does not give the turn to the other one.
fn ways_to_lose(context: &SuiteContext<'_>, name: &str, balance: Balance) -> Vec<Plan> {
    let mut rng = context.rng(ChessSuite::Arbiter as u64);
    let mut builder = reached(context, balance, &mut rng);
    let mut plans = Vec::new();
    let [resigns, loses] = [("resigns", "^C"), ("loses on time", "zz@900000")];
    // Every second way is another one for each side.
    for ways in [[resigns, loses], [loses, resigns]] {
        let side = builder.game().position().side_to_move();
        for (way, word) in ways {
            let mut builder = builder.clone();
            script(&mut builder, word);
            let case = format!("{name}: {side} {way}");
            plans.push(builder.plan(ChessSuite::Arbiter, case));
        }
        if wander(&mut builder, balance.unmoved, 1, &mut rng).is_none() {
            break;
        }
    }
    plans
}

/// Dead positions, with a mark after the last move and with the last move against an offer; with less
/// effort, one of the two.
fn dead(context: &SuiteContext<'_>) -> Vec<Plan> {
    let of = context.by_effort(smoke(context, 6), 1, 1);
    let balances = context.sample(DEAD.to_vec(), of).into_iter();
    balances
        .enumerate()
        .flat_map(|(at, balance)| {
            let mut rng = context.rng(ChessSuite::Arbiter as u64);
            let found = reached(context, balance, &mut rng);
            let moves: Vec<String> = found.game().moves().iter().map(Move::to_string).collect();
            let mut grounds = vec![("a mark", 1), ("an offer", 2)];
            if context.effort <= Effort::Quick {
                grounds = vec![grounds[(at + context.start_offset()) % 2]];
            }
            let plan = move |(ground, from_end)| {
                let mut builder = PlanBuilder::new(context.contract);
                for (at, mv) in moves.iter().enumerate() {
                    let mark = if at + from_end == moves.len() {
                        "="
                    } else {
                        ""
                    };
                    builder.typed(&format!("{mv}{mark}"));
                }
                let case = format!("dead position with {ground}: {}", balance.name);
                builder.plan(ChessSuite::Arbiter, case)
            };
            grounds.into_iter().map(plan)
        })
        .collect()
}

/// Random games with claims, offers and marks in wrong places.
fn games(context: &SuiteContext<'_>) -> Vec<Plan> {
    let (games, turns) = context.by_effort((2, 30), (16, 120), (400, 200));
    let mut rng = context.rng_of_page(ChessSuite::Arbiter as u64);
    let game = |_| random::one_with(context, ChessSuite::Arbiter, &mut rng, turns, speak);
    (0..games).map(game).collect()
}

/// Adds a mark to some texts, and replaces others by a claim.
fn speak(builder: &PlanBuilder, mut text: String, rng: &mut Rng) -> String {
    match rng.usize(..24) {
        0..4 => text.push('='),
        4 => {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            if !places.is_empty() {
                text.insert(places[rng.usize(..places.len())], '=');
            }
        }
        // Acceptance ends most games, so it is rare.
        5 if builder.game().offer().is_none() || rng.usize(..4) == 0 => text = "=".to_owned(),
        _ => {}
    }
    text
}

#[cfg(test)]
#[path = "arbiter_tests.rs"]
mod tests;
