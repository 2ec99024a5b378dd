//! `gen play`: the referee in a terminal, text for text what a page shows.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use anyhow::{Context, Result};
use golfchess::contract::{Contract, Referee, Show};
use golfchess_pages::catalog::Catalog;

use crate::output::Outcome;

/// Plays until the game ends or the input does, which is Cancel.
pub fn run(catalog: &Catalog, variant: &str) -> Result<Outcome> {
    let flags = &catalog.variant(variant)?.flags;
    let Contract { rules, show } = Contract::new(flags)?;
    let played = referee(
        Referee::new(rules),
        show,
        &mut io::stdin().lock(),
        &mut io::stdout().lock(),
    );
    match played {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot go on with the game")
        }
        _ => Ok(Outcome::default()), // whoever closed the pipe has seen enough
    }
}

fn referee(
    mut game: Referee,
    show: Show,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    while game.is_open() {
        writeln!(output, "{}", game.prompt_text(show))?;
        output.flush()?;
        let opened = Instant::now();
        let typed = read_line(input)?;
        game.answer(typed.as_deref(), opened.elapsed());
    }
    if let Some(code) = game.announcement(show) {
        writeln!(output, "{code}")?;
    }
    output.flush()
}

/// A line without its end; `None` at the end of the input. What is not UTF-8 is no legal move.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(Some(String::from_utf8_lossy(line).into_owned()))
}
