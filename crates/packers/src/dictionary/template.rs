//! What the search may change in a script without a change of its meaning.

mod cut;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::alphabet::Alphabet;
use super::arrange::{self, Region};
use super::form::{self, Form, Part, Text};
use cut::Cut;

use golfchess_script::{NameKind, Names, ScriptError, Symbol, script};

/// The letters that names may have.
pub(super) const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$";

/// The names and orders of a script that may be exchanged, and everything else as text.
#[derive(Debug, Clone)]
pub(super) struct Template {
    pub(super) alphabet: Alphabet,
    parts: Vec<Part>,
    pub(super) slots: Vec<Slot>,
    /// The names and orders of the script itself.
    pub(super) first: Form,
    /// The script with other names is this one up to names.
    canonical: String,
    keep: Vec<String>,
    /// The letters that global names have which cannot be exchanged.
    taken: Vec<u8>,
}

/// A name that may be another letter.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    /// The name before minifying it, for the report: its place in the order of appearance.
    pub(super) number: usize,
    /// Whether the letter must not be one that the code around the script uses.
    pub(super) is_global: bool,
    /// Letters that would mean something else.
    pub(super) forbidden: Vec<u8>,
    /// The slots that a scope can see together with this one.
    pub(super) meets: Vec<usize>,
}

impl Template {
    /// The template of a minified script; `None` if it has too many characters that are not ASCII.
    ///
    /// # Errors
    /// As [`Names::of`].
    pub(super) fn of(
        script: &str,
        keep: &[String],
        reserved: &[String],
        sums: bool,
    ) -> Result<Option<Self>, ScriptError> {
        let Some(alphabet) = Alphabet::of(script) else {
            return Ok(None);
        };
        let names = Names::frugal(script, keep)?;
        let is_slot = |symbol: &&Symbol| {
            matches!(symbol.name.as_bytes(), [letter] if LETTERS.contains(letter))
                && symbol.places.iter().all(|place| !place.shorthand)
        };
        let movable: Vec<&Symbol> = names.symbols().iter().filter(is_slot).collect();
        let staying: Vec<&Symbol> = names.symbols().iter().filter(|one| !is_slot(one)).collect();
        let order = appearance(&names);
        let slots: Vec<Slot> = movable
            .iter()
            .map(|symbol| slot(symbol, &movable, &staying, &names, reserved, &order))
            .collect();
        let mut places: Vec<(Range<usize>, usize)> = Vec::new();
        for (slot, symbol) in movable.iter().enumerate() {
            let spans = symbol.places.iter().map(|place| place.span);
            places.extend(spans.map(|span| (span.start as usize..span.end as usize, slot)));
        }
        places.sort_by_key(|(range, _)| range.start);
        let is_global = |symbol: &&&Symbol| is_global(symbol);
        let mut template = Self {
            first: Form {
                names: movable.iter().map(|one| one.name.as_bytes()[0]).collect(),
                orders: Vec::new(),
            },
            canonical: names.canonical(),
            keep: keep.to_vec(),
            taken: one_letter(names.fixed().iter().map(String::as_str))
                .chain(one_letter(
                    staying
                        .iter()
                        .filter(is_global)
                        .map(|one| one.name.as_str()),
                ))
                .collect(),
            alphabet,
            parts: Vec::new(),
            slots,
        };
        template.arrange(script, &places, arrange::groups(script, &names, sums));
        Ok(Some(template))
    }

    /// Everything that stays, and what may be exchanged.
    pub(super) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The text in a form.
    pub(super) fn text(&self, form: &Form) -> Text {
        Text::of(&self.parts, form)
    }

    /// The slots of each letter's places in a text are those of [`Text::slots`].
    pub(super) fn script(&self, form: &Form) -> Option<String> {
        self.alphabet.text(&self.text(form).symbols)
    }

    /// Whether the letters of the script's global names, in a form, leave a letter out.
    pub(super) fn is_free(&self, letter: u8, form: &Form) -> bool {
        let slots = self.slots.iter().zip(&form.names);
        let mut globals = slots.filter(|(slot, _)| slot.is_global);
        !self.taken.contains(&letter) && !globals.any(|(_, name)| *name == letter)
    }

    /// Whether a form has a letter for each slot that leaves all names apart, and whether its text is
    /// read as what its orders say.
    pub(super) fn is_right(&self, form: &Form) -> bool {
        self.fits(form) && self.is_read(form) && self.keeps_names(form)
    }

    /// Whether a form, which may come from a file, has as many names and orders as the template.
    fn fits(&self, form: &Form) -> bool {
        let is_order = |(order, first): (&Vec<u8>, &Vec<u8>)| {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            sorted == *first
        };
        let mut orders = form.orders.iter().zip(&self.first.orders);
        let mut slots = self.slots.iter().zip(&form.names);
        form.names.len() == self.slots.len()
            && form.orders.len() == self.first.orders.len()
            && orders.all(is_order)
            && slots.all(|(slot, name)| {
                LETTERS.contains(name)
                    && !slot.forbidden.contains(name)
                    && slot.meets.iter().all(|&other| form.names[other] != *name)
            })
    }

    /// Whether the text has the same tree as with parentheses around each item.
    fn is_read(&self, form: &Form) -> bool {
        let guarded = self.alphabet.text(&form::guarded(&self.parts, form));
        let plain = self.script(form);
        plain.is_some_and(|plain| {
            guarded.is_some_and(|guarded| script::equivalent(&plain, &guarded))
        })
    }

    /// Whether every name in the first orders refers to the same declaration.
    fn keeps_names(&self, form: &Form) -> bool {
        let renamed = Form {
            names: form.names.clone(),
            orders: self.first.orders.clone(),
        };
        self.script(&renamed).is_some_and(|script| {
            let names = Names::frugal(&script, &self.keep);
            names.is_ok_and(|names| names.canonical() == self.canonical)
        })
    }

    /// The same names in the first orders.
    pub(super) fn with_fixed_orders(&self) -> Self {
        fn fixed(parts: &[Part]) -> Vec<Part> {
            let mut all = Vec::new();
            for part in parts {
                match part {
                    Part::Items(items) => {
                        for (number, item) in items.items.iter().enumerate() {
                            if number > 0 {
                                all.push(Part::Text(items.separators[0].clone()));
                            }
                            all.extend(fixed(item));
                        }
                    }
                    other => all.push(other.clone()),
                }
            }
            all
        }
        let mut template = self.clone();
        template.parts = fixed(&self.parts);
        template.first.orders.clear();
        template
    }

    /// Makes the parts, with those groups that can be read in another order.
    fn arrange(
        &mut self,
        script: &str,
        places: &[(Range<usize>, usize)],
        groups: Vec<Vec<Region>>,
    ) {
        let (mut kept, mut regions) = (0, Vec::new());
        let cut = Cut {
            script,
            places,
            alphabet: self.alphabet.clone(),
        };
        for group in groups {
            let count = group.first().map_or(0, |region| region.items.len());
            let first: Vec<u8> = (0..).take(count).collect();
            let alone: Vec<Region> = group
                .into_iter()
                .map(|region| Region {
                    group: kept,
                    ..region
                })
                .collect();
            let mut more: Vec<Region> = regions.clone();
            more.extend(alone);
            self.parts = cut.parts(0..script.len(), &more);
            self.first.orders.push(first.clone());
            let mut turned = self.first.clone();
            turned.orders[kept].reverse();
            let mut rotated = self.first.clone();
            rotated.orders[kept].rotate_left(1);
            match self.is_read(&turned) && self.is_read(&rotated) {
                true => {
                    regions = more;
                    kept += 1;
                }
                false => self.first.orders.truncate(kept),
            }
        }
        self.parts = cut.parts(0..script.len(), &regions);
    }
}

/// The places of the first occurrences of all names, ascending.
fn appearance(names: &Names<'_>) -> Vec<u32> {
    let firsts = names
        .symbols()
        .iter()
        .map(|symbol| symbol.places[0].span.start);
    let mut firsts: Vec<u32> = firsts.collect();
    firsts.sort_unstable();
    firsts
}

fn slot(
    symbol: &Symbol,
    movable: &[&Symbol],
    staying: &[&Symbol],
    names: &Names<'_>,
    reserved: &[String],
    order: &[u32],
) -> Slot {
    let meets = |other: &&&Symbol| !other.live.is_disjoint(&symbol.live);
    let near = staying
        .iter()
        .filter(meets)
        .map(|other| other.name.as_str());
    let mut forbidden: Vec<u8> = one_letter(names.fixed().iter().map(String::as_str))
        .chain(one_letter(near))
        .collect();
    if symbol.kind == NameKind::Global || names.has_handlers() {
        forbidden.extend(one_letter(reserved.iter().map(String::as_str)));
    }
    let others = movable.iter().enumerate();
    let others = others.filter(|(_, other)| !std::ptr::eq(**other, symbol));
    Slot {
        number: order.partition_point(|first| *first < symbol.places[0].span.start),
        is_global: is_global(symbol),
        forbidden,
        meets: others
            .filter(|(_, other)| meets(other))
            .map(|(at, _)| at)
            .collect(),
    }
}

/// Whether code around the script may see the name: it is live in the outermost scope.
fn is_global(symbol: &Symbol) -> bool {
    symbol.kind == NameKind::Global || symbol.live.contains(&0)
}

fn one_letter<'n>(names: impl Iterator<Item = &'n str> + 'n) -> impl Iterator<Item = u8> + 'n {
    names.filter_map(|name| match name.as_bytes() {
        [letter] => Some(*letter),
        _ => None,
    })
}
