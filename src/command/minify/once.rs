//! Minifies one file once, and writes and reports the result.

use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess_packers::Made;
use golfchess_pages::files;
use golfchess_script::Untyped;
use golfchess_sizes::metric::Metric;
use golfchess_sizes::zip::PAGE;
use serde::Serialize;

use super::around::Surroundings;
use super::check::{Check, Compared};
use super::container::Container;
use super::contributions::Contributions;
use super::in_folder::InFolder;
use super::input::{Input, Kind};
use super::job::Job;
use super::layout::Layout;
use super::limit::Limit;
use super::preset::Preset;
use super::properties::Properties;
use super::sources::{self, Sources};
use super::whole::Whole;
use super::{Args, Around};
use crate::command::one_file::OneFile;
use crate::options::STDOUT;
use crate::output::{Format, Report, count, help, json, message};

/// What became of a file.
pub struct Once {
    pub report: Report,
    /// The result.
    pub page: String,
    /// The size of the result by the metric.
    pub after: usize,
    /// The bytes of the container.
    pub container: Option<usize>,
    pub limit: Option<Limit>,
    /// The files of which the result was made.
    pub read: Vec<PathBuf>,
}

/// A result with its sizes, as JSON.
#[derive(Serialize)]
struct Story<'s> {
    metric: Metric,
    /// The size of the file by the metric.
    before: usize,
    /// The size of the result by the metric.
    after: usize,
    page: &'s str,
    /// How the page was made from each script, in the order of the page. Each builds on those after it.
    scripts: &'s [Made],
    /// What became of the HTML and the CSS around them; `None` for a script.
    #[serde(skip_serializing_if = "Option::is_none")]
    around: Option<&'s Surroundings>,
    /// How a script unpacks the whole page, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<&'s Whole>,
    /// The page and its local files; `None` if it names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    sources: Option<sources::Total>,
    /// What each file contributes to the page; `None` if it names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    contributions: Option<&'s Contributions>,
    /// The files that a page names; `None` if it names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<&'s sources::Story>,
    /// The properties with short names; `None` without `--mangle-props`.
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<&'s Properties>,
    /// `None` with `--no-check`.
    compared: Option<&'s Compared>,
    /// What was compared with the folder of the page; `None` without files in the page or with `--no-check`.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_folder: Option<&'s InFolder>,
    /// The bytes of the container.
    #[serde(skip_serializing_if = "Option::is_none")]
    container: Option<usize>,
    /// `None` without `--limit` and `--preset`.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'s Limit>,
}

/// Minifies the file of the options once.
pub fn once(args: &Args) -> Result<Once> {
    let file = args.file.display().to_string();
    if args.zip.is_some() && args.wrapper == Some(Around::None) {
        return Err(help::error(
            "--zip holds a page, and --wrapper none makes a script",
            "name another wrapper, or none for the smallest one",
        ));
    }
    args.refuse_map()?;
    let input = Input::read(&args.file)?;
    args.refuse_in_place(input.kind)?;
    if input.kind == Kind::Page && input.text.trim().is_empty() {
        return Err(help::error(
            format!("{file}: the page is empty"),
            "name a file with a script or a page",
        ));
    }
    let (input, mut sources) = Sources::of(&args.wanted(), input)?;
    let before = args.metric.measure(&input.text);
    let (input, lines) = match input.kind {
        Kind::Page | Kind::Script => (input, Vec::new()),
        Kind::TypeScript => {
            let Untyped {
                script,
                lines,
                places,
            } = golfchess_script::without_types(&input.text)
                .map_err(|error| OneFile::of(&file).failed(&input.text, &error))?;
            sources.set_printed(places);
            let untyped = Input {
                kind: Kind::Script,
                text: script,
            };
            (untyped, lines)
        }
    };
    let is_page = input.kind == Kind::Page;
    let check = || Check::new(&file, &input.text, is_page, args.preset, sources.count());
    let mut check = (!args.no_check).then(check);
    let in_folder = InFolder::of(check.as_mut(), &args.file, &mut sources)?;
    if let Some(in_folder) = &in_folder {
        message(in_folder);
    }
    let input = match is_page {
        true => joined(input, &mut sources, check.as_mut())?,
        false => input,
    };
    let mut job = Job::new(args, &file, &input, &sources, lines, check);
    let page = job.run(&input.text)?;
    if let Some(check) = &job.check {
        message(&check.result);
    }
    let after = args.metric.measure(&page);
    message(format_args!(
        "{file}: {after} {} instead of {before}",
        args.metric
    ));
    // Style sheets and scripts beside a page are known now only.
    let around = job.around.iter();
    let beside = around.flat_map(Surroundings::read);
    let files = args.files().reads_each(beside).reads_each(sources.read());
    files.refuse()?;
    if let Some(total) = sources.total() {
        message(format_args!(
            "sources: {}, {}",
            count(total.files, "file"),
            count(total.bytes, "byte")
        ));
    }
    // The files contribute to the page that a script unpacks.
    let unpacked = job.whole.as_ref().map_or(&page, |whole| &whole.page);
    let layout = (!job.pieces.is_empty() || is_page)
        .then(|| Layout::of(unpacked, &input.text, is_page, &job.pieces, &sources));
    let counts = sources.total().is_some() && !args.watch;
    let own_page = is_page.then_some(&*input.text);
    let contributions = layout.as_ref().filter(|_| counts);
    let contributions = contributions
        .map(|layout| Contributions::of(unpacked, own_page, layout, &sources).scaled(page.len()));
    if let Some(contributions) = &contributions {
        message(contributions);
    }
    let has_container = args.zip.is_some() || args.preset == Some(Preset::Js13k);
    let zip = args.zip.as_deref();
    let container = has_container
        .then(|| Container::of(zip.unwrap_or(&args.file), &page, &args.others, &sources))
        .transpose()?;
    if let Some(container) = &container {
        container.write(zip)?;
    }
    let bytes = container.as_ref().map(|container| container.bytes.len());
    let limit = Limit::of(args, &page, &sources, container.as_ref());
    if let Some(limit) = &limit {
        message(limit);
        if let Some(bar) = limit.bar() {
            message(bar);
        }
    }
    if let (Some(file), Some(layout)) = (args.map(), &layout) {
        // The page has this name in a container.
        let name = args.out.as_ref().and_then(|out| out.file_name());
        let name = name.map_or(PAGE.into(), |name| name.to_string_lossy());
        layout.write_map(&page, &name, &file)?;
    }
    let output = match args.format {
        Format::Json => json(&Story {
            metric: args.metric,
            before,
            after,
            page: &page,
            scripts: &job.made,
            around: job.around.as_ref(),
            whole: job.whole.as_ref(),
            sources: sources.total(),
            contributions: contributions.as_ref(),
            files: Some(sources.story()).filter(|story| !story.is_empty()),
            properties: job.properties.as_ref(),
            compared: job.check.as_ref().map(|check| &check.result),
            in_folder: in_folder.as_ref(),
            container: bytes,
            limit: limit.as_ref(),
        })?,
        // The page is in the container.
        _ if zip.is_some() && args.out.is_none() => String::new(),
        _ => page.clone(),
    };
    let is_finding = limit.as_ref().is_some_and(Limit::is_exceeded)
        || in_folder.is_some_and(|in_folder| in_folder.differs());
    let out = match args.in_place {
        true => Some(&args.file),
        false => args.out.as_ref(),
    };
    let text = match out.filter(|out| *out != Path::new(STDOUT)) {
        None => output,
        Some(out) => {
            files::write(out, &output)?;
            String::new()
        }
    };
    let around = job.around.iter();
    let read = around.flat_map(Surroundings::read).chain(sources.read());
    Ok(Once {
        report: Report::with_findings(text, is_finding),
        page,
        after,
        container: bytes,
        limit,
        read: read.cloned().chain([args.file.clone()]).collect(),
    })
}

/// The page with scripts in one that follow each other, if it shows what the file shows.
fn joined(input: Input, sources: &mut Sources, check: Option<&mut Check>) -> Result<Input> {
    let Some(joined) = golfchess_markup::joined(&input.text) else {
        return Ok(input);
    };
    let is_right = match check {
        Some(check) => check.accepts_page(joined.page.clone())?,
        None => true,
    };
    if !is_right {
        return Ok(input);
    }
    let text = joined.page.clone();
    for script in &joined.scripts {
        message(format_args!(
            "note: {} that follow each other become one",
            count(script.parts.len(), "script")
        ));
    }
    sources.join(&input.text, joined);
    Ok(Input { text, ..input })
}
