//! The candidates for the page of a script, before the last choice between them.

use std::collections::HashSet;

use golfchess_sizes::compress;
use golfchess_sizes::metric::Metric;

use super::letters::Letters;
use super::lookup::Lookups;
use super::mangle::{self, Order};
use super::rename::{self, Colouring};
use super::undeclared::without_var;
use super::{
    Candidate, Error, Minified, MinifyOptions, Names, Obstacle, Renaming, Strategy, Wrapper,
    compact, escape, handler, quotes, templates,
};

/// The candidates for the page of a script. [`Draft::finish`] chooses the smallest one.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Bytes of the script after each stage.
    stages: Vec<(&'static str, usize)>,
    candidates: Vec<Candidate>,
    /// Why wrappers can hold no candidate.
    obstacles: Vec<Obstacle>,
    /// The names of the script in their order, which rewriting replaces by numbers.
    readable: Vec<String>,
    proposals: Vec<Proposal>,
}

/// A script that a wrapper can hold.
#[derive(Debug, Clone)]
struct Proposal {
    strategy: Strategy,
    /// Index of its wrapper in the options.
    wrapper: usize,
    script: String,
    /// Bytes of the page.
    bytes: usize,
    /// The page by the metric of the options, with one order of letters.
    size: usize,
    /// This page, if it is a quick one.
    quick: Option<Spelling>,
}

/// A page with its table of names.
type Spelling = (String, Vec<Renaming>);

impl Draft {
    /// Tries every strategy with every wrapper.
    ///
    /// # Errors
    /// An error in the script, no statement in it, or no wrapper that can hold it.
    pub fn of(source: &str, options: &MinifyOptions) -> Result<Self, Error> {
        // Errors have their place in the composed text. A name that only lookups by its text use
        // is not misspelt, so these come first.
        let lookups = Lookups::of(source, &options.keep)?;
        let names = Names::of(source, &options.keep)?;
        let letters = mangle::assign(&names, Order::Alphabet, &[]);
        let renamed = names.spell(&letters).len();
        let compacted = match options.quick {
            true => compact::quick(source)?,
            false => compact(source)?,
        };
        if compacted.is_empty() {
            return Err(Error::Empty);
        }
        let compacted = escaped(compacted, options);
        let compact_names = Names::of(&compacted, &options.keep)?;
        let readable = compact_names.table(&letters).into_iter();
        let readable = readable.map(|renaming| renaming.name).collect();
        let spelt = compact_names.spell(&letters);
        let misfits = |wrapper: &Wrapper| match wrapper.is_handler() {
            true if options.portable && lookups.handler.is_empty() && wrapper.hides_document() => {
                &lookups.document[..]
            }
            true => &lookups.handler[..],
            // (Nobody knows what is around a bare script.)
            false if wrapper.is_none() => &[],
            false => &lookups.element[..],
        };
        let fits = |wrapper: &Wrapper| misfits(wrapper).is_empty();
        let (candidates, proposals) = proposals(&compacted, options, &fits);
        let is_used = |place| proposals.iter().any(|proposal| proposal.wrapper == place);
        let unused = options.wrappers.iter().enumerate();
        let unused = unused.filter(|(place, _)| !is_used(*place));
        let obstacles = unused
            .filter_map(|(_, wrapper)| Obstacle::find(wrapper, &spelt, source, misfits(wrapper)))
            .collect();
        let smallest = proposals.iter().min_by_key(|proposal| proposal.size);
        let Some(&Proposal { bytes, .. }) = smallest else {
            return Err(Error::Unwrappable(obstacles));
        };
        Ok(Self {
            stages: vec![
                ("composed", source.len()),
                ("renamed", renamed),
                ("compacted", spelt.len()),
                ("page", bytes),
            ],
            candidates,
            obstacles,
            readable,
            proposals,
        })
    }

    /// The size of the page by the metric of the options that the draft was made with.
    pub fn size(&self, options: &MinifyOptions) -> usize {
        let metric = options.metric;
        let sizes = self.proposals.iter().map(|proposal| proposal.size);
        let least = sizes.min().unwrap_or_default();
        match metric.depends_on_letters() {
            false => least,
            true => {
                let smallest = self.smallest(options, false);
                smallest.map_or(least, |(_, (page, _))| metric.measure(&page))
            }
        }
    }

    /// The smallest page that is accepted, with the options that the draft was made with; `None` if all are
    /// refused.
    ///
    /// # Errors
    /// `accept` fails, or no wrapper can hold the script.
    pub fn finish_accepted<E: From<Error>>(
        &self,
        options: &MinifyOptions,
        mut accept: impl FnMut(&Minified) -> Result<bool, E>,
    ) -> Result<Option<Minified>, E> {
        let mut left = self.clone();
        while !left.proposals.is_empty() {
            let built = left.finish(options)?;
            if accept(&built)? {
                return Ok(Some(built));
            }
            // Another order of letters does the same.
            let is_same = |proposal: &Proposal| {
                proposal.strategy == built.strategy
                    && options.wrappers[proposal.wrapper].name == built.wrapper
            };
            left.proposals.retain(|proposal| !is_same(proposal));
        }
        Ok(None)
    }

    /// The page, with the options that the draft was made with.
    ///
    /// # Errors
    /// No wrapper can hold the script.
    pub fn finish(&self, options: &MinifyOptions) -> Result<Minified, Error> {
        let (winner, (page, mut names)) = self
            .smallest(options, true)
            .ok_or(Error::Unwrappable(Vec::new()))?;
        for renaming in &mut names {
            if let Some((number, property)) = rename::canonical_number(&renaming.name)
                && let Some(name) = self.readable.get(number)
            {
                renaming.name.clone_from(name);
                if let Some(property) = property {
                    renaming.name += &format!(".{property}");
                }
            }
        }
        Ok(Minified {
            page,
            strategy: winner.strategy,
            wrapper: options.wrappers[winner.wrapper].name.clone(),
            stages: self.stages.clone(),
            candidates: self.candidates.clone(),
            obstacles: self.obstacles.clone(),
            names,
        })
    }

    /// The pages of all candidates that are as small as the page by their lengths, that one first. Packing
    /// decides between them otherwise than gzip.
    ///
    /// # Errors
    /// No wrapper can hold the script.
    pub fn ties(&self, options: &MinifyOptions) -> Result<Vec<Minified>, Error> {
        let mut ties = vec![self.finish(options)?];
        let least = self.proposals.iter().map(|proposal| proposal.bytes).min();
        for proposal in &self.proposals {
            if Some(proposal.bytes) != least {
                continue;
            }
            let alone = Self {
                proposals: vec![proposal.clone()],
                ..self.clone()
            };
            let tie = alone.finish(options)?;
            if ties.iter().all(|other| other.page != tie.page) {
                ties.push(tie);
            }
        }
        Ok(ties)
    }

    /// The smallest page by the metric over the candidates and all orders of letters; among equals
    /// the one with the smallest gzip size, then the first. (brotli takes many times as long.)
    /// With `improve`, single letters of the best ones change too.
    fn smallest(&self, options: &MinifyOptions, improve: bool) -> Option<(&Proposal, Spelling)> {
        let quick = self.proposals.iter().min_by_key(|one| one.size);
        if let Some((proposal, spelling)) = quick.and_then(|one| Some((one, one.quick.clone()?))) {
            return Some((proposal, spelling));
        }
        let mut seen = HashSet::new();
        // Only where letters change the size, a longer proposal may become the smallest page.
        let least = self.proposals.iter().map(|proposal| proposal.size).min();
        let proposals = self
            .proposals
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
}

/// The script as ASCII, unless the HTML around it declares its encoding, or there is none and
/// characters count.
fn escaped(script: String, options: &MinifyOptions) -> String {
    let keeps = |wrapper: &Wrapper| match wrapper.is_none() {
        true => options.metric == Metric::Chars,
        false => wrapper.is_utf8(),
    };
    match options.wrappers.iter().all(keeps) {
        true => script,
        false => escape::ascii(&script),
    }
}

/// The results of all strategies in all wrappers, and those of them that make a page. A script that
/// does not fit into a wrapper means something else there than in the readable page.
fn proposals(
    compacted: &str,
    options: &MinifyOptions,
    fits: &dyn Fn(&Wrapper) -> bool,
) -> (Vec<Candidate>, Vec<Proposal>) {
    let mut candidates = Vec::new();
    let mut proposals = Vec::new();
    let mut strategies: Vec<Strategy> = options.strategies().collect();
    if options.quick {
        // Own is the first one.
        strategies.rotate_left(1);
    }
    for strategy in strategies {
        if options.quick && !proposals.is_empty() {
            break;
        }
        let script = strategy.proposal(compacted, &options.keep, options.quick);
        if strategy == Strategy::Rewrite && script.is_none() {
            continue;
        }
        // Minifiers write escapes as the characters themselves.
        let mut script = script.map(|script| escaped(script, options));
        let joined = script.as_deref().filter(|_| strategy.rewrites());
        let joined = joined.and_then(templates::shorter);
        if options.metric.is_compressed() {
            proposals.extend(variants(
                strategy,
                compacted,
                script.as_deref(),
                joined,
                options,
                fits,
            ));
        } else {
            script = joined.or(script);
        }
        let undeclared = script.as_deref().filter(|_| strategy.rewrites());
        let undeclared = undeclared.and_then(|script| without_var(script, &options.keep));
        let scripts = undeclared.into_iter().collect();
        // A script without a page may stand in a function, or in strict code.
        let is_page = |wrapper: &Wrapper| !wrapper.is_none() && fits(wrapper);
        let shorter = proposed(strategy, scripts, options, &is_page);
        let names = script.as_ref();
        let names = names.and_then(|script| Names::frugal(script, &options.keep).ok());
        for (place, wrapper) in options.wrappers.iter().enumerate() {
            // All orders of letters make pages of the same length.
            let fitting = names.as_ref().filter(|_| fits(wrapper));
            let spelt =
                fitting.and_then(|names| spell(names, wrapper, &options.keep, Order::Alphabet));
            let sizes = spelt
                .as_ref()
                .map(|(page, _)| (page.len(), options.metric.estimate(page)));
            let bytes = shorter.iter().filter(|other| other.wrapper == place);
            let bytes = bytes.map(|other| other.bytes).min();
            candidates.push(Candidate {
                strategy,
                wrapper: wrapper.name.clone(),
                bytes: bytes.into_iter().chain(sizes.map(|(bytes, _)| bytes)).min(),
            });
            let proposal = script
                .clone()
                .zip(sizes)
                .map(|(script, (bytes, size))| Proposal {
                    strategy,
                    wrapper: place,
                    script,
                    bytes,
                    size,
                    quick: spelt.filter(|_| options.quick),
                });
            proposals.extend(proposal);
        }
        proposals.extend(shorter);
    }
    (candidates, proposals)
}

/// Scripts of a strategy that are no shorter, but may compress better.
fn variants(
    strategy: Strategy,
    compacted: &str,
    script: Option<&str>,
    joined: Option<String>,
    options: &MinifyOptions,
    fits: &dyn Fn(&Wrapper) -> bool,
) -> Vec<Proposal> {
    let mut scripts = strategy.variants(compacted, &options.keep);
    scripts.extend(joined);
    for script in &mut scripts {
        *script = escaped(std::mem::take(script), options);
    }
    let all = scripts.iter().map(String::as_str).chain(script);
    let quoted = all.flat_map(|script| ['"', '\''].map(|quote| quotes::with(script, quote)));
    let quoted: Vec<String> = quoted.flatten().collect();
    scripts.extend(quoted);
    proposed(strategy, scripts, options, fits)
}

/// Further scripts of a strategy in all wrappers that they fit into.
fn proposed(
    strategy: Strategy,
    scripts: Vec<String>,
    options: &MinifyOptions,
    fits: &dyn Fn(&Wrapper) -> bool,
) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    for script in scripts {
        let Ok(names) = Names::frugal(&script, &options.keep) else {
            continue;
        };
        for (place, wrapper) in options.wrappers.iter().enumerate() {
            if fits(wrapper)
                && let Some((page, _)) = spell(&names, wrapper, &options.keep, Order::Alphabet)
            {
                proposals.push(Proposal {
                    strategy,
                    wrapper: place,
                    script: script.clone(),
                    bytes: page.len(),
                    size: options.metric.estimate(&page),
                    quick: None,
                });
            }
        }
    }
    proposals
}

/// The script of these names in a wrapper with one order of letters, if the wrapper can hold it.
fn spell(names: &Names<'_>, wrapper: &Wrapper, keep: &[String], order: Order) -> Option<Spelling> {
    let letters = mangle::assign(names, order, &reserved(names, wrapper));
    let page = faithful(names, &names.spell(&letters), wrapper, keep)?;
    Some((page, names.table(&letters)))
}

/// The letters that no implicit global may get.
fn reserved(names: &Names<'_>, wrapper: &Wrapper) -> Vec<String> {
    let mut reserved = wrapper.reserved();
    if names.has_handlers() {
        reserved.extend(handler::RESERVED.map(str::to_owned));
    }
    reserved
}

/// The page of a spelling, if every short name refers to the same declaration as the readable name.
fn faithful(names: &Names<'_>, spelt: &str, wrapper: &Wrapper, keep: &[String]) -> Option<String> {
    let again = Names::frugal(spelt, keep);
    let is_faithful = again.is_ok_and(|again| again.canonical() == names.canonical());
    wrapper.wrap(spelt).filter(|_| is_faithful)
}

/// How many of the smallest pages get other letters.
const IMPROVED: usize = 3;

/// The bytes that the search for letters may compress for one page, and what each compression takes
/// beside them, as bytes: with gzip and with brotli.
const GZIP_EFFORT: (usize, usize) = (16_000_000, 300);
const BROTLI_EFFORT: (usize, usize) = (900_000, 2_000);

/// The most steps of this search for each name.
const MOST_STEPS: usize = 100;

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
