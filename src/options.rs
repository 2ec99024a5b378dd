//! Options that several commands share.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice, ValueEnum};

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

/// The formats of an output, of which each command has some.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Table,
    /// For a README or a comment
    Markdown,
    /// For programs
    Json,
    /// For a spreadsheet
    Csv,
    /// For CI systems
    Junit,
    /// A chart
    Svg,
    /// JSON for a badge of shields.io
    Badge,
    /// The page or the script
    Page,
}

impl Format {
    /// The formats of a listing, which an `Exporter` has.
    pub const LISTING: [Self; 4] = [Self::Table, Self::Markdown, Self::Json, Self::Csv];

    /// Reads a format that a command has. Help and errors list these formats.
    pub fn among(formats: &[Self]) -> impl TypedValueParser<Value = Self> + use<> {
        let values = formats.iter().filter_map(Self::to_possible_value);
        PossibleValuesParser::new(values).try_map(|name| Self::from_str(&name, false))
    }
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

/// The path that stands for standard output.
pub const STDOUT: &str = "-";
