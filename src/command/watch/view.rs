//! What a watch shows: on a terminal one picture that is drawn anew, elsewhere line after line.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use golfchess_pages::measure::{Entry, Record};

use super::bench::Renewal;
use crate::output::{Align, Cell, Table};

/// To the upper left corner of an empty screen.
const CLEAR: &str = "\u{1b}[H\u{1b}[2J";

pub struct View {
    terminal: bool,
    /// What is above the messages on a terminal.
    table: String,
}

impl View {
    pub fn new() -> Self {
        Self {
            terminal: io::stdout().is_terminal(),
            table: String::new(),
        }
    }

    /// The sizes, and what became of a change.
    pub fn renewal(&mut self, renewal: &Renewal, time: Duration) -> io::Result<()> {
        let record = renewal.edition.record();
        let is_first = renewal.before.is_none();
        let told =
            |entry: &&Entry| is_first || self.terminal || renewal.built.contains(&entry.name);
        let entries: Vec<_> = record.pages.iter().filter(told).collect();
        let table = match entries.is_empty() {
            true => String::new(),
            false => table(&entries, renewal).text(),
        };
        let count = format!("{} of {} pages", renewal.built.len(), record.pages.len());
        let line = if is_first {
            format!("{count} built in {} ms\n", time.as_millis())
        } else if renewal.built.is_empty() {
            let files = renewal.files.join(", ");
            format!(
                "{files}: no page is another, seen in {} ms\n",
                time.as_millis()
            )
        } else {
            let before = renewal.before.as_ref().map_or(0, Record::total);
            format!(
                "{}: {count} rebuilt in {} ms, {} changed, {:+} bytes\n",
                renewal.files.join(", "),
                time.as_millis(),
                renewal.changed.len(),
                record.total() as i64 - before as i64,
            )
        };
        self.table = table;
        self.draw(&line)
    }

    /// The pages stand, and the fragments are broken.
    pub fn broken(&self, fault: &str) -> io::Result<()> {
        let text = format!("error: {fault}\nthe last good pages stand; watching goes on\n");
        if self.terminal {
            return self.draw(&text);
        }
        self.add(&text)
    }

    /// A message below what is there.
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

fn table(entries: &[&Entry], renewal: &Renewal) -> Table {
    let mut table = Table::new(&[
        ("variant", Align::Left),
        ("bytes", Align::Right),
        ("change", Align::Right),
        ("since the start", Align::Right),
    ]);
    let change = |entry: &Entry, record: Option<&Record>| {
        let Some(record) = record else {
            return Cell::default();
        };
        match record.entry(&entry.name) {
            Some(before) => Cell::change(entry.bytes as i64 - before.bytes as i64),
            None => "new".into(),
        }
    };
    for entry in entries {
        table.row([
            Cell::from(entry.name.as_str()),
            entry.bytes.into(),
            change(entry, renewal.before.as_ref()),
            change(entry, renewal.first.as_ref()),
        ]);
    }
    table
}
