//! For people.

use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use comfy_table::{CellAlignment, ContentArrangement};

use super::colour::colours;

/// Where the text of a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows under a header.
#[derive(Debug)]
pub struct Table {
    columns: Vec<(&'static str, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub fn new(columns: &[(&'static str, Align)]) -> Self {
        Self {
            columns: columns.to_vec(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Aligned text; where colours are wanted, growth is red and shrinkage green.
    pub fn text(&self) -> String {
        let colours = colours();
        let text = self.render(NOTHING);
        let lines = text.lines().map(|line| {
            let line = line.trim_end();
            if colours {
                paint(line)
            } else {
                line.to_owned()
            }
        });
        lines.map(|line| line + "\n").collect()
    }

    /// A Markdown table.
    pub fn markdown(&self) -> String {
        self.render(ASCII_MARKDOWN) + "\n"
    }

    fn render(&self, style: comfy_table::TableStyle) -> String {
        let mut table = comfy_table::Table::new();
        table
            .load_style(style)
            .set_content_arrangement(ContentArrangement::Disabled)
            .set_header(self.columns.iter().map(|(title, _)| *title));
        for row in &self.rows {
            table.add_row(row);
        }
        for (column, (_, align)) in table.column_iter_mut().zip(&self.columns) {
            column.set_cell_alignment(match align {
                Align::Left => CellAlignment::Left,
                Align::Right => CellAlignment::Right,
            });
        }
        table.to_string()
    }
}

/// A change with its sign; nothing for no change.
pub fn signed(delta: i64) -> String {
    if delta == 0 {
        String::new()
    } else {
        format!("{delta:+}")
    }
}

fn paint(line: &str) -> String {
    let words: Vec<_> = line.split(' ').collect();
    let change = |word: &&str| {
        word.len() > 1
            && word.starts_with(['+', '-'])
            && word[1..].chars().all(|c| c.is_ascii_digit())
    };
    let painted = words.iter().map(|word| match change(word) {
        true if word.starts_with('+') => format!("\u{1b}[31m{word}\u{1b}[0m"),
        true => format!("\u{1b}[32m{word}\u{1b}[0m"),
        false => (*word).to_owned(),
    });
    painted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&[("page", Align::Left), ("bytes", Align::Right)]);
        table.row(["a".into(), "10".into()]);
        table.row(["long".into(), "9".into()]);
        table
    }

    #[test]
    fn numbers_stand_under_each_other() {
        assert_eq!(table().text(), " page  bytes\n a        10\n long      9\n");
    }

    #[test]
    fn markdown_is_a_table() {
        assert!(table().markdown().starts_with("| page | bytes |\n|--"));
    }

    #[test]
    fn only_changes_are_painted() {
        assert_eq!(paint("a -3"), "a \u{1b}[32m-3\u{1b}[0m");
        assert_eq!(paint("a +3 - b"), "a \u{1b}[31m+3\u{1b}[0m - b");
    }
}
