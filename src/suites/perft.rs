//! The `perft` suite: the page accepts exactly the reference's moves.
//!
//! Each sequence of moves to a depth is a game of its own. At sampled positions pairs of squares are
//! typed that are not legal moves: the page must reject them.

use golfchess_parity::{Effort, Plan};
use golfchess_rules::{Bitboard, Move, Role, Square};

use super::clicks;
use super::random;
use super::reduce::{reduced, squares};
use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext, is_extreme};

/// Moves, legal in every variant, to positions in which one side may castle to both sides.
const CASTLING: [(&str, &str); 2] = [
    (
        "where White may castle",
        "e2e3 h7h6 f1d3 g7g6 d1e2 f7f6 b1c3 f8g7 b2b3 g7f8 c1b2 f8g7 g1h3 g7f8",
    ),
    (
        "where Black may castle",
        "h2h3 e7e6 g2g3 f8d6 f2f3 d8e7 f1g2 b8c6 g2f1 b7b6 f1g2 c8b7 g2f1 g8h6 f1g2",
    ),
];

/// The length of the sequences in moves. A page with F, A or C has the moves of a page without them.
fn depth(context: &SuiteContext<'_>) -> usize {
    let reference = &context.contract;
    let usual = match reference.arbiter || reference.opponent.is_some() || reference.show.board {
        true => 1,
        false => 2,
    };
    match reference.page_is_black() {
        true => 1,
        false => context.by_effort(1, usual, 3),
    }
}

/// With the usual effort a page plays one in this many sequences: pages with the same rules stand beside
/// each other in the catalog, and four of them play all.
const ONE_IN: usize = 4;

/// With the usual effort one in this many of the sequences that a page plays goes on with a third move, another
/// one on each page: pages with the same rules share the longer sequences.
const ONE_IN_LONGER: usize = 2;

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let mut plans = Vec::new();
    let start = PlanBuilder::new(context.contract);
    sequences(context, start, depth(context), &mut plans);
    if context.effort == Effort::Usual && depth(context) > 1 && !is_extreme(&context.contract) {
        plans = context.sample(plans, ONE_IN);
    }
    plans.extend(pairs(
        context,
        PlanBuilder::new(context.contract),
        "at the start",
    ));
    if context.effort > Effort::Quick && !context.contract.page_is_black() {
        let mut rng = context.rng_of_page(ChessSuite::Perft as u64);
        for _ in 0..context.by_effort(0, 1, 4) {
            let mut builder = PlanBuilder::new(context.contract);
            random::opening(&mut builder, &mut rng, 16);
            plans.extend(pairs(context, builder, "in the middle"));
        }
        let here = context.is_sampled(context.by_effort(1, 4, 1));
        if here || is_extreme(&context.contract) {
            const KEPT: Bitboard = squares("a1 b1 c1 d8 g8 h7");
            let bare = reduced(context.contract, KEPT, Bitboard::EMPTY, rng);
            plans.extend(pairs(context, bare, "with few pieces"));
        }
        for (place, words) in CASTLING {
            let mut builder = PlanBuilder::new(context.contract);
            builder.words(words);
            plans.extend(from_home(context, builder, place));
        }
    }
    plans
}

/// One plan for each sequence of moves of a length from here.
fn sequences(
    context: &SuiteContext<'_>,
    mut builder: PlanBuilder,
    length: usize,
    plans: &mut Vec<Plan>,
) {
    let moves = || {
        let mut moves = builder.game().legal_moves();
        moves.sort();
        moves
    };
    if length > 0 && builder.is_open() {
        for mv in moves() {
            let mut next = builder.clone();
            next.typed(&mv.to_string());
            sequences(context, next, length - 1, plans);
        }
        return;
    }
    if context.contract.page_is_black() {
        // The page replies, at the next second if it has clocks.
        builder.answer(Some(""), 1_000);
        builder.answer(Some("a1"), 0);
        plans.push(builder.plan(ChessSuite::Perft, format!("sequence {}", plans.len() + 1)));
        return;
    }
    let at = plans.len() / ONE_IN + context.start_offset();
    if context.effort == Effort::Usual && at.is_multiple_of(ONE_IN_LONGER) && builder.is_open() {
        let moves = moves();
        let longer = moves[(plans.len() + context.start_offset()) % moves.len()];
        builder.typed(&longer.to_string());
    }
    let moves = builder.game().moves().iter().map(Move::to_string);
    let line: Vec<String> = moves.collect();
    let case = format!("sequence {}", line.join(" "));
    plans.push(builder.plan(ChessSuite::Perft, case));
}

/// Types the pairs of squares that are not legal moves in one game: all of them, or a share.
fn pairs(context: &SuiteContext<'_>, builder: PlanBuilder, place: &str) -> Vec<Plan> {
    let few = builder.game().position().board().occupied().len() < 12;
    let usual = if few && is_extreme(&context.contract) {
        1
    } else {
        144
    };
    let of = context.by_effort(600, usual, 1);
    if !builder.is_open() {
        return vec![builder.plan(ChessSuite::Perft, format!("pairs {place}"))];
    }
    let mut plans = typed(context, &builder, place, of, |_| true);
    if context.effort == Effort::Deep && !context.contract.page_is_black() {
        plans.extend(builder.game().legal_moves().iter().map(|mv| {
            let mut builder = builder.clone();
            builder.typed(&mv.to_string());
            builder.plan(ChessSuite::Perft, format!("{mv} {place}"))
        }));
    }
    plans
}

/// The same for the squares of king and rooks where castling is legal.
fn from_home(context: &SuiteContext<'_>, builder: PlanBuilder, place: &str) -> Vec<Plan> {
    // A board takes ten times as long for each dialog.
    let moves = context.contract.rules.moves;
    let usual = match moves.special_moves && !context.contract.show.board {
        true => 4,
        false => 16,
    };
    let of = context.by_effort(usual, usual, 1);
    let position = *builder.game().position();
    let home = |from: Square| {
        let role = position.board().role_at(from);
        let own = position.board().color(position.side_to_move());
        own.contains(from) && matches!(role, Some(Role::King | Role::Rook))
    };
    typed(context, &builder, place, of, home)
}

/// Types a share of the pairs that are not legal moves and start on certain squares.
fn typed(
    context: &SuiteContext<'_>,
    builder: &PlanBuilder,
    place: &str,
    of: usize,
    starts: impl Fn(Square) -> bool,
) -> Vec<Plan> {
    if context.contract.show.board {
        let mut builder = builder.clone();
        let pairs = context.sample(clicks::illegal(&builder, starts), of);
        clicks::walk(&mut builder, pairs);
        return vec![builder.plan(ChessSuite::Perft, format!("pairs {place}"))];
    }
    let legal = builder.game().legal_moves();
    let mut texts: Vec<String> = Square::all()
        .filter(|from| starts(*from))
        .flat_map(|from| Square::all().map(move |to| (from, to)))
        .filter(|pair| !legal.iter().any(|mv| (mv.from, mv.to) == *pair))
        .map(|(from, to)| format!("{from}{to}"))
        .collect();
    // A prime step spreads each share over all squares.
    let count = texts.len();
    texts = (0..count)
        .map(|at| texts[at * 1_009 % count].clone())
        .collect();
    let plan = |texts: &[String]| {
        let mut builder = builder.clone();
        for text in texts {
            builder.typed(text);
        }
        builder.plan(ChessSuite::Perft, format!("pairs {place}"))
    };
    context.sample(texts, of).chunks(2_048).map(plan).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use golfchess_pages::catalog::FlagSet;

    use super::*;
    use crate::suites::{context, subject};

    /// The moves of the sequences that a page at a place of the catalog plays.
    fn moves(flags: &str, place: usize) -> Vec<Vec<String>> {
        let none = String::new;
        let subject = subject("page", place, &FlagSet::new(flags), none(), none());
        let subject = subject.expect("a set of rules");
        let plans = plans(&context(&subject, Effort::Usual, 1)).into_iter();
        let cases = plans.filter_map(|plan| Some(plan.case.strip_prefix("sequence ")?.to_owned()));
        cases
            .map(|case| case.split(' ').map(str::to_owned).collect())
            .collect()
    }

    fn first_two(sequences: &[Vec<String>]) -> BTreeSet<&[String]> {
        sequences.iter().map(|moves| &moves[..2]).collect()
    }

    #[test]
    fn four_pages_with_the_same_rules_play_every_sequence_of_two_moves() {
        for (flags, all) in [("S", 12 * 12), ("M", 20 * 20)] {
            let pages = [6, 7, 8, 9].map(|place| moves(flags, place));
            let mut together = BTreeSet::new();
            for page in &pages {
                assert_eq!(page.len(), all / 4, "{flags}");
                together.extend(first_two(page));
                let longer = page.iter().filter(|moves| moves.len() > 2).count();
                assert_eq!(longer, all / 8, "{flags}");
            }
            assert_eq!(together.len(), all, "{flags}");
        }
        assert_eq!(moves("TMPDSU", 6).len(), 20 * 20);
        assert_eq!(moves("TMPDSA", 6).len(), 20);
    }
}
