//! A search in a file or in a variant of a catalog.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use golfchess::search::{Phase, Saving, Search, SearchError, SearchOptions, State};
use golfchess_pages::files;
use golfchess_parity::Shard;
use golfchess_parity::search::JudgeError;
use golfchess_script::proposals;
use indicatif::ProgressBar;

use super::Args;
use super::judge::Oracle;
use super::report::saving;
use super::summary::{SoFar, Summary};
use crate::command::itself;
use crate::command::one_file::OneFile;
use crate::output::{help, message, print_now, progress};

/// What is searched.
pub struct Task<'t> {
    /// The name of the variant or the file.
    pub name: String,
    pub script: String,
    pub options: SearchOptions,
    pub oracle: Oracle,
    /// The place of an offset in the script.
    pub place: &'t (dyn Fn(usize) -> String + Sync),
    pub source: Source<'t>,
}

/// Where the script is from.
#[derive(Debug, Clone, Copy)]
pub enum Source<'t> {
    /// The fragments of a variant.
    Variant,
    File(OneFile<'t>),
}

impl Task<'_> {
    /// Searches, or joins the parts of a search whose states are in files, and writes the smallest
    /// page to `--out`.
    pub fn run(&self, args: &Args, states: &[String], stop: &AtomicBool) -> Result<()> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.oracle.threads(args));
        let threads = threads
            .build()
            .context("cannot start the threads of the search")?;
        let page = threads.install(|| match states {
            [] => self.search(args, stop),
            states => self.merge(args, states, stop),
        })?;
        // The next run continues in the file as it is.
        let is_stopped = args.in_place && stop.load(Ordering::Relaxed);
        if let Some(out) = args.target().filter(|_| !is_stopped) {
            files::write(out, &page)?;
        }
        Ok(())
    }

    /// Searches or continues a search, prints the savings, and saves the state. Returns the smallest
    /// page.
    fn search(&self, args: &Args, stop: &AtomicBool) -> Result<String> {
        let shard = args.shard.unwrap_or_default();
        make_folder(&args.state)?;
        let file = args.state.join(self.state_name(shard));
        let _lock = lock(&file)?;
        let new = || State::new(&self.script, args.seed, shard, &args.edits);
        let state = match args.fresh {
            true => None,
            false => State::load(&file)?,
        };
        let state = state.map_or_else(new, |state| {
            state.of(&self.script, args.seed, shard, &args.edits)
        });
        if state.is_restarted {
            message(format_args!(
                "{}, the seed or the kinds of edits have changed since the search in {}: it starts again",
                self.name,
                file.display()
            ));
        }
        let template = "{prefix}: {msg} {bar:30} {pos}/{len} candidates, {per_sec}";
        let bar = progress(template, usize::try_from(args.candidates).ok())?;
        bar.set_prefix(self.name.clone());
        let tried = state.tried();
        let on_phase = |phase| bar.set_message(phase_name(phase));
        let mut search = self.open(args, state, &bar, &on_phase)?;
        let earlier = search
            .savings()
            .map_err(|error| self.explained(args, error))?;
        let summary = SoFar::new(Summary {
            name: self.name.clone(),
            metric: self.options.minify.metric,
            first: earlier.first().map_or(search.size(), |one| one.before),
            tried_before: tried,
            started: Instant::now(),
            state: search.state().clone(),
            file,
            last: search.size(),
            singles: search.singles(),
            page: search.page().to_owned(),
            is_checked: false,
            out: args.out.clone(),
        });
        for one in &earlier {
            bar.suspend(|| print_now(&self.report(one), stop))?;
        }
        loop {
            let found = search.step(stop, |state| {
                bar.set_position(state.tried());
                if let Err(error) = summary.go_on(state) {
                    bar.suspend(|| message(format_args!("warning: {error}")));
                }
            });
            let found = found.map_err(|error| self.explained(args, error))?;
            if found.is_empty() {
                break;
            }
            // First: an interrupt must not lose what has been printed.
            summary.save(&mut search)?;
            for one in &found {
                bar.suspend(|| print_now(&self.report(one), stop))?;
            }
        }
        bar.finish_and_clear();
        summary.go_on(search.state())?;
        print_now(&summary.end(), stop)?;
        if stop.load(Ordering::Relaxed) {
            message("stopped; the next run continues");
        }
        Ok(search.page().to_owned())
    }

    /// Joins the savings of the parts of a search, whose states are in files, and prints them.
    /// Returns the smallest page.
    fn merge(&self, args: &Args, states: &[String], stop: &AtomicBool) -> Result<String> {
        let mut found = Vec::new();
        let mut joined: Option<State> = None;
        for name in states {
            let state = State::load(Path::new(name))?;
            let state = state.with_context(|| format!("there is no file {name}"))?;
            let is_other = |one: &State| one.savings != state.savings;
            if state.source != self.script || joined.as_ref().is_some_and(is_other) {
                return Err(help::error(
                    format!("{name} is the state of a search in another script"),
                    format!(
                        "name the states of the parts of one search in {}",
                        self.name
                    ),
                ));
            }
            found.extend(state.found.iter().cloned());
            joined.get_or_insert(state);
        }
        let mut state = joined.context("`merge` needs states")?;
        state.found.clear();
        let bar = progress("{prefix}: {msg} {spinner}", None)?;
        bar.set_prefix(self.name.clone());
        let on_phase = |phase| bar.set_message(phase_name(phase));
        let mut search = self.open(args, state, &bar, &on_phase)?;
        let first = search.size();
        let saved = search.merge(&found, stop);
        bar.finish_and_clear();
        let saved = saved.map_err(|error| self.explained(args, error))?;
        let mut text: String = saved.iter().map(|one| self.report(one)).collect();
        text += &format!(
            "{}: {} of {} savings, {first} {}, {} with them\n",
            self.name,
            saved.len(),
            found.len(),
            self.options.minify.metric.unit(),
            search.size(),
        );
        print_now(&text, stop)?;
        Ok(search.page().to_owned())
    }

    /// The file of a state. A search that counts packed pages has another one.
    fn state_name(&self, shard: Shard) -> String {
        let stem = Path::new(&self.name).file_name().unwrap_or_default();
        let mut stem = stem.to_string_lossy().into_owned();
        if self.options.pack.is_some() {
            stem += ".packed";
        }
        match shard {
            Shard::WHOLE => format!("{stem}.json"),
            Shard { part, of } => format!("{stem}.{part}-of-{of}.json"),
        }
    }

    fn open<'s>(
        &'s self,
        args: &Args,
        state: State,
        bar: &ProgressBar,
        on_phase: &'s (dyn Fn(Phase) + Sync),
    ) -> Result<Search<'s>> {
        bar.set_message("planning games");
        let script = proposals::without_comments(&state.source);
        let script = script.map_err(|error| self.explained(args, error.into()))?;
        let judge = self.oracle.judge(args, &script, &state.counterexamples)?;
        let search = Search::new(&self.options, judge, state, on_phase);
        search.map_err(|error| self.explained(args, error))
    }

    fn report(&self, one: &Saving) -> String {
        saving(one, self.options.minify.metric, self.place)
    }

    /// An error with what is to be done.
    fn explained(&self, args: &Args, error: SearchError) -> anyhow::Error {
        let (error, advice) = match (error, self.source) {
            (SearchError::Wrong(reason), _) => return self.wrong(args, &reason),
            (SearchError::Minify(error), Source::File(file)) => {
                // The search has removed the comments, and lines with them.
                let of_file = golfchess_script::minify(&self.script, &self.options.minify).err();
                return file.unminified(&self.script, &of_file.unwrap_or(error));
            }
            (SearchError::Script(error), Source::File(file)) => {
                return file.failed(&self.script, &error);
            }
            (SearchError::Judge(error), _) => return self.unjudged(error),
            (error, Source::Variant) => (error, "correct the script"),
        };
        help::with_help(error, format!("cannot search in {}", self.name), advice)
    }

    /// The oracle does not work.
    fn unjudged(&self, error: JudgeError) -> anyhow::Error {
        let advice = match &error {
            JudgeError::NotStarted { .. } => {
                "name a program that is installed, or one by its path, such as ./test.sh"
            }
            JudgeError::Unsteady(_) => {
                "write a command that decides by the file alone: not by random numbers, the time, or \
                 what its last run has left"
            }
            JudgeError::Program(_) => "check the command of --oracle",
            _ => return error.into(),
        };
        help::with_help(error, format!("cannot search in {}", self.name), advice)
    }

    /// The oracle rejects the page before any edit.
    fn wrong(&self, args: &Args, reason: &str) -> anyhow::Error {
        let name = &self.name;
        let rejected =
            format!("cannot search in {name}: the oracle rejects the page as it is: {reason}");
        match (&self.oracle, self.source) {
            (Oracle::Model(..), Source::Variant) => help::error(
                rejected,
                format!("run `gen verify {name}` and correct the fragments"),
            ),
            (Oracle::Model(subject, _), Source::File(_)) if self.oracle.is_mirror() => {
                match itself::difference(subject, args.host) {
                    Err(error) => error.into(),
                    Ok(Some(difference)) => help::error(
                        format!(
                            "cannot search in {name}: the file shows something else each time that it is \
                             played: {}",
                            itself::in_words(&difference)
                        ),
                        "let scenarios or a command decide (--oracle)",
                    ),
                    Ok(None) => help::error(
                        format!(
                            "cannot search in {name}: its shortened page shows something else than the file, \
                             before any edit: {reason}"
                        ),
                        "a script that reads the names or the text of its functions does so: list these names \
                         with --keep, or let scenarios or a command decide (--oracle)",
                    ),
                }
            }
            (Oracle::Model(..), Source::File(_)) => help::error(
                rejected,
                "the shortened file must show what the scenarios list under `shown`",
            ),
            (Oracle::Program(_), _) => help::error(
                rejected,
                "the oracle must accept the shortened file; a command gets its path as the last argument, \
                 and exits with 0",
            ),
        }
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::CheckingFirstPage => "playing the page as it is",
        Phase::Searching => "searching",
        Phase::VerifyingSaving => "verifying a saving",
    }
}

/// Makes the folder of the states.
fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        let message = format!("cannot create the folder {}", folder.display());
        help::with_help(error, message, "name another folder with --state")
    })
}

/// Locks the state of a search, so that no other search writes to it.
fn lock(state: &Path) -> Result<File> {
    let path = state.with_extension("lock");
    let open = File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
    match open.try_lock() {
        Err(TryLockError::WouldBlock) => Err(help::error(
            format!("another search uses the state in {}", state.display()),
            "wait for its end, or name another folder with --state",
        )),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(open),
    }
}
