//! One listing in any format.

use anyhow::Result;
use serde::Serialize;

use super::{Format, Table};

/// What stands in a listing, from top to bottom.
pub(super) enum Section {
    Text(String),
    /// A text whose lines and spaces have to stay.
    Preformatted(String),
    Table(Table),
}

/// A listing: sections for people, a table for spreadsheets, data for programs.
#[must_use]
pub struct Exporter<'d, D> {
    pub(super) data: &'d D,
    pub(super) sections: Vec<Section>,
    /// The tables for spreadsheets.
    pub(super) csv: Vec<Table>,
}

impl<'d, D: Serialize> Exporter<'d, D> {
    /// A listing of data that JSON has as it is.
    pub fn new(data: &'d D) -> Self {
        Self {
            data,
            sections: Vec::new(),
            csv: Vec::new(),
        }
    }

    /// Adds a text for people, unless it is empty.
    pub fn text(self, text: impl Into<String>) -> Self {
        match text.into() {
            text if text.is_empty() => self,
            text => self.with(Section::Text(text)),
        }
    }

    /// Adds several texts for people.
    pub fn texts(self, texts: impl IntoIterator<Item = String>) -> Self {
        texts.into_iter().fold(self, Self::text)
    }

    /// Adds a text for people whose lines and spaces have to stay.
    pub fn preformatted(self, text: impl Into<String>) -> Self {
        self.with(Section::Preformatted(text.into()))
    }

    /// Adds a table.
    pub fn table(self, table: impl Into<Table>) -> Self {
        let table = table.into();
        self.csv(table.clone()).summary(table)
    }

    /// Adds a table for people.
    pub fn summary(self, table: impl Into<Table>) -> Self {
        self.with(Section::Table(table.into()))
    }

    /// Adds a table for spreadsheets.
    pub fn csv(mut self, table: impl Into<Table>) -> Self {
        self.csv.push(table.into());
        self
    }

    /// The listing in a format. People get an empty line between two sections.
    ///
    /// # Errors
    /// No listing has the format.
    pub fn export(&self, format: Format) -> Result<String> {
        format.write(self)
    }

    fn with(mut self, section: Section) -> Self {
        self.sections.push(section);
        self
    }
}

/// Sections one below the other, with an empty line between two.
pub(super) fn joined(sections: &[Section], write: impl Fn(&Section, &mut String)) -> String {
    let mut out = String::new();
    for section in sections {
        if !out.is_empty() {
            out.push('\n');
        }
        write(section, &mut out);
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn export(format: Format) -> String {
        let table = |title| Table::of(["a"]).left(title, |text| text);
        let exporter = Exporter::new(&["a"])
            .text("first")
            .summary(table("short"))
            .table(table("long"))
            .preformatted("x  y\n");
        exporter.export(format).expect("a listing")
    }

    #[test]
    fn people_see_all_sections() {
        let expected = "first\n\n short\n a\n\n long\n a\n\nx  y\n";
        assert_eq!(export(Format::Table), expected);
        let expected = "first\n\n| short |\n|-------|\n| a     |\n\n| long |\n|------|\n| a    |\n\n```\nx  y\n```\n";
        assert_eq!(export(Format::Markdown), expected);
    }

    #[test]
    fn programs_get_data_and_spreadsheets_the_table() {
        assert_eq!(export(Format::Json), "[\n  \"a\"\n]\n");
        assert_eq!(export(Format::Csv), "long\na\n");
    }
}
