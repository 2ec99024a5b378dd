//! The output of a watch. A terminal is redrawn after each change; other outputs get line after
//! line.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use golfchess_pages::measure::{Entry, Record};

use super::rebuild::Change;
use crate::output::{Cell, Table};

/// Clears the screen and moves to the upper left corner.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J";

pub struct View {
    terminal: bool,
    /// The table above the messages on a terminal.
    table: String,
}

impl View {
    pub fn new() -> Self {
        Self {
            terminal: io::stdout().is_terminal(),
            table: String::new(),
        }
    }

    /// Shows the sizes and a line about a change.
    pub fn change(&mut self, change: &Change, time: Duration) -> io::Result<()> {
        let record = change.build.record();
        let is_first = change.before.is_none();
        let is_shown =
            |entry: &&Entry| is_first || self.terminal || change.built.contains(&entry.name);
        let entries: Vec<_> = record.pages.iter().filter(is_shown).collect();
        let table = match entries.is_empty() {
            true => String::new(),
            false => table(&entries, change).text(),
        };
        let count = format!("{} of {} pages", change.built.len(), record.pages.len());
        let line = if is_first {
            format!("{count} built in {} ms\n", time.as_millis())
        } else if change.built.is_empty() {
            let checked = format!("no page changed, checked in {} ms", time.as_millis());
            format!("{}: {checked}\n", cause(change))
        } else {
            let before = change.before.as_ref().map_or(0, Record::total);
            format!(
                "{}: {count} rebuilt in {} ms, {} changed, {:+} {}\n",
                cause(change),
                time.as_millis(),
                change.changed.len(),
                record.total() as i64 - before as i64,
                record.metric.unit(),
            )
        };
        self.table = table;
        self.draw(&line)
    }

    /// Shows an error of the fragments.
    pub fn broken(&self, error: &str) -> io::Result<()> {
        let text = format!("error: {error}\nthe last good pages are kept; still watching\n");
        if self.terminal {
            return self.draw(&text);
        }
        self.add(&text)
    }

    /// Adds text below what is shown.
    pub fn add(&self, text: &str) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        stdout.flush()
    }

    fn draw(&self, below: &str) -> io::Result<()> {
        let clear = if self.terminal { CLEAR } else { "" };
        self.add(&format!("{clear}{}{below}", self.table))
    }
}

/// The changed files, or that an error was undone.
fn cause(change: &Change) -> String {
    match change.was_broken && change.files.is_empty() {
        true => "error undone".to_owned(),
        false => change.files.join(", "),
    }
}

fn table(entries: &[&Entry], change: &Change) -> Table {
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
        .right(change.build.metric.unit(), Entry::size)
        .right("change", |entry| difference(entry, change.before.as_ref()))
        .right("since the start", |entry| {
            difference(entry, Some(&change.first))
        })
        .into()
}
