//! Numbers, frame and formula that are the shortest together.

mod beside;
mod strings;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::codes::{self, Codes, Item, Kind};
use crate::expression::length;
use crate::formula::{Family, Values, place};
use crate::frame::{BISHOP, Class, Columns, Frame, KNIGHT, QUEEN, ROOK};
use crate::open;
use crate::pawn::{self, Classes};
use crate::slide::Slides;
use crate::table::Table;
use crate::work::{Shard, Work};

use beside::Directed;
pub use beside::Shape;

/// A whole choice of constants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub codes: Codes,
    pub width: i64,
    pub items: Vec<Item>,
}

impl Choice {
    /// The characters of everything that a choice changes.
    pub fn cost(&self) -> usize {
        self.items.iter().map(|(_, text)| length(text)).sum()
    }

    pub fn item(&self, name: &str) -> &str {
        let item = self.items.iter().find(|(item, _)| *item == name);
        item.map_or("", |(_, text)| text)
    }
}

/// How far behind the best a choice may be to be remembered.
const SLACK: usize = 1;

/// The search for one kind of variants.
pub struct Search<'a> {
    kind: Kind,
    slides: &'a Slides,
    table: Table,
    /// Numbers with pawns whose number is their direction.
    directed: Vec<Directed>,
    /// The frames, each with the bits of a pawn's steps ahead.
    frames: Vec<(&'a Frame, Option<String>)>,
    shape: Shape,
    /// The most that a choice may cost.
    most: AtomicUsize,
    evaluated: AtomicU64,
    too_long: AtomicU64,
}

/// How many formulas a search has seen in this run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Their values were compared with every frame that is short enough.
    pub evaluated: u64,
    /// With the shortest frame they are longer than the best choice.
    pub too_long: u64,
}

impl<'a> Search<'a> {
    /// Choices that cost more than `most` are not looked for.
    pub fn new(
        kind: Kind,
        frames: &'a [Frame],
        slides: &'a Slides,
        most: usize,
        shape: Shape,
    ) -> Search<'a> {
        let serves = |frame: &&Frame| !kind.draws || Board::new(frame.width).parity_is_colour();
        let with_bits = |frame: &'a Frame| (frame, open::ahead(frame));
        Search {
            kind,
            slides,
            table: Table::new(kind, slides),
            directed: Directed::all(&kind, slides),
            frames: frames.iter().filter(serves).map(with_bits).collect(),
            shape,
            most: AtomicUsize::new(most),
            evaluated: AtomicU64::new(0),
            too_long: AtomicU64::new(0),
        }
    }

    /// The best choices, the best first, each with other numbers.
    pub fn run(
        &self,
        work: &Work,
        families: &[Family],
        shard: Shard,
    ) -> Result<Vec<Choice>, String> {
        let mut found = match self.shape {
            Shape::Open => Vec::new(),
            Shape::Closed | Shape::All => self.strings(),
        };
        let name = format!("formulas for {}", self.kind.name);
        let parts = families.iter().enumerate();
        let parts: Vec<_> = parts.filter(|(at, _)| shard.has(*at)).collect();
        found.extend(work.each(&name, &parts, |family| self.family(family))?);
        found.sort_by_key(|choice| (choice.cost(), choice.item("step").to_owned()));
        let mut seen = Vec::new();
        found.retain(|choice| {
            let is_new = !seen.contains(&choice.codes);
            seen.push(choice.codes);
            is_new && choice.cost() <= self.most()
        });
        Ok(found)
    }

    pub fn coverage(&self) -> Coverage {
        Coverage {
            evaluated: self.evaluated.load(Ordering::Relaxed),
            too_long: self.too_long.load(Ordering::Relaxed),
        }
    }

    fn most(&self) -> usize {
        self.most.load(Ordering::Relaxed)
    }

    fn family(&self, family: &Family) -> Vec<Choice> {
        let mut found = Vec::new();
        let sided = pawn::LEAST + self.table.least();
        let directed = self.directed.iter().map(|directed| directed.cost).min();
        // The cost of a frame includes a modulus of the sided pawn's step, of two digits at most.
        let directed = directed.map_or(sided, |cost| (cost + open::LEAST).saturating_sub(2));
        let rest = family.length + sided.min(directed);
        let (mut evaluated, mut too_long) = (0, 0);
        family.each(|formula| {
            if self
                .frames
                .first()
                .is_none_or(|(frame, _)| frame.cost + rest > self.most())
            {
                too_long += 1;
                return;
            }
            evaluated += 1;
            let values = formula.values();
            if !is_varied(&values) {
                return;
            }
            let columns = Columns::new(&values);
            for (frame, ahead) in &self.frames {
                if frame.cost + rest > self.most() {
                    break;
                }
                if frame.has_enough(&columns, self.kind.moves) {
                    let cost = frame.cost + family.length;
                    let classes = values.map(|value| frame.class(value));
                    if self.shape != Shape::Open && family.is_tight {
                        let spell = |argument: &str| formula.spell(&format!("({argument})"));
                        let modulus = Board::new(frame.width).pawn().to_string();
                        let argument =
                            |pawn| pawn::argument(&classes, pawn, &modulus, self.kind.moves);
                        self.assign(frame, &classes, cost, &argument, &spell, &mut found);
                    }
                    if let Some(ahead) = ahead
                        && self.shape != Shape::Closed
                    {
                        self.open(frame, &classes, cost, ahead, &formula, &mut found);
                    }
                }
            }
        });
        self.evaluated.fetch_add(evaluated, Ordering::Relaxed);
        self.too_long.fetch_add(too_long, Ordering::Relaxed);
        found
    }

    /// All numbers for the pieces that these classes allow.
    fn assign(
        &self,
        frame: &Frame,
        classes: &Classes,
        cost: usize,
        argument: &dyn Fn(i64) -> Option<String>,
        spell: &dyn Fn(&str) -> String,
        found: &mut Vec<Choice>,
    ) {
        let modulus = Board::new(frame.width).pawn().to_string();
        let of = |class: Class| (1..10).filter(move |code| classes[place(*code)] == class);
        let arguments: Vec<Option<String>> = (0..10).map(argument).collect();
        let steppers = || of(BISHOP).flat_map(|bishop| of(KNIGHT).map(move |n| (bishop, n)));
        let queens = of(QUEEN).flat_map(|king| of(QUEEN).map(move |queen| (king, queen)));
        for (king, queen) in queens.filter(|(king, queen)| king != queen) {
            for (rook, castling) in rooks(&of(ROOK).collect::<Vec<_>>(), self.kind.moves) {
                for (bishop, knight) in steppers() {
                    for pawn in 1..10 {
                        let numbers = [king, pawn, knight, rook, bishop, queen];
                        let codes = Codes::new(numbers, castling);
                        let argument = arguments[pawn as usize].as_deref();
                        let Some(argument) = argument else { continue };
                        let Some(elsewhere) = self.table.cost(&codes) else {
                            continue;
                        };
                        let total = cost + argument.len() - modulus.len() + elsewhere;
                        if total <= self.most() {
                            let step = frame.spell(&spell(argument));
                            found.extend(self.choice(&codes, frame.width, step));
                        }
                    }
                }
            }
        }
    }

    /// A choice that costs no more than what is looked for, which is less from then on.
    fn choice(&self, codes: &Codes, width: i64, step: String) -> Option<Choice> {
        let board = Board::new(width);
        let mut items = vec![
            ("step".to_owned(), step),
            ("typed".to_owned(), board.typed()),
            ("filler".to_owned(), board.filler()),
        ];
        items.extend(codes::items(
            &self.kind,
            codes,
            self.slides,
            &board.promotion(),
        )?);
        let choice = Choice {
            codes: *codes,
            width,
            items,
        };
        self.most
            .fetch_min(choice.cost() + SLACK, Ordering::Relaxed);
        Some(choice)
    }
}

/// The rook, and the one that may castle if there is one.
fn rooks(numbers: &[i64], castling: bool) -> Vec<(i64, Option<i64>)> {
    let all = numbers.iter().copied();
    if !castling {
        return all.map(|rook| (rook, None)).collect();
    }
    let pairs = all.flat_map(|rook| numbers.iter().map(move |other| (rook, *other)));
    let pairs = pairs.filter(|(rook, other)| rook != other);
    pairs.map(|(rook, other)| (rook, Some(other))).collect()
}

/// Four kinds of steps and the pawn's none need some different values.
fn is_varied(values: &Values) -> bool {
    let mut last = 0;
    let mut count = 0;
    for value in &values[place(1)..] {
        count += usize::from(*value != last && *value != 0);
        last = *value;
    }
    count > 3
}

#[cfg(test)]
mod tests;
