//! The `random` suite: play at random, biased to what is rare, with rubbish between.

use super::input::RUBBISH;
use crate::parity::chance::Chance;
use crate::parity::{Effort, Plan, Script, Setting, Suite};
use crate::rules::{Game, Move, MoveRules, Role, read_typed};

pub(crate) fn plans(setting: &Setting<'_>) -> Vec<Plan> {
    let (games, turns) = match setting.effort {
        Effort::Quick => (1, 16),
        Effort::Usual => (1, 50),
        Effort::Deep => (56, 200),
    };
    (0..games)
        .map(|game| {
            let stream = (setting.subject.place as u64) << 16 | game;
            let mut chance = Chance::new(setting.seed, stream);
            one(setting, Suite::Random, &mut chance, turns)
        })
        .collect()
}

/// One game of so many turns at most.
pub(super) fn one(setting: &Setting<'_>, suite: Suite, chance: &mut Chance, turns: usize) -> Plan {
    let mut script = Script::new(setting.subject);
    let temper = Temper::new(chance);
    for _ in 0..turns {
        if !script.game().is_open() {
            break;
        }
        let think = match chance.below(6) {
            0 => chance.below(40_000),
            _ => chance.below(3_000),
        };
        let text = if chance.one_in(5) {
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
pub(super) fn opening(script: &mut Script, chance: &mut Chance, plies: usize) {
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
    fn new(chance: &mut Chance) -> Self {
        Self {
            greed: 3 * chance.below(4),
            shuffle: chance.below(3),
        }
    }

    fn choose(&self, game: &Game, chance: &mut Chance) -> Move {
        let moves = game.legal_moves();
        let mut choice = chance.pick(&moves);
        let last = game.moves().iter().rev().nth(1);
        let back = last.and_then(|last| {
            let back = |mv: &&Move| (mv.from, mv.to) == (last.to, last.from);
            moves.iter().find(back).copied()
        });
        if let Some(back) = back
            && chance.below(4) < self.shuffle
        {
            return back;
        }
        for _ in 0..self.greed {
            let other = chance.pick(&moves);
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
fn dressed(mv: Move, rules: MoveRules, chance: &mut Chance) -> String {
    let mut text = mv.to_string();
    if chance.one_in(4) {
        text.make_ascii_uppercase();
    }
    let free = mv.promotion.is_none() || !rules.promotion_choice;
    if free && chance.one_in(6) {
        text.truncate(4);
        text.push_str(chance.pick(&["n", "q", " ", "R", "b5", "\u{20ac}", "0"]));
    } else if mv.promotion == Some(Role::Queen) && chance.one_in(2) {
        text.truncate(4);
        text.push_str(chance.pick(&["", "x", " n", "k", "=R"]));
    }
    if text.len() > 4 && chance.one_in(3) {
        text.push_str(chance.pick(&["n", "e4", "  "]));
    }
    text
}

/// A text that is no legal move here: rubbish, or a legal move with one character changed.
pub(super) fn rubbish(game: &Game, chance: &mut Chance) -> String {
    const OTHER: [char; 16] = [
        'a', 'd', 'h', 'i', 'z', 'E', '0', '1', '4', '8', '9', ' ', '-', '+', '\u{0435}',
        '\u{ff12}',
    ];
    loop {
        let text = if chance.one_in(2) {
            chance.pick(&RUBBISH).to_owned()
        } else {
            let mv = chance.pick(&game.legal_moves()).to_string();
            let at = chance.below(4);
            let with = chance.pick(&OTHER);
            let change = |(place, c)| if place == at { with } else { c };
            mv.chars().enumerate().map(change).collect()
        };
        if read_typed(game.position(), &text, game.profile().moves).is_none() {
            return text;
        }
    }
}
