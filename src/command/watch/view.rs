//! The output of a watch. A terminal is redrawn after each change; other outputs get line after
//! line.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use golfchess_pages::measure::{Entry, Record};

use super::rebuild::Part;
use crate::output::{Cell, Table, count, terminal};

/// Clears the screen and moves to the upper left corner.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J";

/// The lines of a terminal that are not for the table of pages.
const OTHER_LINES: usize = 14;

/// The parts of the output, in the order in which they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// The sum of the change, and the pages that changed.
    Pages,
    /// The packed pages.
    Packed,
    /// Written files.
    Written,
    /// What playing has found.
    Faults,
    /// The verdict of the gate.
    Gate,
}

pub struct View {
    terminal: bool,
    /// Whether packed pages are listed.
    lists_packed: bool,
    /// What a terminal shows.
    sections: Vec<(Section, String)>,
}

impl View {
    pub fn new(lists_packed: bool) -> Self {
        Self {
            terminal: io::stdout().is_terminal(),
            lists_packed,
            sections: Vec::new(),
        }
    }

    /// Whether a section may be shown before those that stand above it.
    pub fn is_redrawn(&self) -> bool {
        self.terminal
    }

    /// Shows pages of one kind after a change.
    pub fn part(&mut self, part: &Part<'_>, time: Duration) -> io::Result<()> {
        if !part.is_packed {
            self.sections.clear();
            let text = format!("{}\n{}", sum(part, time), self.changed(part));
            return self.show(Section::Pages, &text);
        }
        if part.built == 0 {
            return Ok(());
        }
        let mut text = format!("packed: {}", packed_sum(part, time));
        match self.lists_packed {
            true => text += &format!("\n{}", self.changed(part)),
            false => text += "; --packed lists them\n",
        }
        self.show(Section::Packed, &text)
    }

    /// Shows an error of the fragments.
    pub fn broken(&mut self, error: &str) -> io::Result<()> {
        self.sections.clear();
        let text = format!("error: {error}\nthe last good pages are kept; still watching\n");
        self.show(Section::Pages, &text)
    }

    /// Adds a text to a section.
    pub fn show(&mut self, section: Section, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let mut stdout = io::stdout().lock();
        if self.terminal {
            self.sections.push((section, text.to_owned()));
            self.sections.sort_by_key(|(section, _)| *section);
            stdout.write_all(CLEAR.as_bytes())?;
            for (_, text) in &self.sections {
                stdout.write_all(text.as_bytes())?;
            }
        } else {
            stdout.write_all(text.as_bytes())?;
        }
        stdout.flush()
    }

    /// The table of the pages that changed; on a terminal as many as fit.
    fn changed(&self, part: &Part<'_>) -> String {
        let pages = part.sizes.pages.iter();
        let mut entries: Vec<&Entry> = pages
            .filter(|entry| part.changed.contains(&entry.name))
            .collect();
        let all = entries.len();
        if let Some(height) = terminal::height() {
            entries.truncate(height.saturating_sub(OTHER_LINES).max(4));
        }
        let more = match all - entries.len() {
            0 => String::new(),
            more => format!("and {}\n", count(more, "more page")),
        };
        match all {
            0 => String::new(),
            _ => format!("{}{more}", table(&entries, part).text()),
        }
    }
}

/// The bytes that all pages of a kind have gained or lost since a record.
fn difference(part: &Part<'_>, record: &Record) -> i64 {
    let sizes = part.sizes.pages.iter();
    let differences = sizes.filter_map(|entry| {
        let before = record.entry(&entry.name)?;
        Some(entry.size() as i64 - before.size() as i64)
    });
    differences.sum()
}

/// The line about the pages that do not pack others.
fn sum(part: &Part<'_>, time: Duration) -> String {
    let (all, time) = (part.sizes.pages.len(), time.as_millis());
    let unit = part.sizes.metric.unit();
    let Some(before) = &part.before else {
        let pages = format!("{} of {all} pages built in {time} ms", part.built);
        return format!("{pages}, {} {unit}", part.sizes.total());
    };
    let cause = match part.files {
        [] => "error undone".to_owned(),
        files => files.join(", "),
    };
    match part.built {
        0 => format!("{cause}: no page changed, checked in {time} ms"),
        built => format!(
            "{cause}: {}; {built} of {all} pages rebuilt in {time} ms",
            changes(part, before)
        ),
    }
}

/// The line about the packed pages.
fn packed_sum(part: &Part<'_>, time: Duration) -> String {
    let time = time.as_millis();
    match &part.before {
        Some(before) => format!("{}; rebuilt in {time} ms", changes(part, before)),
        None => format!(
            "{}, {} {}, built in {time} ms",
            count(part.sizes.pages.len(), "page"),
            part.sizes.total(),
            part.sizes.metric.unit()
        ),
    }
}

/// The sum of a change: since the look before it and, if that differs, since the start.
fn changes(part: &Part<'_>, before: &Record) -> String {
    let now = difference(part, before);
    let start = part.first.map(|first| difference(part, first));
    let start = start.filter(|start| *start != now);
    let start = start.map(|start| format!(" ({start:+} since the start)"));
    format!(
        "{now:+} {}{}, {} of {} changed",
        part.sizes.metric.unit(),
        start.unwrap_or_default(),
        part.changed.len(),
        count(part.sizes.pages.len(), "page"),
    )
}

fn table(entries: &[&Entry], part: &Part<'_>) -> Table {
    let difference = |entry: &Entry, record: Option<&Record>| {
        let Some(record) = record else {
            return Cell::default();
        };
        match record.entry(&entry.name) {
            Some(before) => Cell::change(entry.size() as i64 - before.size() as i64),
            None => "new".into(),
        }
    };
    Table::of(entries.iter().copied())
        .left("variant", |entry| &entry.name)
        .right(part.sizes.metric.unit(), Entry::size)
        .right("change", |entry| difference(entry, part.before.as_ref()))
        .right("since the start", |entry| difference(entry, part.first))
        .into()
}
