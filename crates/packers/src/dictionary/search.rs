//! Tries the forms of decoders, and searches longer with those that seem best.

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::PackOptions;
use super::anneal::{Dictionary, Found, Heat, anneal};
use super::entries::{self, Entries};
use super::fit;
use super::form::Form;
use super::pairs::Pairs;
use super::solution::{Scheme, Searched, Solution};
use super::target::Target;
use super::template::{LETTERS, Template};
use crate::Made;

/// The part of the effort for the first look at each form.
const LOOK: u64 = 8;

/// Forms within this many percent of the best are searched longer.
const NEAR: usize = 2;

/// Above this many symbols, a table of pairs saves less than longer texts do.
const PAIRS: usize = 6000;

/// What a search starts from.
pub(super) enum Start {
    Pairs(Box<(Form, Pairs, Template)>),
    Entries(Box<(Form, Entries)>),
}

/// The smallest packed page that a search finds. It also starts from `known` solutions, which may be those
/// of other scripts.
pub(super) fn search(
    target: &Target<'_>,
    options: &PackOptions,
    known: &[&Solution],
    tick: &(dyn Fn(u64, u64) + Sync),
) -> Option<Made> {
    let starts = starts(target, options);
    let known: Vec<Start> = known
        .iter()
        .filter_map(|one| fit::start(target, one))
        .collect();
    let looks = (options.effort / LOOK).max(1);
    let all = starts.len() as u64;
    let mut looked: Vec<(usize, &Start, Made)> = Vec::new();
    for (number, start) in (0..).zip(&starts) {
        let done = number * looks;
        let total = all * looks + (1 + known.len() as u64) * options.effort;
        let found = run(target, start, looks, options.seed, Heat::Hot, &|steps| {
            tick(done + steps, total)
        });
        looked.extend(found.map(|page| (page.page.len(), start, page)));
    }
    let least = looked.iter().map(|(bytes, ..)| *bytes).min()?;
    looked.retain(|(bytes, ..)| *bytes * 100 <= least * (100 + NEAR));
    let mut best = looked
        .iter()
        .map(|(.., page)| page.clone())
        .min_by_key(size)?;
    let looked = looked.iter().map(|(_, start, _)| (*start, Heat::Hot));
    let deep: Vec<_> = looked
        .chain(known.iter().map(|start| (start, Heat::Warm)))
        .collect();
    let total = all * looks + deep.len() as u64 * options.effort;
    for (number, (start, heat)) in (0..).zip(deep) {
        let done = all * looks + number * options.effort;
        let seed = options.seed.wrapping_add(1 << 32);
        let found = run(target, start, options.effort, seed, heat, &|steps| {
            tick(done + steps, total)
        });
        best = found.into_iter().chain([best]).min_by_key(size)?;
    }
    tick(total, total);
    if let Some(packed) = &mut best.packed {
        packed.solution.searched = Some(Searched {
            effort: options.effort,
            seed: options.seed,
        });
    }
    Some(best)
}

fn size(page: &Made) -> usize {
    page.page.len()
}

fn starts(target: &Target<'_>, options: &PackOptions) -> Vec<Start> {
    let template = &target.template;
    let text = template.text(&template.first);
    let entries = Entries::new(&template.alphabet, &target.literal);
    let mut starts = vec![Start::Entries(Box::new((template.first.clone(), entries)))];
    if options.ascii || text.symbols.len() > PAIRS || text.symbols.len() < 4 {
        return starts;
    }
    let mut rng = Rng::with_seed(options.seed);
    let mut table = || -> Vec<u8> {
        let mut table = Vec::new();
        while table.len() < 32 {
            let from = rng.usize(..text.symbols.len() - 1);
            table.extend(&text.symbols[from..from + 2]);
        }
        table
    };
    let pairs = |table, run| Pairs::new(&template.alphabet, &target.literal, table, run);
    let plain = pairs(table(), None);
    let start = (template.first.clone(), plain, template.clone());
    starts.push(Start::Pairs(Box::new(start)));
    if let Some((run, without)) = with_run(template, None) {
        let pairs = pairs(table(), Some(run));
        starts.push(Start::Pairs(Box::new((
            without.first.clone(),
            pairs,
            without,
        ))));
    }
    starts
}

/// A run of letters that only names have, and the template that forbids them, with names without them in
/// its first form. It is the `wanted` run where only names have these letters, or else the longest one.
pub(super) fn with_run(
    template: &Template,
    wanted: Option<RangeInclusive<u8>>,
) -> Option<(RangeInclusive<u8>, Template)> {
    let text = template.text(&template.first);
    let mut fixed = [false; 256];
    for (symbol, slot) in text.symbols.iter().zip(&text.slots) {
        fixed[usize::from(*symbol)] |= slot.is_none();
    }
    let is_unused = |letter: u8| !fixed[usize::from(letter)];
    let wanted = wanted.filter(|run| Pairs::is_run(run) && run.clone().all(is_unused));
    let run = wanted.or_else(|| Pairs::longest_run(is_unused))?;
    let mut without = template.clone();
    for slot in &mut without.slots {
        slot.forbidden.extend(run.clone());
    }
    let names = &mut without.first.names;
    for slot in 0..names.len() {
        if run.contains(&names[slot]) {
            let is_free = |letter: &&u8| {
                let meets = &without.slots[slot].meets;
                !without.slots[slot].forbidden.contains(letter)
                    && meets.iter().all(|&other| names[other] != **letter)
            };
            names[slot] = *LETTERS.iter().find(is_free)?;
        }
    }
    Some((run, without))
}

/// The best page of a search from a start.
pub(super) fn run(
    target: &Target<'_>,
    start: &Start,
    steps: u64,
    seed: u64,
    heat: Heat,
    tick: &dyn Fn(u64),
) -> Option<Made> {
    let search = Search {
        target,
        steps,
        seed,
        heat,
        tick,
    };
    match start {
        Start::Pairs(start) => {
            let (form, pairs, template) = &**start;
            search.page(template, (form.clone(), pairs.clone()), |_, found| {
                let Pairs { table, run, .. } = &found.dictionary;
                Scheme::Pairs {
                    table: table.iter().copied().map(char::from).collect(),
                    run: run
                        .as_ref()
                        .map(|run| [char::from(*run.start()), char::from(*run.end())]),
                }
            })
        }
        Start::Entries(start) => {
            let (form, entries) = &**start;
            search.page(
                &target.template,
                (form.clone(), entries.clone()),
                |template, found| {
                    let mut dictionary = found.dictionary.clone();
                    let text = template.text(&found.form);
                    dictionary.polish(&text);
                    let entries = dictionary.entries.iter();
                    let stands_for = |entry| {
                        let symbols = entries::stretch(&text.symbols, entry);
                        template.alphabet.text(symbols).unwrap_or_default()
                    };
                    Scheme::Entries {
                        entries: entries
                            .clone()
                            .map(|entry| [entry.start, entry.length])
                            .collect(),
                        texts: entries.map(|entry| stands_for(*entry)).collect(),
                    }
                },
            )
        }
    }
}

/// How to search from a start.
struct Search<'s, 'm> {
    target: &'s Target<'m>,
    steps: u64,
    seed: u64,
    heat: Heat,
    tick: &'s dyn Fn(u64),
}

impl Search<'_, '_> {
    fn page<D: Dictionary>(
        &self,
        template: &Template,
        start: (Form, D),
        scheme: impl Fn(&Template, &Found<D>) -> Scheme,
    ) -> Option<Made> {
        let found = self.found(template, start.clone());
        let made = self.target.page(&found.form, &scheme(template, &found));
        made.or_else(|| {
            // Orders that are right alone may be read otherwise together.
            let (form, dictionary) = start;
            let form = Form {
                orders: Vec::new(),
                ..form
            };
            let fixed = template.with_fixed_orders();
            let found = self.found(&fixed, (form, dictionary));
            let form = Form {
                orders: template.first.orders.clone(),
                ..found.form.clone()
            };
            self.target.page(&form, &scheme(&fixed, &found))
        })
    }

    fn found<D: Dictionary>(&self, template: &Template, start: (Form, D)) -> Found<D> {
        let mut rng = Rng::with_seed(self.seed);
        anneal(template, start, self.steps, self.heat, &mut rng, self.tick)
    }
}

#[cfg(test)]
mod tests {
    use golfchess_script::{MinifyOptions, Wrapper, minify};

    use crate::dictionary::{PackError, PackOptions, pack};

    #[test]
    fn a_script_with_a_global_of_each_letter_has_no_dictionary() {
        let functions = (0..60).map(|at| {
            format!(
                "function f{at}(x){{try{{x.p{at}();o.push({at}*x)}}catch(e){{o.push(e.name<x)}}}}"
            )
        });
        let script: String = functions
            .chain((0..60).map(|at| format!("f{at}(1);")))
            .collect();
        let options = MinifyOptions {
            wrappers: vec![Wrapper::none()],
            strategies: vec![golfchess_script::Strategy::Own],
            ..MinifyOptions::default()
        };
        let minified = minify(&format!("var o=[];{script}"), &options).unwrap();
        let packing = PackOptions {
            effort: 200,
            ..PackOptions::default()
        };
        let packed = pack(&minified, &options, &packing, &|_, _| ());
        match packed {
            Ok(made) => assert!(made.packed.is_some()),
            Err(PackError::Unpackable(reason)) => assert!(reason.contains("fits"), "{reason}"),
            Err(error) => panic!("{error}"),
        }
    }
}
