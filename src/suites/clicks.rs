//! The `input` suite of pages with C: clicks that are no moves, before, between and after moves.

use std::collections::BTreeMap;

use fastrand::Rng;
use golfchess_parity::{Effort, Plan};
use golfchess_rules::{Move, Square};

use super::random;
use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext};

pub(super) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let mut plans = pairs(context);
    plans.extend(between(context));
    plans.extend(after_the_end(context));
    plans.extend(held(context));
    plans.extend(in_the_pages_second(context));
    plans
}

/// Every pair of squares that is no legal move, at the start and in the middle of a game; with less
/// effort a part of them, another one on the next page.
fn pairs(context: &SuiteContext<'_>) -> Vec<Plan> {
    let of = context.by_effort(48, 24, 1);
    let mut rng = context.rng_of_page(ChessSuite::Input as u64);
    let mut places = vec![("at the start", PlanBuilder::new(context.contract))];
    if context.effort > Effort::Quick && !context.contract.page_is_black() {
        let mut middle = PlanBuilder::new(context.contract);
        random::opening(&mut middle, &mut rng, 16);
        places.push(("in the middle", middle));
    }
    let open = places.into_iter().filter(|(_, builder)| builder.is_open());
    open.map(|(place, mut builder)| {
        let pairs = context.sample(illegal(&builder, |_| true), of);
        walk(&mut builder, pairs);
        builder.plan(ChessSuite::Input, format!("pairs of squares {place}"))
    })
    .collect()
}

/// The pairs of squares that are no legal moves, from certain squares. A prime step spreads each part of
/// them over all squares.
pub(super) fn illegal(
    builder: &PlanBuilder,
    starts: impl Fn(Square) -> bool,
) -> Vec<(Square, Square)> {
    let legal = builder.game().legal_moves();
    let is_legal = |pair: &(Square, Square)| legal.iter().any(|mv| (mv.from, mv.to) == *pair);
    let pairs: Vec<(Square, Square)> = Square::all()
        .filter(|from| starts(*from))
        .flat_map(|from| Square::all().map(move |to| (from, to)))
        .filter(|pair| !is_legal(pair))
        .collect();
    (0..pairs.len())
        .map(|at| pairs[at * 1_009 % pairs.len()])
        .collect()
}

/// Clicks so that each of these pairs, which are no legal moves, is a try: the target of one is the start
/// of the next where there is one, and no other try is legal.
pub(super) fn walk(builder: &mut PlanBuilder, pairs: Vec<(Square, Square)>) {
    let legal = builder.game().legal_moves();
    let is_legal = |from: Option<Square>, to| {
        let is_move = |mv: &Move| Some(mv.from) == from && mv.to == to;
        legal.iter().any(is_move)
    };
    let mut targets: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
    for (from, to) in pairs {
        targets.entry(from).or_default().push(to);
    }
    let mut last = builder.last_click();
    while let Some(first) = targets.keys().next().copied() {
        let start = last
            .filter(|last| targets.contains_key(last))
            .unwrap_or(first);
        if last != Some(start) {
            if is_legal(last, start) {
                let between = Square::all()
                    .find(|square| !is_legal(last, *square) && !is_legal(Some(*square), start));
                builder.typed(&between.map_or_else(String::new, |square| square.to_string()));
            }
            builder.typed(&start.to_string());
        }
        let Some(to) = targets.get_mut(&start).and_then(Vec::pop) else {
            targets.remove(&start);
            continue;
        };
        if targets.get(&start).is_some_and(Vec::is_empty) {
            targets.remove(&start);
        }
        builder.typed(&to.to_string());
        last = Some(to);
    }
}

/// Random clicks between random moves: on other pieces, on the same square again, and on any square.
fn between(context: &SuiteContext<'_>) -> Vec<Plan> {
    if context.contract.page_is_black() {
        return Vec::new();
    }
    let (games, moves) = context.by_effort((1, 10), (2, 30), (40, 80));
    let mut rng = context.rng_of_page(ChessSuite::Input as u64);
    let game = |game: usize| {
        let mut builder = PlanBuilder::new(context.contract);
        for _ in 0..moves {
            for _ in 0..rng.usize(..4) {
                let square = any_square(&mut rng);
                builder.typed(&square.repeat(rng.usize(1..4)));
            }
            let legal = builder.game().legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[rng.usize(..legal.len())].to_string();
            let (from, to) = mv.split_at(2);
            // The start again and again, a start in between, or the target twice.
            match rng.usize(..4) {
                0 => builder.typed(&format!("{}{to}", from.repeat(rng.usize(1..9)))),
                1 => builder.typed(&format!("{from}{}{mv}", any_square(&mut rng))),
                2 => builder.typed(&format!("{mv}{}", mv.get(2..4).unwrap_or_default())),
                _ => builder.typed(&mv),
            };
        }
        builder.plan(
            ChessSuite::Input,
            format!("clicks between moves {}", game + 1),
        )
    };
    (0..games).map(game).collect()
}

fn any_square(rng: &mut Rng) -> String {
    let square = Square::all().nth(rng.usize(..64));
    square.map_or_else(String::new, |square| square.to_string())
}

/// Moves, the other side's moves and time after the end of a game.
fn after_the_end(context: &SuiteContext<'_>) -> Vec<Plan> {
    if context.contract.page_is_black() {
        return Vec::new();
    }
    let ends = [
        (
            "mate by Black",
            "f2f3 e7e6 g2g3 a7a6 g3g4 d8h4",
            "e1f2 a6a5 h4e1 a2a3",
        ),
        (
            "mate by White",
            "e2e3 f7f6 a2a3 g7g6 a3a4 g6g5 d1h5",
            "e8f7 a4a5 h5e8 a7a6",
        ),
    ];
    let plan = |(name, words, after): (&str, &str, &str)| {
        let mut builder = PlanBuilder::new(context.contract);
        builder.words(words);
        for word in after.split(' ') {
            builder.answer(Some(word), 1_500);
        }
        builder.plan(ChessSuite::Input, format!("clicks after a {name}"))
    };
    ends.into_iter().map(plan).collect()
}

/// Moves for which the button is held over the end of a second, and just before it.
fn held(context: &SuiteContext<'_>) -> Option<Plan> {
    context.contract.rules.clock_seconds?;
    let mut builder = PlanBuilder::new(context.contract);
    builder.words(match context.contract.page_is_black() {
        true => "e2~@950 e3~@950 a1@1000 d2~@900 d3@70 h1@1000",
        false => {
            "e2~@950 e3@0 e7@300 e6~@500 d2~@930 d3~@840 d7~@950 d6~@840 a2~a3~@900 a7~@700 a6~@50"
        }
    });
    Some(builder.plan(ChessSuite::Input, "presses over the end of a second"))
}

/// Clicks while the page is to move, where it waits for the next second.
fn in_the_pages_second(context: &SuiteContext<'_>) -> Option<Plan> {
    let contract = &context.contract;
    if !contract.page_is_black() || contract.rules.clock_seconds.is_none() {
        return None;
    }
    let mut builder = PlanBuilder::new(*contract);
    builder.words(
        "e2e3 e7e6@300 d2d3@300 d8h4@300 -@100 d2d3@500 a7a6g8f6 b1c3@400 a1@2000 b1c3 c3b5@999 a1@1",
    );
    Some(builder.plan(ChessSuite::Input, "clicks while the page is to move"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use golfchess_pages::catalog::FlagSet;

    use super::*;
    use crate::contract::{Contract, clicks_of};

    #[test]
    fn a_walk_tries_each_pair_of_squares_and_plays_nothing() {
        let contract = Contract::new(&FlagSet::new("MPSUC")).expect("a set of rules");
        let mut builder = PlanBuilder::new(contract);
        builder.words("e2e4 e7e5 g1f3");
        let before = builder.game().moves().len();
        let pairs = illegal(&builder, |_| true);
        let legal = builder.game().legal_moves();
        let starts: BTreeSet<_> = legal.iter().map(|mv| (mv.from, mv.to)).collect();
        assert_eq!(pairs.len(), 64 * 64 - starts.len());
        let wanted: BTreeSet<_> = pairs.iter().copied().collect();
        walk(&mut builder, pairs);
        assert_eq!(builder.game().moves().len(), before);
        let answers = builder.finish().answers.into_iter();
        let texts = answers.filter_map(|answer| answer.0);
        let clicks: Vec<Square> = texts
            .flat_map(|text| clicks_of(&text))
            .map(|click| click.square)
            .collect();
        let tried: BTreeSet<_> = clicks.windows(2).map(|pair| (pair[0], pair[1])).collect();
        assert!(wanted.is_subset(&tried));
        assert!(clicks.len() < wanted.len() * 2, "{}", clicks.len());
    }
}
