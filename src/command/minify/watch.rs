//! `--watch`: minifies again at each save of a file that takes part.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use golfchess::interrupt;
use notify::RecursiveMode;

use super::folder::folder_of;
use super::live::Live;
use super::once::{Once, once};
use super::{Args, Around};
use crate::command::changes::Changes;
use crate::options::STDOUT;
use crate::output::{Format, Report, help, message, print_now, set_quiet};

/// Watches until Ctrl-C, or until stdout is closed.
pub fn run(args: &Args) -> Result<Report> {
    if args.file == Path::new(STDOUT) || args.format == Format::Json {
        return Err(help::error(
            "--watch prints a line for each save of a file",
            "name a file, leave --format json away, and write the page with --out or --zip",
        ));
    }
    if args.serve && args.wrapper == Some(Around::None) {
        return Err(help::error(
            "--serve shows a page, and --wrapper none makes a script",
            "leave one of them away",
        ));
    }
    // To play a page takes longer than the next save.
    let args = &Args {
        no_check: true,
        ..args.clone()
    };
    interrupt::end_with(0, || ()).context("cannot watch for interrupts")?;
    let mut watched = Watched::new()?;
    watched.add([args.file.clone()])?;
    let live = args.serve.then(|| Live::start(&folder_of(&args.file)));
    let live = live.transpose()?;
    let closed = AtomicBool::new(false);
    let mut last: Option<Once> = None;
    let mut name = args.file.display().to_string();
    let mut is_first = true;
    loop {
        let line = match once(args) {
            Ok(made) => {
                watched.add(made.read.iter().cloned())?;
                watched.takes_all = false;
                let line = line(args, &name, &made, last.as_ref());
                if let Some(live) = &live {
                    live.show(made.page.clone());
                }
                last = Some(made);
                line
            }
            Err(error) => {
                // A file that is not there yet may be what helps.
                watched.takes_all = true;
                let kept = if last.is_some() {
                    "; the last good page stays"
                } else {
                    ""
                };
                // The code of a script stands on a line of its own.
                let reason = help::chain(&error);
                let reason: Vec<&str> = reason.split_whitespace().collect();
                format!("error: {}{kept}\n", reason.join(" "))
            }
        };
        print_now(&line, &closed)?;
        if closed.load(Ordering::Relaxed) {
            return Ok(Report::default());
        }
        if is_first {
            message(format_args!(
                "watching {}; Ctrl-C ends it",
                args.file.display()
            ));
            if let Some(live) = &live {
                message(format_args!("serving {}", live.address));
            }
            is_first = false;
            // What each run says besides was said now.
            set_quiet();
        }
        name = watched.wait()?;
    }
}

/// The sizes of a result beside those of the last one.
fn line(args: &Args, name: &str, made: &Once, last: Option<&Once>) -> String {
    let change = |now: usize, before: Option<usize>| match before {
        Some(before) => format!(" ({:+})", now as i64 - before as i64),
        None => String::new(),
    };
    let before = last.map(|last| last.after);
    let (after, unit) = (made.after, args.metric.unit());
    let mut line = format!("{name}: {after} {unit}{}", change(after, before));
    if let Some(bytes) = made.container {
        let before = last.and_then(|last| last.container);
        line += &format!(", container {bytes}{}", change(bytes, before));
    }
    if let Some(limit) = &made.limit {
        line += &format!(", {}", limit.share());
    }
    line + "\n"
}

/// The files that take part, and their changes.
struct Watched {
    changes: Changes,
    files: BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
    /// Whether a change of any file in their folders counts.
    takes_all: bool,
}

impl Watched {
    fn new() -> Result<Self> {
        Ok(Self {
            changes: Changes::new()?,
            files: BTreeSet::new(),
            folders: BTreeSet::new(),
            takes_all: false,
        })
    }

    /// Watches more files. Their folders are watched: an editor may put another file in the place of one.
    fn add(&mut self, files: impl IntoIterator<Item = PathBuf>) -> Result<()> {
        for file in files {
            let Ok(file) = fs::canonicalize(&file) else {
                continue;
            };
            if let Some(folder) = file.parent()
                && self.folders.insert(folder.to_owned())
            {
                let watched = self.changes.watch(folder, RecursiveMode::NonRecursive);
                watched.with_context(|| format!("cannot watch {}", folder.display()))?;
            }
            self.files.insert(file);
        }
        Ok(())
    }

    /// Waits for a save, and until no more follow. Returns the name of its file.
    fn wait(&self) -> Result<String> {
        loop {
            let change = self.changes.wait()?;
            let mut files = change.files.iter();
            let counts = |file: &&PathBuf| self.takes_all || self.files.contains(*file);
            let Some(path) = files.find(counts) else {
                continue;
            };
            self.changes.settle(change.at);
            let name = path.file_name().unwrap_or(path.as_os_str());
            return Ok(name.to_string_lossy().into_owned());
        }
    }
}
