//! Packs a minified script.

use anyhow::Result;
use golfchess_packers::Made;
use golfchess_packers::code_points;
use golfchess_packers::dictionary::{self, PackOptions};
use golfchess_packers::mixing;
use golfchess_script::{MinifyOptions, Spelling, Wrapper};
use golfchess_sizes::metric::Metric;

use super::Args;
use super::job::Job;
use super::page::Part;
use super::stage::Stop;
use super::whole::Whole;
use crate::output::Steps;

/// A script with more bytes gets no dictionary: context mixing makes it much smaller.
const MOST_FOR_DICTIONARY: usize = 4096;

/// A search for a dictionary takes so many steps in the time of one step of context mixing.
const STEPS: u64 = 2000;

/// A page that unpacks itself, and a page that does the same to the eye of the check.
struct Candidate {
    page: Made,
    /// The page without its arithmetic decoder, which takes long in the embedded engine. That it gives the
    /// same script is already known.
    played: Option<Made>,
}

impl Args {
    /// How to pack; `None` if nobody asks for it.
    fn packing(&self) -> Option<PackOptions> {
        self.packs().then_some(PackOptions {
            ascii: self.pack_ascii,
            effort: self.effort,
            seed: self.seed,
            ..PackOptions::default()
        })
    }

    /// Whether what occurs often may become a variable. Packers do the same better.
    pub(super) const fn has_aliases(&self) -> bool {
        !self.no_aliases && !self.packs()
    }

    /// Whether somebody asks for it.
    pub(super) const fn packs(&self) -> bool {
        self.pack || self.pack_ascii
    }

    /// A page about as large as a page will be after packing, without a search; `None` if nobody asks for it, or context
    /// mixing is not for the page.
    pub(super) fn packed_stand_in(&self, page: &str) -> Option<String> {
        let options = mixing_options(&self.packing()?, self.metric).ok()?;
        Wrapper::script().wrap(&mixing::stand_in(page, &options)?)
    }
}

impl Job<'_> {
    /// The smallest packed page of a script, if it is smaller and shows what the file shows; else the page itself.
    pub(super) fn packed(&mut self, page: Made, options: &MinifyOptions) -> Result<Made> {
        let (page, reason) = self.tried(page, options)?;
        if let Some(reason) = reason {
            self.note(&format!("not packed: {reason}"));
        }
        Ok(page)
    }

    /// The same for a page with minified scripts: a script writes all of it, or each of its scripts is packed.
    pub(super) fn packed_page(&mut self, page: String, parts: &[Part]) -> Result<String> {
        let Some(packing) = self.args.packing() else {
            return Ok(page);
        };
        let metric = self.args.metric;
        let before = metric.measure(&page);
        let plain = (self.made.clone(), self.pieces.clone());
        let (each, mut reasons) = self.each_packed(&page, parts)?;
        let most = metric.measure(&each);
        match self.written(&page, parts, &packing, most)? {
            Ok((written, report)) => {
                (self.made, self.pieces) = plain;
                self.whole = Some(Whole { report, page });
                return Ok(written);
            }
            Err(reason) if most == before => reasons.push(format!("as a whole: {reason}")),
            Err(_) => {}
        }
        if most == before {
            self.note(&format!("not packed: {}", reasons.join("; ")));
        }
        Ok(each)
    }

    /// The page with each of its scripts packed, if that is smaller, and why some are not.
    fn each_packed(&mut self, page: &str, parts: &[Part]) -> Result<(String, Vec<String>)> {
        let (mut page, mut reasons) = (page.to_owned(), Vec::new());
        for (at, part) in parts.iter().enumerate().rev() {
            let Some((around, keep)) = part.place(&page) else {
                continue;
            };
            let mut made = self.made[at].clone();
            made.minified.page.clone_from(&page);
            made.minified.wrapper.clone_from(&around.name);
            let options = MinifyOptions {
                wrappers: vec![around],
                keep,
                metric: self.args.metric,
                ..MinifyOptions::default()
            };
            let (packed, reason) = self.tried(made, &options)?;
            page.clone_from(&packed.page);
            self.replace(at, part.number, &packed, &options);
            reasons.extend(reason);
        }
        Ok((page, reasons))
    }

    /// The smallest packed page of a script, or the page itself and why it stays.
    fn tried(&mut self, page: Made, options: &MinifyOptions) -> Result<(Made, Option<String>)> {
        let Some(packing) = self.args.packing() else {
            return Ok((page, None));
        };
        let metric = options.metric;
        let before = metric.measure(&page.page);
        let (candidates, reasons) = candidates(&page, options, &packing, self.stop)?;
        let sized = candidates.into_iter().map(|candidate| {
            let size = metric.measure(&candidate.page.page);
            (size, candidate)
        });
        let mut sized: Vec<(usize, Candidate)> = sized.collect();
        sized.sort_by_key(|(size, _)| *size);
        let reason = match sized.first() {
            Some((least, _)) => format!("{least} {} instead of {before}", metric.unit()),
            None => reasons.join("; "),
        };
        sized.retain(|(size, _)| *size < before);
        if sized.is_empty() {
            return Ok((page, Some(reason)));
        }
        for (_, candidate) in sized {
            let played = candidate.played.as_ref().unwrap_or(&candidate.page);
            let is_right = match &mut self.check {
                Some(check) => check.accepts(played)?,
                None => true,
            };
            if is_right {
                return Ok((candidate.page, None));
            }
        }
        Ok((page, None))
    }
}

/// The packed pages, and why there are not more.
fn candidates(
    page: &Made,
    options: &MinifyOptions,
    packing: &PackOptions,
    stop: &Stop,
) -> Result<(Vec<Candidate>, Vec<String>)> {
    let (mut candidates, mut reasons) = (Vec::new(), Vec::new());
    let range = page.script_range(&options.wrappers);
    if let Some(range) = &range {
        let obstacle = dictionary::eval_obstacle(&page.page[range.clone()], &options.keep);
        let reason = obstacle.unwrap_or_else(|error| Some(error.message));
        if let Some(reason) = reason {
            return Ok((candidates, vec![reason]));
        }
    }
    if range.is_some_and(|range| range.len() <= MOST_FOR_DICTIONARY) {
        match search(page, options, packing, stop)? {
            Ok(page) => candidates.push(Candidate { page, played: None }),
            Err(reason) => reasons.push(reason.to_string()),
        }
    }
    match mixed(page, options, packing, stop)? {
        Ok(candidate) => candidates.push(candidate),
        Err(reason) => reasons.push(reason),
    }
    if options.metric == Metric::Chars && !packing.ascii {
        let packed = candidates
            .iter()
            .map(|candidate| (&candidate.page, candidate.played.as_ref()));
        let all = packed.chain([(page, None)]);
        let shared: Vec<Candidate> = all
            .filter_map(|(packed, played)| shared(packed, played, options))
            .collect();
        candidates.extend(shared);
    }
    Ok((candidates, reasons))
}

/// Searches for a dictionary.
fn search(
    page: &Made,
    options: &MinifyOptions,
    packing: &PackOptions,
    stop: &Stop,
) -> Result<Result<Made, dictionary::PackError>> {
    let progress = Steps::new("packing")?;
    let tick = |done: u64, all: u64| {
        stop.look();
        progress.show(done, all);
    };
    Ok(dictionary::pack(page, options, packing, &tick))
}

/// The page packed with context mixing, or why there is none.
fn mixed(
    page: &Made,
    options: &MinifyOptions,
    packing: &PackOptions,
    stop: &Stop,
) -> Result<Result<Candidate, String>> {
    let Some(range) = page.script_range(&options.wrappers) else {
        return Ok(Err("the script is not in its wrapper".to_owned()));
    };
    let progress = Steps::new("packing")?;
    let wanted = mixing_options(packing, options.metric)?;
    let tick = |done: usize| {
        stop.look();
        progress.show(done as u64, wanted.effort as u64);
    };
    let script = &page.page[range];
    let spelling = (mixing::LEAST..=mixing::MOST)
        .contains(&script.len())
        .then(|| spelling(script, &options.keep));
    let spelling = spelling.flatten();
    let script = spelling.as_ref().map_or(script, |one| &one.script);
    let packed = match mixing::pack_with(script, &wanted, &tick) {
        Ok(packed) => packed,
        Err(reason) => return Ok(Err(reason.to_string())),
    };
    let mut respelt = page.clone();
    if let Some(spelling) = &spelling {
        // (Their order is the same; the readable names stay.)
        for (name, other) in respelt.names.iter_mut().zip(&spelling.names) {
            name.letter.clone_from(&other.letter);
        }
    }
    let with = |script: &str| wrapped(&respelt, script, options);
    let Some((mixed, played)) = with(&packed.script).zip(with(&packed.equivalent)) else {
        return Ok(Err("no wrapper can hold the packed script".to_owned()));
    };
    let page = Made {
        mixed: Some(Box::new(packed.report)),
        ..mixed
    };
    let played = Some(played);
    Ok(Ok(Candidate { page, played }))
}

/// How to search with context mixing.
pub(super) fn mixing_options(packing: &PackOptions, metric: Metric) -> Result<mixing::Options> {
    Ok(mixing::Options {
        metric,
        // Three printable characters share a code point, and only two of others.
        is_printable: packing.ascii || metric == Metric::Chars,
        effort: usize::try_from((packing.effort / STEPS).max(1))?,
    })
}

/// The names with which a script takes the fewest bits.
pub(super) fn spelling(script: &str, keep: &[String]) -> Option<Spelling> {
    let spellings = golfchess_script::spellings(script, keep).ok()?.into_iter();
    let estimated = spellings.map(|one| (mixing::estimate(&one.script), one));
    let least = estimated.min_by(|one, other| one.0.total_cmp(&other.0));
    least.map(|(_, spelling)| spelling)
}

/// A page whose characters share code points, if a script can have them.
fn shared(page: &Made, played: Option<&Made>, options: &MinifyOptions) -> Option<Candidate> {
    let script = &page.page[page.script_range(&options.wrappers)?];
    let wrapper = options
        .wrappers
        .iter()
        .find(|wrapper| wrapper.name == page.wrapper)?;
    if page.packed.is_some() && wrapper.is_handler() {
        // Its decoder may use the properties of the element.
        return None;
    }
    let packed = wrapped(page, &code_points::pack(script).ok()?, options)?;
    Some(Candidate {
        page: packed,
        played: played.cloned(),
    })
}

/// The page with another script in its wrapper, or in one that is no event handler.
fn wrapped(page: &Made, script: &str, options: &MinifyOptions) -> Option<Made> {
    let is_own = |wrapper: &&Wrapper| wrapper.name == page.wrapper;
    let own = options.wrappers.iter().filter(is_own);
    let mut fitting = own
        .chain(&options.wrappers)
        .filter(|wrapper| !wrapper.is_handler());
    let (wrapper, text) = fitting.find_map(|wrapper| Some((wrapper, wrapper.wrap(script)?)))?;
    let mut page = page.clone();
    page.minified.page = text;
    page.minified.wrapper.clone_from(&wrapper.name);
    Some(page)
}
