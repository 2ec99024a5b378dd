//! `gen watch`: rebuilds and plays the pages when their fragments change.

mod events;
mod play_check;
mod rebuild;
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
use view::View;

const HELP: &str = "\
After each change it shows the sizes and plays a few games on the changed pages: one short game on
each, and the scripted cases of the rules on some. Pages that are no chess pages play their
scenarios, and games beside their readable pages. The embedded engine plays; Chromium plays the
scripted cases if it is installed, and pages that need a document. This does not replace
`gen verify`. Ctrl-C ends it.

Examples: gen watch
          gen watch --write
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
    let (mut rebuild, mut view) = (Rebuild::new(env), View::new());
    let mut since = Instant::now();
    let mut is_first = true;
    loop {
        match rebuild.look() {
            Look::Same => {}
            Look::Broken(error) => view.broken(&error)?,
            Look::Built(change) => {
                view.change(&change, since.elapsed())?;
                if args.write {
                    view.add(&write(&change)?)?;
                }
                play_check.add(change);
            }
        }
        // Also after a look without changes: another file may have stopped the play check.
        if !args.no_verify && !rebuild.is_broken() {
            view.add(&play_check.run(&mut events)?)?;
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
