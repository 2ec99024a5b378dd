//! `gen golf FILE --oracle COMMAND`: a search in one file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use golfchess::interrupt;
use golfchess::search::file::{
    FileSearch, FileSearchError, FileState, Judge, Mirrored, Part, Program, Saved,
};
use golfchess_pages::minify::{self, MinifyOptions, Wrapper};
use golfchess_pages::{files, text};
use tempfile::TempDir;

use super::{Args, lock, shortened};
use crate::command::minify::of_file;
use crate::output::{Report, help, message, progress};

/// The word that joins the states of several parts of a search.
const MERGE: &str = "merge";

/// The oracle that compares dialogs.
const MIRROR: &str = "mirror";

/// Searches in a file, or joins the parts of a search.
pub fn run(args: &Args, oracle: &str) -> Result<Report> {
    let (file, states) = match &args.variants[..] {
        [word, file, states @ ..] if word == MERGE && !states.is_empty() => (file, states),
        [file] if file != MERGE => (file, &[][..]),
        _ => {
            let message = "--oracle needs the name of one file, or `merge`, a file and its states";
            return Err(help::error(
                message,
                "gen golf page.html --oracle ./test.sh",
            ));
        }
    };
    let path = Path::new(file);
    let source = text::read(path).with_context(|| format!("cannot read {file}"))?;
    let (own, script) = of_file(path, &source)?;
    let wrapper = own.unwrap_or_else(Wrapper::none);
    let judge = judge(oracle, &wrapper, &script)?;
    let options = MinifyOptions {
        wrappers: vec![wrapper],
        keep: args.keep.clone(),
        metric: args.metric,
    };
    let scratch = TempDir::new().context("cannot create a temporary folder")?;
    let extension = path.extension().unwrap_or("html".as_ref());
    let candidate = scratch.path().join("candidate").with_extension(extension);
    match states.is_empty() {
        true => search(args, file, &script, &options, (judge.as_ref(), &candidate)),
        false => merge(
            args,
            states,
            &script,
            &options,
            (judge.as_ref(), &candidate),
        ),
    }
}

/// The judge that an option names.
fn judge(oracle: &str, wrapper: &Wrapper, script: &str) -> Result<Box<dyn Judge>> {
    if oracle != MIRROR {
        let command = oracle.to_owned();
        return Ok(Box::new(Program { command }));
    }
    let around = match *wrapper == Wrapper::none() {
        true => Wrapper::script(),
        false => wrapper.clone(),
    };
    Ok(Box::new(Mirrored {
        readable: around.page(script),
        dictionary: minify::dictionary(script)?,
    }))
}

fn explained(error: FileSearchError, file: &str) -> anyhow::Error {
    let advice = match &error {
        FileSearchError::Wrong => {
            "the oracle must exit with 0 for the minified file; its last argument is the file"
        }
        FileSearchError::Judge(_) | FileSearchError::Write(_) => "check the command of --oracle",
        FileSearchError::Minify(_) | FileSearchError::Script(_) => "correct the script",
    };
    help::with_help(error, format!("cannot search in {file}"), advice)
}

fn search(
    args: &Args,
    file: &str,
    script: &str,
    options: &MinifyOptions,
    (judge, candidate): (&dyn Judge, &Path),
) -> Result<Report> {
    let part = args.shard.unwrap_or(Part::WHOLE);
    fs::create_dir_all(&args.state)
        .with_context(|| format!("cannot create the folder {}", args.state.display()))?;
    let saved = args.state.join(name(file, part));
    let _lock = lock(&saved)?;
    let state = match args.fresh {
        true => None,
        false => load(&saved)?,
    };
    let same =
        |state: &FileState| state.source == script && state.seed == args.seed && state.part == part;
    let state = state.filter(same);
    let state = state.unwrap_or_else(|| FileState::new(script, args.seed, part));
    let stop = interrupt::ask_first().context("cannot handle interrupts")?;
    let bar = progress(
        "{prefix}: {msg} {bar:30} {pos}/{len} candidates, {per_sec}",
        usize::try_from(args.candidates).ok(),
    )?;
    bar.set_prefix(file.to_owned());
    bar.set_message("running the oracle on the page as it is");
    let tried = state.tried;
    let failed = |error| explained(error, file);
    let mut search = FileSearch::new(options, judge, candidate, state).map_err(failed)?;
    let first = search.size();
    bar.set_message("searching");
    let mut text = String::new();
    let save = |state: &FileState| {
        let json = serde_json::to_string(state).unwrap_or_default();
        files::write(&saved, &json)
    };
    loop {
        let found = search.step(args.candidates, &stop, |state| {
            bar.set_position(state.tried);
            // A crash loses a few candidates at most.
            if state.tried % 64 == 0
                && let Err(error) = save(state)
            {
                bar.suspend(|| message(format_args!("warning: {error}")));
            }
        });
        let Some(found) = found.map_err(failed)? else {
            break;
        };
        let report = report(&found);
        bar.suspend(|| message(&report));
        text += &report;
        save(search.state())?;
    }
    bar.finish_and_clear();
    save(search.state())?;
    let state = search.state();
    let metric = options.metric;
    text += &format!(
        "{file}: {first} {metric}, {} with all savings\n{} candidates, {} rejected by the oracle, \
         {} of an earlier run\n",
        search.size(),
        state.tried,
        state.rejected,
        tried,
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
    if stop.load(Ordering::Relaxed) {
        message("stopped; the next run continues");
    }
    finish(args, search.page(), text)
}

/// Writes the page to `--out`, if there is one.
fn finish(args: &Args, page: &str, text: String) -> Result<Report> {
    if let Some(out) = &args.out {
        files::write(out, page)?;
    }
    Ok(Report::good(text))
}

fn merge(
    args: &Args,
    states: &[String],
    script: &str,
    options: &MinifyOptions,
    (judge, candidate): (&dyn Judge, &Path),
) -> Result<Report> {
    let mut found = Vec::new();
    let mut joined: Option<FileState> = None;
    for name in states {
        let path = PathBuf::from(name);
        let state = load(&path)?.with_context(|| format!("there is no file {name}"))?;
        let is_other = joined
            .as_ref()
            .is_some_and(|one| one.savings != state.savings);
        if state.source != script || is_other {
            return Err(help::error(
                format!("{name} is the state of a search in another script"),
                "name the states of the parts of one search in this file",
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
    let mut state = joined.unwrap_or_else(|| FileState::new(script, args.seed, Part::WHOLE));
    state.found.clear();
    let failed = |error| explained(error, "the merged search");
    let mut search = FileSearch::new(options, judge, candidate, state).map_err(failed)?;
    let first = search.size();
    let saved = search.merge(&found).map_err(failed)?;
    let mut text: String = saved.iter().map(report).collect();
    text += &format!(
        "{} of {} savings, {first} {}, {} with them\n",
        saved.len(),
        found.len(),
        options.metric,
        search.size(),
    );
    finish(args, search.page(), text)
}

/// The file of a state.
fn name(file: &str, part: Part) -> String {
    let stem = Path::new(file).file_name().unwrap_or_default();
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
        let message = format!("{} is not the state of a search in a file", path.display());
        help::with_help(error, message, "remove the file to start the search again")
    })
}

/// A saving with the old and the new text.
fn report(saved: &Saved) -> String {
    let one_line = |text: &str| shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut text = format!(
        "{} instead of {}: {}\n",
        saved.after, saved.before, saved.edit.kind
    );
    for splice in &saved.edit.splices {
        let old = one_line(&saved.script[splice.start..splice.end]);
        text += &match one_line(&splice.text).as_str() {
            "" => format!("  remove `{old}`\n"),
            new => format!("  `{old}` becomes `{new}`\n"),
        };
    }
    text
}
