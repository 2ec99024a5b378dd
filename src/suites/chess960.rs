//! Games of pages with X. The page draws the first rank, so that a player decides what is typed when it has
//! seen it; the think time of the first answer selects the random numbers of the page.

mod games;
mod only;

use std::sync::Arc;

use fastrand::Rng;
use golfchess_parity::{Answer, Dialog, Plan, Player, Turns};
use golfchess_rules::{Color, Role};

use super::{clock, dialogs, input, mirror, promotion, random};
use crate::contract::{Contract, PlanBuilder};
use crate::suites::{ChessSuite, SuiteContext};

/// What a game is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// Castling of both sides, and tries of castling that is not legal.
    Castle,
    /// The same, and then no capture and no pawn move until the fiftieth move.
    Fifty,
    /// A position that occurs three times with the right to castle with a rook, and without it.
    Repeat(Color),
    /// The first position for the third time.
    First,
    /// The position after a double step for the third time.
    DoubleStep,
    /// En passant too late and at once, and a piece that crosses a passed square.
    EnPassant,
    /// To a position in which castling is the only legal move of a side, and to castle.
    Only(Color),
    /// A promotion of each side, with one of the choices of pieces.
    Promote(promotion::Choice),
    /// Kings and two pieces of White of this kind, with which the position is not dead.
    Alive(Role),
    /// Pairs of squares that are no legal moves, between some moves.
    Pairs,
    /// Random play.
    Random,
}

/// A player of both sides.
#[derive(Clone, Copy, Debug)]
struct Both {
    contract: Contract,
    goal: Goal,
    seed: u64,
    /// How long the game is, in turns.
    turns: usize,
}

/// The plans of a suite for a page with X.
pub(super) fn plans(context: &SuiteContext<'_>, suite: ChessSuite) -> Vec<Plan> {
    // A game on a board shows three times as much, and takes ten times as long.
    let few = |(quick, usual, deep), on_board: (usize, usize)| match context.contract.show.board {
        false => context.by_effort(quick, usual, deep),
        true => context.by_effort(on_board.0, on_board.1, deep),
    };
    let goals = match suite {
        ChessSuite::Rules => rules(context, few((4, 120, 1_000), (2, 40))),
        ChessSuite::Perft => vec![(
            Goal::Pairs,
            few((2, 10, 100), (1, 4)),
            few((3, 3, 3), (1, 3)),
        )],
        ChessSuite::Draws => {
            let count = few((2, 8, 60), (1, 4));
            let alive = usize::from(context.contract.rules.draws.dead_position);
            vec![
                (Goal::Fifty, count, 60),
                (Goal::First, 1, 0),
                (Goal::DoubleStep, 1, 0),
                (Goal::Repeat(Color::White), count, 0),
                (Goal::Repeat(Color::Black), count, 0),
                (Goal::Alive(Role::Knight), alive, 0),
                (Goal::Alive(Role::Bishop), alive, 0),
            ]
        }
        ChessSuite::Random => vec![(
            Goal::Random,
            context.by_effort(2, 6, 60),
            context.by_effort(30, 80, 200),
        )],
        // Texts that do not depend on the first rank: moves of pawns, and what is no move.
        ChessSuite::Input => return input::plans(context),
        ChessSuite::Clock => return clock::plans(context),
        ChessSuite::Dialogs => return dialogs::plans(context),
        ChessSuite::Mirror => return mirror::plans(context),
        ChessSuite::Games | ChessSuite::Arbiter | ChessSuite::Opponent => return Vec::new(),
    };
    let mut rng = context.rng_of_page(suite as u64);
    let mut plans = Vec::new();
    for (goal, count, turns) in goals {
        for _ in 0..count {
            let both = Both {
                contract: context.contract,
                goal,
                seed: rng.u64(..),
                turns,
            };
            let mut builder = PlanBuilder::new(context.contract);
            // No move, and less than a second.
            let nothing = if context.contract.show.board {
                ""
            } else {
                "zz"
            };
            builder.answer(Some(nothing), rng.u64(..1_000));
            let plan = builder.plan(suite, format!("Chess960: {}", goal.words()));
            plans.push(plan.with_player(Arc::new(both)));
        }
    }
    plans
}

/// The goals of the suite `rules`: castling, en passant, castling as the only legal move, and promotions.
fn rules(context: &SuiteContext<'_>, castle: usize) -> Vec<(Goal, usize, usize)> {
    let mut goals = vec![(Goal::Castle, castle, 60), (Goal::EnPassant, 1, 0)];
    // Four first ranks of a hundred have a place for such a king.
    let only = context.by_effort(0, 40, 400);
    goals.extend(Color::ALL.map(|side| (Goal::Only(side), only, 0)));
    if context.contract.rules.moves.promotion_choice {
        // On a board the number of clicks chooses, and a side does not promote from each first rank.
        let (signs, quick) = match context.contract.show.board {
            true => (None, 4),
            false => (Some(promotion::SIGNS), 2),
        };
        let choices = signs.into_iter().chain(promotion::knights_first());
        let choices = choices.take(context.by_effort(quick, 4, usize::MAX));
        goals.extend(choices.map(|choice| (Goal::Promote(choice), 1, 0)));
    }
    goals
}

impl Goal {
    fn words(self) -> &'static str {
        match self {
            Goal::Castle => "castling",
            Goal::Fifty => "castling and fifty moves",
            Goal::Repeat(_) => "repetition with the right to castle",
            Goal::First => "threefold of the first position",
            Goal::DoubleStep => "a double step without an en passant capture",
            Goal::EnPassant => "en passant",
            Goal::Only(_) => "castling as the only legal move",
            Goal::Promote(_) => "promotion",
            Goal::Alive(Role::Knight) => "two knights: not dead",
            Goal::Alive(_) => "both bishops of one side: not dead",
            Goal::Pairs => "pairs of squares",
            Goal::Random => "random play",
        }
    }
}

impl Player for Both {
    fn start(&self) -> Box<dyn Turns> {
        Box::new(Turn(Some(*self)))
    }
}

/// The one turn in which a player gives all of its answers.
struct Turn(Option<Both>);

impl Turns for Turn {
    fn next(&mut self, shown: &[Dialog]) -> Vec<Answer> {
        let first = shown.first().map(|dialog| dialog.parts().1);
        match self.0.take() {
            Some(both) => match both.contract.drawn(first) {
                Ok(contract) => both.answers(contract),
                Err(_) => Vec::new(), // a page that is wrong is judged elsewhere
            },
            None => Vec::new(),
        }
    }
}

impl Both {
    /// The answers of a game from a known first position.
    fn answers(&self, contract: Contract) -> Vec<Answer> {
        let mut builder = PlanBuilder::new(contract);
        let mut rng = Rng::with_seed(self.seed);
        match self.goal {
            Goal::Castle => games::castle(&mut builder, &mut rng, self.turns, false),
            Goal::Fifty => {
                games::castle(&mut builder, &mut rng, self.turns, true);
                games::fifty(&mut builder, &mut rng);
            }
            Goal::Repeat(side) => games::repeat(&mut builder, &mut rng, side),
            Goal::First => games::threefold(&mut builder),
            Goal::DoubleStep => {
                builder.typed("e2e4");
                games::threefold(&mut builder);
            }
            Goal::EnPassant => games::en_passant(&mut builder, &mut rng),
            Goal::Only(side) => builder = only::play(contract, self.seed, side).unwrap_or(builder),
            Goal::Promote(choice) => promotion::promote(&mut builder, choice),
            Goal::Alive(role) => builder = games::alive(contract, &mut rng, role),
            Goal::Pairs => games::pairs(&mut builder, &mut rng, self.turns),
            Goal::Random => random::play(&mut builder, &mut rng, self.turns, |_, text, _| text),
        }
        builder.into_answers()
    }
}

#[cfg(test)]
mod tests;
