//! Tables for people.

use unicode_width::UnicodeWidthStr;

use super::cell::Cell;
use super::{colour, terminal};

/// The side of a column on which its text is aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

#[derive(Debug, Clone)]
struct Column {
    title: &'static str,
    align: Align,
    /// Whether people see it.
    for_people: bool,
    /// Whether spreadsheets have it.
    in_csv: bool,
}

/// Rows under a header, and perhaps a last row of totals.
#[derive(Debug, Clone)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    total: Option<Vec<Cell>>,
}

/// A left-aligned column is not made narrower than this.
const NARROWEST: usize = 20;

impl Table {
    /// An empty table.
    pub fn new(columns: &[(&'static str, Align)]) -> Self {
        let column = |&(title, align): &(&'static str, Align)| Column {
            title,
            align,
            for_people: true,
            in_csv: true,
        };
        Self {
            columns: columns.iter().map(column).collect(),
            rows: Vec::new(),
            total: None,
        }
    }

    /// Columns that only spreadsheets have.
    pub fn only_in_csv(mut self, titles: &[&str]) -> Self {
        for column in &mut self.columns {
            column.for_people &= !titles.contains(&column.title);
        }
        self
    }

    /// Columns that spreadsheets do not have.
    pub fn not_in_csv(mut self, titles: &[&str]) -> Self {
        for column in &mut self.columns {
            column.in_csv &= !titles.contains(&column.title);
        }
        self
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<Cell>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Sets the row of totals, which spreadsheets compute themselves.
    pub fn total(&mut self, cells: impl IntoIterator<Item = impl Into<Cell>>) {
        self.total = Some(cells.into_iter().map(Into::into).collect());
    }

    /// Aligned text for stdout.
    pub fn text(&self) -> String {
        self.render(colour::colours(), terminal::width())
    }

    /// Aligned text. A table that is wider than a terminal wraps its widest column of words.
    fn render(&self, coloured: bool, terminal: Option<usize>) -> String {
        let shown = self.shown();
        let mut widths: Vec<usize> = shown.iter().map(|&at| self.width(at)).collect();
        if let Some(terminal) = terminal {
            self.narrow(&shown, &mut widths, terminal);
        }
        let header: Vec<Cell> = self.titles().map(Cell::from).collect();
        let mut text = String::new();
        for row in std::iter::once(&header).chain(self.lines()) {
            let cells: Vec<(Vec<String>, &Cell)> = shown
                .iter()
                .zip(&widths)
                .map(|(&at, &width)| (wrapped(&row[at].text, width), &row[at]))
                .collect();
            let height = cells.iter().map(|(lines, _)| lines.len()).max();
            for line in 0..height.unwrap_or(0) {
                let mut out = String::new();
                for ((lines, cell), (&at, &width)) in cells.iter().zip(shown.iter().zip(&widths)) {
                    let part = lines.get(line).map_or("", String::as_str);
                    let gap = " ".repeat(width.saturating_sub(part.width()));
                    let styled = match coloured && !part.is_empty() {
                        true => format!("{}{part}{:#}", cell.style, cell.style),
                        false => part.to_owned(),
                    };
                    out += &match self.columns[at].align {
                        Align::Left => format!(" {styled}{gap} "),
                        Align::Right => format!(" {gap}{styled} "),
                    };
                }
                text += out.trim_end();
                text.push('\n');
            }
        }
        text
    }

    /// A Markdown table.
    pub fn markdown(&self) -> String {
        let shown = self.shown();
        let widths: Vec<usize> = shown.iter().map(|&at| self.width(at).max(3)).collect();
        let header: Vec<Cell> = self.titles().map(Cell::from).collect();
        let line = |row: &Vec<Cell>| {
            let cells = shown.iter().zip(&widths).map(|(&at, &width)| {
                let text = escaped(&row[at].text);
                let gap = " ".repeat(width.saturating_sub(text.width()));
                match self.columns[at].align {
                    Align::Left => format!(" {text}{gap} |"),
                    Align::Right => format!(" {gap}{text} |"),
                }
            });
            format!("|{}\n", cells.collect::<String>())
        };
        let rule = shown.iter().zip(&widths).map(|(&at, &width)| {
            let dashes = "-".repeat(width + 1);
            match self.columns[at].align {
                Align::Left => format!("{dashes}-|"),
                Align::Right => format!("{dashes}:|"),
            }
        });
        let rule = rule.collect::<String>();
        let rows: String = self.lines().map(line).collect();
        format!("{}|{rule}\n{rows}", line(&header))
    }

    /// Comma-separated values, without the totals.
    pub fn csv(&self) -> anyhow::Result<String> {
        let columns = self.columns.iter().enumerate();
        let columns: Vec<_> = columns.filter(|(_, column)| column.in_csv).collect();
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(columns.iter().map(|(_, column)| column.title))?;
        for row in &self.rows {
            writer.write_record(columns.iter().map(|&(at, _)| row[at].value()))?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }

    /// The places of the columns that people see.
    fn shown(&self) -> Vec<usize> {
        let columns = self.columns.iter().enumerate();
        let shown = columns.filter(|(_, column)| column.for_people);
        shown.map(|(at, _)| at).collect()
    }

    fn titles(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|column| column.title)
    }

    fn lines(&self) -> impl Iterator<Item = &Vec<Cell>> {
        self.rows.iter().chain(&self.total)
    }

    fn width(&self, at: usize) -> usize {
        let cells = self.lines().map(|row| row[at].text.width());
        cells
            .chain([self.columns[at].title.width()])
            .max()
            .unwrap_or(0)
    }

    /// Makes the widest column of words narrower, so that a row fits on a line.
    fn narrow(&self, shown: &[usize], widths: &mut [usize], terminal: usize) {
        let all: usize = widths.iter().map(|width| width + 2).sum();
        // The space after the last column is not printed.
        let excess = all.saturating_sub(terminal + 1);
        let words = (0..shown.len()).filter(|&at| self.columns[shown[at]].align == Align::Left);
        let Some(widest) = words.max_by_key(|&at| widths[at]) else {
            return;
        };
        if widths[widest] > NARROWEST {
            widths[widest] = widths[widest].saturating_sub(excess).max(NARROWEST);
        }
    }
}

/// A text in lines of a width; a longer word has a line of its own.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a first line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.width() + 1 + word.width() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&[("page", Align::Left), ("bytes", Align::Right)]);
        table.row(["a", "10"]);
        table.row(["long", "9"]);
        table
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
        let mut table = Table::new(&[("names", Align::Left)]);
        table.row(["a|b"]);
        assert!(
            table.markdown().contains("| a\\|b  |"),
            "{}",
            table.markdown()
        );
    }

    #[test]
    fn a_cell_carries_its_style_and_its_value() {
        let mut table = Table::new(&[("change", Align::Right)]);
        for delta in [-3, 0, 3] {
            table.row([Cell::change(delta)]);
        }
        let expected = " change\n     \u{1b}[32m-3\u{1b}[0m\n\n     \u{1b}[31m+3\u{1b}[0m\n";
        assert_eq!(table.render(true, None), expected);
        assert_eq!(table.csv().unwrap(), "change\n-3\n0\n3\n");
    }

    #[test]
    fn csv_has_its_own_columns_and_no_totals() {
        let mut table = table().only_in_csv(&["bytes"]).not_in_csv(&["page"]);
        table.total(["2 pages", "19"]);
        assert_eq!(table.csv().unwrap(), "bytes\n10\n9\n");
        assert_eq!(table.render(false, None), " page\n a\n long\n 2 pages\n");
    }

    #[test]
    fn a_wide_table_wraps_its_words_and_no_numbers() {
        let mut table = Table::new(&[("what", Align::Left), ("bytes", Align::Right)]);
        table.row(["some words that are longer than the line", "10"]);
        let text = table.render(false, Some(30));
        let expected = " what                    bytes\n some words that are        10\n longer than the line\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_fullwidth_character_takes_two_columns() {
        let mut table = Table::new(&[("piece", Align::Left), ("n", Align::Right)]);
        table.row(["ｋｑ", "1"]);
        assert_eq!(table.render(false, None), " piece  n\n ｋｑ   1\n");
    }
}
