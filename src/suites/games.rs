//! The `games` suite: replays real games.
//!
//! A page must reject moves that its rules do not allow; the reference decides this for each move.

use golfchess_parity::Plan;
use golfchess_rules::pgn::{PgnGame, Reader};

use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext};

/// Games of May 2025 from the open database of lichess.org (CC0), in PGN.
pub const TEXT: &str = include_str!("../../tests/data/lichess-2025-05.pgn");

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let of = context.by_effort(47, 47, 1);
    let games = context.sample(games(), of).into_iter();
    games.map(|game| plan(context, &game)).collect()
}

fn games() -> Vec<PgnGame> {
    let games: Result<_, _> = Reader::new(TEXT.as_bytes()).collect();
    games.expect("the embedded games are valid PGN")
}

fn plan(context: &SuiteContext<'_>, game: &PgnGame) -> Plan {
    let mut builder = PlanBuilder::new(context.contract);
    let longest = context.by_effort(20, usize::MAX, usize::MAX);
    let mut rejected = 0;
    for entry in game.moves.iter().take(longest) {
        if builder.typed(&entry.mv.to_string()) == crate::contract::Step::Rejected {
            rejected += 1;
        }
        // After many rejected moves the rest of the game adds little.
        if rejected > 12 {
            break;
        }
    }
    let site = game.tags.get("Site").unwrap_or("a game");
    builder.plan(ChessSuite::Games, site)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_games_are_read() {
        assert_eq!(super::games().len(), 47);
    }
}
