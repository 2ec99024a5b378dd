//! Options that several commands share.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice, Command};
use golfchess_parity::host::Kind;

/// Where fragments and pages are.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub struct Folders {
    /// The folder of the manifest and the fragments
    #[arg(long, global = true, default_value = Self::TEMPLATES, value_name = "DIR")]
    pub templates: PathBuf,

    /// The folder of the pages and their record
    #[arg(long, global = true, default_value = Self::CATALOG, value_name = "DIR")]
    pub catalog: PathBuf,
}

impl Folders {
    /// The default of `--templates`.
    pub const TEMPLATES: &str = "templates";
    /// The default of `--catalog`.
    pub const CATALOG: &str = "catalog";
}

/// What goes to stderr, and how text looks.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub struct OutputOptions {
    /// Print nothing but errors to stderr
    #[arg(long, short, global = true)]
    pub quiet: bool,

    /// Whether to use colours; `auto` looks at the terminal and at NO_COLOR
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorChoice,
}

/// Reads a whole number from a least value on.
pub fn number<T>(least: T) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| *number >= least);
        number.ok_or_else(|| format!("expected a whole number from {least} on"))
    }
}

/// Reads a whole number in a range.
pub fn number_in<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// Reads `-1` as a value, so that the error names the numbers that an option accepts.
pub fn with_negative_numbers(command: Command) -> Command {
    command
        .mut_args(|arg| {
            let takes_values = arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_values)
        })
        .mut_subcommands(with_negative_numbers)
}

/// Reads the name of a host.
pub fn host() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(named)).map(|name| {
        let mut kinds = Kind::ALL.into_iter();
        kinds
            .find(|kind| kind.to_string() == name)
            .unwrap_or_default()
    })
}

/// A host as a value of an option, with its help.
pub fn named(kind: Kind) -> PossibleValue {
    PossibleValue::new(kind.name()).help(match kind {
        Kind::Chrome => "Chrome or Chromium, without a window",
        Kind::Firefox => "Firefox, without a window",
        Kind::WebKit => "WebKitGTK, on a display of its own",
        Kind::Embedded => "A JavaScript engine in this process, without a document",
    })
}

/// The path that stands for standard output.
pub const STDOUT: &str = "-";
