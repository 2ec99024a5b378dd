//! Fits the solution of another script to a script that has changed.

use super::PackOptions;
use super::anneal::Heat;
use super::entries::{Entries, Entry};
use super::form::Form;
use super::pairs::Pairs;
use super::search::{Start, run, with_run};
use super::solution::{Scheme, Searched, Solution};
use super::target::Target;
use super::template::Template;
use crate::Made;

/// The steps that adapt a dictionary.
const STEPS: u64 = 12_000;

/// The best page that a few steps make of the solutions of other scripts; `None` if none can be used.
pub(super) fn fit(
    target: &Target<'_>,
    solutions: &[&Solution],
    options: &PackOptions,
) -> Option<Made> {
    let starts = solutions.iter().filter_map(|one| start(target, one));
    let fitted = starts.filter_map(|start| {
        // Without a step: the start itself.
        let page = run(target, &start, 0, options.seed, Heat::Cool, &|_| ())?;
        Some((page.page.len(), start))
    });
    let (_, start) = fitted.min_by_key(|(bytes, _)| *bytes)?;
    let mut page = run(target, &start, STEPS, options.seed, Heat::Cool, &|_| ())?;
    if let Some(packed) = &mut page.packed {
        packed.solution.searched = Some(Searched {
            effort: 0,
            seed: options.seed,
        });
    }
    Some(page)
}

/// The start of a search from the solution of another script.
pub(super) fn start(target: &Target<'_>, solution: &Solution) -> Option<Start> {
    let template = &target.template;
    let marks = target.marks();
    let fitted = |template: &Template| solution.marks.fit(&solution.form, template, &marks);
    match &solution.scheme {
        Scheme::Pairs { table, run } => {
            let table: Option<Vec<u8>> = table.chars().map(|c| u8::try_from(c).ok()).collect();
            let (run, template) = match run {
                None => (None, template.clone()),
                Some([first, last]) => {
                    let run = u8::try_from(*first).ok()?..=u8::try_from(*last).ok()?;
                    let (run, template) = with_run(template, Some(run))?;
                    (Some(run), template)
                }
            };
            let pairs = Pairs::new(&template.alphabet, &target.literal, table?, run);
            Some(Start::Pairs(Box::new((fitted(&template), pairs, template))))
        }
        Scheme::Entries { texts, .. } => {
            let form = fitted(template);
            let entries = entries(target, &form, texts);
            Some(Start::Entries(Box::new((form, entries))))
        }
    }
}

/// Entries with some texts, as far as these stand in the script.
fn entries(target: &Target<'_>, form: &Form, texts: &[String]) -> Entries {
    let alphabet = &target.template.alphabet;
    let symbols = target.template.text(form).symbols;
    let find = |text: &String| {
        let wanted = alphabet.symbols(text);
        let length = wanted.len();
        let start = symbols
            .windows(length.max(1))
            .position(|part| part == wanted)?;
        (length > 1).then_some(Entry { start, length })
    };
    let mut entries = Entries::new(alphabet, &target.literal);
    entries.entries = texts.iter().filter_map(find).collect();
    entries
}
