//! A search with any judge: in a file, or in a variant of a catalog.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use golfchess::search::file::{FileSearch, FileSearchError, FileState, Judge, Part, Saved};
use golfchess_pages::files;
use golfchess_pages::minify::MinifyOptions;

use super::report::saving;
use super::{Args, lock, make_folder};
use crate::output::{help, message, print_now, progress};

/// What is searched.
pub struct Task<'t> {
    /// The name of the variant or the file.
    pub name: String,
    pub script: String,
    pub options: MinifyOptions,
    pub judge: &'t dyn Judge,
    /// The place of an offset in the script.
    pub place: &'t dyn Fn(usize) -> String,
    /// What to do if the page as it is is wrong.
    pub if_wrong: String,
}

impl Task<'_> {
    /// Searches, or joins the parts of a search whose states are in files, and writes the smallest
    /// page to `--out`.
    pub fn run(&self, args: &Args, states: &[String], stop: &AtomicBool) -> Result<()> {
        let page = match states {
            [] => self.search(args, stop)?,
            states => self.merge(args, states, stop)?,
        };
        if let Some(out) = &args.out {
            files::write(out, &page)?;
        }
        Ok(())
    }

    /// Searches or continues a search, prints the savings, and saves the state. Returns the smallest
    /// page.
    fn search(&self, args: &Args, stop: &AtomicBool) -> Result<String> {
        let part = args.shard.unwrap_or(Part::WHOLE);
        make_folder(&args.state)?;
        let saved = args.state.join(state_name(&self.name, part));
        let _lock = lock(&saved)?;
        let state = match args.fresh {
            true => None,
            false => load(&saved)?,
        };
        let same = |state: &FileState| {
            state.source == self.script && state.seed == args.seed && state.part == part
        };
        if state.as_ref().is_some_and(|state| !same(state)) {
            message(restarted(&self.name, &saved));
        }
        let state = state.filter(same);
        let state = state.unwrap_or_else(|| FileState::new(&self.script, args.seed, part));
        let bar = progress(
            "{prefix}: {msg} {bar:30} {pos}/{len} candidates, {per_sec}",
            usize::try_from(args.candidates).ok(),
        )?;
        bar.set_prefix(self.name.clone());
        bar.set_message("running the oracle on the page as it is");
        let tried = state.tried;
        let started = Instant::now();
        let mut search = self.open(state, stop)?;
        let earlier = search.savings().map_err(|error| self.explained(error))?;
        let first = earlier.first().map_or(search.size(), |saved| saved.before);
        for saved in &earlier {
            bar.suspend(|| print_now(&self.report(saved), stop))?;
        }
        bar.set_message("searching");
        let save = |state: &FileState| {
            let json = serde_json::to_string(state).unwrap_or_default();
            files::write(&saved, &json)
        };
        loop {
            let found = search.step(args.candidates, stop, |state| {
                bar.set_position(state.tried);
                // A crash loses a few candidates at most.
                if state.tried % 64 == 0
                    && let Err(error) = save(state)
                {
                    bar.suspend(|| message(format_args!("warning: {error}")));
                }
            });
            let Some(found) = found.map_err(|error| self.explained(error))? else {
                break;
            };
            bar.suspend(|| print_now(&self.report(&found), stop))?;
            save(search.state())?;
        }
        bar.finish_and_clear();
        save(search.state())?;
        let state = search.state();
        let minutes = started.elapsed().as_secs_f64() / 60.0;
        let mut text = format!(
            "{}: {first} {}, {} with all savings; {} single edits, then pairs\n{} candidates in \
             {minutes:.1} minutes, {tried} of an earlier run, {} rejected\n",
            self.name,
            self.options.metric.unit(),
            search.size(),
            search.singles(),
            state.tried - tried,
            state.rejected,
        );
        if part != Part::WHOLE {
            text += &format!(
                "{} savings of part {}/{} in {}\n",
                state.found.len(),
                part.index,
                part.count,
                saved.display()
            );
        }
        print_now(&text, stop)?;
        if stop.load(Ordering::Relaxed) {
            message("stopped; the next run continues");
        }
        Ok(search.page().to_owned())
    }

    /// Joins the savings of the parts of a search, whose states are in files, and prints them.
    /// Returns the smallest page.
    fn merge(&self, args: &Args, states: &[String], stop: &AtomicBool) -> Result<String> {
        let mut found = Vec::new();
        let mut joined: Option<FileState> = None;
        for name in states {
            let path = Path::new(name);
            let state = load(path)?.with_context(|| format!("there is no file {name}"))?;
            let is_other = joined
                .as_ref()
                .is_some_and(|one| one.savings != state.savings);
            if state.source != self.script || is_other {
                return Err(help::error(
                    format!("{name} is the state of a search in another script"),
                    format!(
                        "name the states of the parts of one search in {}",
                        self.name
                    ),
                ));
            }
            found.extend(state.found.iter().cloned());
            match &mut joined {
                Some(joined) => {
                    joined.tried += state.tried;
                    joined.rejected += state.rejected;
                }
                None => joined = Some(state),
            }
        }
        let new = || FileState::new(&self.script, args.seed, Part::WHOLE);
        let mut state = joined.unwrap_or_else(new);
        state.found.clear();
        let mut search = self.open(state, stop)?;
        let first = search.size();
        let saved = search.merge(&found, stop);
        let saved = saved.map_err(|error| self.explained(error))?;
        let mut text: String = saved.iter().map(|saved| self.report(saved)).collect();
        text += &format!(
            "{}: {} of {} savings, {first} {}, {} with them\n",
            self.name,
            saved.len(),
            found.len(),
            self.options.metric.unit(),
            search.size(),
        );
        print_now(&text, stop)?;
        Ok(search.page().to_owned())
    }

    fn open(&self, state: FileState, stop: &AtomicBool) -> Result<FileSearch<'_>> {
        let search = FileSearch::new(&self.options, self.judge, state, stop);
        search.map_err(|error| self.explained(error))
    }

    fn report(&self, saved: &Saved) -> String {
        saving(saved, self.options.metric, self.place)
    }

    fn explained(&self, error: FileSearchError) -> anyhow::Error {
        let advice = match &error {
            FileSearchError::Wrong(_) => self.if_wrong.as_str(),
            FileSearchError::Judge(_) => "check the command of --oracle, or name another --host",
            FileSearchError::Minify(_) | FileSearchError::Script(_) => "correct the script",
        };
        help::with_help(error, format!("cannot search in {}", self.name), advice)
    }
}

/// Says that a saved state is of no use.
pub fn restarted(name: &str, state: &Path) -> String {
    format!(
        "{name} or the seed has changed since the search in {}: it starts again",
        state.display()
    )
}

/// The file of a state.
fn state_name(name: &str, part: Part) -> String {
    let stem = Path::new(name).file_name().unwrap_or_default();
    let stem = stem.to_string_lossy();
    match part {
        Part::WHOLE => format!("{stem}.json"),
        Part { index, count } => format!("{stem}.{index}-of-{count}.json"),
    }
}

fn load(path: &Path) -> Result<Option<FileState>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let state = serde_json::from_str(&text);
    state.map(Some).map_err(|error| {
        let message = format!("{} is not the state of a search", path.display());
        help::with_help(error, message, "remove the file to start the search again")
    })
}
