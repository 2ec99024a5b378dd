//! The `games` suite: real games, replayed to their end.
//!
//! Where a game has a move that the variant's rules lack, the page has to reject it, and what
//! follows is judged by the reference like any other input.

use crate::contract::PlanBuilder;
use crate::suites::{ChessSuite, SuiteContext};
use golfchess_parity::Plan;
use golfchess_rules::pgn::{PgnGame, Reader};

/// Games of May 2025 from the open database of lichess.org (CC0).
const TEXT: &str = include_str!("../../tests/data/lichess-2025-05.pgn");

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    // Shares are spread so that the pages together play most games.
    let of = context.by_effort(47, 47, 1);
    let games = context.share(games(), of).into_iter();
    games.map(|game| plan(context, &game)).collect()
}

fn games() -> Vec<PgnGame> {
    let games: Result<_, _> = Reader::new(TEXT.as_bytes()).collect();
    games.expect("the games are read by a test")
}

fn plan(context: &SuiteContext<'_>, game: &PgnGame) -> Plan {
    let mut builder = PlanBuilder::new(context.subject.reference);
    let longest = context.by_effort(20, usize::MAX, usize::MAX);
    let mut rejected = 0;
    for entry in game.moves.iter().take(longest) {
        if builder.typed(&entry.mv.to_string()) == crate::contract::Step::Rejected {
            rejected += 1;
        }
        // Once play has parted from the game, a few moves more show what is to be seen.
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
