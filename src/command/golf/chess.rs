//! `gen golf` for chess pages, whose reference judges candidates.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use golfchess::interrupt;
use golfchess::search::CatalogSource;
use golfchess::search::file::Origin;
use golfchess_pages::catalog::Variant;
use golfchess_pages::compose::Composed;
use golfchess_pages::edits::Edit;
use golfchess_pages::files;
use golfchess_pages::metric::Metric;
use golfchess_parity::search::{CandidateOutcome, Phase, Saving, Search, SearchOptions, State};

use super::report::{change, place, place_of};
use super::search::restarted;
use super::{Args, lock, make_folder};
use crate::command::project::Project;
use crate::output::{Report, Table, help, message, print_now, progress};

/// Searches in variants.
pub fn run(project: &Project, args: &Args) -> Result<Report> {
    let other = match (args.shard, &args.out, args.variants.first()) {
        (Some(_), ..) => Some("--shard"),
        (_, Some(_), _) => Some("--out"),
        (.., Some(first)) if first == super::MERGE => Some("merge"),
        _ => None,
    };
    if let Some(other) = other {
        return Err(help::error(
            format!("{other} is not for chess pages"),
            "name several variants in several runs: each has a state of its own",
        ));
    }
    let metric = project.catalog.manifest().metric;
    if metric != Metric::Bytes {
        return Err(help::error(
            format!("the search in chess pages counts bytes, and the manifest says `{metric}`"),
            "search with a manifest without the key `metric`",
        ));
    }
    let variants = super::family::variants(project, &args.variants)?;
    make_folder(&args.state)?;
    // One thread for each host.
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.host.workers());
    let threads = threads
        .build()
        .context("cannot start the threads of the search")?;
    let stop = interrupt::ask_first().context("cannot handle interrupts")?;
    for variant in variants {
        if !stop.load(Ordering::Relaxed) {
            threads.install(|| search(project, args, variant, &stop))?;
        }
    }
    Ok(Report::default())
}

fn search(project: &Project, args: &Args, variant: &Variant, stop: &AtomicBool) -> Result<()> {
    let composed = project.builder.script(variant)?;
    let script = &composed.text;
    let file = args.state.join(format!("{}.json", variant.name));
    let _lock = lock(&file)?;
    let state = if args.fresh {
        State::new(script, args.seed)
    } else {
        State::load(&file, script, args.seed)?
    };
    if state.is_restarted {
        message(restarted(&variant.name, &file));
    }
    let template = "{prefix}: {msg} {bar:30} {pos}/{len} candidates, {per_sec}";
    let bar = progress(template, usize::try_from(args.candidates).ok())?;
    bar.set_prefix(variant.name.clone());
    let on_phase = |phase| bar.set_message(phase_name(phase));
    let options = SearchOptions {
        candidates: args.candidates,
        even: args.even,
        host: args.host,
        games: project.model()?.search_games(args.effort.effort()),
        on_phase: &on_phase,
    };
    let subject = project.subject(variant, String::new())?;
    let source = CatalogSource {
        options: project.catalog.manifest().minify_options(),
    };
    let before = state.candidates();
    let started = Instant::now();
    let mut search = Search::new(subject, &source, state, options)?;
    let earlier = search.savings()?;
    let first = earlier.first().map_or(search.bytes(), |one| one.before);
    let edits = search.state().savings.clone();
    for (index, saving) in earlier.iter().enumerate() {
        let report = saved(&composed, &edits[..index], saving);
        bar.suspend(|| print_now(&report, stop))?;
    }
    while let Some(saving) = search.step(stop, |state| {
        bar.set_position(state.candidates());
        // A crash loses one chunk at most.
        if let Err(error) = files::write(&file, &state.to_json()) {
            bar.suspend(|| message(format_args!("warning: {error}")));
        }
    })? {
        // The last saving is this one.
        let edits = &search.state().savings;
        let report = saved(&composed, &edits[..edits.len() - 1], &saving);
        bar.suspend(|| print_now(&report, stop))?;
        files::write(&file, &search.state().to_json())?;
    }
    bar.finish_and_clear();
    let singles = search.singles();
    let last = search.bytes();
    let state = search.state();
    files::write(&file, &state.to_json())?;
    let tried = state.candidates() - before;
    let minutes = started.elapsed().as_secs_f64() / 60.0;
    let summary = format!(
        "{}: {first} bytes, {last} with all savings; {singles} single edits, then pairs\n{}{tried} candidates in {:.1} minutes, {:.0} a minute\n\n",
        variant.name,
        outcomes(state).text(),
        minutes,
        tried as f64 / minutes.max(1e-9),
    );
    print_now(&summary, stop)?;
    Ok(())
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Planning => "planning games",
        Phase::CheckingFirstPage => "playing the page as it is",
        Phase::Searching => "searching",
        Phase::VerifyingSaving => "verifying a saving",
    }
}

/// The number of candidates with each outcome.
fn outcomes(state: &State<Edit>) -> Table {
    Table::of(&state.outcomes)
        .right("candidates", |(_, count)| count.to_string())
        .total(state.candidates().to_string())
        .left("outcome", |(outcome, _)| words(*outcome))
        .total("total")
        .into()
}

fn words(outcome: CandidateOutcome) -> &'static str {
    match outcome {
        CandidateOutcome::Malformed => "not a script",
        CandidateOutcome::NotSmaller => "not smaller",
        CandidateOutcome::Duplicate => "tried before",
        CandidateOutcome::FailedAtOnce => "failed the shortest game",
        CandidateOutcome::FailedAgain => "failed a game that rejected others before",
        CandidateOutcome::FailedSuite => "failed another game",
        CandidateOutcome::Slow => "too slow",
        CandidateOutcome::NotShorter => "passed, but the page is not shorter",
        CandidateOutcome::FailedVerification => "failed the verification",
        CandidateOutcome::Saved => "saved bytes",
    }
}

/// A saving with the places of its edits in the script before some earlier savings.
fn saved(composed: &Composed, earlier: &[Edit], saving: &Saving<Edit>) -> String {
    let mut text = format!(
        "{} bytes instead of {}: {}\n",
        saving.after, saving.before, saving.edit.kind
    );
    for splice in &saving.edit.splices {
        let origin = Origin::of(earlier, splice.start);
        let place = place_of(origin, &|offset| place(composed, offset));
        text += &change(&place, &saving.script, splice);
    }
    text
}
