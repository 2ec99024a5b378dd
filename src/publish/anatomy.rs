//! A finished page, part by part: which fragment each byte of it comes from, and
//! what the fragment's comments say about it.
//!
//! The tokens of the page are aligned with those of the readable script, and the
//! lines of that script with the fragments; so the explanations are the comments
//! beside the code, and no second text that could go stale.

mod align;
mod lexer;
mod origin;
mod prose;
mod run;
mod scope;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use align::align;
use golfchess_pages::minify::Renaming;
use lexer::{Kind, Token};
use run::Run;

/// The name that stands for the fragment of what surrounds the script.
const WRAPPER: &str = "wrapper";

/// A stretch of a page that does one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Part {
    /// Its place among the parts, from 1.
    pub number: usize,
    /// The file of its fragment; `wrapper` for what surrounds the script.
    pub fragment: String,
    /// The fragment without the ending of its file: what its texts are called by.
    pub stem: String,
    /// The text in the page.
    pub code: String,
    /// The length of the text.
    pub bytes: usize,
    /// All that the fragment's comments say about it.
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
    /// The comment as it is written.
    pub text: String,
    /// The comment as HTML.
    pub html: String,
    /// An earlier part that has it too.
    pub seen: Option<usize>,
}

/// The parts of a page in its order; together they are the page.
///
/// `script` is the readable script that was composed from the `fragments`, and
/// `names` tells which letters its names have become.
pub(super) fn anatomy(
    fragments: &BTreeMap<String, String>,
    script: &str,
    page: &str,
    names: &[Renaming],
) -> Vec<Part> {
    let (open, close) = wrapper(page);
    let origins = origin::origins(fragments, script);
    let source = lexer::tokens(script);
    let short = lexer::tokens(&page[open..close]);
    let partners = partners(&source, &short, names);
    let mut line_of = Vec::with_capacity(source.len());
    let (mut line, mut at) = (0, 0);
    for token in &source {
        line += script[at..token.span.start].matches('\n').count();
        at = token.span.start;
        line_of.push(line);
    }
    // What has no partner goes with what is before it; at the start, after it.
    let mut last = partners.iter().flatten().next().copied();
    let mut runs: Vec<Run> = Vec::new();
    for (place, token) in short.iter().enumerate() {
        last = partners[place].or(last);
        let end = short
            .get(place + 1)
            .map_or(close, |next| open + next.span.start);
        let origin = last.and_then(|source| origins.get(line_of[source]));
        let start = if place == 0 {
            open
        } else {
            open + token.span.start
        };
        runs.push(Run::new(
            origin,
            start..end,
            token.kind == Kind::Punctuation,
        ));
    }
    let mut runs = run::merged(runs, origin::entry(fragments));
    runs.insert(0, Run::bare(WRAPPER, 0..open));
    runs.push(Run::bare(WRAPPER, close..page.len()));
    parts(&runs, page)
}

fn parts(runs: &[Run], page: &str) -> Vec<Part> {
    let mut sums: BTreeMap<&str, usize> = BTreeMap::new();
    for run in runs {
        *sums.entry(&run.fragment).or_default() += run.span.len();
    }
    let mut order: Vec<&str> = Vec::new();
    let mut told: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
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
            let next = (told.len() + 1, number);
            let (id, part) = *told.entry(comment).or_insert(next);
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

/// For each token of the page its partner in the readable script.
fn partners(source: &[Token], short: &[Token], names: &[Renaming]) -> Vec<Option<usize>> {
    let mut letters: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for name in names {
        letters.entry(&name.name).or_default().insert(&name.letter);
    }
    align(source.len(), short.len(), |left, right| {
        let (left, right) = (&source[left], &short[right]);
        let renamed = || {
            let letters = letters.get(left.value.as_str());
            letters.is_some_and(|letters| letters.contains(right.value.as_str()))
        };
        let same = left.value == right.value;
        match (left.kind, right.kind) {
            (Kind::Name, Kind::Name) if same => 5,
            (Kind::Name, Kind::Name) if renamed() => 4,
            (Kind::Punctuation, Kind::Punctuation) if same => 2,
            (left, right) if left == right && same => 6,
            _ => 0,
        }
    })
}

/// Where the script of a page begins and ends: in an attribute or an element.
fn wrapper(page: &str) -> (usize, usize) {
    let ends = |found: Option<usize>| found.map_or(0, |at| at + 1);
    let (quote, bracket) = (page.find('"'), page.find('>'));
    let open = match (quote, bracket) {
        (Some(quote), Some(bracket)) if quote < bracket => ends(Some(quote)),
        _ => ends(bracket),
    };
    let end = if page[..open].ends_with('"') {
        page.rfind('"')
    } else {
        page.rfind("</")
    };
    (open, end.unwrap_or(page.len()).max(open))
}

#[cfg(test)]
mod tests;
