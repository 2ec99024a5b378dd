//! `--watch`: minifies again at each save of a file that takes part. A quick result comes at once, and the final one
//! while nothing changes.

mod files;
mod final_pass;
mod lines;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use golfchess::interrupt;

use self::files::Watched;
use self::final_pass::FinalPass;
use self::lines::Lines;
use super::estimate::Estimate;
use super::folder::folder_of;
use super::live::Live;
use super::loaded::Loaded;
use super::once::{Once, once};
use super::stage::{Stage, Stop};
use super::{Args, Around};
use crate::options::STDOUT;
use crate::output::{Format, Report, help, message, print_now, set_quiet};

/// Watches until Ctrl-C, or until stdout is closed.
pub fn run(args: &Args) -> Result<Report> {
    if args.file == Path::new(STDOUT) || args.format == Format::Json {
        return Err(help::error(
            "--watch prints lines for each save of a file",
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
    let live = args.serve.then(|| Live::start(&folder_of(&args.file)));
    let mut watch = Watch {
        args,
        watched: Watched::new()?,
        live: live.transpose()?,
        lines: Lines::default(),
        packing: None,
        is_closed: AtomicBool::new(false),
    };
    watch.watched.add([args.file.clone()])?;
    watch.follow()
}

/// What is watched, and what was said of it.
struct Watch<'a> {
    args: &'a Args,
    watched: Watched,
    live: Option<Live>,
    lines: Lines,
    /// What packing has done to the last page.
    packing: Option<Estimate>,
    /// Whether nobody reads stdout any more.
    is_closed: AtomicBool,
}

impl Watch<'_> {
    fn follow(&mut self) -> Result<Report> {
        let mut name = self.args.file.display().to_string();
        let mut is_first = true;
        let mut earlier: Option<FinalPass> = None;
        loop {
            let shown = self.first(&name)?;
            if is_first {
                self.say_start();
                is_first = false;
            }
            if self.is_closed.load(Ordering::Relaxed) {
                return Ok(Report::default());
            }
            if let Some((loaded, first)) = shown {
                let wake = self.watched.waker();
                let pass = FinalPass::start(self.args, loaded, earlier.take(), wake)?;
                if let Some(saved) = self.watched.wait(Some(&pass))? {
                    earlier = Some(pass);
                    name = saved;
                    continue;
                }
                self.last(&name, pass, &first)?;
                if self.is_closed.load(Ordering::Relaxed) {
                    return Ok(Report::default());
                }
            }
            let saved = self.watched.wait(None)?;
            name = saved.unwrap_or(name);
        }
    }

    /// Shows the first result after a save. Returns it, and what the final one is made of.
    fn first(&mut self, name: &str) -> Result<Option<(Loaded, Once)>> {
        let made = Loaded::read(self.args).and_then(|mut loaded| {
            // A save of a new file may come while the result is made.
            self.watched.add(loaded.sources.read().iter().cloned())?;
            let (stage, packing) = (Stage::First, self.packing);
            let made = once(self.args, &mut loaded, stage, packing, &Stop::default())?;
            made.write(self.args)?;
            Ok((loaded, made))
        });
        // A file that is not there yet may be what helps.
        self.watched.takes_all = made.is_err();
        let line = match &made {
            Ok((_, made)) => {
                self.watched.add(made.read.iter().cloned())?;
                self.show(made);
                self.lines.next(self.args, name, Stage::First, made)
            }
            Err(error) => self.lines.error(error),
        };
        print_now(&line, &self.is_closed)?;
        Ok(made.ok())
    }

    /// Shows the final result. A browser has the page of the `first` one.
    fn last(&mut self, name: &str, pass: FinalPass, first: &Once) -> Result<()> {
        let made = pass.result().and_then(|made| {
            made.write(self.args)?;
            Ok(made)
        });
        let line = match &made {
            Ok(made) => {
                if made.page != first.page {
                    self.show(made);
                }
                let packs = self.args.packs();
                let before = self.args.metric.estimate(&first.page);
                self.packing = packs.then(|| {
                    Estimate::between(
                        [before, first.container_bytes()],
                        [made.after.bytes, made.container_bytes()],
                    )
                });
                self.lines.next(self.args, name, Stage::Final, made)
            }
            Err(error) => self.lines.error(error),
        };
        Ok(print_now(&line, &self.is_closed)?)
    }

    fn show(&self, made: &Once) {
        if let Some(live) = &self.live {
            live.show(made.page.clone());
        }
    }

    fn say_start(&self) {
        let file = self.args.file.display();
        message(format_args!("watching {file}; Ctrl-C ends it"));
        if let Some(live) = &self.live {
            message(format_args!("serving {}", live.address));
        }
        // What each pass says besides was said now.
        set_quiet();
    }
}
