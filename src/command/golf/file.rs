//! `gen golf FILE --oracle ORACLE`: a search in one file.

use std::path::Path;

use anyhow::{Context, Result};
use golfchess::interrupt;
use golfchess_pages::minify::{MinifyOptions, Wrapper};
use golfchess_pages::text;

use super::oracle::of_option;
use super::search::Task;
use super::{Args, MERGE};
use crate::command::minify::of_file;
use crate::output::{Report, help};

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
    let stop = interrupt::ask_first().context("cannot handle interrupts")?;
    let judge = of_option(args, oracle, (file, &wrapper, &script))?;
    let line = |offset: usize| {
        let before = script.get(..offset).unwrap_or_default();
        let line = 1 + wrapper.open.matches('\n').count() + before.matches('\n').count();
        format!("{file}:{line}")
    };
    let task = Task {
        name: file.clone(),
        options: MinifyOptions {
            wrappers: vec![wrapper.clone()],
            keep: args.keep.clone(),
            metric: args.metric,
            ..MinifyOptions::default()
        },
        judge: judge.as_ref(),
        place: &line,
        if_wrong: "the oracle must accept the minified file; a command gets its path as the last \
                   argument, and exits with 0"
            .to_owned(),
        script: script.clone(),
    };
    task.run(args, states, &stop)?;
    Ok(Report::default())
}
