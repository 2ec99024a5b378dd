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
use std::process::ExitCode;

use board::WIDTHS;
use codes::{KINDS, Kind};
use search::Search;
use slide::Slides;
use work::Work;

const USAGE: &str = "\
usage: cargo xtask constants [OPTIONS]

  --kind NAME    only variants of this kind: plain, P, M, MP or D
  --width N      only files of so many indices, 18 to 36
  --top N        how many of the best are shown (3)
  --hash N       the most characters of a step hash (10)
  --digits N     the most digits in a formula of the piece (5)";

struct Options {
    kinds: Vec<Kind>,
    widths: Vec<i64>,
    top: usize,
    hash: usize,
    digits: u32,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    match options(arguments).and_then(|options| constants(&options)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        kinds: KINDS.to_vec(),
        widths: WIDTHS.collect(),
        top: 3,
        hash: 10,
        digits: 5,
    };
    let mut arguments = arguments.iter();
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(USAGE)?;
        let number = |range: std::ops::RangeInclusive<usize>| {
            let number = value.parse().ok().filter(|number| range.contains(number));
            let (least, most) = (range.start(), range.end());
            number.ok_or_else(|| format!("{name} needs a number from {least} to {most}; {USAGE}"))
        };
        match name.as_str() {
            "--kind" => {
                options.kinds.retain(|kind| kind.name == value);
                if options.kinds.is_empty() {
                    return Err(format!("`{value}` is no kind of variants; {USAGE}"));
                }
            }
            "--width" => options.widths = vec![number(18..=36)? as i64],
            "--top" => options.top = number(1..=1000)?,
            "--hash" => options.hash = number(4..=13)?,
            "--digits" => options.digits = number(1..=6)? as u32,
            _ => return Err(format!("`{name}` is no option; {USAGE}")),
        }
    }
    Ok(options)
}

/// How many kinds have a better choice than the present one.
fn constants(options: &Options) -> Result<usize, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or("there is no repository")?;
    let gen_binary = crate::build_gen(root)?;
    let work = Work::new();
    let hashes = hash::find(&options.widths, options.hash, &work);
    report::hashes(&hashes, &options.widths, options.top);
    let frames = frame::find(&hashes);
    let slides = Slides::new();
    let families = formula::families(options.digits);
    let mut findings = 0;
    for kind in &options.kinds {
        let present = present::read(&gen_binary, root, kind)?;
        let told = |reason| format!("{}, as it is now: {reason}", kind.variant);
        check::check(present.item("step"), present.width, &present.codes).map_err(told)?;
        let search = Search::new(*kind, &frames, &slides, present.cost());
        let mut found = search.run(&families, &work);
        found.truncate(100.max(options.top));
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
        findings += usize::from(report::choices(kind, &found, &present, options.top));
    }
    Ok(findings)
}
