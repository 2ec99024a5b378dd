//! Counts the first ranks that a page with X draws by the `Math.random` of each browser:
//! `cargo run --release --example first_ranks -- index_TMPX_D_S 20000 chrome firefox webkit`.
//! Exits with 1 if a browser has not drawn all 960.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use golfchess_parity::host::Kind;
use golfchess_parity::{Answer, Dialog, Ending};

const USAGE: &str = "usage: first_ranks VARIANT GAMES HOST...";

/// The first ranks of Chess960.
const RANKS: usize = 960;

/// The games of one answer: they take well below the time after which a browser offers to stop a script.
const BATCH: usize = 500;

/// Plays games of a page up to their first dialog.
const DRAWER: &str = include_str!("first_ranks.js");

fn main() -> Result<ExitCode> {
    let mut words = std::env::args().skip(1);
    let variant = words.next().context(USAGE)?;
    let games: usize = words.next().context(USAGE)?.parse().context(USAGE)?;
    let file = format!("catalog/{variant}.html");
    let page = std::fs::read_to_string(&file).with_context(|| format!("cannot read {file}"))?;
    let hosts = words.map(|name| host(&name)).collect::<Result<Vec<_>>>()?;
    ensure!(!hosts.is_empty(), USAGE);
    let mut has_all = true;
    for host in hosts {
        let counts = draw(host, &page, games.div_ceil(BATCH))?;
        has_all &= counts.len() == RANKS;
        println!("{host}: {}", summary(&counts));
    }
    Ok(ExitCode::from(u8::from(!has_all)))
}

fn host(name: &str) -> Result<Kind> {
    let host = Kind::BROWSERS.into_iter().find(|host| host.name() == name);
    host.with_context(|| format!("{name} is no browser: name chrome, firefox or webkit"))
}

/// How often each first rank was drawn.
fn draw(host: Kind, page: &str, batches: usize) -> Result<HashMap<String, usize>> {
    // A script element ends at `</script`, also within a text.
    let page = serde_json::to_string(page)?.replace('<', "\\u003c");
    let drawer =
        format!("<!doctype html><script>const page = {page}, batch = {BATCH};\n{DRAWER}</script>");
    let mut session = host.open_session()?;
    session.open(&drawer)?;
    let mut counts = HashMap::new();
    let mut is_first = true;
    for _ in 0..batches {
        let shown = session.play(&[Answer::typed("")])?;
        if let Ending::Threw(error) = &shown.ending {
            bail!("the page failed in {host}: {error}");
        }
        ensure!(!shown.dialogs.is_empty(), "the page hangs in {host}");
        for dialog in shown.dialogs.iter().skip(usize::from(is_first)) {
            let Dialog::Prompt(ranks) = dialog else {
                bail!("an unexpected dialog in {host}: {dialog}");
            };
            for rank in ranks.lines() {
                *counts.entry(rank.to_owned()).or_default() += 1;
            }
        }
        is_first = false;
    }
    Ok(counts)
}

fn summary(counts: &HashMap<String, usize>) -> String {
    let games: usize = counts.values().sum();
    let share =
        |count: Option<&usize>| count.map_or(0.0, |&count| (count * RANKS) as f64 / games as f64);
    format!(
        "{} ranks in {games} games, the rarest {:.2} and the most frequent {:.2} times as often as in an \
         even draw",
        counts.len(),
        share(counts.values().min()),
        share(counts.values().max()),
    )
}
