//! Options that several commands share.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

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

/// Formats of a listing.
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
}

/// Formats of an output that is more than a listing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    /// For people
    #[default]
    Table,
    /// For programs
    Json,
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
