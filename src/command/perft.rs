//! `gen perft`: counts the lines of play of a position, and how fast it counts.

use anyhow::Context;
use golfchess::rules::{Move, Position, Profile, divide, perft};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Count the lines of play of a length, each played to its end one by one.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many plies (half-moves) each line has.
    depth: u32,

    /// The position to start from, all six fields of its FEN in quotes; the start position if absent.
    #[arg(long)]
    fen: Option<String>,

    /// The rules of movement as flags: M the special moves, P the choice of the promotion piece.
    ///
    /// T and D, which only end games, are accepted and change no count.
    #[arg(long, default_value = "MP")]
    rules: String,

    /// Count each first move by itself.
    #[arg(long)]
    divide: bool,
}

/// Prints the counts and the speed; exit code 2 says what is wrong with the arguments.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let (position, profile) = match read(&args) {
        Ok(read) => read,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error:#}"); // no panic without stderr
            return Ok(ExitCode::from(2));
        }
    };
    let started = Instant::now();
    let (parts, nodes) = if args.divide && args.depth > 0 {
        let parts = divide(&position, profile.moves, args.depth);
        let nodes = parts.iter().map(|(_, nodes)| nodes).sum();
        (parts, nodes)
    } else {
        (Vec::new(), perft(&position, profile.moves, args.depth))
    };
    let took = started.elapsed();
    match print(&parts, nodes, took) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS), // whoever closed the pipe has seen enough
    }
}

fn read(args: &Args) -> anyhow::Result<(Position, Profile)> {
    let position = match &args.fen {
        Some(fen) => fen.trim().parse().with_context(|| {
            format!(
                "--fen {fen:?} (give all six fields in quotes, such as \"{}\")",
                Position::start()
            )
        })?,
        None => Position::start(),
    };
    let profile = args
        .rules
        .parse()
        .with_context(|| format!("--rules {:?}", args.rules))?;
    Ok((position, profile))
}

fn print(parts: &[(Move, u64)], nodes: u64, took: Duration) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (mv, nodes) in parts {
        writeln!(out, "{mv}: {nodes}")?;
    }
    let seconds = took.as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-9);
    writeln!(
        out,
        "{nodes} nodes in {seconds:.3} s, {speed:.0} nodes per second"
    )?;
    out.flush()
}
