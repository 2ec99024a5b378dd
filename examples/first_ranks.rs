//! Counts the first ranks that a page with X draws by the `Math.random` of each browser:
//! `cargo run --release --example first_ranks -- index_TMPX_D_S 20000 chrome firefox webkit`.
//! Exits with 1 if a browser has not drawn all of them, with 2 if it cannot tell.

use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use golfchess_parity::host::{Kind, Session};
use golfchess_parity::{Answer, Dialog, Ending};
use golfchess_rules::CHESS960_POSITIONS;

const USAGE: &str = "usage: first_ranks VARIANT GAMES HOST...";

/// The games of one answer: they take well below the time after which a browser offers to stop a script.
const BATCH: usize = 500;

/// Plays games of a page up to their first dialog.
const DRAWER: &str = include_str!("first_ranks.js");

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether each browser has drawn all first ranks.
fn run() -> Result<bool> {
    let mut words = std::env::args().skip(1);
    let variant = words.next().context(USAGE)?;
    let games: usize = words.next().context(USAGE)?.parse().context(USAGE)?;
    let file = format!("catalog/{variant}.html");
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file));
    let page = page.with_context(|| format!("cannot read {file}"))?;
    let hosts = words.map(|name| host(&name)).collect::<Result<Vec<_>>>()?;
    ensure!(!hosts.is_empty(), USAGE);
    let mut has_all = true;
    for host in hosts {
        let counts = draw(host.open_session()?.as_mut(), &page, games);
        let counts = counts.with_context(|| format!("cannot draw first ranks in {host}"))?;
        has_all &= counts.len() == usize::from(CHESS960_POSITIONS);
        println!("{host}: {}", summary(&counts));
    }
    Ok(has_all)
}

fn host(name: &str) -> Result<Kind> {
    let host = Kind::BROWSERS.into_iter().find(|host| host.name() == name);
    host.with_context(|| format!("{name} is no browser: name chrome, firefox or webkit"))
}

/// How often each first rank is drawn in some games.
fn draw(session: &mut dyn Session, page: &str, games: usize) -> Result<HashMap<String, usize>> {
    // A script element ends at `</script`, also within a text.
    let page = serde_json::to_string(page)?.replace('<', "\\u003c");
    session.open(&format!(
        "<!doctype html><script>const page = {page};\n{DRAWER}</script>"
    ))?;
    let mut counts = HashMap::new();
    let mut left = games;
    while left > 0 {
        let batch = left.min(BATCH);
        let shown = session.play(&[Answer::typed(batch.to_string())])?;
        if let Ending::Threw(error) = &shown.ending {
            bail!("the page failed: {error}");
        }
        // The first prompt of all has no ranks.
        let Some(Dialog::Prompt(ranks)) = shown.dialogs.last() else {
            bail!("the page hangs");
        };
        ensure!(
            ranks.lines().count() == batch,
            "not each game has a first rank"
        );
        for rank in ranks.lines() {
            *counts.entry(rank.to_owned()).or_default() += 1;
        }
        left -= batch;
    }
    Ok(counts)
}

fn summary(counts: &HashMap<String, usize>) -> String {
    let games: usize = counts.values().sum();
    let even = games as f64 / f64::from(CHESS960_POSITIONS);
    let share = |count: Option<&usize>| count.map_or(0.0, |&count| count as f64 / even);
    format!(
        "{} ranks in {games} games, the rarest {:.2} and the most frequent {:.2} times as often as in an \
         even draw",
        counts.len(),
        share(counts.values().min()),
        share(counts.values().max()),
    )
}
