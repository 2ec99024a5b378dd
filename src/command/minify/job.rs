//! Minifies the scripts of one file.

use std::fmt;

use anyhow::{Error, Result};
use golfchess_packers::Made;
use golfchess_script::{Draft, Minified, MinifyOptions, Module, Wrapper, words};

use super::around::Surroundings;
use super::input::{Input, Kind};
use super::origin::Piece;
use super::preset::Preset;
use super::properties::Properties;
use super::sources::Sources;
use super::spot::Spot;
use super::stage::Stop;
use super::whole::Whole;
use super::{Args, Around, Check, EARLY};
use crate::command::one_file::OneFile;
use crate::output::{help, message, progress};

/// The work on one file.
pub struct Job<'j> {
    pub(super) args: &'j Args,
    pub(super) file: &'j str,
    pub(super) is_page: bool,
    /// Where the code of a page comes from.
    pub(super) sources: &'j Sources,
    /// For each line of the script, that of the file, if the script is not as it is in the file.
    lines: Vec<usize>,
    /// `None` with `--no-check`.
    pub check: Option<Check>,
    /// How each script was made, in the order of the page, without the pages.
    pub made: Vec<Made>,
    /// Where the tokens of these scripts come from, if somebody asks.
    pub pieces: Vec<Piece>,
    /// What became of the HTML and the CSS around them.
    pub around: Option<Surroundings>,
    /// How a script unpacks the whole page, if one does.
    pub whole: Option<Whole>,
    /// What became of the names of properties; `None` without `--mangle-props`.
    pub properties: Option<Properties>,
    /// The module that the script stands for, if it is one.
    pub module: Option<&'j Module>,
    /// Whether a script or a module has variables for what it writes often.
    pub(super) has_aliases: bool,
    /// Whether all that it would say has been said.
    pub(super) is_quiet: bool,
    /// Whether the result is still wanted.
    pub(super) stop: &'j Stop,
}

impl<'j> Job<'j> {
    pub fn new(
        args: &'j Args,
        file: &'j str,
        input: &Input,
        sources: &'j Sources,
        lines: Vec<usize>,
        check: Option<Check>,
        stop: &'j Stop,
    ) -> Self {
        let is_page = input.kind == Kind::Page;
        Self {
            args,
            file,
            is_page,
            sources,
            lines,
            check,
            made: Vec::new(),
            pieces: Vec::new(),
            around: None,
            whole: None,
            properties: None,
            module: None,
            has_aliases: false,
            is_quiet: false,
            stop,
        }
    }

    /// The result for the file.
    pub fn run(&mut self, source: &str) -> Result<String> {
        let plain = self.result(source)?;
        let result = match self.args.mangle_props {
            true => self.with_short_properties(source, plain)?,
            false => plain,
        };
        if self.has_aliases {
            self.note(
                "names of properties and texts that occur often are variables, which are slower in loops that run all \
                 the time; --no-aliases leaves them in their places",
            );
        }
        // Results without this form are not accepted.
        let decoded = self
            .module
            .and_then(|module| module.decoded(&result, self.args.metric));
        Ok(decoded.unwrap_or(result))
    }

    /// The result for a text of the file, with the names of its properties.
    pub(super) fn result(&mut self, source: &str) -> Result<String> {
        match self.is_page {
            true => self.page(source),
            false => self.script(source),
        }
    }

    /// Work on the same file that says nothing.
    pub(super) fn quiet(&self) -> Self {
        Self {
            args: self.args,
            file: self.file,
            is_page: self.is_page,
            sources: self.sources,
            lines: self.lines.clone(),
            check: self.check.clone(),
            made: Vec::new(),
            pieces: Vec::new(),
            around: None,
            whole: None,
            properties: None,
            module: self.module,
            has_aliases: false,
            is_quiet: true,
            stop: self.stop,
        }
    }

    /// Takes over what other work has made.
    pub(super) fn adopt(&mut self, other: Self) {
        self.check = other.check;
        self.made = other.made;
        self.pieces = other.pieces;
        self.around = other.around;
        self.has_aliases = other.has_aliases;
        self.whole = other.whole;
    }

    /// Prints a note.
    pub(super) fn note(&self, text: &str) {
        note(self.is_quiet)(text);
    }

    pub(super) fn say(&self, text: fmt::Arguments<'_>) {
        if !self.is_quiet {
            message(text);
        }
    }

    /// The smallest page or script for a script.
    fn script(&mut self, script: &str) -> Result<String> {
        self.packed_script(script, &Wrapper::none(), &self.sources.whole())
    }

    /// The smallest page for its only script.
    pub(super) fn packed_script(
        &mut self,
        script: &str,
        around: &Wrapper,
        spot: &Spot,
    ) -> Result<String> {
        let (made, options) = self.minified((0, script), around, spot, &[])?;
        let made = self.packed(made, &options)?;
        self.replace(0, 0, &made, &options);
        Ok(made.minified.page)
    }

    /// Whether somebody asks where the parts of the result come from.
    fn keeps_places(&self) -> bool {
        self.args.source_map || !self.args.watch && self.sources.total().is_some()
    }

    /// The smallest accepted result of a script that starts on a line of the file, with its number among the code of
    /// the page.
    pub(super) fn minified(
        &mut self,
        (number, script): (usize, &str),
        around: &Wrapper,
        spot: &Spot,
        shared: &[String],
    ) -> Result<(Made, MinifyOptions)> {
        self.stop.look();
        let mut keep = [&self.args.keep, shared].concat();
        if let Some(preset) = self.args.preset.filter(|_| around.is_none()) {
            keep.extend(preset.kept(script));
        }
        let note = note(self.is_quiet);
        let keep = match self.module {
            Some(module) => [&keep, module.free_names()].concat(),
            None => self.at(spot).kept(script, around, keep, &note)?,
        };
        let options = MinifyOptions {
            wrappers: match self.module {
                Some(_) => vec![Wrapper::none()],
                None => wrappers(self.args, around, script),
            },
            keep,
            metric: self.args.metric,
            strategies: self.args.strategies.clone(),
            // The HTML that the user has chosen stays, whatever browsers it is for.
            portable: self.args.wrapper.is_none() && around.is_none(),
            quick: self.args.quick,
            aliases: self.args.has_aliases(),
            ascii: self.args.ascii,
            frame: self.args.preset.and_then(Preset::frame),
        };
        self.warn(script, spot, &options.keep)?;
        let bar = progress("minifying {spinner} {elapsed}", None)?;
        let found = self.smallest(script, spot, &options);
        bar.finish_and_clear();
        let minified = found?.ok_or_else(|| {
            let difference = self.check.as_ref();
            let difference = difference.and_then(|check| check.result.difference.as_ref());
            let difference = difference.map(|difference| format!("; in the last, {difference}"));
            help::error(
                format!(
                    "{}: every result shows something else than the file{}",
                    self.file,
                    difference.unwrap_or_default()
                ),
                "a script that reads its own text, or the clock of the machine, may do so; \
                 --no-check prints the smallest result",
            )
        })?;
        self.has_aliases |= minified.has_aliases;
        let range = minified.script_range(&options.wrappers);
        if range.is_some_and(|range| range.is_empty()) {
            self.say(format_args!(
                "warning: nothing is left of the script, because nothing uses what it declares; \
                 list the names that other code uses with --keep"
            ));
        }
        let piece = self
            .keeps_places()
            .then(|| Piece::of(number, script, &minified, &options))
            .flatten();
        self.pieces.splice(0..0, piece);
        let made = Made::from(minified);
        self.made.insert(0, made.without_page());
        Ok((made, options))
    }

    /// Keeps how a script was packed. `at` is its place among the scripts that were made.
    pub(super) fn replace(
        &mut self,
        at: usize,
        number: usize,
        made: &Made,
        options: &MinifyOptions,
    ) {
        self.made[at] = made.without_page();
        let mut pieces = self.pieces.iter_mut();
        let piece = pieces.find(|piece| piece.number == number);
        if let Some((piece, range)) = piece.zip(made.script_range(&options.wrappers)) {
            piece.placed = made.page[range].to_owned();
        }
    }

    /// The smallest result that shows what the file shows.
    fn smallest(
        &mut self,
        script: &str,
        spot: &Spot,
        options: &MinifyOptions,
    ) -> Result<Option<Minified>> {
        let mut failed = None;
        for options in [options, &unchanged(script, options)] {
            let draft = match (Draft::of(script, options), &failed) {
                (Ok(draft), _) => draft,
                // With all names there may be a result.
                (Err(error), None) => {
                    failed = Some(error);
                    continue;
                }
                (Err(_), Some(error)) => return Err(self.at(spot).unminified(script, error)),
            };
            if let Some(error) = &failed {
                let reason = self.at(spot).reason(error);
                self.note(&format!("all names of the script stay: {reason}"));
            }
            let (check, module) = (&mut self.check, self.module);
            let metric = options.metric;
            let has_form =
                |text: &str| module.is_none_or(|module| module.decoded(text, metric).is_some());
            let found = draft.finish_accepted(options, |minified| match check {
                _ if !has_form(&minified.page) => Ok(false),
                Some(check) => check.accepts(minified),
                None => Ok::<_, Error>(true),
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        let left = golfchess_script::compact_page(script, options).unwrap_or_default();
        let has_form = |made: &Minified| {
            self.module
                .is_none_or(|module| module.decoded(&made.page, options.metric).is_some())
        };
        Ok(match (left.filter(has_form), &mut self.check) {
            (Some(left), Some(check)) => check.accepts(&left)?.then_some(left),
            (left, _) => left,
        })
    }

    pub(super) fn at<'s>(&'s self, spot: &'s Spot) -> OneFile<'s> {
        OneFile {
            name: spot.file.as_deref().unwrap_or(self.file),
            line: spot.line,
            lines: &self.lines,
            parts: &spot.parts,
        }
    }
}

/// Prints a note, or nothing.
pub(super) fn note(is_quiet: bool) -> impl Fn(&str) {
    move |text| {
        if !is_quiet {
            message(format_args!("note: {text}"));
        }
    }
}

/// The options under which a script keeps its names and its syntax tree.
fn unchanged(script: &str, options: &MinifyOptions) -> MinifyOptions {
    MinifyOptions {
        keep: words(script).into_iter().collect(),
        strategies: vec![golfchess_script::Strategy::Own],
        ..options.clone()
    }
}

/// Declares the encoding of a page.
const UTF8: &str = "<meta charset=utf8>";

/// The wrappers to choose from, for a script in some HTML or none.
fn wrappers(args: &Args, around: &Wrapper, script: &str) -> Vec<Wrapper> {
    let mut wrappers = named_wrappers(args, around, script);
    let is_own = around.is_none() && !wrappers.iter().any(Wrapper::is_none);
    if is_own && !args.ascii && is_smaller_as_utf8(args, script) {
        for wrapper in &mut wrappers {
            wrapper.open.insert_str(0, UTF8);
        }
    }
    wrappers
}

/// Whether a page of a script is smaller with the declaration of UTF-8 than with escapes.
fn is_smaller_as_utf8(args: &Args, script: &str) -> bool {
    let Ok(script) = golfchess_script::compact(script) else {
        return false;
    };
    let ascii = golfchess_script::ascii(&script);
    ascii != script && args.metric.measure(&format!("{UTF8}{script}")) < args.metric.measure(&ascii)
}

fn named_wrappers(args: &Args, around: &Wrapper, script: &str) -> Vec<Wrapper> {
    match args.wrapper {
        None if !around.is_none() => vec![around.clone()],
        None if args.zip.is_none() && args.preset.is_some_and(Preset::holds_scripts) => {
            vec![Wrapper::none()]
        }
        // An svg element loads later than a script runs.
        None if EARLY.iter().any(|word| script.contains(word)) => vec![Wrapper::script()],
        None => vec![Wrapper::svg(), Wrapper::script(), Wrapper::style()],
        Some(Around::Svg) => vec![Wrapper::svg()],
        Some(Around::Script) => vec![Wrapper::script()],
        Some(Around::Style) => vec![Wrapper::style()],
        Some(Around::None) => vec![Wrapper::none()],
    }
}
