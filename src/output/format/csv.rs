//! Tables for spreadsheets.

use ::csv::Writer;
use anyhow::Result;

use crate::output::table::Table;

/// Tables one below the other.
pub fn write(tables: &[Table]) -> Result<String> {
    tables.iter().map(Table::csv).collect()
}

impl Table {
    /// Comma-separated values, without the totals.
    ///
    /// # Errors
    /// None is known: memory can always be written.
    pub fn csv(&self) -> Result<String> {
        let columns = self.columns.iter().enumerate();
        let columns: Vec<_> = columns.filter(|(_, column)| column.in_csv).collect();
        let mut writer = Writer::from_writer(Vec::new());
        writer.write_record(columns.iter().map(|(_, column)| column.title))?;
        for row in &self.rows {
            writer.write_record(columns.iter().map(|&(at, _)| row[at].value()))?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }
}
