//! Tables as Markdown.

use std::fmt::Write;
use std::iter;

use unicode_width::UnicodeWidthStr;

use crate::output::export::{Section, joined};
use crate::output::table::{Align, Table};

/// A listing for a document.
pub fn write(sections: &[Section]) -> String {
    joined(sections, |section, out| match section {
        Section::Text(text) => out.push_str(text),
        Section::Preformatted(text) => {
            let _ = writeln!(out, "```\n{}\n```", text.trim_end());
        }
        Section::Table(table) => out.push_str(&table.markdown()),
    })
}

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
