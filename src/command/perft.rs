//! `gen perft`: counts the move sequences of a position, and how fast it counts.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use golfchess::contract::profile;
use golfchess_rules::{Move, MoveRules, Position, divide, perft};
use indicatif::{HumanDuration, ProgressBar};

use crate::options::number;
use crate::output::{Report, help, message, progress};

const HELP: &str = "Example: gen perft 5 --divide";

/// Count the move sequences of a length, each played to its end one by one
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The length of the sequences in plies (half-moves)
    #[arg(value_parser = number::<u32>(0))]
    depth: u32,

    /// The position to start from, all six fields of its FEN in quotes [default: the start position]
    #[arg(long)]
    fen: Option<String>,

    /// The rules of movement as flags: M the special moves, P the choice of the promotion piece
    ///
    /// T and D, which only end games, are accepted and change no count.
    #[arg(long, default_value = "MP")]
    rules: String,

    /// Castle by the rules of Chess960; with --fen, read X-FEN and Shredder-FEN
    ///
    /// Castling is written as the king's square and that of its rook.
    #[arg(long)]
    chess960: bool,

    /// Start from this position of Chess960, a number by Scharnagl from 0 to 959
    #[arg(
        long,
        value_name = "NUMBER",
        requires = "chess960",
        conflicts_with = "fen"
    )]
    start: Option<u16>,

    /// Count each first move by itself
    #[arg(long)]
    divide: bool,
}

/// Prints the counts and the speed.
pub fn run(args: &Args) -> Result<Report> {
    let (position, rules) = read(args)?;
    let estimate = Estimate::of(&position, rules, args.depth);
    let bar = if estimate.seconds() < 2.0 {
        ProgressBar::hidden()
    } else {
        message(format_args!("note: {estimate}; Ctrl-C ends it"));
        progress(
            "counting {bar:30} {pos}/{len} subtrees, {elapsed} passed, {eta} left",
            usize::try_from(perft(&position, rules, 2)).ok(),
        )?
    };
    let started = Instant::now();
    let parts = divided(&position, rules, args.depth, &bar);
    let seconds = started.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let nodes = match args.depth {
        0 => 1,
        _ => parts.iter().map(|(_, nodes)| nodes).sum(),
    };
    let mut text = String::new();
    if args.divide {
        for (first, nodes) in &parts {
            text.push_str(&format!("{first}: {nodes}\n"));
        }
    }
    let speed = nodes as f64 / seconds.max(1e-9);
    text.push_str(&format!(
        "{nodes} nodes in {seconds:.3} s, {speed:.0} nodes per second\n"
    ));
    Ok(Report::good(text))
}

fn read(args: &Args) -> Result<(Position, MoveRules)> {
    let read = |fen: &str| match args.chess960 {
        true => Position::from_chess960_fen(fen),
        false => fen.parse(),
    };
    let position = match (&args.fen, args.start) {
        (Some(fen), _) => read(fen.trim()).map_err(|error| {
            help::with_help(
                anyhow::Error::new(error),
                format!("--fen {fen:?}"),
                format!(
                    "give all six fields in quotes, such as \"{}\"",
                    Position::start()
                ),
            )
        })?,
        (None, Some(number)) => Position::chess960(number).ok_or_else(|| {
            let error = format!("--start {number}: there is no such start position");
            help::error(error, "the start positions of Chess960 are 0 to 959")
        })?,
        (None, None) => Position::start(),
    };
    let profile = profile(&args.rules).with_context(|| format!("--rules {:?}", args.rules))?;
    let rules = MoveRules {
        chess960: args.chess960,
        ..profile.moves
    };
    Ok((position, rules))
}

/// The count of each first move, in the order of the moves. The bar shows the replies to them.
fn divided(
    position: &Position,
    rules: MoveRules,
    depth: u32,
    bar: &ProgressBar,
) -> Vec<(Move, u64)> {
    let count = |(first, _)| {
        let after = position.play_unchecked(first);
        let replies = divide(&after, rules, depth - 1).inspect(|_| bar.inc(1));
        let nodes = match depth {
            1 => 1,
            _ => replies.map(|(_, nodes)| nodes).sum(),
        };
        (first, nodes)
    };
    divide(position, rules, depth.min(1)).map(count).collect()
}

/// The expected number of nodes and the speed, measured at smaller depths.
struct Estimate {
    /// The decimal logarithm of the nodes: their number itself may be too large.
    digits: f64,
    nodes_per_second: f64,
}

impl Estimate {
    /// How long the measurement may take.
    const LIMIT: Duration = Duration::from_millis(200);

    fn of(position: &Position, rules: MoveRules, depth: u32) -> Self {
        let mut counts: Vec<f64> = Vec::new();
        let (mut reached, mut speed) = (0, 1.0);
        for smaller in 0..=depth {
            let started = Instant::now();
            let nodes = perft(position, rules, smaller) as f64;
            let spent = started.elapsed();
            counts.push(nodes);
            reached = smaller;
            speed = nodes / spent.as_secs_f64().max(1e-9);
            // The next depth takes this much longer.
            if nodes == 0.0 || spent.mul_f64(growth(&counts)) > Self::LIMIT {
                break;
            }
        }
        let last = counts.last().copied().unwrap_or_default();
        let digits = match last {
            0.0 => f64::NEG_INFINITY,
            _ => last.log10() + f64::from(depth - reached) * growth(&counts).log10(),
        };
        Self {
            digits,
            nodes_per_second: speed.max(1.0),
        }
    }

    fn seconds(&self) -> f64 {
        10_f64.powf(self.digits) / self.nodes_per_second
    }
}

/// The factor from one depth to the next, over the last two steps: the sides differ.
fn growth(counts: &[f64]) -> f64 {
    match counts {
        [.., earlier, _, last] => (last / earlier).sqrt(),
        [first, last] => last / first,
        _ => 20.0,
    }
}

impl std::fmt::Display for Estimate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "about 10^{:.0} nodes at {:.0} nodes per second: {}",
            self.digits,
            self.nodes_per_second,
            duration(self.seconds())
        )
    }
}

/// A duration in its largest unit.
fn duration(seconds: f64) -> String {
    const MILLION_YEARS: f64 = 1e6 * 31_557_600.0;
    match seconds < MILLION_YEARS {
        true => format!("about {}", HumanDuration(Duration::from_secs_f64(seconds))),
        false => "more than a million years".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_duration_is_too_long() {
        for (seconds, text) in [
            (3.0, "about 3 seconds"),
            (1e9, "about 32 years"),
            (f64::INFINITY, "more than a million years"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }

    #[test]
    fn an_estimate_is_near_the_count() {
        let estimate = Estimate::of(&Position::start(), MoveRules::FIDE, 6);
        // 119,060,324 nodes.
        assert!((7.8..8.4).contains(&estimate.digits), "{estimate}");
        let huge = Estimate::of(&Position::start(), MoveRules::FIDE, 999);
        assert!(huge.digits > 1000.0 && huge.seconds().is_infinite());
    }

    #[test]
    fn a_position_without_moves_is_no_work() {
        let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
            .parse()
            .expect("a position");
        for depth in [1, 50] {
            let estimate = Estimate::of(&stalemate, MoveRules::FIDE, depth);
            assert_eq!(estimate.seconds(), 0.0);
        }
    }

    #[test]
    fn the_parts_add_up_to_perft() {
        let start = Position::start();
        for depth in 1..=3 {
            let parts = divided(&start, MoveRules::FIDE, depth, &ProgressBar::hidden());
            let nodes: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(nodes, perft(&start, MoveRules::FIDE, depth));
        }
    }
}
