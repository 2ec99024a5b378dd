//! The `random` suite: play at random, biased to what is rare, with rubbish between.

use fastrand::Rng;

use super::input::RUBBISH;
use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext};
use golfchess_parity::Plan;
use golfchess_rules::{Game, Move, MoveRules, Role};

use crate::contract::read_typed;

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let (games, turns) = context.by_effort((1, 16), (1, 50), (56, 200));
    let mut rng = context.rng_of_page(ChessSuite::Random as u64);
    (0..games)
        .map(|_| one(context, ChessSuite::Random, &mut rng, turns))
        .collect()
}

/// Whether one event in `n` happens.
fn one_in(n: usize, rng: &mut Rng) -> bool {
    rng.usize(..n) == 0
}

/// One of the items, of which there is at least one.
fn pick<T: Clone>(items: &[T], rng: &mut Rng) -> T {
    items[rng.usize(..items.len())].clone()
}

/// One game of so many turns at most.
pub(super) fn one(
    context: &SuiteContext<'_>,
    suite: ChessSuite,
    rng: &mut Rng,
    turns: usize,
) -> Plan {
    let mut builder = PlanBuilder::new(context.subject.reference);
    let temper = Temper::new(rng);
    for _ in 0..turns {
        if !builder.is_open() {
            break;
        }
        let think = match rng.usize(..6) {
            0 => rng.usize(..40_000),
            _ => rng.usize(..3_000),
        };
        let text = if one_in(5, rng) {
            rubbish(builder.game(), rng)
        } else {
            let mv = temper.choose(builder.game(), rng);
            dressed(mv, builder.game().profile().moves, rng)
        };
        builder.answer(Some(&text), think as u64);
    }
    builder.plan(suite, "random play")
}

/// Random moves without rubbish.
pub(super) fn opening(builder: &mut PlanBuilder, rng: &mut Rng, plies: usize) {
    let temper = Temper::new(rng);
    for _ in 0..plies {
        if builder.is_open() {
            let mv = temper.choose(builder.game(), rng);
            builder.typed(&mv.to_string());
        }
    }
}

/// What a game is after.
struct Temper {
    /// How often a dull move is dropped for another one.
    greed: usize,
    /// How often, of 4 times, the last move is taken back.
    shuffle: usize,
}

impl Temper {
    fn new(rng: &mut Rng) -> Self {
        Self {
            greed: 3 * rng.usize(..4),
            shuffle: rng.usize(..3),
        }
    }

    fn choose(&self, game: &Game, rng: &mut Rng) -> Move {
        let moves = game.legal_moves();
        let mut choice = pick(&moves, rng);
        let last = game.moves().iter().rev().nth(1);
        let back = last.and_then(|last| {
            let back = |mv: &&Move| (mv.from, mv.to) == (last.to, last.from);
            moves.iter().find(back).copied()
        });
        if let Some(back) = back
            && rng.usize(..4) < self.shuffle
        {
            return back;
        }
        for _ in 0..self.greed {
            let other = pick(&moves, rng);
            if interest(game, other) > interest(game, choice) {
                choice = other;
            }
        }
        choice
    }
}

/// How rare a kind of move is in play at random.
fn interest(game: &Game, mv: Move) -> u32 {
    let board = game.position().board();
    let captures = board.piece_at(mv.to).is_some();
    match board.role_at(mv.from) {
        _ if mv.promotion.is_some() => 3,
        Some(Role::King) if mv.from.file().abs_diff(mv.to.file()) == 2 => 3,
        Some(Role::Pawn) if mv.from.file() != mv.to.file() && !captures => 3,
        _ if captures => 2,
        role => u32::from(role == Some(Role::Pawn)),
    }
}

/// The move as somebody may type it.
fn dressed(mv: Move, rules: MoveRules, rng: &mut Rng) -> String {
    let mut text = mv.to_string();
    if one_in(4, rng) {
        text.make_ascii_uppercase();
    }
    let free = mv.promotion.is_none() || !rules.promotion_choice;
    if free && one_in(6, rng) {
        text.truncate(4);
        text.push_str(pick(&["n", "q", " ", "R", "b5", "\u{20ac}", "0"], rng));
    } else if mv.promotion == Some(Role::Queen) && one_in(2, rng) {
        text.truncate(4);
        text.push_str(pick(&["", "x", " n", "k", "=R"], rng));
    }
    if text.len() > 4 && one_in(3, rng) {
        text.push_str(pick(&["n", "e4", "  "], rng));
    }
    text
}

/// A text that is no legal move here: rubbish, or a legal move with one character changed.
pub(super) fn rubbish(game: &Game, rng: &mut Rng) -> String {
    const OTHER: [char; 16] = [
        'a', 'd', 'h', 'i', 'z', 'E', '0', '1', '4', '8', '9', ' ', '-', '+', '\u{0435}',
        '\u{ff12}',
    ];
    loop {
        let text = if one_in(2, rng) {
            pick(&RUBBISH, rng).to_owned()
        } else {
            let mv = pick(&game.legal_moves(), rng).to_string();
            let at = rng.usize(..4);
            let with = pick(&OTHER, rng);
            let change = |(place, c)| if place == at { with } else { c };
            mv.chars().enumerate().map(change).collect()
        };
        if read_typed(game.position(), &text, game.profile().moves).is_none() {
            return text;
        }
    }
}
