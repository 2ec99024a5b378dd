//! The `random` suite: play at random, biased to what is rare, with rubbish between.

use fastrand::Rng;

use super::input::RUBBISH;
use crate::parity::{Plan, Script, Setting, Suite};
use crate::rules::{Game, Move, MoveRules, Role, read_typed};

pub(crate) fn plans(setting: &Setting<'_>) -> Vec<Plan> {
    let (games, turns) = setting.by_effort((1, 16), (1, 50), (56, 200));
    let mut chance = setting.chance_of_page(Suite::Random);
    (0..games)
        .map(|_| one(setting, Suite::Random, &mut chance, turns))
        .collect()
}

/// Whether one event in `n` happens.
fn one_in(n: usize, chance: &mut Rng) -> bool {
    chance.usize(..n) == 0
}

/// One of the items, of which there is at least one.
fn pick<T: Clone>(items: &[T], chance: &mut Rng) -> T {
    items[chance.usize(..items.len())].clone()
}

/// One game of so many turns at most.
pub(super) fn one(setting: &Setting<'_>, suite: Suite, chance: &mut Rng, turns: usize) -> Plan {
    let mut script = Script::new(setting.subject);
    let temper = Temper::new(chance);
    for _ in 0..turns {
        if !script.game().is_open() {
            break;
        }
        let think = match chance.usize(..6) {
            0 => chance.usize(..40_000),
            _ => chance.usize(..3_000),
        };
        let text = if one_in(5, chance) {
            rubbish(script.game(), chance)
        } else {
            let mv = temper.choose(script.game(), chance);
            dressed(mv, script.game().profile().moves, chance)
        };
        script.answer(Some(&text), think as u64);
    }
    script.plan(suite, "random play")
}

/// Random moves without rubbish.
pub(super) fn opening(script: &mut Script, chance: &mut Rng, plies: usize) {
    let temper = Temper::new(chance);
    for _ in 0..plies {
        if script.game().is_open() {
            let mv = temper.choose(script.game(), chance);
            script.typed(&mv.to_string());
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
    fn new(chance: &mut Rng) -> Self {
        Self {
            greed: 3 * chance.usize(..4),
            shuffle: chance.usize(..3),
        }
    }

    fn choose(&self, game: &Game, chance: &mut Rng) -> Move {
        let moves = game.legal_moves();
        let mut choice = pick(&moves, chance);
        let last = game.moves().iter().rev().nth(1);
        let back = last.and_then(|last| {
            let back = |mv: &&Move| (mv.from, mv.to) == (last.to, last.from);
            moves.iter().find(back).copied()
        });
        if let Some(back) = back
            && chance.usize(..4) < self.shuffle
        {
            return back;
        }
        for _ in 0..self.greed {
            let other = pick(&moves, chance);
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
fn dressed(mv: Move, rules: MoveRules, chance: &mut Rng) -> String {
    let mut text = mv.to_string();
    if one_in(4, chance) {
        text.make_ascii_uppercase();
    }
    let free = mv.promotion.is_none() || !rules.promotion_choice;
    if free && one_in(6, chance) {
        text.truncate(4);
        text.push_str(pick(&["n", "q", " ", "R", "b5", "\u{20ac}", "0"], chance));
    } else if mv.promotion == Some(Role::Queen) && one_in(2, chance) {
        text.truncate(4);
        text.push_str(pick(&["", "x", " n", "k", "=R"], chance));
    }
    if text.len() > 4 && one_in(3, chance) {
        text.push_str(pick(&["n", "e4", "  "], chance));
    }
    text
}

/// A text that is no legal move here: rubbish, or a legal move with one character changed.
pub(super) fn rubbish(game: &Game, chance: &mut Rng) -> String {
    const OTHER: [char; 16] = [
        'a', 'd', 'h', 'i', 'z', 'E', '0', '1', '4', '8', '9', ' ', '-', '+', '\u{0435}',
        '\u{ff12}',
    ];
    loop {
        let text = if one_in(2, chance) {
            pick(&RUBBISH, chance).to_owned()
        } else {
            let mv = pick(&game.legal_moves(), chance).to_string();
            let at = chance.usize(..4);
            let with = pick(&OTHER, chance);
            let change = |(place, c)| if place == at { with } else { c };
            mv.chars().enumerate().map(change).collect()
        };
        if read_typed(game.position(), &text, game.profile().moves).is_none() {
            return text;
        }
    }
}
