//! The part of the step test that knows steps and targets, which a formula of the piece completes.
//!
//! `t` is the target: less than 1 if a piece may go there, that is, 1 as a number. So what the
//! bits of the formula are asked with is there already: `(t<1)<<h&38&F`, or, where `F` has no
//! stray bits, `t<1&F>>h`. Other bits than 1 need a test of their own: `t<1&&5<<h&38&F`.

use std::collections::HashMap;

use crate::board::Board;
use crate::formula::{Values, place};
use crate::hash::Hash;

/// What a number passes in a frame, as bits; a queen's is both of the first.
pub type Class = u8;
pub const NONE: Class = 0;
pub const ROOK: Class = 1;
pub const BISHOP: Class = 2;
pub const QUEEN: Class = ROOK | BISHOP;
pub const KNIGHT: Class = 4;
/// It passes a step of no piece, or a piece's step in one direction only.
pub const BAD: Class = 8;

/// Everything of the test around the formula.
#[derive(Clone, Debug)]
pub struct Frame {
    pub before: String,
    pub after: String,
    pub width: i64,
    /// The characters of both, and those that its width costs elsewhere.
    pub cost: usize,
    masks: Masks,
}

/// The bits that a formula's value must share with the frame's for a step; two of a kind where
/// the hash has two values for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Masks {
    rook: [u32; 2],
    bishop: [u32; 2],
    knight: [u32; 2],
    others: u32,
}

impl Masks {
    /// The masks of a hash, each of whose values stands for bits; nothing if a step has none.
    fn new(hash: &Hash, bits: impl Fn(u32) -> u32) -> Option<Masks> {
        let of = |values: u32| {
            let mut each = (0..32).filter(|value| values >> value & 1 == 1).map(&bits);
            let first = each.next()?;
            let second = each.next().unwrap_or(first);
            (first != 0 && second != 0).then(|| [first.min(second), first.max(second)])
        };
        let others = (0..32).filter(|value| hash.others >> value & 1 == 1);
        let masks = Masks {
            rook: of(hash.rook)?,
            bishop: of(hash.bishop)?,
            knight: of(hash.knight)?,
            others: others.fold(0, |all, value| all | bits(value)),
        };
        masks.can_pass().then_some(masks)
    }

    /// Whether some value passes each kind of step and nothing else.
    fn can_pass(&self) -> bool {
        let any = |[first, second]: [u32; 2]| first | second;
        let (rook, bishop, knight) = (any(self.rook), any(self.bishop), any(self.knight));
        let apart = |[first, second]: [u32; 2], others: u32| {
            first & !others & !self.others != 0 && second & !others & !self.others != 0
        };
        apart(self.rook, bishop | knight)
            && apart(self.bishop, rook | knight)
            && apart(self.knight, rook | bishop)
    }

    fn class(&self, value: u32) -> Class {
        let one = |[first, second]: [u32; 2], class: Class| match (
            value & first != 0,
            value & second != 0,
        ) {
            (true, true) => class,
            (false, false) => NONE,
            _ => BAD,
        };
        let bad = if value & self.others != 0 { BAD } else { NONE };
        one(self.rook, ROOK) | one(self.bishop, BISHOP) | one(self.knight, KNIGHT) | bad
    }
}

/// The values of a formula for the numbers from 1, turned: for each bit the numbers that have it.
/// So one frame's question is asked of all numbers at a time.
pub struct Columns([u16; 32]);

impl Columns {
    pub fn new(values: &Values) -> Columns {
        Columns(std::array::from_fn(|bit| {
            let numbers = values[place(1)..].iter().enumerate();
            numbers.fold(0, |column, (at, value)| {
                column | ((value >> bit & 1) as u16) << at
            })
        }))
    }

    /// The numbers whose values share a bit with this mask.
    fn any(&self, mut mask: u32) -> u16 {
        let mut numbers = 0;
        while mask != 0 {
            numbers |= self.0[mask.trailing_zeros() as usize];
            mask &= mask - 1;
        }
        numbers
    }
}

/// Takes the target, and says whether a piece may go there.
pub const TARGET: &str = "(t=n[o])<1";

impl Frame {
    /// The test with its formula.
    pub fn spell(&self, formula: &str) -> String {
        format!("{}{formula}{}", self.before, self.after)
    }

    pub fn class(&self, value: u32) -> Class {
        self.masks.class(value)
    }

    /// Whether there are enough numbers for each kind of steps: two kinds of pieces go like a
    /// queen, and with castling two like a rook.
    pub fn has_enough(&self, columns: &Columns, castling: bool) -> bool {
        let of = |[first, second]: [u32; 2]| {
            let first_numbers = columns.any(first);
            if first == second {
                return (first_numbers, !first_numbers);
            }
            let second_numbers = columns.any(second);
            (
                first_numbers & second_numbers,
                !(first_numbers | second_numbers),
            )
        };
        let (rook, no_rook) = of(self.masks.rook);
        let (bishop, no_bishop) = of(self.masks.bishop);
        let (knight, no_knight) = of(self.masks.knight);
        let others = !columns.any(self.masks.others);
        let sliders = no_knight & others;
        (rook & bishop & sliders).count_ones() > 1
            && (rook & no_bishop & sliders).count_ones() > u32::from(castling)
            && no_rook & bishop & sliders != 0
            && no_rook & no_bishop & knight & others != 0
    }

    /// The digit that identifies each kind of piece, if there is one for all.
    pub fn digits(&self) -> Option<[(Class, char); 5]> {
        let mut digits = [NONE, ROOK, BISHOP, QUEEN, KNIGHT].map(|class| (class, ' '));
        for (class, digit) in &mut digits {
            let found = (0..10).find(|value| self.class(*value) == *class)?;
            *digit = char::from(b'0' + found as u8);
        }
        Some(digits)
    }
}

/// The cheapest frame of every meaning, cheapest first. Widths whose indices have the parity of
/// the squares' colours are kept apart, as some variants can use no other.
pub fn find(hashes: &[Hash]) -> Vec<Frame> {
    let mut best: HashMap<(Masks, bool), Frame> = HashMap::new();
    for hash in hashes {
        let board = Board::new(hash.width);
        let mut add = |masks: Masks, before: String, after: String| {
            let cost = before.len() + after.len() + board.cost();
            let key = (masks, board.parity_is_colour());
            if best.get(&key).is_none_or(|frame| cost < frame.cost) {
                let frame = Frame {
                    before,
                    after,
                    width: hash.width,
                    cost,
                    masks,
                };
                best.insert(key, frame);
            }
        };
        let text = &hash.text;
        if let Some(masks) = Masks::new(hash, |count| 1 << count) {
            add(masks, format!("{TARGET}&"), format!(">>{text}"));
        }
        let shifts = (1..10).map(|bits| (bits, "<<"));
        for (bits, shift) in shifts.chain((1..100).map(|bits| (bits, ">>"))) {
            let value = |count: u32| match shift {
                "<<" => bits << count,
                _ => bits >> count,
            };
            let test = match (bits, shift) {
                (1, "<<") => format!("({TARGET})<<{text}&"),
                _ => format!("{TARGET}&&{bits}{shift}{text}&"),
            };
            if let Some(masks) = Masks::new(hash, value) {
                add(masks, test.clone(), String::new());
            }
            let others = (0..32).filter(|count| hash.others >> count & 1 == 1);
            let others = others.fold(0, |all, count| all | value(count));
            // Longer masks cost more than what a clean formula does.
            for mask in (1..1000).filter(|mask| mask & others == 0) {
                if let Some(masks) = Masks::new(hash, |count| value(count) & mask) {
                    add(masks, format!("{test}{mask}&"), String::new());
                }
            }
        }
    }
    let mut frames: Vec<Frame> = best.into_values().collect();
    frames.sort_by(|a, b| (a.cost, &a.before, &a.after).cmp(&(b.cost, &b.before, &b.after)));
    frames
}
