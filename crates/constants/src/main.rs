//! `cargo xtask constants`: looks for shorter constants than those that the fragments lean on.
//!
//! A piece steps where `1 << h(step) & mask(piece)` is not 0. The program looks for short hashes
//! `h` that tell the steps of chess apart, for numbers of the pieces, and for a short formula
//! `mask` of these numbers; and counts, beside the test itself, everything that the numbers and
//! the width of a file change in the fragments. The present choice is read off the composed
//! pages. A better one is a finding.

mod board;
mod check;
mod codes;
mod expression;
mod formula;
mod frame;
mod hash;
mod pawn;
mod present;
mod report;
mod search;
mod slide;
mod table;
mod work;

use std::path::Path;

use board::WIDTHS;
use clap::value_parser;
use codes::{KINDS, Kind};
use search::Search;
use slide::Slides;

use crate::tool::Tool;

/// Where to look.
#[derive(clap::Args)]
pub struct Args {
    /// Only variants of this kind
    #[arg(long, value_parser = KINDS.map(|kind| kind.name))]
    kind: Option<String>,
    /// Only files of so many indices
    #[arg(long, value_name = "N", value_parser = value_parser!(i64).range(WIDTHS))]
    width: Option<i64>,
    /// How many of the best are shown
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
    top: u32,
    /// The most characters of a step hash
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(4..=13))]
    hash: u32,
    /// The most digits in a formula of the piece
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u32).range(1..=6))]
    digits: u32,
}

/// How many kinds have a better choice than the present one.
pub fn run(root: &Path, args: &Args) -> Result<usize, String> {
    let tool = Tool::build(root)?;
    let widths: Vec<i64> = args
        .width
        .map_or_else(|| WIDTHS.collect(), |width| vec![width]);
    let kinds = KINDS.iter();
    let kinds: Vec<&Kind> = kinds
        .filter(|kind| args.kind.as_ref().is_none_or(|name| kind.name == name))
        .collect();
    let top = args.top as usize;
    let hashes = hash::find(&widths, args.hash as usize);
    report::hashes(&hashes, &widths, top);
    let frames = frame::find(&hashes);
    let slides = Slides::new();
    let families = formula::families(args.digits);
    let mut findings = 0;
    for kind in kinds {
        let present = present::read(&tool, kind)?;
        let told = |reason| format!("{}, as it is now: {reason}", kind.variant);
        check::check(present.item("step"), present.width, &present.codes).map_err(told)?;
        let search = Search::new(*kind, &frames, &slides, present.cost());
        let mut found = search.run(&families);
        found.truncate(100.max(top));
        let right = |choice: &search::Choice| {
            check::check(choice.item("step"), choice.width, &choice.codes).is_ok()
        };
        let all = found.len();
        found.retain(right);
        if found.len() < all {
            return Err(format!(
                "{}: the search believed in {} choices that are wrong; \
                 its forms in xtask/src/constants/ differ from JavaScript",
                kind.name,
                all - found.len()
            ));
        }
        findings += usize::from(report::choices(kind, &found, &present, top));
    }
    Ok(findings)
}
