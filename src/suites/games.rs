//! The `games` suite: replays real games.
//!
//! A page must reject moves that its rules do not allow; the reference decides this for each move.

use golfchess_parity::Plan;
use golfchess_rules::pgn::{PgnGame, Reader};
use golfchess_rules::{MoveRules, Position};

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

/// The positions of all games, one after the other, and some beside them.
pub(super) fn positions() -> Vec<Position> {
    let of_game = |game: PgnGame| {
        let moves = game.moves.into_iter();
        let after = moves.scan(game.start, |position, entry| {
            let before = *position;
            *position = position.play_unchecked(entry.mv);
            Some((before, *position))
        });
        after.collect::<Vec<_>>()
    };
    // After one move in ten, the position after another move too.
    let pairs = games().into_iter().flat_map(of_game).enumerate();
    let both = pairs.flat_map(|(at, (before, after))| {
        let others = before.legal_moves(MoveRules::FIDE).into_iter();
        let other = others.map(|mv| before.play_unchecked(mv));
        let other = other.filter(|other| *other != after).nth(at % 7);
        [Some(after), other.filter(|_| at % 10 == 0)]
    });
    both.flatten().collect()
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
