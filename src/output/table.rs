//! Tables for people and spreadsheets.

use super::cell::Cell;

/// The side of a column on which its text is aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

#[derive(Debug, Clone)]
pub(super) struct Column {
    pub title: &'static str,
    pub align: Align,
    /// Whether people see it.
    pub for_people: bool,
    /// Whether spreadsheets have it.
    pub in_csv: bool,
}

impl Column {
    const fn new(title: &'static str, align: Align) -> Self {
        Self {
            title,
            align,
            for_people: true,
            in_csv: true,
        }
    }
}

/// Rows under a header, and perhaps a last row of totals, which spreadsheets compute themselves.
#[derive(Debug, Clone)]
pub struct Table {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<Cell>>,
    pub(super) total: Option<Vec<Cell>>,
}

impl Table {
    /// A table with a row for each item. Its columns follow.
    pub fn of<R: Copy>(items: impl IntoIterator<Item = R>) -> Rows<R> {
        let items: Vec<R> = items.into_iter().collect();
        Rows {
            table: Self {
                columns: Vec::new(),
                rows: vec![Vec::new(); items.len()],
                total: None,
            },
            items,
            totals: Vec::new(),
        }
    }

    /// The lines below the header that people see.
    pub(super) fn lines(&self) -> impl Iterator<Item = &Vec<Cell>> {
        self.rows.iter().chain(&self.total)
    }

    /// The columns that people see, with their places.
    pub(super) fn shown(&self) -> Vec<(usize, &Column)> {
        let columns = self.columns.iter().enumerate();
        columns.filter(|(_, column)| column.for_people).collect()
    }
}

/// A table that is made column by column.
#[must_use]
pub struct Rows<R> {
    items: Vec<R>,
    table: Table,
    totals: Vec<Option<Cell>>,
}

impl<R: Copy> Rows<R> {
    /// Adds a column of words.
    pub fn left<C: Into<Cell>>(self, title: &'static str, cell: impl Fn(R) -> C) -> Self {
        self.column(Column::new(title, Align::Left), cell)
    }

    /// Adds a column of numbers.
    pub fn right<C: Into<Cell>>(self, title: &'static str, cell: impl Fn(R) -> C) -> Self {
        self.column(Column::new(title, Align::Right), cell)
    }

    fn column<C: Into<Cell>>(mut self, column: Column, cell: impl Fn(R) -> C) -> Self {
        for (row, item) in self.table.rows.iter_mut().zip(&self.items) {
            row.push(cell(*item).into());
        }
        self.table.columns.push(column);
        self.totals.push(None);
        self
    }

    /// The total of the last column.
    pub fn total(mut self, cell: impl Into<Cell>) -> Self {
        if let Some(total) = self.totals.last_mut() {
            *total = Some(cell.into());
        }
        self
    }

    /// Keeps the totals only if this holds.
    pub fn totals_if(mut self, condition: bool) -> Self {
        self.totals.retain(|_| condition);
        self
    }

    /// Only spreadsheets have the last column, and only if this holds.
    pub fn only_in_csv_if(self, condition: bool) -> Self {
        self.last(|column| (column.for_people, column.in_csv) = (false, condition))
    }

    /// Spreadsheets do not have the last column.
    pub fn only_for_people(self) -> Self {
        self.last(|column| column.in_csv = false)
    }

    /// The last column is there only if this holds.
    pub fn only_if(self, condition: bool) -> Self {
        self.last(|column| (column.for_people, column.in_csv) = (condition, condition))
    }

    fn last(mut self, change: impl Fn(&mut Column)) -> Self {
        self.table.columns.last_mut().into_iter().for_each(change);
        self
    }
}

impl<R> From<Rows<R>> for Table {
    fn from(rows: Rows<R>) -> Self {
        let has_total = rows.totals.iter().any(Option::is_some);
        let total = rows.totals.into_iter().map(Option::unwrap_or_default);
        Self {
            total: has_total.then(|| total.collect()),
            ..rows.table
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::of([("a", 10_usize), ("long", 9)])
            .left("page", |(page, _)| page)
            .right("bytes", |(_, bytes)| bytes)
            .into()
    }

    #[test]
    fn numbers_are_right_aligned() {
        let expected = " page  bytes\n a        10\n long      9\n";
        assert_eq!(table().render(false, None), expected);
    }

    #[test]
    fn markdown_aligns_columns() {
        let expected = "| page | bytes |\n|------|------:|\n| a    |    10 |\n| long |     9 |\n";
        assert_eq!(table().markdown(), expected);
    }

    #[test]
    fn markdown_escapes_the_separator() {
        let table: Table = Table::of(["a|b"]).left("names", |name| name).into();
        let markdown = table.markdown();
        assert!(markdown.contains("| a\\|b  |"), "{markdown}");
    }

    #[test]
    fn a_cell_carries_its_style_and_its_value() {
        let table: Table = Table::of([-3, 0, 3]).right("change", Cell::change).into();
        let expected = " change\n     \u{1b}[32m-3\u{1b}[0m\n\n     \u{1b}[31m+3\u{1b}[0m\n";
        assert_eq!(table.render(true, None), expected);
        assert_eq!(table.csv().unwrap(), "change\n-3\n0\n3\n");
    }

    #[test]
    fn csv_has_its_own_columns_and_no_totals() {
        let table: Table = Table::of([("a", 10_usize), ("long", 9)])
            .left("page", |(page, _)| page)
            .only_for_people()
            .total("2 pages")
            .right("bytes", |(_, bytes)| bytes)
            .only_in_csv_if(true)
            .total("19")
            .right("other", |(_, bytes)| bytes)
            .only_if(false)
            .into();
        assert_eq!(table.csv().unwrap(), "bytes\n10\n9\n");
        assert_eq!(table.render(false, None), " page\n a\n long\n 2 pages\n");
    }

    #[test]
    fn a_wide_table_wraps_its_words_and_no_numbers() {
        let table: Table = Table::of(["some words that are longer than the line"])
            .left("what", |words| words)
            .right("bytes", |_| "10")
            .into();
        let text = table.render(false, Some(30));
        let expected = " what                    bytes\n some words that are        10\n longer than the line\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_fullwidth_character_takes_two_columns() {
        let table: Table = Table::of(["ｋｑ"])
            .left("piece", |piece| piece)
            .right("n", |_| "1")
            .into();
        assert_eq!(table.render(false, None), " piece  n\n ｋｑ   1\n");
    }
}
