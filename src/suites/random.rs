//! The `random` suite: random play that prefers rare moves, with invalid texts between.

use fastrand::Rng;
use golfchess_parity::Plan;
use golfchess_rules::{Game, Move, MoveRules, Role};

use super::input::INVALID;
use super::passed;
use super::players::{self, Goal};
use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext};

use crate::contract::read_typed;

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let (games, turns) = context.by_effort((1, 16), (1, 50), (56, 200));
    let mut rng = context.rng_of_page(ChessSuite::Random as u64);
    if context.contract.page_is_black() {
        let game = |_| {
            let limits = (turns, 3);
            players::plan(context, ChessSuite::Random, Goal::Rare, rng.u64(..), limits)
        };
        return (0..games).map(game).collect();
    }
    (0..games)
        .map(|_| one(context, ChessSuite::Random, &mut rng, turns))
        .collect()
}

/// True once in `n` times on average.
fn one_in(n: usize, rng: &mut Rng) -> bool {
    rng.usize(..n) == 0
}

/// A random item of a list that is not empty.
fn pick<T: Clone>(items: &[T], rng: &mut Rng) -> T {
    items[rng.usize(..items.len())].clone()
}

/// One game of at most `turns` turns.
pub(super) fn one(
    context: &SuiteContext<'_>,
    suite: ChessSuite,
    rng: &mut Rng,
    turns: usize,
) -> Plan {
    one_with(context, suite, rng, turns, |_, text, _| text)
}

/// One game of at most `turns` turns, in which `change` changes the texts.
pub(super) fn one_with(
    context: &SuiteContext<'_>,
    suite: ChessSuite,
    rng: &mut Rng,
    turns: usize,
    change: impl Fn(&PlanBuilder, String, &mut Rng) -> String,
) -> Plan {
    let mut builder = PlanBuilder::new(context.contract);
    play(&mut builder, rng, turns, change);
    builder.plan(suite, "random play")
}

/// Plays at most `turns` turns.
pub(super) fn play(
    builder: &mut PlanBuilder,
    rng: &mut Rng,
    turns: usize,
    change: impl Fn(&PlanBuilder, String, &mut Rng) -> String,
) {
    let style = Style::new(rng);
    for _ in 0..turns {
        if !builder.is_open() {
            break;
        }
        let think = match rng.usize(..6) {
            0 => rng.usize(..40_000),
            _ => rng.usize(..3_000),
        };
        let text = if one_in(5, rng) {
            invalid(builder, rng)
        } else {
            let mv = style.choose(builder.game(), rng);
            spelling(mv, builder.game().profile().moves, rng)
        };
        let text = change(builder, text, rng);
        builder.answer(Some(&text), think as u64);
    }
}

/// Random moves without invalid texts.
pub(super) fn opening(builder: &mut PlanBuilder, rng: &mut Rng, plies: usize) {
    let style = Style::new(rng);
    for _ in 0..plies {
        if builder.is_open() {
            let mv = style.choose(builder.game(), rng);
            builder.typed(&mv.to_string());
        }
    }
}

/// The preferences of a game.
struct Style {
    /// How many further moves are drawn; the rarest kind is played.
    draws: usize,
    /// In how many of 4 turns the side takes back its last move.
    reversals: usize,
}

impl Style {
    fn new(rng: &mut Rng) -> Self {
        Self {
            draws: 3 * rng.usize(..4),
            reversals: rng.usize(..3),
        }
    }

    fn choose(&self, game: &Game, rng: &mut Rng) -> Move {
        let moves = game.legal_moves();
        // Possible after few moves only.
        if let Some(crossing) = moves
            .iter()
            .find(|mv| passed::crosses(game.position(), **mv))
            && one_in(2, rng)
        {
            return *crossing;
        }
        let mut choice = pick(&moves, rng);
        let last = game.moves().iter().rev().nth(1);
        let back = last.and_then(|last| {
            let back = |mv: &&Move| (mv.from, mv.to) == (last.to, last.from);
            moves.iter().find(back).copied()
        });
        if let Some(back) = back
            && rng.usize(..4) < self.reversals
        {
            return back;
        }
        for _ in 0..self.draws {
            let other = pick(&moves, rng);
            if rarity(game, other) > rarity(game, choice) {
                choice = other;
            }
        }
        choice
    }
}

/// A random move that prefers rare kinds.
pub(super) fn rare(game: &Game, rng: &mut Rng) -> Move {
    let style = Style::new(rng);
    style.choose(game, rng)
}

/// How rare a kind of move is in random play.
fn rarity(game: &Game, mv: Move) -> u32 {
    let board = game.position().board();
    let captures = board.piece_at(mv.to).is_some();
    match board.role_at(mv.from) {
        _ if mv.promotion.is_some() => 3,
        Some(Role::King) if game.position().castling_side(mv).is_some() => 3,
        Some(Role::Pawn) if mv.from.file() != mv.to.file() && !captures => 3,
        _ if captures => 2,
        role => u32::from(role == Some(Role::Pawn)),
    }
}

/// A move in one of the spellings that the contract allows.
fn spelling(mv: Move, rules: MoveRules, rng: &mut Rng) -> String {
    let mut text = mv.to_string();
    if one_in(4, rng) {
        text.make_ascii_uppercase();
    }
    let any_suffix = mv.promotion.is_none() || !rules.promotion_choice;
    if any_suffix && one_in(6, rng) {
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

/// A text that is not a legal move here, and does not let the page move: an invalid text, or a legal
/// move with one character changed.
pub(super) fn invalid(builder: &PlanBuilder, rng: &mut Rng) -> String {
    let game = builder.game();
    const OTHER: [char; 16] = [
        'a', 'd', 'h', 'i', 'z', 'E', '0', '1', '4', '8', '9', ' ', '-', '+', '\u{0435}',
        '\u{ff12}',
    ];
    loop {
        let text = if one_in(2, rng) {
            pick(&INVALID, rng).to_owned()
        } else {
            let mv = pick(&game.legal_moves(), rng).to_string();
            let at = rng.usize(..4);
            let with = pick(&OTHER, rng);
            let change = |(place, c)| if place == at { with } else { c };
            mv.chars().enumerate().map(change).collect()
        };
        let chooses = text.is_empty() && builder.has_opponent();
        if !chooses && read_typed(game.position(), &text, game.profile().moves).is_none() {
            return text;
        }
    }
}
