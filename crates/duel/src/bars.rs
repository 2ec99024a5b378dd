//! The figures of docs/duel.md beside their bars.

use anyhow::{Context, Result};
use clap::{Command, FromArgMatches};
use golfchess::options::number;
use golfchess::output::Report;
use golfchess::project::Environment;

use crate::args;
use crate::duel;
use crate::score::Score;
use crate::times::Times;

/// Measure how well a page with B plays, against the bars of docs/duel.md
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant, with the flags A and B
    #[arg(default_value = "index_TMP_D_S_AB")]
    variant: String,
    /// The games against each opponent
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<usize>(1))]
    games: usize,
    /// The positions in which the page moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<usize>(1))]
    positions: usize,
    /// Only rows with this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
}

/// An opponent, its arguments after `--against`, and the least score in percent.
const OPPONENTS: [(&str, &[&str], f64); 3] = [
    ("random moves", &["random"], 98.0),
    ("`index_TMP_D_S_A`", &["index_TMP_D_S_A"], 95.0),
    (
        "Stockfish, `Skill Level=0`, `depth 1`",
        &[
            "stockfish",
            "--uci-option",
            "Skill Level=0",
            "--go",
            "depth 1",
        ],
        75.0,
    ),
];

/// The most time of a move, and of half of the moves, in times of a fixed piece of work in the same run, and
/// the most blunders in percent. (On the machine of the first measurements, the work took 5 ms.)
const SLOWEST: f64 = 600.0;
const MEDIAN: f64 = 20.0;
const BLUNDERS: f64 = 2.0;

/// A table in Markdown, and whether a figure misses its bar.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let mut rows = vec![format!("| `{}` | figure | bar |", args.variant)];
    rows.push("|---|---|---|".to_owned());
    let mut missed = 0;
    for (name, more, bar) in OPPONENTS {
        let name = format!("against {name}");
        if name.contains(&args.only) {
            let duel = duel::games(env, &options(args, more)?)?;
            let (row, is_missed) = games(duel.score, bar);
            rows.push(format!("| {name} | {row}"));
            missed += usize::from(is_missed);
        }
    }
    if "positions of games".contains(&args.only) {
        let moves = duel::moves(env, &options(args, &["random"])?, args.positions)?;
        let (more, count) = positions(moves.positions, moves.blunders, moves.times.as_ref())?;
        rows.extend(more);
        missed += count;
    }
    Ok(Report::with_findings(rows.join("\n") + "\n", missed > 0))
}

/// The arguments of a duel.
fn options(bars: &Args, against: &[&str]) -> Result<args::Args> {
    let games = bars.games.to_string();
    let words = [&bars.variant, "--games", &games, "--against"].into_iter();
    let words = words.chain(against.iter().copied());
    let program = <args::Args as clap::Args>::augment_args(Command::new("duel"));
    let matches = program.no_binary_name(true).try_get_matches_from(words)?;
    Ok(args::Args::from_arg_matches(&matches)?)
}

/// The score of games beside its bar, and whether it misses it.
fn games(score: Score, bar: f64) -> (String, bool) {
    let Score {
        wins,
        draws,
        losses,
    } = score;
    let share = 100.0 * score.share();
    let row = format!("{share:.1} % (+{wins} ={draws} −{losses}) | at least {bar} % |");
    (row, share < bar)
}

/// The rows of positions, and how many figures miss their bar.
fn positions(
    positions: usize,
    blunders: usize,
    times: Option<&Times>,
) -> Result<(Vec<String>, usize)> {
    let share = 100.0 * blunders as f64 / positions as f64;
    let mut rows = vec![format!(
        "| {positions} positions of games: blunders | {share:.1} % ({blunders}) | at most {BLUNDERS} % |"
    )];
    let mut missed = usize::from(share > BLUNDERS);
    // No move may have been timed.
    if let Some(times) = times {
        let work = times.work.context("the page did no fixed work")?;
        let [median, p95, most] = [times.median, times.p95, times.max].map(|time| time / work);
        rows.push(format!(
            "| times the fixed work ({work:.1} ms) a move: median | {median:.0} | below {MEDIAN} |"
        ));
        rows.push(format!("| 95 % | {p95:.0} | |"));
        rows.push(format!("| most | {most:.0} | at most {SLOWEST} |"));
        missed += usize::from(median >= MEDIAN) + usize::from(most > SLOWEST);
    }
    Ok((rows, missed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::times::Time;

    #[test]
    fn half_of_the_draws_are_points() {
        let games = |wins, draws, losses| {
            games(
                Score {
                    wins,
                    draws,
                    losses,
                },
                75.0,
            )
        };
        let row = "75.0 % (+70 =10 −20) | at least 75 % |";
        assert_eq!(games(70, 10, 20), (row.to_owned(), false));
        assert!(games(70, 9, 21).1);
    }

    #[test]
    fn each_figure_has_its_bar() {
        let missed = |blunders: usize, median: f64, max: f64| {
            let time = |millis| Time {
                millis,
                work: Some(10.0),
            };
            let times = Times::of("page", &[time(median), time(median), time(max)]);
            positions(500, blunders, times.as_ref()).expect("figures").1
        };
        assert_eq!(missed(10, 199.0, 6000.0), 0);
        assert_eq!(missed(11, 200.0, 6001.0), 3);
    }

    #[test]
    fn the_opponents_are_arguments_of_a_duel() {
        let bars = Args {
            variant: "index_TMP_D_S_AB".to_owned(),
            games: 7,
            positions: 1,
            only: String::new(),
        };
        for (name, more, _) in OPPONENTS {
            let args = options(&bars, more).expect(name);
            assert_eq!(args.games, Some(7), "{name}");
        }
    }
}
