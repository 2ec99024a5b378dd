//! Searches for shorter constants in the fragments of the chess pages.
//!
//! A piece steps where `1 << h(step) & mask(piece)` is not 0. The program searches short hashes
//! `h` that tell the steps of chess apart, numbers of the pieces, and a short formula `mask` of
//! these numbers. It counts the test itself and everything that the numbers and the width of a
//! file change in the fragments. It compares the results with the present constants, which it
//! reads from `catalog.toml` and the composed pages.

mod board;
mod check;
mod codes;
mod expression;
mod formula;
mod frame;
mod hash;
mod open;
mod pawn;
mod present;
mod report;
mod search;
mod slide;
mod table;
mod work;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use board::WIDTHS;
use clap::{Parser, value_parser};
use codes::{KINDS, Kind};
use search::{Search, Shape};
use slide::Slides;
use work::{Shard, Work};

/// Search shorter numbers of pieces, steps and the width of the board
#[derive(Parser)]
#[command(name = "cargo xtask constants", bin_name = "cargo xtask constants")]
struct Args {
    /// The folder of the fragments and of catalog.toml
    #[arg(long, value_name = "DIR", default_value = "templates")]
    templates: PathBuf,
    /// Only variants of this kind
    #[arg(long, value_parser = KINDS.map(|kind| kind.name))]
    kind: Option<String>,
    /// Only boards with N indices in a file
    #[arg(long, value_name = "N", value_parser = value_parser!(i64).range(WIDTHS))]
    width: Option<i64>,
    /// Show the N best
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
    top: u32,
    /// The most characters of a step hash
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(4..=13))]
    hash: u32,
    /// Only step hashes that also serve a loop with steps of any length
    #[arg(long)]
    far: bool,
    /// The most digits in a formula of the piece
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u32).range(1..=6))]
    digits: u32,
    /// Where the pawn's case stands in the step test
    #[arg(long, value_enum, default_value_t = Shape::All)]
    shape: Shape,
    /// Search only part I of N of the formulas
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Keep finished parts in FILE, and continue from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

/// Returns the number of kinds for which a shorter choice was found.
fn run(args: &Args) -> Result<usize, String> {
    let templates: &Path = &args.templates;
    let widths: Vec<i64> = args
        .width
        .map_or_else(|| WIDTHS.collect(), |width| vec![width]);
    let kinds: Vec<&Kind> = KINDS
        .iter()
        .filter(|kind| args.kind.as_ref().is_none_or(|name| kind.name == name))
        .collect();
    let presents = present::read_all(templates, &kinds)?;
    let top = args.top as usize;
    let work = Work::open(args.state.as_deref(), &space(args, &widths))?;
    let hashes = hash::find(&work, &widths, args.hash as usize, args.far)?;
    report::hashes(&hashes, &widths, top);
    let frames = frame::find(&hashes);
    let slides = Slides::new();
    let mut families = formula::families(args.digits);
    // Inside the arithmetic of a frame, the others are no formulas.
    families.retain(|family| args.shape != Shape::Closed || family.is_tight);
    let mut findings = 0;
    for (kind, present) in kinds.iter().zip(presents) {
        let wrong = |reason| format!("{}, present constants: {reason}", kind.variant);
        check::check(present.item("step"), present.width, &present.codes).map_err(wrong)?;
        let search = Search::new(**kind, &frames, &slides, present.cost(), args.shape);
        let mut found = search.run(&work, &families, args.shard)?;
        found.truncate(100.max(top));
        let all = found.len();
        found.retain(|choice| {
            check::check(choice.item("step"), choice.width, &choice.codes).is_ok()
        });
        if found.len() < all {
            return Err(format!(
                "{}: the search accepted {} wrong choices; \
                 a form in crates/constants/src/ differs from JavaScript",
                kind.name,
                all - found.len()
            ));
        }
        findings += usize::from(report::choices(kind, &found, &present, top));
        report::space(&search.coverage(), &families, args.shard);
    }
    Ok(findings)
}

/// The arguments that decide which parts there are and what they find.
fn space(args: &Args, widths: &[i64]) -> String {
    let far = if args.far { "far " } else { "" };
    let shape = args.shape;
    format!(
        "widths {widths:?}, {shape:?} shape, {far}hashes of {} characters, formulas of {} digits",
        args.hash, args.digits
    )
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Args;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }
}
