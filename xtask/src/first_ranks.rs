//! `cargo xtask first-ranks`: how often a page with X draws each first rank, in V8.

use std::ffi::OsStr;
use std::path::Path;

use clap::value_parser;

use crate::node::Node;

/// Plays one page.
const PLAYER: &str = include_str!("first_ranks.js");

/// What to draw.
#[derive(clap::Args)]
pub struct Args {
    /// The variant, with X and without C
    #[arg(default_value = "index_TMPX_D_S")]
    variant: String,
    /// How many games begin; 960 times 200 tell a factor of 1.8 from noise
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u32).range(1..))]
    games: u32,
}

/// Prints the number of first ranks, and the extremes of their frequencies.
pub fn run(root: &Path, args: &Args) -> Result<(), String> {
    let page = root.join("catalog").join(format!("{}.html", args.variant));
    let games = args.games.to_string();
    let node = Node::with(root, &[])?;
    print!(
        "{}",
        node.run(PLAYER, &[page.as_os_str(), OsStr::new(&games)])?
    );
    Ok(())
}
