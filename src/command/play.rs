//! `gen play`: plays a variant in the terminal with the texts that its page shows.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use anyhow::{Context, Result};
use golfchess::contract::{ClickReferee, Contract, Referee, Show, Step, clicks_of};
use golfchess_rules::{CHESS960_POSITIONS, Position};

use super::Environment;
use crate::output::{Report, help};

const HELP: &str = "\
Each line of input answers one prompt; the end of the input cancels. On a page with C, each line is
clicks on squares, such as `e2e4`, or `b7b8n` for the clicks that promote to a knight. With X, castling is
the king's square and that of its rook: `e1h1`.

Example: printf 'f2f3\\ne7e5\\ng2g4\\nd8h4\\n' | gen play index_TMP_D_S";

/// Play a variant in the terminal; it prints the texts that the page shows
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The variant
    #[arg(default_value = "index_TMP_D_SU")]
    variant: String,

    /// With X: the number by Scharnagl of the start position, 0 to 959 [default: a random one]
    #[arg(long, value_name = "NUMBER")]
    start: Option<u16>,
}

/// Plays until the game or the input ends; the end of the input cancels.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let project = env.project()?;
    project.chess("gen play")?;
    let flags = &project.catalog.variant(&args.variant)?.flags;
    let mut contract = Contract::new(flags)?;
    if contract.draws_start() {
        let number = args
            .start
            .unwrap_or_else(|| fastrand::u16(..CHESS960_POSITIONS));
        let start = Position::chess960(number).ok_or_else(|| {
            let error = format!("--start {number}: there is no such start position");
            help::error(error, "the start positions of Chess960 are 0 to 959")
        })?;
        contract = contract.with_start(start);
    } else if args.start.is_some() {
        return Err(help::error(
            format!("{} begins with the usual start position", args.variant),
            "use --start with a variant with X, such as index_TMPX_D_S",
        ));
    }
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let played = match contract.show.board {
        true => board(&contract, &mut input, &mut output),
        false => referee(
            Referee::of(&contract),
            contract.show,
            &mut input,
            &mut output,
        ),
    };
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

/// The same on a page with C: the reference plays for a page with A. Time passes until a line comes.
fn board(contract: &Contract, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    let mut game = ClickReferee::of(contract);
    let mut rng = fastrand::Rng::new();
    let mut choose = |game: &mut ClickReferee| {
        let is_needed = game.must_choose();
        if is_needed {
            let choices = game.choices();
            game.choose(choices[rng.usize(..choices.len())]);
        }
        is_needed
    };
    writeln!(output, "{}", game.text(contract.show))?;
    while game.outcome().is_none() {
        output.flush()?;
        let waits = Instant::now();
        let Some(line) = read_line(input)? else { break };
        let mut left = u64::try_from(waits.elapsed().as_millis()).unwrap_or(u64::MAX);
        loop {
            left = game.pass(left);
            if !choose(&mut game) {
                break;
            }
        }
        for click in clicks_of(&line) {
            game.click(click.square);
            choose(&mut game);
        }
        // The page replies at the next second; nobody has to wait for it here.
        if game.outcome().is_none() && game.waits_for_page() {
            game.pass(1_000);
            choose(&mut game);
        }
        writeln!(output, "{}", game.text(contract.show))?;
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
