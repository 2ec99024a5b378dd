//! Minifies one file once, and writes and reports the result.

use std::path::{Path, PathBuf};

use anyhow::Result;
use golfchess_packers::Made;
use golfchess_pages::files;
use golfchess_sizes::metric::Metric;
use golfchess_sizes::zip::PAGE;
use serde::Serialize;

use super::Args;
use super::around::Surroundings;
use super::compared::Compared;
use super::container::Container;
use super::contributions::Contributions;
use super::estimate::Estimate;
use super::in_folder::InFolder;
use super::input::Kind;
use super::job::Job;
use super::layout::Layout;
use super::limit::Limit;
use super::loaded::Loaded;
use super::preset::Preset;
use super::properties::Properties;
use super::sources::{self, Sources};
use super::stage::{Size, Stage, Stop};
use super::whole::Whole;
use crate::options::STDOUT;
use crate::output::{Format, Report, count, json, message};

/// What became of a file.
pub struct Once {
    /// The result.
    pub page: String,
    /// The size of the result by the metric.
    pub after: Size,
    container: Option<Container>,
    /// The size of the container.
    pub container_size: Option<Size>,
    pub limit: Option<Limit>,
    /// The files of which the result was made.
    pub read: Vec<PathBuf>,
    /// The file and the text of the source map.
    map: Option<(PathBuf, String)>,
    /// The output, and the file that it goes to.
    output: String,
    out: Option<PathBuf>,
    is_finding: bool,
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

/// Minifies a file, and writes nothing yet. The first stage may know from an earlier page what packing is about to do.
pub fn once(
    args: &Args,
    loaded: &mut Loaded,
    stage: Stage,
    packing: Option<Estimate>,
    stop: &Stop,
) -> Result<Once> {
    let mut check = (!args.no_check).then(|| loaded.check(args));
    let in_folder = InFolder::of(check.as_mut(), &args.file, &mut loaded.sources)?;
    // Without files it is the comparison with the page as it is, which follows.
    let says_more = |in_folder: &&InFolder| !in_folder.is_equal() || loaded.sources.count() > 0;
    if let Some(in_folder) = in_folder.as_ref().filter(says_more) {
        message(in_folder);
    }
    loaded.join(check.as_mut())?;
    let Loaded {
        file,
        whole,
        input,
        lines,
        sources,
        module,
    } = loaded;
    let (file, sources): (&str, &Sources) = (file, sources);
    let is_page = input.kind == Kind::Page;
    let options = stage.options(args);
    let mut job = Job::new(&options, file, input, sources, lines.clone(), check, stop);
    job.module = module.as_ref();
    let page = job.run(&input.text)?;
    stop.look();
    if let Some(check) = &mut job.check {
        if stage == Stage::Final {
            check.count();
        }
        message(&check.result);
    }
    let before = stage.size(args.metric, whole);
    let plain = stage.size(args.metric, &page);
    let packing = match stage {
        Stage::First => packing.or_else(|| Estimate::of(args, &page)),
        Stage::Final => None,
    };
    let packing = packing.and_then(|packing| Some((packing, packing.page(plain.bytes)?)));
    let after = packing.map_or(plain, |(_, bytes)| Size::about(bytes));
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
        .then(|| Layout::of(unpacked, &input.text, is_page, &job.pieces, sources));
    let counts = sources.total().is_some() && !args.watch;
    let own_page = is_page.then_some(&*input.text);
    let contributions = layout.as_ref().filter(|_| counts);
    let contributions = contributions
        .map(|layout| Contributions::of(unpacked, own_page, layout, sources).scaled(page.len()));
    if let Some(contributions) = &contributions {
        message(contributions);
    }
    stop.look();
    let has_container = args.zip.is_some() || args.preset == Some(Preset::Js13k);
    let zip = args.zip.as_deref();
    let container = has_container
        .then(|| {
            Container::of(
                zip.unwrap_or(&args.file),
                &page,
                &args.others,
                sources,
                stage,
            )
        })
        .transpose()?;
    let container_size = container
        .as_ref()
        .map(|container| container.size(stage, packing.map(|(packing, _)| packing), zip.is_some()));
    let limit = Limit::of(args, after, sources, container_size);
    let map = match (args.map(), &layout) {
        (Some(file), Some(layout)) => {
            // The page has this name in a container.
            let name = args.out.as_ref().and_then(|out| out.file_name());
            let name = name.map_or(PAGE.into(), |name| name.to_string_lossy());
            let map = layout.map(&page, &name, &file)?;
            Some((file, map))
        }
        _ => None,
    };
    let output = match args.format {
        Format::Json => json(&Story {
            metric: args.metric,
            before: before.bytes,
            after: after.bytes,
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
            container: container.as_ref().map(|container| container.bytes.len()),
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
    let out = out.filter(|out| *out != Path::new(STDOUT)).cloned();
    let around = job.around.iter().flat_map(Surroundings::read).cloned();
    let read = around.chain(sources.read().iter().cloned());
    Ok(Once {
        page,
        after,
        container,
        container_size,
        limit,
        read: read.chain([args.file.clone()]).collect(),
        map,
        output,
        out,
        is_finding,
    })
}

impl Once {
    /// The bytes of its container, 0 without one.
    pub fn container_bytes(&self) -> usize {
        let container = self.container.as_ref();
        container.map_or(0, |container| container.bytes.len())
    }

    /// Writes the files of the options. The report has what goes to stdout.
    pub fn write(&self, args: &Args) -> Result<Report> {
        if let Some(container) = &self.container {
            container.write(args.zip.as_deref())?;
        }
        if let Some(limit) = &self.limit {
            message(limit);
            if let Some(bar) = limit.bar() {
                message(bar);
            }
        }
        if let Some((file, map)) = &self.map {
            files::write(file, map)?;
        }
        let text = match &self.out {
            None => self.output.clone(),
            Some(out) => {
                files::write(out, &self.output)?;
                String::new()
            }
        };
        Ok(Report::with_findings(text, self.is_finding))
    }
}
