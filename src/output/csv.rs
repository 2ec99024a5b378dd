//! For spreadsheets.

/// Rows under a header as comma-separated values.
pub fn csv(header: &[&str], rows: &[Vec<String>]) -> anyhow::Result<String> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(header)?;
    for row in rows {
        writer.write_record(row)?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
