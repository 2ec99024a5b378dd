//! Mates in one beside stalemates, for pages that look ahead: one legal move checkmates, another one
//! stalemates.

use std::collections::HashMap;

use fastrand::Rng;
use golfchess_parity::Plan;
use golfchess_rules::{Bitboard, Move, Role};

use super::balances::balance;
use super::reduce::reduced;
use crate::contract::{self, PlanBuilder};
use crate::suites::{ChessSuite, SuiteContext};

/// The start squares of the pieces besides the kings. Every piece mates in some of the games.
const PIECES: [&str; 12] = [
    "d1",
    "d1 c1",
    "d1 b1",
    "a1 b1",
    "a1 c1",
    "a1 h1",
    "c1 f1",
    "d1 a2",
    "b1 g1 d1",
    "c1 b1 a2",
    "a1 h1 c2 d2 e2 f2",
    "d1 d2 e2 f2 g2",
];

/// The most moves of a game after the captures.
const MOST: usize = 120;

/// How many moves a player chooses among.
const SAMPLE: usize = 4;

/// The least half-moves without a capture or pawn move in one game of three: the position is near a
/// draw by 50 moves, and most of its squares have been reached before.
const LATE: u32 = 80;

/// Games to such positions, in which the page plays a move.
pub(super) fn plans(context: &SuiteContext<'_>, rng: &mut Rng) -> Vec<Plan> {
    let wanted = context.by_effort(2, 24, 240);
    let mut plans = Vec::new();
    let mut mated = HashMap::new();
    for game in 0..wanted * 100 {
        if plans.len() == wanted {
            break;
        }
        let place = game / 2 % PIECES.len();
        let [white, black] = balance("", PIECES[place]).sides();
        let (_, side) = if game % 2 == 0 { white } else { black };
        // A few games of captures for each set: the search for one takes long.
        let seed = Rng::with_seed(game as u64 / 2 % (PIECES.len() as u64 * 4));
        let builder = reduced(context.contract, side.kept, Bitboard::EMPTY, seed);
        let least = if game % 3 == 2 { LATE } else { 0 };
        if let Some((mut builder, mate)) = walk(builder, least, rng) {
            let role = builder.game().position().board().role_at(mate.from);
            builder.typed("");
            let case = format!("a mate beside a stalemate by {mate}");
            let plan = builder.plan(ChessSuite::Opponent, case);
            // Queens and rooks mate more often than other pieces.
            let by_role = mated.entry(role).or_insert(0);
            let is_new = plans.iter().all(|old: &Plan| old.answers != plan.answers);
            if *by_role < wanted.div_ceil(2) && is_new {
                *by_role += 1;
                plans.push(plan);
            }
        }
    }
    plans
}

/// Plays on to a position with a mate and a stalemate after some quiet half-moves. From then on, of a
/// few moves a player takes the one that leaves the fewest replies.
fn walk(mut builder: PlanBuilder, least: u32, rng: &mut Rng) -> Option<(PlanBuilder, Move)> {
    for _ in 0..MOST {
        let game = builder.game();
        let (position, rules) = (game.position(), game.profile().moves);
        let moves = game.legal_moves();
        let replies = |mv: &Move| position.play_unchecked(*mv).legal_moves(rules).len();
        let (ends, mut others): (Vec<Move>, Vec<Move>) =
            moves.into_iter().partition(|mv| replies(mv) == 0);
        let mates = contract::mates(position, &ends, rules);
        let full = |mv: &&Move| mv.promotion.is_none_or(|role| role == Role::Queen);
        let late = position.halfmove_clock() >= least;
        if let (true, Some(mate)) = (late && ends.len() > mates.len(), mates.iter().find(full)) {
            return Some((builder.clone(), *mate));
        }
        rng.shuffle(&mut others);
        let sample = if late { SAMPLE } else { 1 };
        let best = others.iter().take(sample).min_by_key(|mv| replies(mv))?;
        builder.typed(&best.to_string());
        if !builder.is_open() {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use golfchess_parity::{Effort, Oracle};
    use golfchess_rules::Color;

    use super::*;
    use crate::contract::Contract;
    use crate::suites::{context, opponents};

    /// Two hundred on one page, which take long to find, and two dozen on the others.
    #[test]
    fn each_page_that_looks_ahead_has_positions_with_a_mate_and_a_stalemate() {
        positions_have_both(|place| place == 0);
    }

    #[test]
    #[ignore = "slow: one page has two hundred, the others two dozen"]
    fn two_hundred_positions_on_each_page_have_a_mate_and_a_stalemate() {
        positions_have_both(|_| true);
    }

    /// `is_deep` tells by the place of a page whether all its positions are searched.
    fn positions_have_both(is_deep: impl Fn(usize) -> bool) {
        for (place, subject) in opponents(true).enumerate() {
            let contract = *subject.reference_as::<Contract>().expect("a page of chess");
            let name = &subject.name;
            let (effort, positions, near_draw, mating) = match is_deep(place) {
                true => (Effort::Deep, 200, 10, 5),
                false => (Effort::Usual, 24, 1, 3),
            };
            let plans = plans(&context(&subject, effort, 1), &mut Rng::with_seed(1));
            let (mut sides, mut roles) = (HashSet::new(), HashSet::new());
            let mut late = 0;
            for plan in &plans {
                assert_eq!(plan.oracle, Oracle::PageChooses, "{}", plan.case);
                let mut builder = PlanBuilder::new(contract);
                for answer in &plan.answers[..plan.answers.len() - 1] {
                    builder.typed(answer.0.as_deref().expect("a move"));
                }
                let position = builder.game().position();
                let mate = plan.case.rsplit(' ').next().expect("a move");
                let mate: Move = mate.parse().expect("a move");
                late += usize::from(position.halfmove_clock() >= LATE);
                sides.insert(position.side_to_move() == Color::White);
                roles.insert(position.board().role_at(mate.from));
            }
            let different: HashSet<_> = plans.iter().map(|plan| &plan.answers).collect();
            assert!(late >= near_draw, "{name}: {late} near 50 moves");
            assert!(different.len() >= positions, "{name}: {}", different.len());
            assert_eq!(sides.len(), 2, "{name}");
            assert!(roles.len() >= mating, "{name}: {roles:?}");
        }
    }
}
