//! Numbers, frame and formula that are the shortest together.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::codes::{self, Codes, Item, Kind};
use crate::expression::length;
use crate::formula::{Family, Values, place};
use crate::frame::{BISHOP, Class, Columns, Frame, KNIGHT, NONE, QUEEN, ROOK};
use crate::pawn::{self, Classes};
use crate::slide::Slides;
use crate::table::Table;
use crate::work::{Shard, Work};

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
    frames: Vec<&'a Frame>,
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
    pub fn new(kind: Kind, frames: &'a [Frame], slides: &'a Slides, most: usize) -> Search<'a> {
        let serves = |frame: &&Frame| !kind.draws || Board::new(frame.width).parity_is_colour();
        Search {
            kind,
            slides,
            table: Table::new(kind, slides),
            frames: frames.iter().filter(serves).collect(),
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
        let mut found = self.strings();
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
        let rest = family.length + pawn::LEAST + self.table.least();
        let (mut evaluated, mut too_long) = (0, 0);
        family.each(|formula| {
            if self
                .frames
                .first()
                .is_none_or(|frame| frame.cost + rest > self.most())
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
            for frame in &self.frames {
                if frame.cost + rest > self.most() {
                    break;
                }
                if frame.has_enough(&columns, self.kind.moves) {
                    let cost = frame.cost + family.length;
                    let classes = values.map(|value| frame.class(value));
                    let spell = |argument: &str| formula.spell(&format!("({argument})"));
                    self.assign(frame, &classes, cost, &spell, &mut found);
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
        spell: &dyn Fn(&str) -> String,
        found: &mut Vec<Choice>,
    ) {
        let modulus = Board::new(frame.width).pawn().to_string();
        let of = |class: Class| (1..10).filter(move |code| classes[place(*code)] == class);
        let arguments: Vec<Option<String>> = (0..10)
            .map(|pawn| pawn::argument(classes, pawn, &modulus, self.kind.moves))
            .collect();
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

    /// Instead of a formula a string of digits, one for each number from 0: any numbers will do.
    fn strings(&self) -> Vec<Choice> {
        let frames = self.frames.iter();
        // A dearer frame has no shorter digits.
        let Some((frame, digits)) = frames
            .filter_map(|frame| Some((frame, frame.digits()?)))
            .next()
        else {
            return Vec::new();
        };
        let modulus = Board::new(frame.width).pawn().to_string();
        let mut found = Vec::new();
        self.table.each(|codes, elsewhere| {
            let moving = codes.all().filter(|code| *code != codes.pawn);
            let greatest = moving.max().unwrap_or(0);
            let cost = frame.cost + "''[]".len() + greatest as usize + 1 - modulus.len();
            if cost + pawn::LEAST + elsewhere > self.most() {
                return;
            }
            // Nothing has number 0: it can be what makes the pawn's case short.
            for zero in [NONE, ROOK, BISHOP] {
                let mut classes = [NONE; 12];
                let rooks = [Some(codes.rook), codes.castling].into_iter().flatten();
                rooks.for_each(|code| classes[place(code)] = ROOK);
                classes[place(codes.king)] = QUEEN;
                classes[place(codes.queen)] = QUEEN;
                classes[place(codes.bishop)] = BISHOP;
                classes[place(codes.knight)] = KNIGHT;
                classes[place(0)] = zero;
                let argument = pawn::argument(&classes, codes.pawn, &modulus, self.kind.moves);
                let Some(argument) = argument else { continue };
                if cost + argument.len() + elsewhere <= self.most() {
                    let digit = |code| digits.iter().find(|(of, _)| *of == classes[place(code)]);
                    let text = (0..=greatest).filter_map(digit).map(|(_, digit)| digit);
                    let text: String = text.collect();
                    let step = frame.spell(&format!("'{text}'[{argument}]"));
                    found.extend(self.choice(codes, frame.width, step));
                }
            }
        });
        found
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
mod tests {
    use super::*;
    use crate::check::check;
    use crate::codes::KINDS;
    use crate::hash::Hash;
    use crate::{formula, frame};

    #[test]
    fn what_is_found_is_right_and_no_longer_than_what_was_known() {
        let hash = Hash {
            text: "p*p%671%28".to_owned(),
            width: 28,
            rook: 1 << 1,
            bishop: 1 << 2,
            knight: 1 << 5,
            others: [0, 4, 8, 9, 10, 11, 13, 16, 17, 20, 21, 22, 24, 25, 26]
                .into_iter()
                .fold(0, |all, value| all | 1 << value),
        };
        let frames = frame::find(&[hash]);
        let slides = Slides::new();
        let search = Search::new(KINDS[0], &frames, &slides, 113);
        let work = Work::open(None, "").expect("no file");
        let shard = "1/1".parse().expect("a shard");
        let found = search
            .run(&work, &formula::families(3), shard)
            .expect("no file");
        let best = found.first().expect("a choice");
        assert!(best.cost() <= 106, "{best:?}");
        for choice in &found {
            assert_eq!(check(choice.item("step"), 28, &choice.codes), Ok(()));
        }
    }
}
