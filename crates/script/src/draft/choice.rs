//! The last choice: the smallest page over all letters of the names.

use std::collections::HashSet;

use golfchess_sizes::compress;
use golfchess_sizes::metric::Metric;

use super::proposal::Proposal;
use super::spelling::{Spelling, faithful, reserved, spell};
use crate::letters::Letters;
use crate::mangle::Order;
use crate::rename::Colouring;
use crate::{MinifyOptions, Names, Renaming, Wrapper};

/// How many of the smallest pages get other letters.
const IMPROVED: usize = 3;

/// The bytes that the search for letters may compress for one page, and what each compression takes
/// beside them, as bytes: with gzip and with brotli.
const GZIP_EFFORT: (usize, usize) = (16_000_000, 300);
const BROTLI_EFFORT: (usize, usize) = (900_000, 2_000);

/// The most steps of this search for each name.
const MOST_STEPS: usize = 100;

/// The smallest page by the metric over the candidates and all orders of letters; among equals
/// the one with the smallest gzip size, then the first. (brotli takes many times as long.)
/// With `improve`, single letters of the best ones change too. A quick page has one order of letters.
pub fn smallest<'p>(
    proposals: &'p [Proposal],
    options: &MinifyOptions,
    improve: bool,
) -> Option<(&'p Proposal, Spelling)> {
    let least = proposals.iter().map(|proposal| proposal.size).min();
    if options.quick {
        let mut proposals = proposals.iter();
        let proposal = proposals.find(|proposal| Some(proposal.size) == least)?;
        return Some((proposal, proposal.spelling.clone()));
    }
    let mut seen = HashSet::new();
    // Only where letters change the size, a longer proposal may become the smallest page.
    let proposals = proposals
        .iter()
        .filter(|proposal| options.metric.depends_on_letters() || Some(proposal.size) == least);
    let spellings = proposals.filter_map(|proposal| {
        let wrapper = &options.wrappers[proposal.wrapper];
        let names = Names::frugal(&proposal.script, &options.keep).ok()?;
        // Other colours than those of the shortest names pay only after compression.
        let colourings: &[Colouring] = match options.metric.depends_on_letters() {
            true => &Colouring::ALL,
            false => &[Colouring::Uses],
        };
        let mut spellings = Vec::new();
        for colouring in colourings {
            let names = names.clone().coloured(*colouring);
            let spelt = Order::ALL.map(|order| spell(&names, wrapper, &options.keep, order));
            spellings.extend(spelt.into_iter().flatten());
        }
        Some(
            spellings
                .into_iter()
                .map(move |spelling| (proposal, spelling)),
        )
    });
    let metric = options.metric;
    let mut sized: Vec<_> = spellings
        .flatten()
        .filter(|(_, (page, _))| seen.insert(page.clone()))
        .map(|found| (metric.estimate(&found.1.0), found))
        .collect();
    if improve && metric.depends_on_letters() {
        sized.sort_by_key(|(size, _)| *size);
        let mut more = Vec::new();
        for (_, (proposal, (page, names))) in sized.iter().take(IMPROVED) {
            let wrapper = &options.wrappers[proposal.wrapper];
            let better = respell(proposal, page, names, wrapper, options);
            more.extend(better.map(|found| (metric.estimate(&found.0), (*proposal, found))));
        }
        sized.extend(more);
    }
    let least = sized.iter().map(|(size, _)| *size).min()?;
    sized.retain(|(size, _)| *size <= least + metric.doubt());
    let smallest = sized.into_iter().min_by_key(|(size, (_, (page, _)))| {
        let size = match metric.doubt() {
            0 => *size,
            _ => metric.measure(page),
        };
        (size, page.len(), compress::gzip_size(page.as_bytes()))
    });
    smallest.map(|(_, found)| found)
}

/// A page whose letters are changed one by one, from those of a spelling on.
fn respell(
    proposal: &Proposal,
    page: &str,
    table: &[Renaming],
    wrapper: &Wrapper,
    options: &MinifyOptions,
) -> Option<Spelling> {
    let names = Names::frugal(&proposal.script, &options.keep).ok()?;
    let reserved = reserved(&names, wrapper);
    let (most, more) = match options.metric {
        Metric::Brotli => BROTLI_EFFORT,
        _ => GZIP_EFFORT,
    };
    let steps = (most / (page.len() + more)).min(MOST_STEPS * names.symbols().len());
    let size = |letters: &[String]| {
        options
            .metric
            .estimate(&wrapper.page(&names.spell_each(letters)))
    };
    let letters = Letters::of(&names, table, &reserved).improved(steps, size);
    let page = faithful(&names, &names.spell_each(&letters), wrapper, &options.keep)?;
    Some((page, names.table_each(&letters)))
}
