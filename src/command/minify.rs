//! `gen minify`.

mod around;
mod bundler;
mod check;
mod compared;
mod container;
mod contributions;
mod coverage;
mod estimate;
mod folder;
mod in_folder;
pub(super) mod input;
mod job;
mod joined;
mod layout;
mod limit;
mod live;
mod loaded;
mod module;
mod once;
mod origin;
mod packing;
mod page;
mod preset;
mod properties;
mod scene;
mod served;
pub(super) mod sources;
pub mod spot;
mod stage;
mod warned;
mod watch;
mod whole;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::builder::{ArgPredicate, PossibleValuesParser, TypedValueParser};
use golfchess_packers::dictionary::PackOptions;
use golfchess_script::{Language, Strategy};
use golfchess_sizes::metric::Metric;

use self::check::Check;
use self::input::{Input, Kind};
use self::loaded::Loaded;
use self::preset::Preset;
use self::sources::Wanted;
use self::stage::{Stage, Stop};
use super::overwrite::Files;
use crate::options::{STDOUT, number};
use crate::output::{Format, Report, help};

const HELP: &str = "\
Names that are used without a declaration are shortened too; --keep lists those that other code uses.
The scripts of an HTML file stay in its HTML unless --wrapper says otherwise. A name that several
scripts or event handlers have stays. The HTML and the CSS around them become shorter too: without
comments, tags, quotes and white space that change nothing of what is shown.

The file and the result are played, in the embedded engine, or in Chromium if they need a document. If
they show different things, the next smaller result is tried.

The local files that a page names go into it: scripts, style sheets with @import and url(), images,
fonts, sounds and the icon. A note names each file that stays outside, with the reason; --zip takes it
along. --keep-files leaves all of them outside. Modules are bundled by esbuild or rolldown.

--pack makes a page that unpacks itself with `eval`. Text that is packed is hard to read, and to
compress: a server that compresses sends more bytes.

--mangle-props assumes that no other code uses the properties that the scripts define. Names of the
language and the browser stay, and those in texts, in the HTML and in objects that leave the scripts.

Example: gen minify game.js > game.html
         gen minify game/index.html --zip game.zip
         gen minify game.html --metric zip --out smaller.html
         gen minify game.js --zip game.zip
         gen minify game/index.html --zip game.zip --limit 13312 --watch
         gen minify src/main.ts --pack > game.html
         gen minify game/index.html --preset js13k --zip game.zip
         gen minify game/index.html --out game.html --source-map
         gen minify game.js --pack > game.html
         gen minify dweet.js --preset dwitter --pack";

/// What a script can do only while the page is read, or not later than that.
pub(super) const EARLY: [&str; 4] = [
    "DOMContentLoaded",
    "currentScript",
    "document.write",
    "readyState",
];

/// Print the smallest page or script for one file, without a catalog
#[derive(Debug, Clone, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// A script or a module, TypeScript (.ts, .mts, .cts), or an HTML page (.html, .htm); - is a script or a
    /// page from stdin
    file: PathBuf,
    /// The HTML around the script [default: that of an HTML file; for a script, the smallest of
    /// svg, script and style]
    #[arg(long, value_enum, value_name = "WRAPPER")]
    wrapper: Option<Around>,
    /// The size that counts
    #[arg(
        long,
        value_name = "METRIC",
        default_value = Metric::Bytes.name(),
        default_value_if("zip", ArgPredicate::IsPresent, Metric::Zip.name()),
        value_parser = metric()
    )]
    metric: Metric,
    /// The place where the result is shown, with its metric, limit, wrapper and names
    #[arg(long, value_enum, value_name = "PLACE", conflicts_with = "metric")]
    preset: Option<Preset>,
    /// The size that the result may have: exit code 1 above it; with --zip, that of the container
    #[arg(long, value_name = "BYTES")]
    limit: Option<usize>,
    /// A name that stays as it is; repeat the option for more
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,
    /// Shorten the names of properties that only the scripts use
    #[arg(long)]
    mangle_props: bool,
    /// A property that keeps its name; several with commas, or repeat the option
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        requires = "mangle_props"
    )]
    keep_props: Vec<String>,
    /// Write characters outside of ASCII as escapes, also where the encoding is known
    #[arg(long)]
    ascii: bool,
    /// Make no variables for names of properties, texts and other values that occur often: `a[b]` for `a.length`
    #[arg(long)]
    no_aliases: bool,
    /// Leave the HTML around the scripts of a page as it is
    #[arg(long)]
    keep_html: bool,
    /// Leave the CSS of a page as it is
    #[arg(long)]
    keep_css: bool,
    /// Leave the local files that a page names outside of it
    #[arg(long, conflicts_with_all = ["allow", "inline_limit"])]
    keep_files: bool,
    /// A folder outside of that of the page whose files go into the page too; repeat the option for more
    #[arg(long, value_name = "DIR")]
    allow: Vec<PathBuf>,
    /// The most bytes of an image, a font or a sound that goes into the page; larger ones stay outside
    #[arg(long, value_name = "BYTES")]
    inline_limit: Option<usize>,
    /// The program that makes one script of modules: a path of esbuild or rolldown, or a command that
    /// gets the module as its last argument and prints a script [default: esbuild or rolldown, of
    /// node_modules or of the PATH]
    #[arg(long, value_name = "COMMAND", conflicts_with = "keep_files")]
    bundler: Option<String>,
    /// A way to shorten the script beside own, which only shortens names; repeat the option for more
    /// [default: oxc-minify and rewrite]
    #[arg(long = "strategy", value_name = "STRATEGY", value_parser = strategy())]
    strategies: Vec<Strategy>,
    /// Whether a good result at once counts more than the smallest one.
    #[arg(skip)]
    quick: bool,
    /// Pack each script, with a dictionary or with context mixing, if that makes it smaller
    #[arg(long)]
    pack: bool,
    /// Pack with printable ASCII only
    #[arg(long)]
    pack_ascii: bool,
    /// The steps of the search for a packed script
    #[arg(long, value_name = "STEPS", default_value_t = PackOptions::EFFORT, value_parser = super::pack::steps())]
    effort: u64,
    /// The start of the random numbers of this search: the same seed gives the same result
    #[arg(long, value_name = "SEED", default_value_t = PackOptions::default().seed, value_parser = number::<u64>(0))]
    seed: u64,
    /// Do not play the file and the result
    #[arg(long)]
    no_check: bool,
    /// Minify again whenever a file that takes part is saved, without playing it: quickly at once, then as without this
    /// option; Ctrl-C ends it
    #[arg(long, conflicts_with = "in_place")]
    watch: bool,
    /// A file for the output [default: stdout, as with -]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the result to FILE itself; that of a script needs --wrapper none
    #[arg(long, conflicts_with_all = ["out", "zip"])]
    in_place: bool,
    /// A zip container for the page, as `index.html`; its size counts unless --metric says otherwise
    #[arg(long, value_name = "FILE")]
    zip: Option<PathBuf>,
    /// Another file for the container, by its name; repeat the option for more
    #[arg(long = "add", value_name = "FILE", requires = "zip")]
    others: Vec<PathBuf>,
    /// Also write a source map: the file of --out, or of --zip, with .map added
    #[arg(long, conflicts_with = "in_place")]
    source_map: bool,
    /// Show the result in a browser, on a port of this machine, and show it anew after each save
    #[arg(long, requires = "watch")]
    serve: bool,
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
    let known = [
        Strategy::Own,
        Strategy::OxcMinify,
        Strategy::Rewrite,
        Strategy::MinifyJs,
    ];
    let named = known.map(|strategy| (strategy.name(), strategy));
    PossibleValuesParser::new(named.map(|(name, _)| name)).map(move |name| {
        let found = named.iter().find(|(other, _)| *other == name);
        found.map_or(Strategy::Own, |(_, strategy)| *strategy)
    })
}

impl Args {
    /// Whether it goes on until Ctrl-C.
    pub const fn is_watching(&self) -> bool {
        self.watch
    }

    pub fn files(&self) -> Files {
        Files::default()
            .reads(&self.file)
            .reads_each(&self.others)
            .writes("--out", self.out.as_deref())
            .writes("--zip", self.zip.as_deref())
            .writes("--source-map", self.map().as_deref())
            .or_in_place(&self.file)
    }

    /// Whether a module is minified as one: nothing bundles it, and no page can hold it.
    fn keeps_module(&self, input: &Input) -> bool {
        if input.kind == Kind::Page || self.bundler.is_some() {
            return false;
        }
        let needs_page = self.zip.is_some() || self.preset.is_some() || self.pack || self.serve;
        let dialect = golfchess_script::dialect(&input.text);
        dialect.is_some_and(|dialect| match self.wrapper {
            _ if dialect.language == Language::Jsx => false,
            Some(Around::None) => dialect.exports || dialect.awaits || !dialect.is_local,
            // Nothing would use what a page exports.
            None => dialect.exports && !needs_page,
            Some(_) => false,
        })
    }

    /// Fails if an option needs a page or a script.
    fn refuse_module(&self, file: &str) -> Result<()> {
        let (option, help) = match () {
            () if self.zip.is_some() => ("--zip", "name a page that has the module"),
            () if self.source_map => ("--source-map", "leave --source-map away"),
            () if self.pack || self.pack_ascii => ("--pack", "leave --pack away"),
            () if self.serve => ("--serve", "name a page that has the module"),
            () => return Ok(()),
        };
        let reason = format!("{file} is a module, for which there is no {option}");
        Err(help::error(reason, help))
    }

    /// The files that go into the result.
    fn wanted(&self) -> Wanted<'_> {
        Wanted {
            file: &self.file,
            keep_files: self.keep_files,
            has_options: true,
            allow: &self.allow,
            inline_limit: self.inline_limit,
            bundler: self.bundler.as_deref(),
        }
    }

    /// The file of the source map, if there is one.
    fn map(&self) -> Option<PathBuf> {
        let out = self.out.as_ref().filter(|out| *out != Path::new(STDOUT));
        let beside = out.or(self.zip.as_ref()).filter(|_| self.source_map);
        beside.map(|file| file.with_added_extension("map"))
    }

    /// Fails if there can be no source map that is asked for.
    fn refuse_map(&self) -> Result<()> {
        let is_json = self.format == Format::Json && self.out.is_some();
        let (reason, help) = match () {
            () if !self.source_map => return Ok(()),
            () if self.pack || self.pack_ascii => (
                "a script that unpacks itself has no places that a source map could name",
                "leave --pack or --source-map away",
            ),
            () if self.map().is_none() => (
                "the source map needs a file beside the result",
                "name a file with --out or --zip",
            ),
            () if is_json => (
                "--out holds JSON, and the source map is that of the page",
                "leave --format json away, or name a file with --zip alone",
            ),
            () => return Ok(()),
        };
        Err(help::error(reason, help))
    }

    /// Fails if the result cannot stand in the place of the file.
    fn refuse_in_place(&self, kind: Kind) -> Result<()> {
        let file = self.file.display();
        let (reason, help) = match kind {
            _ if !self.in_place => return Ok(()),
            _ if self.file == Path::new(STDOUT) => (
                "--in-place needs a file, and - is stdin".to_owned(),
                "name a file, or leave --in-place away",
            ),
            _ if self.format == Format::Json => (
                format!("--in-place would write JSON to {file}"),
                "leave --format json or --in-place away",
            ),
            Kind::TypeScript => (
                format!("--in-place would write JavaScript to {file}"),
                "name a file with --out",
            ),
            Kind::Script if self.wrapper != Some(Around::None) => (
                format!("--in-place would write a page to the script {file}"),
                "add --wrapper none for a script, or name a page with --out",
            ),
            Kind::Page if self.wrapper == Some(Around::None) => (
                format!("--in-place would write a script to the page {file}"),
                "name another wrapper, or a file with --out",
            ),
            Kind::Page | Kind::Script => return Ok(()),
        };
        Err(help::error(reason, help))
    }
}

pub fn run(args: &Args) -> Result<Report> {
    let with_preset = args.preset.map(|preset| preset.apply(args)).transpose()?;
    let args = with_preset.as_ref().unwrap_or(args);
    match args.watch {
        true => watch::run(args),
        false => {
            let mut loaded = Loaded::read(args)?;
            once::once(args, &mut loaded, Stage::Final, None, &Stop::default())?.write(args)
        }
    }
}
