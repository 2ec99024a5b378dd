//! `gen minify`.

mod check;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use golfchess_pages::metric::Metric;
use golfchess_pages::minify::{
    self, Draft, Minified, MinifyOptions, ScriptError, SplitError, Strategy, Wrapper,
};
use golfchess_pages::{files, text};
use serde::Serialize;

use self::check::{Check, Compared};
use crate::options::{Format, STDOUT};
use crate::output::{Report, help, json, message};

const HELP: &str = "\
Names that are used without a declaration are shortened too; --keep lists those that other code uses.
The script of an HTML file stays in its HTML unless --wrapper says otherwise. The quotes around an
event handler go where the script needs none.

The file and the result are played, in the embedded engine, or in Chromium if they need a document. If
they show different things, the next smaller result is tried.

Example: gen minify game.js > game.html
         gen minify game.html --metric zip --out smaller.html
         gen minify game.js --wrapper none --metric chars --keep c --keep x";

/// Print the smallest page or script for one file, without a catalog
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// A classic script, or an HTML page with one script (.html, .htm)
    file: PathBuf,
    /// The HTML around the script [default: that of an HTML file; for a script, the smallest of
    /// svg, script and style]
    #[arg(long, value_enum, value_name = "WRAPPER")]
    wrapper: Option<Around>,
    /// The size that counts
    #[arg(long, value_name = "METRIC", default_value = Metric::Bytes.name(), value_parser = metric())]
    metric: Metric,
    /// A name that stays as it is; repeat the option for more
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,
    /// A way to shorten the script; repeat the option for more [default: oxc-minify and rewrite]
    #[arg(long = "strategy", value_name = "STRATEGY", value_parser = strategy())]
    strategies: Vec<Strategy>,
    /// Do not play the file and the result
    #[arg(long)]
    no_check: bool,
    /// A file for the output [default: stdout, as with -]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The format of the output; JSON says how the page was made too
    #[arg(long, value_enum, default_value_t = Format::Page, value_parser = Format::among(&[Format::Page, Format::Json]))]
    format: Format,
}

/// The HTML around the script of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Around {
    /// The event handler of an svg element
    Svg,
    /// A script element
    Script,
    /// The event handler of a style element
    Style,
    /// Nothing: the result is a script
    None,
}

pub(super) fn metric() -> impl TypedValueParser<Value = Metric> {
    PossibleValuesParser::new(Metric::ALL.map(Metric::name)).map(|name| {
        let named = |metric: &Metric| metric.name() == name;
        Metric::ALL.into_iter().find(named).unwrap_or_default()
    })
}

fn strategy() -> impl TypedValueParser<Value = Strategy> {
    let known = [Strategy::OxcMinify, Strategy::Rewrite, Strategy::MinifyJs];
    let named = known.map(|strategy| (strategy.name(), strategy));
    PossibleValuesParser::new(named.map(|(name, _)| name)).map(move |name| {
        let found = named.iter().find(|(other, _)| *other == name);
        found.map_or(Strategy::Own, |(_, strategy)| *strategy)
    })
}

/// What a script can do only while the page is read, or not later than that.
const EARLY: [&str; 4] = [
    "DOMContentLoaded",
    "currentScript",
    "document.write",
    "readyState",
];

/// A result with its sizes, as JSON.
#[derive(Serialize)]
struct Story<'s> {
    metric: Metric,
    /// The size of the file by the metric.
    before: usize,
    /// The size of the result by the metric.
    after: usize,
    #[serde(flatten)]
    minified: &'s Minified,
    /// `None` with `--no-check`.
    compared: Option<&'s Compared>,
}

pub fn run(args: &Args) -> Result<Report> {
    let file = args.file.display();
    let source = text::read(&args.file).with_context(|| format!("cannot read {file}"))?;
    let (own, script) = of_file(&args.file, &source)?;
    let around = own.unwrap_or_else(Wrapper::none);
    let wrappers = wrappers(args, &around, &script);
    let first_line = around.open.matches('\n').count();
    let failed = |error: minify::Error| {
        let help = match advice(&error.help().join("\n")) {
            help if help.is_empty() => "correct the script".to_owned(),
            help => help,
        };
        let message = match &error {
            minify::Error::Script(error) => located(args, first_line, error),
            minify::Error::Empty | minify::Error::Unwrappable(_) => format!("{file}: {error}"),
        };
        help::error(message, help)
    };
    let keep = kept(args, &script, &around).map_err(|error| failed(error.into()))?;
    let options = MinifyOptions {
        wrappers: wrappers.clone(),
        keep: keep.clone(),
        metric: args.metric,
        strategies: args.strategies.clone(),
        // The HTML that the user has chosen stays, whatever browsers it is for.
        portable: args.wrapper.is_none() && around.is_none(),
    };
    for warning in minify::warnings(&script, &keep).map_err(failed)? {
        message(format_args!(
            "warning: {}",
            located(args, first_line, &warning)
        ));
        if let Some(help) = &warning.help {
            message(format_args!("help: {}", advice(help)));
        }
    }
    let mut check = match args.no_check {
        true => None,
        false => Some(Check::new(&file.to_string(), &script, &around)?),
    };
    let mut found = None;
    for options in [options.clone(), unchanged(&script, options)] {
        let draft = Draft::of(&script, &options).map_err(failed)?;
        found = draft.finish_accepted(&options, |minified| match &mut check {
            Some(check) => check.accepts(minified),
            None => Ok(true),
        })?;
        if found.is_some() {
            break;
        }
    }
    let minified = found.ok_or_else(|| {
        help::error(
            format!("{file}: every result shows something else than the file"),
            "a script that reads its own text, or the clock of the machine, may do so; --no-check \
             prints the smallest result",
        )
    })?;
    if let Some(check) = &check {
        message(&check.result);
    }
    let range = minified.script_range(&wrappers);
    if range.is_some_and(|range| range.is_empty()) {
        message(
            "warning: nothing is left of the script, because nothing uses what it declares; list the \
             names that other code uses with --keep",
        );
    }
    let (before, after) = (
        args.metric.measure(&source),
        args.metric.measure(&minified.page),
    );
    message(format_args!(
        "{file}: {after} {} instead of {before}",
        args.metric
    ));
    let output = match args.format {
        Format::Json => json(&Story {
            metric: args.metric,
            before,
            after,
            minified: &minified,
            compared: check.as_ref().map(|check| &check.result),
        })?,
        _ => minified.page,
    };
    match args.out.as_ref().filter(|out| *out != Path::new(STDOUT)) {
        None => Ok(Report::good(output)),
        Some(out) => {
            files::write(out, &output)?;
            Ok(Report::default())
        }
    }
}

/// The names that stay: those of the command line, of elements and of the browser, and those that another
/// script may have.
fn kept(args: &Args, script: &str, around: &Wrapper) -> Result<Vec<String>, ScriptError> {
    let mut keep = args.keep.clone();
    keep.extend(minify::outside_names(script, around)?);
    for name in minify::doubtful_names(script)? {
        if !keep.contains(&name) {
            message(format_args!(
                "note: the name `{name}` stays: an element or another script may have it"
            ));
            keep.push(name);
        }
    }
    Ok(keep)
}

/// The options under which a script keeps its names and its syntax tree.
fn unchanged(script: &str, options: MinifyOptions) -> MinifyOptions {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let words = script
        .split(|c| !is_word(c))
        .filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()));
    let words: BTreeSet<&str> = words.collect();
    MinifyOptions {
        keep: words.into_iter().map(str::to_owned).collect(),
        strategies: vec![Strategy::Own],
        ..options
    }
}

/// Advice for a catalog as advice for one file, which has no manifest.
fn advice(help: &str) -> String {
    help.replace("under `keep` in the manifest", "with --keep")
}

/// The HTML of a file around its script, if it has any, and the script.
pub(super) fn of_file(file: &Path, source: &str) -> Result<(Option<Wrapper>, String)> {
    let extension = file.extension().and_then(|extension| extension.to_str());
    let is_html = extension.is_some_and(|extension| {
        ["html", "htm"].contains(&extension.to_ascii_lowercase().as_str())
    });
    if !is_html {
        return Ok((None, source.to_owned()));
    }
    let (wrapper, script) = split(file, source)?;
    Ok((Some(wrapper), script))
}

/// The wrappers to choose from, for a script in some HTML or none.
fn wrappers(args: &Args, around: &Wrapper, script: &str) -> Vec<Wrapper> {
    match args.wrapper {
        None if !around.is_none() => vec![around.clone()],
        // An svg element loads later than a script runs.
        None if EARLY.iter().any(|word| script.contains(word)) => vec![Wrapper::script()],
        None => vec![Wrapper::svg(), Wrapper::script(), Wrapper::style()],
        Some(Around::Svg) => vec![Wrapper::svg()],
        Some(Around::Script) => vec![Wrapper::script()],
        Some(Around::Style) => vec![Wrapper::style()],
        Some(Around::None) => vec![Wrapper::none()],
    }
}

/// The HTML around the only script of a page, and the script.
pub(super) fn split(file: &Path, html: &str) -> Result<(Wrapper, String)> {
    minify::split(html).map_err(|error| {
        let advice = match error {
            SplitError::None => "write the script into a file of its own, and name this file",
            SplitError::Several(_) => "write them as one script, or each into a file of its own",
        };
        help::error(format!("{}: {error}", file.display()), advice)
    })
}

/// An error in the script with its place in the file.
fn located(args: &Args, first_line: usize, error: &ScriptError) -> String {
    format!(
        "{}:{}: {}\n    {}",
        args.file.display(),
        first_line + error.line,
        error.message,
        error.excerpt
    )
}
