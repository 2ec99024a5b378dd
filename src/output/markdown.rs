//! Tables as Markdown.

use std::iter;

use unicode_width::UnicodeWidthStr;

use super::table::{Align, Table};

impl Table {
    /// A Markdown table.
    pub fn markdown(&self) -> String {
        let mut lines = vec![String::from("|"); 2 + self.lines().count()];
        for (at, column) in self.shown() {
            let width = self.width(at).max(3);
            let texts = self.lines().map(|row| row[at].text.replace('|', "\\|"));
            let cells = iter::once(column.title.to_owned())
                .chain(texts)
                .map(|text| {
                    let gap = " ".repeat(width.saturating_sub(text.width()));
                    match column.align {
                        Align::Left => format!(" {text}{gap} |"),
                        Align::Right => format!(" {gap}{text} |"),
                    }
                });
            let mut cells: Vec<String> = cells.collect();
            let rule = match column.align {
                Align::Left => format!("{}|", "-".repeat(width + 2)),
                Align::Right => format!("{}:|", "-".repeat(width + 1)),
            };
            cells.insert(1, rule);
            for (line, cell) in lines.iter_mut().zip(cells) {
                *line += &cell;
            }
        }
        lines.join("\n") + "\n"
    }
}
