//! Tries the forms of decoders, and searches longer with those that seem best.

use std::ops::RangeInclusive;

use fastrand::Rng;

use super::PackOptions;
use super::anneal::{Dictionary, Found, anneal};
use super::entries::Entries;
use super::form::Form;
use super::pairs::Pairs;
use super::solution::Scheme;
use super::target::Target;
use super::template::{LETTERS, Template};
use crate::minify::Minified;

/// The part of the effort for the first look at each form.
const LOOK: u64 = 8;

/// Forms within this many percent of the best are searched longer.
const NEAR: usize = 2;

/// Above this many symbols, a table of pairs saves less than longer texts do.
const PAIRS: usize = 6000;

/// What a search starts from.
enum Start {
    Pairs(Box<(Form, Pairs, Template)>),
    Entries,
}

/// The smallest packed page that a search finds.
pub(super) fn search(
    target: &Target<'_>,
    options: &PackOptions,
    tick: &(dyn Fn(u64, u64) + Sync),
) -> Option<Minified> {
    let starts = starts(target, options);
    let looks = (options.effort / LOOK).max(1);
    let all = starts.len() as u64;
    let mut looked: Vec<(usize, &Start, Minified)> = Vec::new();
    for (number, start) in (0..).zip(&starts) {
        let done = number * looks;
        let total = all * looks + options.effort;
        let found = run(target, start, looks, options.seed, &|steps| {
            tick(done + steps, total)
        });
        looked.extend(found.map(|page| (page.page.len(), start, page)));
    }
    let least = looked.iter().map(|(bytes, ..)| *bytes).min()?;
    looked.retain(|(bytes, ..)| *bytes * 100 <= least * (100 + NEAR));
    let total = all * looks + looked.len() as u64 * options.effort;
    let mut best = looked
        .iter()
        .map(|(.., page)| page.clone())
        .min_by_key(size)?;
    for (number, (_, start, _)) in (0..).zip(&looked) {
        let done = all * looks + number * options.effort;
        let seed = options.seed.wrapping_add(1 << 32);
        let found = run(target, start, options.effort, seed, &|steps| {
            tick(done + steps, total)
        });
        best = found.into_iter().chain([best]).min_by_key(size)?;
    }
    tick(total, total);
    Some(best)
}

fn size(page: &Minified) -> usize {
    page.page.len()
}

fn starts(target: &Target<'_>, options: &PackOptions) -> Vec<Start> {
    let template = &target.template;
    let text = template.text(&template.first);
    let mut starts = vec![Start::Entries];
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
    if let Some((run, form, without)) = with_run(template) {
        let pairs = pairs(table(), Some(run));
        starts.push(Start::Pairs(Box::new((form, pairs, without))));
    }
    starts
}

/// The longest run of letters that only names have, names without them, and the template that forbids
/// them.
fn with_run(template: &Template) -> Option<(RangeInclusive<u8>, Form, Template)> {
    let text = template.text(&template.first);
    let mut fixed = [false; 256];
    for (symbol, slot) in text.symbols.iter().zip(&text.slots) {
        fixed[usize::from(*symbol)] |= slot.is_none();
    }
    let run = Pairs::longest_run(|letter| !fixed[usize::from(letter)])?;
    let mut without = template.clone();
    for slot in &mut without.slots {
        slot.forbidden.extend(run.clone());
    }
    let mut form = template.first.clone();
    for slot in 0..form.names.len() {
        if run.contains(&form.names[slot]) {
            let is_free = |letter: &&u8| {
                let meets = &without.slots[slot].meets;
                !without.slots[slot].forbidden.contains(letter)
                    && meets.iter().all(|&other| form.names[other] != **letter)
            };
            form.names[slot] = *LETTERS.iter().find(is_free)?;
        }
    }
    Some((run, form, without))
}

/// The best page of a search from a start.
fn run(
    target: &Target<'_>,
    start: &Start,
    steps: u64,
    seed: u64,
    tick: &dyn Fn(u64),
) -> Option<Minified> {
    match start {
        Start::Pairs(start) => {
            let (form, pairs, template) = &**start;
            let start = (form.clone(), pairs.clone());
            page(target, template, start, steps, seed, tick, |found| {
                Scheme::Pairs {
                    table: found
                        .dictionary
                        .table
                        .iter()
                        .copied()
                        .map(char::from)
                        .collect(),
                    run: found
                        .dictionary
                        .run
                        .as_ref()
                        .map(|run| [char::from(*run.start()), char::from(*run.end())]),
                }
            })
        }
        Start::Entries => {
            let template = &target.template;
            let dictionary = Entries::new(&template.alphabet, &target.literal);
            let start = (template.first.clone(), dictionary);
            page(target, template, start, steps, seed, tick, |found| {
                let mut dictionary = found.dictionary.clone();
                dictionary.polish(&template.text(&found.form));
                let entries = dictionary.entries.iter();
                Scheme::Entries {
                    entries: entries.map(|entry| [entry.start, entry.length]).collect(),
                }
            })
        }
    }
}

fn page<D: Dictionary>(
    target: &Target<'_>,
    template: &Template,
    (form, dictionary): (Form, D),
    steps: u64,
    seed: u64,
    tick: &dyn Fn(u64),
    scheme: impl Fn(&Found<D>) -> Scheme,
) -> Option<Minified> {
    let mut rng = Rng::with_seed(seed);
    let start = (form.clone(), dictionary.clone());
    let found = anneal(template, start, steps, &mut rng, tick);
    let made = target.page(&found.form, &scheme(&found));
    made.or_else(|| {
        // Orders that are right alone may be read otherwise together.
        let fixed = template.with_fixed_orders();
        let form = Form {
            orders: Vec::new(),
            ..form
        };
        let found = anneal(
            &fixed,
            (form, dictionary),
            steps,
            &mut Rng::with_seed(seed),
            tick,
        );
        let orders = template.first.orders.clone();
        let form = Form {
            orders,
            ..found.form.clone()
        };
        target.page(&form, &scheme(&found))
    })
}
