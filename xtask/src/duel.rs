//! `cargo xtask duel`: the figures of docs/duel.md, measured with `gen duel`.

use std::path::Path;

use clap::value_parser;
use serde::Deserialize;

use crate::tool::{Tool, parse};

/// What to measure.
#[derive(clap::Args)]
pub struct Args {
    /// The variant, with the flags A and B
    #[arg(default_value = "index_TMP_D_S_AB")]
    variant: String,
    /// The games against each opponent
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// The positions in which the page moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..))]
    positions: u32,
    /// Only rows with this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
}

/// An opponent, its arguments, and the least score in percent.
const OPPONENTS: [(&str, &[&str], f64); 3] = [
    ("random moves", &["--against", "random"], 98.0),
    ("`index_TMP_D_S_A`", &["--against", "index_TMP_D_S_A"], 95.0),
    (
        "Stockfish, `Skill Level=0`, `depth 1`",
        &[
            "--against",
            "stockfish",
            "--uci-option",
            "Skill Level=0",
            "--go",
            "depth 1",
        ],
        75.0,
    ),
];

/// The most milliseconds of a move, of half of the moves, and the most blunders in percent.
const SLOWEST: f64 = 3000.0;
const MEDIAN: f64 = 100.0;
const BLUNDERS: f64 = 2.0;

/// The part of the JSON of `gen duel` that is shown.
#[derive(Deserialize)]
struct Games {
    games: f64,
    wins: f64,
    draws: f64,
    losses: f64,
}

/// The part of the JSON of `gen duel --positions` that is shown.
#[derive(Deserialize)]
struct Positions {
    positions: f64,
    blunders: f64,
    times: Option<Times>,
}

#[derive(Deserialize)]
struct Times {
    median: f64,
    p95: f64,
    max: f64,
}

/// Prints a table in Markdown. Returns the number of figures that miss their bar.
pub fn run(root: &Path, args: &Args) -> Result<usize, String> {
    let tool = Tool::build(root)?;
    println!("| `{}` | figure | bar |\n|---|---|---|", args.variant);
    let mut missed = 0;
    for (name, arguments, bar) in OPPONENTS {
        let row = format!("against {name}");
        if row.contains(&args.only) {
            let count = args.games.to_string();
            let games: Games = duel(&tool, args, &[&["--games", &count], arguments].concat())?;
            missed += usize::from(!games.row(&row, bar));
        }
    }
    let row = "positions of games";
    if row.contains(&args.only) {
        let count = args.positions.to_string();
        let positions: Positions = duel(&tool, args, &["--positions", &count])?;
        missed += positions.rows(row);
    }
    Ok(missed)
}

/// The JSON of `gen duel`.
fn duel<T: for<'t> Deserialize<'t>>(
    tool: &Tool,
    args: &Args,
    arguments: &[&str],
) -> Result<T, String> {
    let words = ["duel", &args.variant, "--quiet", "--format", "json"];
    parse(tool.stdout(&[&words, arguments].concat())?.as_bytes())
}

impl Games {
    /// The share of the points in percent.
    fn score(&self) -> f64 {
        100.0 * (self.wins + 0.5 * self.draws) / self.games
    }

    /// Prints a row, and returns whether the score reaches the bar.
    fn row(&self, name: &str, bar: f64) -> bool {
        let score = self.score();
        println!(
            "| {name} | {score:.1} % (+{} ={} −{}) | at least {bar} % |",
            self.wins, self.draws, self.losses
        );
        score >= bar
    }
}

impl Positions {
    /// Prints the rows, and returns how many figures miss their bar.
    fn rows(&self, name: &str) -> usize {
        let Self {
            positions,
            blunders,
            ..
        } = self;
        let share = 100.0 * blunders / positions;
        println!(
            "| {positions} {name}: blunders | {share:.1} % ({blunders}) | at most {BLUNDERS} % |"
        );
        let mut missed = usize::from(share > BLUNDERS);
        if let Some(times) = &self.times {
            println!(
                "| milliseconds a move: median | {:.0} | below {MEDIAN} |\n\
                 | 95 % | {:.0} | |\n\
                 | most | {:.0} | at most {SLOWEST} |",
                times.median, times.p95, times.max
            );
            missed += usize::from(times.median >= MEDIAN) + usize::from(times.max > SLOWEST);
        }
        missed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_draws_are_points() {
        let games = |wins, draws, losses| Games {
            games: wins + draws + losses,
            wins,
            draws,
            losses,
        };
        assert!((games(70.0, 10.0, 20.0).score() - 75.0).abs() < 1e-9);
        assert!(games(70.0, 10.0, 20.0).row("a", 75.0));
        assert!(!games(70.0, 9.0, 21.0).row("a", 75.0));
    }

    #[test]
    fn each_figure_has_its_bar() {
        let positions = |blunders, median, max| Positions {
            positions: 500.0,
            blunders,
            times: Some(Times {
                median,
                p95: 200.0,
                max,
            }),
        };
        assert_eq!(positions(10.0, 99.0, 3000.0).rows("positions"), 0);
        assert_eq!(positions(11.0, 100.0, 3001.0).rows("positions"), 3);
    }
}
