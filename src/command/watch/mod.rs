//! `gen watch`: rebuilds and plays the pages when their fragments change.

mod events;
mod hosts;
mod play_check;
mod played;
mod rebuild;
mod sample;
mod verdict;
mod view;

use std::fs;
use std::io;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use golfchess::interrupt;

use super::Environment;
use super::all::lock;
use super::records;
use crate::output::{Report, message};
use events::Events;
use play_check::PlayCheck;
use rebuild::{Change, Look, Rebuild};
use verdict::verdict;
use view::{Section, View};

const HELP: &str = "\
After each change it shows the sum of the change, the pages that changed, what playing them has found,
and the verdict of the gate. It plays one short game on each changed page in the embedded engine, and
scripted cases of each topic (rules, clocks, draws, arbiter, opponent) on four pages in a browser.
Pages that need a document come after the others. The browser is the first of Chromium, Firefox and
WebKitGTK that `gen doctor` finds; it stays open. Without one, the embedded engine plays the rules. A
page that cannot be played is named. A page that packs a page above is not played. Pages that are no
chess pages play their scenarios, and games beside their readable pages. This does not replace
`gen verify`. Ctrl-C ends it.

Examples: gen watch
          gen watch --write
          gen watch --packed
          gen watch --no-verify | tee sizes.log";

/// Rebuild what a changed fragment affects, show the change, and play the pages
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Write the pages and their record to the catalog after each change, as `gen --all` does
    #[arg(long)]
    write: bool,
    /// Do not play the pages
    #[arg(long)]
    no_verify: bool,
    /// List the packed pages that change too
    #[arg(long)]
    packed: bool,
}

/// Watches until Ctrl-C, or until stdout is closed.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    // `gen replay` reads a failing page from here.
    let scratch = tempfile::Builder::new().prefix("gen-watch-").tempdir();
    let scratch = scratch.context("cannot make a folder for temporary files")?;
    let left = scratch.path().to_owned();
    let remove = move || {
        let _ = fs::remove_dir_all(&left);
    };
    interrupt::end_with(0, remove).context("cannot watch for interrupts")?;
    match follow(env, args, PlayCheck::new(scratch.path())) {
        Err(error) if is_broken_pipe(&error) => Ok(Report::default()),
        Err(error) => Err(error),
        Ok(never) => match never {},
    }
}

fn follow(
    env: &Environment,
    args: &Args,
    mut play_check: PlayCheck<'_>,
) -> Result<std::convert::Infallible> {
    let folders = &env.folders;
    let place = folders.templates.display();
    // Started before the first look, so that no change is missed.
    let mut events = Events::of(&folders.templates)?;
    let (mut rebuild, mut view) = (Rebuild::new(env), View::new(args.packed));
    let mut since = Instant::now();
    let mut is_first = true;
    let mut gate = String::new();
    loop {
        // Before the look, so that a save while it builds is seen.
        events.add(&rebuild.bundled())?;
        match rebuild.look(&mut |part| view.part(part, since.elapsed()))? {
            Look::Same => {}
            Look::Broken(error) => view.broken(&error)?,
            Look::Built(change) => {
                if args.write {
                    view.show(Section::Written, &write(&change)?)?;
                }
                // A look at unchanged pages has no verdict: that of the last change may not have been shown.
                let new = verdict(&change);
                if !new.is_empty() {
                    gate = new;
                }
                if view.is_redrawn() {
                    view.show(Section::Gate, &std::mem::take(&mut gate))?;
                }
                play_check.add(change);
            }
        }
        // Modules that were new to the look.
        events.add(&rebuild.bundled())?;
        // Also after a look without changes: another file may have stopped the play check.
        let mut show = |text: &str| view.show(Section::Faults, text);
        // The gate ends the report of a change: a play check that was stopped goes on after the next look without
        // an error.
        let is_over =
            !rebuild.is_broken() && (args.no_verify || play_check.run(&mut events, &mut show)?);
        if is_over {
            view.show(Section::Gate, &std::mem::take(&mut gate))?;
        }
        if is_first {
            message(format_args!("watching {place}; Ctrl-C ends it"));
            is_first = false;
        }
        since = events.wait()?;
        if !folders.templates.is_dir() {
            bail!("the folder {place} is gone; start again when it is back");
        }
    }
}

/// Writes the catalog as `gen --all` does. Watching continues after an error.
fn write(change: &Change) -> Result<String> {
    let folder = &change.project.folder;
    let written = || -> Result<usize> {
        let ours = lock(folder)?;
        let before = records::accepted(folder, change.build.metric)?;
        let record = records::with_accepted(change.build.record(), before.as_ref(), folder);
        Ok(change.build.write(&record, &ours)?)
    };
    Ok(match written() {
        Ok(count) => format!("{count} files written to {}\n", folder.display()),
        Err(error) => format!("error: {error:#}\n"),
    })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
