//! The search: simulated annealing over names, orders and a dictionary together.
//!
//! It counts steps, not time, and computes with integers, so that a seed gives the same result on every
//! machine.

use fastrand::Rng;

use super::form::{Form, Text};
use super::template::{LETTERS, Template};

/// What stands beside the text in a packed script, such as a table of pairs.
pub(super) trait Dictionary: Clone {
    /// What undoes a change.
    type Undo;

    /// Changes something at random; `None` if nothing came of it.
    fn change(&mut self, text: &Text, rng: &mut Rng) -> Option<Self::Undo>;

    /// Undoes the last change.
    fn undo(&mut self, undo: Self::Undo);

    /// What [`Dictionary::restore`] needs.
    type Saved;

    /// Takes what depends on the text, before it changes. [`Dictionary::follow`] or
    /// [`Dictionary::restore`] must be next.
    fn save(&mut self) -> Self::Saved;

    /// Goes back to a text that was saved.
    fn restore(&mut self, saved: Self::Saved);

    /// Two letters have changed places in the text.
    fn rename(&mut self, letters: [u8; 2], rng: &mut Rng);

    /// The text is another one; `moved` is the new place of each symbol, if orders have changed.
    fn follow(&mut self, text: &Text, moved: Option<&[usize]>);

    /// The bytes of the packed script, and [`IMPOSSIBLE`] for each symbol that cannot be written.
    fn cost(&mut self, text: &Text) -> u32;

    /// The bytes that count for such a symbol while searching, so that a search can pass through forms
    /// that cannot be written.
    fn penalty(&self) -> u32;
}

/// More bytes than any script has: a symbol that cannot be written.
pub(super) const IMPOSSIBLE: u32 = 1 << 19;

/// How likely a result that is longer by one byte is accepted, of 2³²: `exp(-1/t)` for temperatures `t`
/// from 0.8 to 0.1, in equal ratios.
const ACCEPTED: [u64; 33] = [
    1_230_528_732,
    1_131_470_868,
    1_034_541_307,
    940_244_567,
    849_076_914,
    761_516_521,
    678_013_051,
    598_976_978,
    524_769_008,
    455_690_055,
    391_972_238,
    333_771_406,
    281_161_683,
    234_132_471,
    192_588_288,
    156_351_646,
    125_169_061,
    98_720_058,
    76_628_831,
    58_478_021,
    43_823_885,
    32_211_995,
    23_192_531,
    16_334_272,
    11_236_457,
    7_537_906,
    4_923_016,
    3_124_565,
    1_923_497,
    1_146_165,
    659_639,
    365_810,
    194_991,
];

/// The temperature at the start of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heat {
    /// That of a search from nothing.
    Hot,
    /// Leaves a good start, but not far.
    Warm,
    /// Keeps most of a good start.
    Cool,
}

impl Heat {
    /// The first interval of [`ACCEPTED`].
    fn interval(self) -> u64 {
        match self {
            Self::Hot => 0,
            Self::Warm => 10,
            Self::Cool => 18,
        }
    }
}

/// Steps between two calls of the callback for the progress.
const TICK: u64 = 4096;

/// Of 100 steps, this many change the dictionary.
const DICTIONARY: usize = 60;

/// Of 100 steps that change the text, this many change names.
const NAMES: usize = 85;

/// What a search has found.
#[derive(Debug, Clone)]
pub(super) struct Found<D> {
    pub(super) form: Form,
    pub(super) dictionary: D,
    pub(super) cost: u32,
}

/// The best result of `steps` steps from a form and a dictionary; calls `tick` with the steps done.
pub(super) fn anneal<D: Dictionary>(
    template: &Template,
    start: (Form, D),
    steps: u64,
    heat: Heat,
    rng: &mut Rng,
    tick: &dyn Fn(u64),
) -> Found<D> {
    let (form, dictionary) = start;
    let mut state = State::new(template, form, dictionary);
    let mut best = state.found();
    for step in 0..steps {
        if step % TICK == 0 {
            tick(step);
        }
        let tolerance = Tolerance::at(step, steps, heat);
        state.step(rng, tolerance);
        if state.cost < best.cost {
            best = state.found();
        }
    }
    best
}

/// How much longer a result may become in one step.
#[derive(Debug, Clone, Copy)]
struct Tolerance(u64);

impl Tolerance {
    fn at(step: u64, steps: u64, heat: Heat) -> Self {
        const UNIT: u64 = 1 << 16;
        let first = heat.interval();
        let intervals = ACCEPTED.len() as u64 - 1 - first;
        let at = u128::from(step) * u128::from(intervals * UNIT) / u128::from(steps.max(1));
        let at = first * UNIT + u64::try_from(at).unwrap_or(u64::MAX);
        let interval = usize::try_from(at / UNIT)
            .unwrap_or(usize::MAX)
            .min(ACCEPTED.len() - 2);
        let (from, to) = (ACCEPTED[interval], ACCEPTED[interval + 1]);
        Self(from - (from - to) * (at % UNIT) / UNIT)
    }

    fn accepts(self, before: u32, after: u32, rng: &mut Rng) -> bool {
        let Some(longer) = after.checked_sub(before).filter(|longer| *longer > 0) else {
            return true;
        };
        if longer > 32 {
            return false;
        }
        let mut limit = self.0;
        for _ in 1..longer {
            limit = (limit * self.0) >> 32;
        }
        u64::from(rng.u32(..)) < limit
    }
}

struct State<'t, D> {
    template: &'t Template,
    form: Form,
    text: Text,
    /// The places of each slot in the text.
    places: Vec<Vec<u32>>,
    dictionary: D,
    cost: u32,
}

impl<'t, D: Dictionary> State<'t, D> {
    fn new(template: &'t Template, form: Form, mut dictionary: D) -> Self {
        let text = template.text(&form);
        dictionary.follow(&text, None);
        let cost = dictionary.cost(&text);
        Self {
            places: places(&text, template.slots.len()),
            template,
            form,
            text,
            dictionary,
            cost,
        }
    }

    fn found(&self) -> Found<D> {
        Found {
            form: self.form.clone(),
            dictionary: self.dictionary.clone(),
            cost: self.cost,
        }
    }

    fn step(&mut self, rng: &mut Rng, tolerance: Tolerance) {
        if rng.usize(..100) < DICTIONARY {
            self.change_dictionary(rng, tolerance);
        } else if self.form.orders.is_empty() || rng.usize(..100) < NAMES {
            self.rename(rng, tolerance);
        } else {
            self.reorder(rng, tolerance);
        }
    }

    /// Whether a step to a cost is taken.
    fn accepts(&self, cost: u32, tolerance: Tolerance, rng: &mut Rng) -> bool {
        let penalty = self.dictionary.penalty();
        let softened = |cost: u32| cost % IMPOSSIBLE + cost / IMPOSSIBLE * penalty;
        tolerance.accepts(softened(self.cost), softened(cost), rng)
    }

    fn change_dictionary(&mut self, rng: &mut Rng, tolerance: Tolerance) {
        let Some(undo) = self.dictionary.change(&self.text, rng) else {
            return;
        };
        let cost = self.dictionary.cost(&self.text);
        match self.accepts(cost, tolerance, rng) {
            true => self.cost = cost,
            false => self.dictionary.undo(undo),
        }
    }

    /// Gives a slot another letter. Slots that meet it and have this letter get the old one of the slot,
    /// and so on.
    fn rename(&mut self, rng: &mut Rng, tolerance: Tolerance) {
        let Some((slot, letter)) = self.proposal(rng) else {
            return;
        };
        let old = self.form.names[slot];
        let Some(chain) = self.chain(slot, old, letter) else {
            return;
        };
        let before = self.dictionary.save();
        self.exchange(&chain, old, letter);
        self.dictionary.rename([old, letter], rng);
        self.dictionary.follow(&self.text, None);
        let cost = self.dictionary.cost(&self.text);
        match self.accepts(cost, tolerance, rng) {
            true => self.cost = cost,
            false => {
                self.exchange(&chain, old, letter);
                self.dictionary.restore(before);
            }
        }
    }

    /// A slot and a new letter: any one, or one that makes a place look like another one.
    fn proposal(&self, rng: &mut Rng) -> Option<(usize, u8)> {
        if self.form.names.is_empty() {
            return None;
        }
        if rng.bool() {
            let slot = rng.usize(..self.form.names.len());
            return Some((slot, LETTERS[rng.usize(..LETTERS.len())]));
        }
        let symbols = &self.text.symbols;
        let slot = rng.usize(..self.places.len());
        let places = &self.places[slot];
        let place = places[rng.usize(..places.len())] as usize;
        // The letter of another name that has the same neighbour.
        let from = rng.usize(..symbols.len());
        let others = (from..symbols.len()).chain(0..from);
        let after = rng.bool();
        let neighbour = |at: usize| match after {
            true => symbols.get(at + 1),
            false => at.checked_sub(1).and_then(|at| symbols.get(at)),
        };
        let mine = neighbour(place)?;
        let mut named = others.filter(|&at| self.text.slots[at].is_some() && at != place);
        let other = named.find(|&at| neighbour(at) == Some(mine))?;
        Some((slot, symbols[other]))
    }

    /// The slots that exchange two letters, if all of them may.
    fn chain(&self, slot: usize, old: u8, letter: u8) -> Option<Vec<usize>> {
        if old == letter {
            return None;
        }
        let slots = &self.template.slots;
        let mut chain = vec![slot];
        let mut at = 0;
        while let Some(&slot) = chain.get(at) {
            at += 1;
            let new = if self.form.names[slot] == old {
                letter
            } else {
                old
            };
            if slots[slot].forbidden.contains(&new) {
                return None;
            }
            for &other in &slots[slot].meets {
                if self.form.names[other] == new && !chain.contains(&other) {
                    chain.push(other);
                }
            }
        }
        Some(chain)
    }

    fn exchange(&mut self, chain: &[usize], old: u8, letter: u8) {
        for &slot in chain {
            let name = &mut self.form.names[slot];
            *name = if *name == old { letter } else { old };
            for &place in &self.places[slot] {
                self.text.symbols[place as usize] = *name;
            }
        }
    }

    fn reorder(&mut self, rng: &mut Rng, tolerance: Tolerance) {
        let group = rng.usize(..self.form.orders.len());
        let count = self.form.orders[group].len();
        let (one, other) = (rng.usize(..count), rng.usize(..count));
        if one == other {
            return;
        }
        let dictionary = self.dictionary.save();
        self.form.orders[group].swap(one, other);
        let text = std::mem::replace(&mut self.text, self.template.text(&self.form));
        let old_places = std::mem::take(&mut self.places);
        self.places = places(&self.text, old_places.len());
        let moved = moved(&text, &self.text);
        self.dictionary.follow(&self.text, Some(&moved));
        let cost = self.dictionary.cost(&self.text);
        match self.accepts(cost, tolerance, rng) {
            true => self.cost = cost,
            false => {
                self.form.orders[group].swap(one, other);
                (self.text, self.places) = (text, old_places);
                self.dictionary.restore(dictionary);
            }
        }
    }
}

fn places(text: &Text, slots: usize) -> Vec<Vec<u32>> {
    let mut places = vec![Vec::new(); slots];
    for (at, slot) in (0..).zip(&text.slots) {
        if let Some(slot) = slot {
            places[usize::from(*slot)].push(at);
        }
    }
    places
}

/// The new place of each symbol.
fn moved(before: &Text, after: &Text) -> Vec<usize> {
    let mut by_origin = vec![0; after.origins.len()];
    for (at, origin) in after.origins.iter().enumerate() {
        by_origin[*origin as usize] = at;
    }
    let origins = before.origins.iter();
    origins.map(|origin| by_origin[*origin as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_results_become_rare() {
        let mut rng = Rng::with_seed(1);
        let mut accepted = |step: u64, after: u32| {
            let tolerance = Tolerance::at(step, 1000, Heat::Hot);
            (0..10_000)
                .filter(|_| tolerance.accepts(10, after, &mut rng))
                .count()
        };
        assert_eq!(accepted(999, 10), 10_000);
        assert_eq!(accepted(0, 9), 10_000);
        // exp(-1/0.8) and exp(-2/0.8)
        assert!((2_750..2_980).contains(&accepted(0, 11)));
        assert!((720..920).contains(&accepted(0, 12)));
        assert!(accepted(500, 11) < 600);
        assert!(accepted(999, 11) < 10);
        assert_eq!(accepted(0, 100), 0);
    }
}
