//! `gen play`: plays a variant in the terminal with the texts that its page shows.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use anyhow::{Context, Result};
use golfchess::contract::{Contract, Referee, Show, Step};

use super::environment::Environment;
use crate::output::Report;

const HELP: &str = "\
Each line of input answers one prompt; the end of the input cancels.

Example: printf 'f2f3\\ne7e5\\ng2g4\\nd8h4\\n' | gen play index_TMP_D_S";

/// Play a variant in the terminal; it prints the texts that the page shows
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variant
    #[arg(default_value = "index_TMP_D_SU")]
    variant: String,
}

/// Plays until the game or the input ends; the end of the input cancels.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = env.project()?;
    project.chess("play")?;
    let flags = &project.catalog.variant(&args.variant)?.flags;
    let contract = Contract::new(flags)?;
    let played = referee(
        Referee::of(&contract),
        contract.show,
        &mut io::stdin().lock(),
        &mut io::stdout().lock(),
    );
    match played {
        // A closed pipe is no error: its reader has read enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot read or print the game")
        }
        _ => Ok(Report::default()),
    }
}

fn referee(
    mut game: Referee,
    show: Show,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    // The reference plays for a page with A. There is always a legal move in an open game.
    let mut rng = fastrand::Rng::new();
    while game.is_open() {
        writeln!(output, "{}", game.prompt_text(show))?;
        output.flush()?;
        let opened = Instant::now();
        let typed = read_line(input)?;
        if game.answer(typed.as_deref(), opened.elapsed()) == Step::Chooses {
            let choices = game.choices();
            game.choose(choices[rng.usize(..choices.len())]);
        }
    }
    if let Some(code) = game.announcement(show) {
        writeln!(output, "{code}")?;
    }
    output.flush()
}

/// A line without its end; `None` at the end of the input. Bytes that are not UTF-8 are replaced: such text is no legal move.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(Some(String::from_utf8_lossy(line).into_owned()))
}
