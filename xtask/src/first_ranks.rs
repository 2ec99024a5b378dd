//! `cargo xtask first-ranks`: how often a page with X draws each first rank, in the engines of browsers.

use clap::value_parser;

use crate::status;

/// What to draw.
#[derive(clap::Args)]
pub struct Args {
    /// The variant, with X and without C
    #[arg(default_value = "index_TMPX_D_S")]
    variant: String,
    /// How many games begin; 960 times 200 tell a factor of 1.8 from noise
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// In which browsers
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "chrome",
        value_parser = ["chrome", "firefox", "webkit"],
    )]
    host: Vec<String>,
}

/// Prints the number of first ranks, and the extremes of their frequencies. Returns 1 if a browser has not
/// drawn all of them.
pub fn run(args: &Args) -> Result<usize, String> {
    let games = args.games.to_string();
    let words = [
        "run",
        "--quiet",
        "--release",
        "--example",
        "first_ranks",
        "--",
    ];
    match status(&[&words[..], &[&args.variant, &games]].concat(), &args.host)? {
        Some(0) => Ok(0),
        Some(1) => Ok(1),
        _ => Err("first ranks cannot be counted".to_owned()),
    }
}
