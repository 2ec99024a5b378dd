//! `gen golf`: the machine that looks for savings.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use clap::ValueEnum;
use golfchess::interrupt;
use golfchess::search::{CatalogSource, filters, verification};
use golfchess_pages::catalog::Variant;
use golfchess_pages::compose::Composed;
use golfchess_pages::files;
use golfchess_pages::mutation::{Edit, Splice};
use golfchess_parity::Effort;
use golfchess_parity::search::{CandidateOutcome, Saving, Search, SearchOptions, State};

use super::project::Project;
use super::verify::{HostName, subject_of};
use crate::output::{Align, Outcome, Table, progress, say};

pub const HELP: &str = "\
Examples: gen golf index_TMP_D_SU
          gen golf index_L1 --candidates 100000

Each saving names the line of its fragment, to be taken over by hand. The search remembers
where it was, and goes on there next time; Ctrl-C ends it in good order.";

/// How many candidates are tried when nobody says.
const CANDIDATES: u64 = 20_000;

/// Where to look for savings.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variants, one after the other [default: all]
    variants: Vec<String>,
    /// Stop after so many candidates for each variant, earlier ones counted in
    #[arg(long, default_value_t = CANDIDATES, value_name = "N")]
    candidates: u64,
    /// Take pages of equal length too, when brotli makes them smaller
    #[arg(long)]
    even: bool,
    /// Where the parity proof of a saving is played
    #[arg(long, value_enum, default_value_t)]
    host: HostName,
    /// How much the proof plays: what is spread over the pages of a catalog, one page alone has
    /// to bear
    #[arg(long, value_enum, default_value_t)]
    proof: Proof,
    /// Begin anew
    #[arg(long)]
    fresh: bool,
    /// The folder in which the search is remembered
    #[arg(long, default_value = "target/golf", value_name = "DIR")]
    state: PathBuf,
    /// The seed of all chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How much of the suites a saving has to pass.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Proof {
    /// As `gen verify`
    Usual,
    /// As `gen verify --deep`
    #[default]
    Deep,
}

/// Searches, and prints what was saved and what became of all candidates.
pub fn run(project: &Project, args: &Args) -> Result<Outcome> {
    let mut variants = Vec::new();
    for name in &args.variants {
        variants.push(project.catalog.variant(name)?);
    }
    if variants.is_empty() {
        variants.extend(project.catalog.variants());
    }
    fs::create_dir_all(&args.state).with_context(|| {
        format!(
            "cannot make the folder {}; name another one with --state",
            args.state.display()
        )
    })?;
    // As many hosts as use the machine best, one for each thread.
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.host.kind().workers());
    let threads = threads
        .build()
        .context("cannot start the threads of the search")?;
    let stop = interrupt::ask_first().context("cannot watch for interrupts")?;
    let mut text = String::new();
    for variant in variants {
        if !stop.load(Ordering::Relaxed) {
            text += &threads.install(|| search(project, args, variant, &stop))?;
        }
    }
    Ok(Outcome::good(text))
}

fn search(project: &Project, args: &Args, variant: &Variant, stop: &AtomicBool) -> Result<String> {
    let composed = project.builder.script(variant)?;
    let script = &composed.text;
    let file = args.state.join(format!("{}.json", variant.name));
    let state = if args.fresh {
        State::new(script, args.seed)
    } else {
        State::load(&file, script, args.seed)?
    };
    let effort = match args.proof {
        Proof::Usual => Effort::Usual,
        Proof::Deep => Effort::Deep,
    };
    let options = SearchOptions {
        candidates: args.candidates,
        even: args.even,
        host: args.host.kind(),
        filters: filters(),
        verify: verification(effort),
    };
    let subject = subject_of(project, variant, String::new())?;
    let source = CatalogSource {
        options: project.catalog.manifest().minify_options(),
    };
    let before = state.candidates();
    let started = Instant::now();
    let mut golfer = Search::new(subject, &source, state, options)?;
    let first = golfer.bytes();
    let template = "{prefix} {bar:30} {pos}/{len} candidates, {per_sec} {msg}";
    let bar = progress(template, usize::try_from(args.candidates).ok())?;
    bar.set_prefix(variant.name.clone());
    let mut text = String::new();
    while let Some(saving) = golfer.step(stop, |state| {
        bar.set_position(state.candidates());
        // What a crash loses is then a chunk.
        if let Err(error) = files::write(&file, &state.to_json()) {
            bar.suspend(|| say(format_args!("warning: {error}")));
        }
    })? {
        let told = told(&composed, golfer.state(), &saving);
        bar.suspend(|| say(&told));
        bar.set_message(format!("{} bytes", golfer.bytes()));
        text += &told;
        files::write(&file, &golfer.state().to_json())?;
    }
    bar.finish_and_clear();
    let singles = golfer.singles();
    let last = golfer.bytes();
    let state = golfer.state();
    files::write(&file, &state.to_json())?;
    let tried = state.candidates() - before;
    let minutes = started.elapsed().as_secs_f64() / 60.0;
    text += &format!(
        "{}: {first} bytes, {last} with all savings; {singles} single edits, then pairs\n{}{tried} candidates in {:.1} minutes, {:.0} a minute\n\n",
        variant.name,
        fates(state).text(),
        minutes,
        tried as f64 / minutes.max(1e-9),
    );
    Ok(text)
}

fn fates(state: &State<Edit>) -> Table {
    let mut table = Table::new(&[("candidates", Align::Right), ("fate", Align::Left)]);
    for (fate, count) in &state.outcomes {
        table.row([count.to_string(), word(*fate).to_owned()]);
    }
    table.row([state.candidates().to_string(), "in all".to_owned()]);
    table
}

fn word(fate: CandidateOutcome) -> &'static str {
    match fate {
        CandidateOutcome::Malformed => "no script, or no edit",
        CandidateOutcome::Heavy => "no lighter",
        CandidateOutcome::Known => "tried before",
        CandidateOutcome::FailedAtOnce => "failed the shortest game",
        CandidateOutcome::FailedAgain => "failed a game that had killed before",
        CandidateOutcome::FailedSuite => "failed another game",
        CandidateOutcome::Slow => "too slow",
        CandidateOutcome::NotShorter => "right, but the page is no shorter",
        CandidateOutcome::FailedProof => "failed the parity proof",
        CandidateOutcome::Saved => "saved bytes",
    }
}

fn told(composed: &Composed, state: &State<Edit>, saving: &Saving<Edit>) -> String {
    let mut text = format!(
        "{} bytes instead of {}: {}\n",
        saving.after, saving.before, saving.edit.kind
    );
    for splice in &saving.edit.splices {
        text += &format!("  {}\n", place(composed, state, &saving.script, splice));
    }
    text
}

/// The place of a splice in the fragments, the old text and the new text.
fn place(composed: &Composed, state: &State<Edit>, script: &str, splice: &Splice) -> String {
    // The last saving is the splice's own edit.
    let earlier = state.savings.iter().rev().skip(1);
    let offset = earlier.fold(splice.start, |offset, edit| edit.offset_before(offset));
    let place = composed
        .position(offset)
        .map_or_else(String::new, |position| position.to_string());
    let one_line = |text: &str| shown(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let gone = one_line(&script[splice.start..splice.end]);
    match one_line(&splice.text).as_str() {
        "" => format!("{place}: leave out `{gone}`"),
        text => format!("{place}: `{gone}` becomes `{text}`"),
    }
}

/// Of a long text only its ends, which is where it has been changed.
fn shown(text: &str) -> String {
    const END: usize = 40;
    let count = text.chars().count();
    if count <= 2 * END + 3 {
        return text.to_owned();
    }
    let first: String = text.chars().take(END).collect();
    let last: String = text.chars().skip(count - END).collect();
    format!("{first} … {last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_shown_by_their_ends() {
        let short = "e".repeat(83);
        assert_eq!(shown(&short), short);
        let long = format!("{}{}", "a".repeat(50), "b".repeat(50));
        let expected = format!("{} … {}", "a".repeat(40), "b".repeat(40));
        assert_eq!(shown(&long), expected);
    }
}
