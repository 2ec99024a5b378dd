//! Counts the sequences of legal moves from a position, for each first move.
//!
//! ```sh
//! cargo run --release -p golfchess-rules --example perft -- 4
//! cargo run --release -p golfchess-rules --example perft -- 3 "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
//! ```

use golfchess_rules::{MoveRules, Position, divide, write_san};
use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let depth = arguments.next().map_or(Ok(3), |depth| depth.parse())?;
    let position = match arguments.next() {
        Some(fen) => fen.parse()?,
        None => Position::start(),
    };
    println!("{}", position.board());
    let counts: Vec<_> = divide(&position, MoveRules::FIDE, depth).collect();
    for (mv, count) in &counts {
        let san = write_san(&position, *mv, MoveRules::FIDE)?;
        println!("{san:8} {count:>12}");
    }
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    println!("{:8} {total:>12}", "total");
    Ok(())
}
