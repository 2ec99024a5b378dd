//! A finished page, part by part: the fragment of each byte, and the comments of the fragment about
//! it.
//!
//! The tokens of the page are traced to the composed script and from there to the fragments. The
//! explanations are the comments beside the code, so no second text can become stale.

mod origin;
mod prose;
mod run;
mod scope;

use std::collections::BTreeMap;

use serde::Serialize;

use golfchess_pages::builder::Builder;
use golfchess_pages::compose::Composed;
use golfchess_script::{Minified, MinifyOptions, trace};
use run::Run;

/// The name that stands for a fragment where the text is that of the wrapper.
const WRAPPER: &str = "wrapper";

/// A stretch of a page from one fragment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Part {
    /// Its place among the parts, from 1.
    pub number: usize,
    /// The file of its fragment; `wrapper` for the text around the script.
    pub fragment: String,
    /// The fragment without the extension of its file: the key of its texts.
    pub stem: String,
    /// The text in the page.
    pub code: String,
    /// The length of the text.
    pub bytes: usize,
    /// The fragment's comments about it.
    pub remarks: Vec<Remark>,
    /// Whether it is the first part of its fragment.
    pub first: bool,
    /// All bytes of its fragment.
    pub fragment_bytes: usize,
    /// A colour of the fragment: an angle in degrees.
    pub hue: usize,
}

/// A comment of a fragment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Remark {
    /// Its place among the comments of the page, from 1.
    pub id: usize,
    /// The comment as text.
    pub text: String,
    /// The comment as HTML.
    pub html: String,
    /// An earlier part that has it too.
    pub seen: Option<usize>,
}

/// The parts of a page in its order; together they are the page.
pub(super) fn anatomy(
    builder: &Builder,
    script: &Composed,
    built: &Minified,
    options: &MinifyOptions,
    entry: &str,
) -> Vec<Part> {
    let page = &built.page;
    let fragments = builder.templates().fragments();
    let comments = origin::comments(fragments, entry, script);
    let tokens = trace(&script.text, built, options).unwrap_or_default();
    let range = built.script_range(&options.wrappers).unwrap_or_default();
    // A token without an origin belongs to the one before it; at the start, to the one after it.
    let mut last = tokens.iter().find_map(|token| token.source);
    let mut runs: Vec<Run> = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        last = token.source.or(last);
        let next = tokens.get(place + 1);
        let end = next.map_or(range.end, |next| next.start);
        let start = if place == 0 { range.start } else { token.start };
        let offset = last.unwrap_or_default();
        let line = script.text[..offset].matches('\n').count();
        let position = script.position(offset);
        runs.push(Run::new(
            position.map_or_else(String::new, |position| position.fragment),
            comments.get(line).cloned().unwrap_or_default(),
            start..end,
            token.punctuation,
        ));
    }
    let mut runs = run::merged(runs, entry);
    runs.insert(0, Run::bare(WRAPPER, 0..range.start));
    runs.push(Run::bare(WRAPPER, range.end..page.len()));
    parts(&runs, page)
}

fn parts(runs: &[Run], page: &str) -> Vec<Part> {
    let mut sums: BTreeMap<&str, usize> = BTreeMap::new();
    for run in runs {
        *sums.entry(&run.fragment).or_default() += run.span.len();
    }
    let mut order: Vec<&str> = Vec::new();
    let mut shown: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut parts = Vec::new();
    for (at, run) in runs.iter().enumerate() {
        let number = at + 1;
        let fragment = run.fragment.as_str();
        let first = !order.contains(&fragment);
        if first {
            order.push(fragment);
        }
        let place = order.iter().position(|name| *name == fragment);
        let remarks = run.comments.iter().map(|comment| {
            let next = (shown.len() + 1, number);
            let (id, part) = *shown.entry(comment).or_insert(next);
            let seen = (part < number).then_some(part);
            let (text, html) = (comment.clone(), prose::html(comment));
            Remark {
                id,
                text,
                html,
                seen,
            }
        });
        parts.push(Part {
            number,
            fragment: fragment.to_owned(),
            stem: fragment.trim_end_matches(".js").replace('/', "_"),
            code: page[run.span.clone()].to_owned(),
            bytes: run.span.len(),
            remarks: remarks.collect(),
            first,
            fragment_bytes: sums[fragment],
            // Steps of the golden angle: neighbours differ, and none repeats.
            hue: place.unwrap_or_default() * 1375 / 10 % 360,
        });
    }
    parts
}

#[cfg(test)]
mod tests;
