//! The formats of an output: a file for each one of a listing, and their list.

mod csv;
mod json;
mod markdown;
mod text;

use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use super::export::Exporter;

pub use self::json::json;

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

    /// A listing in this format.
    pub(super) fn write<D: Serialize>(self, listing: &Exporter<'_, D>) -> Result<String> {
        Ok(match self {
            Self::Table => text::write(&listing.sections),
            Self::Markdown => markdown::write(&listing.sections),
            Self::Json => json(listing.data)?,
            Self::Csv => csv::write(&listing.csv)?,
            Self::Junit | Self::Svg | Self::Badge | Self::Page => {
                bail!("this listing has no format {self:?}")
            }
        })
    }
}
