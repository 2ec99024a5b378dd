//! `gen perft`: counts the lines of play of a position, and how fast it counts.

use anyhow::Context;
use golfchess::contract::profile;
use golfchess_rules::{MoveRules, Position, divide, perft};
use std::time::Instant;

use super::environment::Environment;
use super::needs::{Need, OnInterrupt};
use crate::output::Report;

const HELP: &str = "Example: gen perft 5 --divide";

pub const ON_INTERRUPT: OnInterrupt = OnInterrupt::Exit;
pub const NEEDS: &[Need] = &[];

/// Count the move sequences of a length, each played to its end one by one
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// How many plies (half-moves) each line has
    depth: u32,

    /// The position to start from, all six fields of its FEN in quotes; the start position if absent
    #[arg(long)]
    fen: Option<String>,

    /// The rules of movement as flags: M the special moves, P the choice of the promotion piece
    ///
    /// T and D, which only end games, are accepted and change no count.
    #[arg(long, default_value = "MP")]
    rules: String,

    /// Count each first move by itself
    #[arg(long)]
    divide: bool,
}

/// The counts and the speed.
pub fn run(_: &Environment, args: &Args) -> anyhow::Result<Report> {
    let (position, rules) = read(args)?;
    let started = Instant::now();
    let (parts, nodes) = if args.divide && args.depth > 0 {
        let parts = divide(&position, rules, args.depth);
        let nodes = parts.iter().map(|(_, nodes)| nodes).sum();
        (parts, nodes)
    } else {
        (Vec::new(), perft(&position, rules, args.depth))
    };
    let seconds = started.elapsed().as_secs_f64();
    let mut text: String = parts
        .iter()
        .map(|(mv, nodes)| format!("{mv}: {nodes}\n"))
        .collect();
    let speed = nodes as f64 / seconds.max(1e-9);
    text.push_str(&format!(
        "{nodes} nodes in {seconds:.3} s, {speed:.0} nodes per second\n"
    ));
    Ok(Report::good(text))
}

fn read(args: &Args) -> anyhow::Result<(Position, MoveRules)> {
    let position = match &args.fen {
        Some(fen) => fen.trim().parse().with_context(|| {
            format!(
                "--fen {fen:?} (give all six fields in quotes, such as \"{}\")",
                Position::start()
            )
        })?,
        None => Position::start(),
    };
    let profile = profile(&args.rules).with_context(|| format!("--rules {:?}", args.rules))?;
    Ok((position, profile.moves))
}
