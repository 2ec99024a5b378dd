//! `gen watch`: the pages follow their fragments.

mod bench;
mod events;
mod trial;
mod view;

use std::fs;
use std::io;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use golfchess::interrupt;

use super::all::lock;
use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use super::records;
use crate::options::Folders;
use crate::output::{Report, message};
use bench::{Bench, Look, Renewal};
use events::Events;
use trial::Trial;
use view::View;

const HELP: &str = "\
After each change it shows the sizes, and plays a few games on the pages that have become other
ones: all of them to a quick end, some of them through the scripted cases of the rules. The proof
is still `gen verify`. Ctrl-C ends it.

Examples: gen watch
          gen watch --write
          gen watch --no-verify | tee sizes.log";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::Own;
pub const NEEDS: &[Need] = &[Need::TEMPLATES];

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

/// Watches until Ctrl-C, or until nobody reads what it shows.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let folders = &env.folders;
    // A page that fails must be somewhere for `gen replay`.
    let scratch = tempfile::Builder::new().prefix("gen-watch-").tempdir();
    let scratch = scratch.context("cannot make a folder for temporary files")?;
    let left = scratch.path().to_owned();
    let remove = move || {
        let _ = fs::remove_dir_all(&left);
    };
    interrupt::end_with(0, remove).context("cannot watch for interrupts")?;
    let trial = Trial {
        folders,
        pages: if args.write {
            &folders.catalog
        } else {
            scratch.path()
        },
    };
    match follow(folders, args, &trial) {
        Err(error) if is_broken_pipe(&error) => Ok(Report::default()),
        Err(error) => Err(error),
        Ok(never) => match never {},
    }
}

fn follow(folders: &Folders, args: &Args, trial: &Trial<'_>) -> Result<std::convert::Infallible> {
    let place = folders.templates.display();
    // Before the first look, so that no change is missed.
    let mut events = Events::of(&folders.templates)?;
    let (mut bench, mut view) = (Bench::new(folders), View::new());
    let mut since = Instant::now();
    let mut is_first = true;
    loop {
        match bench.look() {
            Look::Same => {}
            Look::Broken(fault) => view.broken(&fault)?,
            Look::Renewed(renewal) => {
                view.renewal(&renewal, since.elapsed())?;
                if args.write {
                    view.add(&write(&renewal)?)?;
                }
                // What stood at the beginning has been verified, or will be.
                if renewal.before.is_some() && !args.no_verify {
                    view.add(&trial.run(&renewal, &mut events)?)?;
                }
            }
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

/// As `gen --all` does it; a catalog that cannot be written is told, and watching goes on.
fn write(renewal: &Renewal) -> Result<String> {
    let folder = &renewal.project.folder;
    let written = || -> Result<usize> {
        let ours = lock(folder)?;
        let before = records::accepted(folder)?;
        let record = renewal.edition.record().with_baselines_of(before.as_ref());
        Ok(renewal.edition.write(&record, &ours)?)
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
