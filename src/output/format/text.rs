//! Tables as aligned text for a terminal.

use unicode_width::UnicodeWidthStr;

use crate::output::cell::Cell;
use crate::output::export::{Section, joined};
use crate::output::table::{Align, Column, Table};
use crate::output::{colour, terminal};

/// A left-aligned column is not made narrower than this.
const NARROWEST: usize = 20;

/// A listing for people.
pub fn write(sections: &[Section]) -> String {
    joined(sections, |section, out| match section {
        Section::Text(text) | Section::Preformatted(text) => out.push_str(text),
        Section::Table(table) => out.push_str(&table.text()),
    })
}

impl Table {
    /// Aligned text for stdout.
    pub fn text(&self) -> String {
        self.render(colour::colours(), terminal::width())
    }

    /// Aligned text. A table that is wider than a terminal wraps its widest column of words.
    pub(in crate::output) fn render(&self, coloured: bool, terminal: Option<usize>) -> String {
        let shown = self.shown();
        let mut widths: Vec<usize> = shown.iter().map(|&(at, _)| self.width(at)).collect();
        if let Some(terminal) = terminal {
            narrow(&shown, &mut widths, terminal);
        }
        let header = self.columns.iter().map(|column| column.title.into());
        let header: Vec<Cell> = header.collect();
        let mut text = String::new();
        for row in std::iter::once(&header).chain(self.lines()) {
            let parts = shown.iter().zip(&widths);
            let parts = parts.map(|(&(at, _), &width)| wrapped(&row[at].text, width));
            let parts: Vec<Vec<String>> = parts.collect();
            let height = parts.iter().map(Vec::len).max().unwrap_or(0);
            for line in 0..height {
                let mut out = String::new();
                for ((&(at, column), width), lines) in shown.iter().zip(&widths).zip(&parts) {
                    let part = lines.get(line).map_or("", String::as_str);
                    let gap = " ".repeat(width.saturating_sub(part.width()));
                    let style = row[at].style;
                    let styled = match coloured && !part.is_empty() {
                        true => format!("{style}{part}{style:#}"),
                        false => part.to_owned(),
                    };
                    out += &match column.align {
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

    /// The width of a column in a terminal.
    pub(in crate::output) fn width(&self, at: usize) -> usize {
        let cells = self.lines().map(|row| row[at].text.width());
        let title = self.columns[at].title.width();
        cells.fold(title, usize::max)
    }
}

/// Makes the widest column of words narrower, so that a row fits on a line.
fn narrow(shown: &[(usize, &Column)], widths: &mut [usize], terminal: usize) {
    let all: usize = widths.iter().map(|width| width + 2).sum();
    // The space after the last column is not printed.
    let excess = all.saturating_sub(terminal + 1);
    let words = widths.iter_mut().zip(shown);
    let words = words.filter(|(_, (_, column))| column.align == Align::Left);
    let widest = words.map(|(width, _)| width).max();
    if let Some(widest) = widest.filter(|widest| **widest > NARROWEST) {
        *widest = widest.saturating_sub(excess).max(NARROWEST);
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
