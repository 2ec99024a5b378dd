//! Gives variables to what a script writes often: `a.length` becomes `a[b]`, where `b` is the text `length`.
//!
//! This makes a script smaller by bytes. A compressor does the same better, so it is nothing for compressed sizes.

mod found;
mod place;
mod remote;
mod stays;
mod uses;
mod values;

use std::collections::BTreeMap;
use std::iter::successors;

use golfchess_sizes::edit::{Edit, Splice};

use self::found::found;
use self::place::Place;
use self::uses::{Atom, Use};
use self::values::Value;
use super::mangle::{self, Order};
use super::script::{Script, is_script};
use super::{Names, compact};

/// The names of the new variables, before they are shortened, begin with this.
const NAME: &str = "$alias";

/// What the script writes often, in the order of what a variable saves.
struct Aliases<'s> {
    source: &'s str,
    keep: &'s [String],
    place: Place,
    values: Vec<(Value, Vec<Use>)>,
}

/// The script with as many variables as make it smallest; `None` if none do. With `local`, the names of the top level
/// are those of the script alone.
pub(super) fn shorter(source: &str, keep: &[String], local: bool) -> Option<String> {
    let look = |script: &Script<'_>| {
        let place = Place::of(script, keep, local)?;
        let uses = found(script, &place)?;
        Some(Aliases::new(source, keep, place, uses))
    };
    let aliases = Script::look(source, look).ok()??;
    let text = compact(&aliases.smallest()?).ok()?;
    (spelt(&text, keep)? < spelt(source, keep)?).then_some(text)
}

/// The bytes of a script with short names.
fn spelt(source: &str, keep: &[String]) -> Option<usize> {
    let names = Names::frugal(source, keep).ok()?;
    let letters = mangle::assign(&names, Order::Alphabet, &[]);
    Some(names.spell(&letters).len())
}

impl<'s> Aliases<'s> {
    fn new(
        source: &'s str,
        keep: &'s [String],
        place: Place,
        uses: BTreeMap<Atom, Vec<Use>>,
    ) -> Self {
        let values = uses.into_iter().filter_map(|(atom, uses)| {
            let value = Value::of(atom, &uses)?;
            let saved = uses.iter().map(|one| one.saved(source)).sum::<isize>() - value.cost();
            (saved > 0).then_some((saved, (value, uses)))
        });
        let mut values: Vec<_> = values.collect();
        values.sort_by_key(|(saved, _)| -saved);
        Self {
            source,
            keep,
            place,
            values: values.into_iter().map(|(_, value)| value).collect(),
        }
    }

    /// The script with the number of variables that makes it smallest: with too many, other names get two letters.
    /// Numbers from all on to one are tried, each half of the one before, then those around the best.
    fn smallest(&self) -> Option<String> {
        let all = self.values.len();
        let halves = successors(Some(all), |number| Some(number / 2));
        let mut best = (usize::MAX, 0);
        for number in halves.take_while(|number| *number > 0) {
            best = best.min((self.size(number), number));
        }
        let mut step = best.1 / 4;
        while step > 0 {
            let (_, middle) = best;
            let around = [middle - step, middle + step].into_iter();
            for number in around.filter(|number| *number <= all) {
                best = best.min((self.size(number), number));
            }
            step /= 2;
        }
        self.with(best.1)
    }

    /// The bytes of the script with the first of the variables, with short names.
    fn size(&self, number: usize) -> usize {
        let size = self.with(number).and_then(|text| spelt(&text, self.keep));
        size.unwrap_or(usize::MAX)
    }

    /// The script with the first of the variables.
    fn with(&self, number: usize) -> Option<String> {
        let values = self.values.get(..number).filter(|some| !some.is_empty())?;
        let name = |at: usize| format!("{NAME}{at}");
        let mut splices: Vec<Splice> = Vec::new();
        for (at, (_, uses)) in values.iter().enumerate() {
            splices.extend(uses.iter().map(|one| one.with(self.source, &name(at))));
        }
        let named = values.iter().enumerate();
        let named: Vec<(String, &Value)> =
            named.map(|(at, (value, _))| (name(at), value)).collect();
        splices.push(
            self.place
                .declare(&values::listed(&named, self.place.needs_values())),
        );
        let text = Edit::of("aliases", splices)?.apply(self.source);
        is_script(&text).then_some(text)
    }
}

#[cfg(test)]
mod tests;
