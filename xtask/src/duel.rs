//! `cargo xtask duel`: the figures of docs/duel.md, measured with `gen duel`.

use std::path::Path;

use clap::value_parser;
use serde_json::Value;

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

/// An opponent, its arguments parted by `|`, and the least score in percent.
const OPPONENTS: [(&str, &str, f64); 3] = [
    ("random moves", "--against|random", 98.0),
    ("`index_TMP_D_S_A`", "--against|index_TMP_D_S_A", 95.0),
    (
        "Stockfish, `Skill Level=0`, `depth 1`",
        "--against|stockfish|--uci-option|Skill Level=0|--go|depth 1",
        75.0,
    ),
];

/// The most time of a move, and of half of the moves, in times of a fixed piece of work in the same run, and
/// the most blunders in percent. (On the machine of the first measurements, the work took 5 ms.)
const SLOWEST: f64 = 600.0;
const MEDIAN: f64 = 20.0;
const BLUNDERS: f64 = 2.0;

/// Prints a table in Markdown. Returns the number of figures that miss their bar.
pub fn run(root: &Path, args: &Args) -> Result<usize, String> {
    let tool = Tool::build(root)?;
    let duel = |option: &str, count: u32, more: &str| -> Result<Value, String> {
        let count = count.to_string();
        let mut words = vec!["duel", &args.variant, "--quiet", "--format", "json"];
        words.extend([option, &count]);
        words.extend(more.split('|').filter(|word| !word.is_empty()));
        parse(tool.stdout(&words)?.as_bytes())
    };
    println!("| `{}` | figure | bar |\n|---|---|---|", args.variant);
    let mut missed = 0;
    for (name, more, bar) in OPPONENTS {
        let name = format!("against {name}");
        if name.contains(&args.only) {
            let (row, is_missed) = games(&duel("--games", args.games, more)?, bar)?;
            println!("| {name} | {row}");
            missed += usize::from(is_missed);
        }
    }
    if "positions of games".contains(&args.only) {
        let (rows, count) = positions(&duel("--positions", args.positions, "")?)?;
        println!("{rows}");
        missed += count;
    }
    Ok(missed)
}

/// A number in the JSON of `gen duel`.
fn number(json: &Value, place: &str) -> Result<f64, String> {
    let number = json.pointer(place).and_then(Value::as_f64);
    number.ok_or_else(|| format!("`gen duel` printed no {place}"))
}

/// The score of games beside its bar, and whether it misses it.
fn games(json: &Value, bar: f64) -> Result<(String, bool), String> {
    let [games, wins, draws, losses] =
        ["/games", "/wins", "/draws", "/losses"].map(|place| number(json, place));
    let (wins, draws, losses) = (wins?, draws?, losses?);
    let score = 100.0 * (wins + 0.5 * draws) / games?;
    let row = format!("{score:.1} % (+{wins} ={draws} −{losses}) | at least {bar} % |");
    Ok((row, score < bar))
}

/// The rows of positions, and how many figures miss their bar.
fn positions(json: &Value) -> Result<(String, usize), String> {
    let (positions, blunders) = (number(json, "/positions")?, number(json, "/blunders")?);
    let share = 100.0 * blunders / positions;
    let mut rows = format!(
        "| {positions} positions of games: blunders | {share:.1} % ({blunders}) | at most {BLUNDERS} % |"
    );
    let mut missed = usize::from(share > BLUNDERS);
    // No move may have been timed.
    if !json["times"].is_null() {
        let time = |name: &str| number(json, &format!("/times/{name}"));
        let work = time("work")?;
        let of_work = |name: &str| Ok::<f64, String>(time(name)? / work);
        let (median, p95, most) = (of_work("median")?, of_work("p95")?, of_work("max")?);
        rows += &format!(
            "\n| times the fixed work ({work:.1} ms) a move: median | {median:.0} | below {MEDIAN} |\n\
             | 95 % | {p95:.0} | |\n| most | {most:.0} | at most {SLOWEST} |"
        );
        missed += usize::from(median >= MEDIAN) + usize::from(most > SLOWEST);
    }
    Ok((rows, missed))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn half_of_the_draws_are_points() {
        let games = |wins: u32, draws: u32, losses: u32| {
            let json = json!({ "games": 100, "wins": wins, "draws": draws, "losses": losses });
            games(&json, 75.0).expect("figures")
        };
        let row = "75.0 % (+70 =10 −20) | at least 75 % |";
        assert_eq!(games(70, 10, 20), (row.to_owned(), false));
        assert!(games(70, 9, 21).1);
    }

    #[test]
    fn each_figure_has_its_bar() {
        let missed = |blunders: u32, median: f64, max: f64| {
            let times = json!({ "median": median, "p95": 200, "max": max, "work": 10.0 });
            let json = json!({ "positions": 500, "blunders": blunders, "times": times });
            positions(&json).expect("figures").1
        };
        assert_eq!(missed(10, 199.0, 6000.0), 0);
        assert_eq!(missed(11, 200.0, 6001.0), 3);
    }
}
