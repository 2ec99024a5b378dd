//! The scripts of all strategies, each in a wrapper that can hold it.

use super::spelling::{Spelling, spell};
use crate::mangle::Order;
use crate::undeclared::without_var;
use crate::{
    Candidate, MinifyOptions, Names, Strategy, Wrapper, aliases, escape, quotes, templates,
};

/// A script that a wrapper can hold.
#[derive(Debug, Clone)]
pub struct Proposal {
    pub strategy: Strategy,
    /// Index of its wrapper in the options.
    pub wrapper: usize,
    /// Whether it has variables for what it writes often.
    pub has_aliases: bool,
    pub script: String,
    /// The page with one order of letters. All orders make pages of the same length.
    pub spelling: Spelling,
    /// This page by the metric of the options.
    pub size: usize,
}

impl Proposal {
    /// Bytes of the page.
    pub fn bytes(&self) -> usize {
        self.spelling.0.len()
    }
}

/// The script as ASCII, unless the HTML around it declares its encoding, or there is none: a file with a script is UTF-8.
pub fn escaped(script: String, options: &MinifyOptions) -> String {
    let keeps = |wrapper: &Wrapper| wrapper.is_none() || wrapper.is_utf8();
    match !options.ascii && options.wrappers.iter().all(keeps) {
        true => script,
        false => escape::ascii(&script),
    }
}

/// The results of all strategies in all wrappers, and those of them that make a page. A script that
/// does not fit into a wrapper means something else there than in the readable page.
pub fn proposals(
    compacted: &str,
    options: &MinifyOptions,
    fits: &dyn Fn(&Wrapper) -> bool,
) -> (Vec<Candidate>, Vec<Proposal>) {
    let mut candidates = Vec::new();
    let mut proposals = Vec::new();
    let mut strategies: Vec<Strategy> = options.strategies().collect();
    if options.quick {
        strategies.sort_by_key(|strategy| *strategy == Strategy::Own);
    }
    for strategy in strategies {
        if options.quick && !proposals.is_empty() {
            break;
        }
        let script = strategy.proposal(compacted, &options.keep, options.quick);
        let frame = options.frame.as_ref();
        let frame = frame.filter(|_| strategy == Strategy::Rewrite);
        let framed = frame.map_or_else(Vec::new, |frame| frame.scripts(compacted, &options.keep));
        if strategy == Strategy::Rewrite && script.is_none() && framed.is_empty() {
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
        // A script without a page may stand in a function, or in strict code.
        let is_page = |wrapper: &Wrapper| !wrapper.is_none() && fits(wrapper);
        let mut own = Vec::new();
        let aliased = aliased(strategy, script.as_deref(), options, fits);
        own.extend(proposed(strategy, script, options, fits));
        own.extend(proposed(strategy, undeclared, options, &is_page));
        own.extend(aliased);
        own.extend(proposed(strategy, framed, options, fits));
        let wrappers = options.wrappers.iter().enumerate();
        candidates.extend(wrappers.map(|(place, wrapper)| {
            let bytes = own.iter().filter(|proposal| proposal.wrapper == place);
            Candidate {
                strategy,
                wrapper: wrapper.name.clone(),
                bytes: bytes.map(Proposal::bytes).min(),
            }
        }));
        proposals.extend(own);
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

/// A script of a strategy with variables for what it writes often.
fn aliased(
    strategy: Strategy,
    script: Option<&str>,
    options: &MinifyOptions,
    fits: &dyn Fn(&Wrapper) -> bool,
) -> Vec<Proposal> {
    let is_asked = options.aliases && !options.quick && !options.metric.is_compressed();
    let Some(script) = script.filter(|_| is_asked && strategy.rewrites()) else {
        return Vec::new();
    };
    // Scripts from elsewhere may have any name.
    let is_alone = |wrapper: &Wrapper| !wrapper.is_none() && !wrapper.has_other_scripts();
    let mut all = Vec::new();
    for local in [false, true] {
        let fits = |wrapper: &Wrapper| is_alone(wrapper) == local && fits(wrapper);
        if options.wrappers.iter().any(&fits)
            && let Some(script) = aliases::shorter(script, &options.keep, local)
        {
            let undeclared = without_var(&script, &options.keep).filter(|_| local);
            all.extend(proposed(
                strategy,
                [script].into_iter().chain(undeclared),
                options,
                &fits,
            ));
        }
    }
    for proposal in &mut all {
        proposal.has_aliases = true;
    }
    all
}

/// Scripts of a strategy in all wrappers that they fit into.
fn proposed(
    strategy: Strategy,
    scripts: impl IntoIterator<Item = String>,
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
                && let Some(spelling) = spell(&names, wrapper, &options.keep, Order::Alphabet)
            {
                proposals.push(Proposal {
                    strategy,
                    wrapper: place,
                    has_aliases: false,
                    script: script.clone(),
                    size: options.metric.estimate(&spelling.0),
                    spelling,
                });
            }
        }
    }
    proposals
}
