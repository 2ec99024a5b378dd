//! Players of White against a page with C that plays Black: they decide each move by what the page has
//! played.

mod goal;

use std::sync::Arc;

use fastrand::Rng;
use golfchess_parity::{Answer, Dialog, Plan, Player, Turns};
use golfchess_rules::{Color, Game, Move, Role, Square};

pub use self::goal::Goal;
use super::passed;
use super::white::{self, castling};
use crate::contract::{self, Contract, Follower, PlanBuilder};
use crate::suites::{ChessSuite, SuiteContext};

/// A game of White with a goal.
#[derive(Clone, Copy, Debug)]
struct White {
    contract: Contract,
    goal: Goal,
    seed: u64,
    /// The most moves.
    moves: usize,
    /// The most tries of illegal moves before each move.
    tries: usize,
}

/// The plan of a game against the page.
pub(super) fn plan(
    context: &SuiteContext<'_>,
    suite: ChessSuite,
    goal: Goal,
    seed: u64,
    (moves, tries): (usize, usize),
) -> Plan {
    let contract = context.contract;
    let white = White {
        contract,
        goal,
        seed,
        moves,
        tries,
    };
    let plan = PlanBuilder::new(contract).plan(suite, format!("White wants: {}", goal.words()));
    plan.with_player(Arc::new(white))
}

/// The plans of some games for each goal. `limits` has the most moves, and the most tries before each.
pub(super) fn plans(
    context: &SuiteContext<'_>,
    suite: ChessSuite,
    goals: Vec<Goal>,
    games: usize,
    limits: impl Fn(Goal) -> (usize, usize),
) -> Vec<Plan> {
    let mut rng = context.rng_of_page(suite as u64);
    let games = goals.into_iter().flat_map(|goal| vec![goal; games]);
    games
        .map(|goal| plan(context, suite, goal, rng.u64(..), limits(goal)))
        .collect()
}

impl White {
    /// Pairs of squares that look like moves and are none, those that seldom come first.
    fn tries_in(&self, game: &Game, rng: &mut Rng) -> Vec<(Square, Square)> {
        let mut tries = white::plausible(game.position());
        rng.shuffle(&mut tries);
        let is_wanted = |(from, to): &(Square, Square)| match self.goal {
            Goal::Rare => white::is_blocked_pawn(game, *from, *to),
            // The castling that is not legal yet.
            goal if goal.is_castling() => castling::is_castling(game, *from, *to),
            _ => false,
        };
        tries.sort_by_key(|pair| !is_wanted(pair));
        tries.truncate(self.tries);
        tries
    }

    /// A game from its first turn.
    fn turn(self) -> Turn {
        Turn {
            white: self,
            follower: Follower::new(&self.contract, false),
            rng: Rng::with_seed(self.seed),
            shown: Vec::new(),
            at: 0,
            given: None,
            played: 0,
            is_over: false,
        }
    }
}

impl Player for White {
    fn start(&self) -> Box<dyn Turns> {
        Box::new(self.turn())
    }
}

/// A game of a player.
struct Turn {
    white: White,
    follower: Follower,
    rng: Rng,
    shown: Vec<Dialog>,
    /// The number of the next reading.
    at: usize,
    /// The last answers; none before the first reading.
    given: Option<Vec<Answer>>,
    played: usize,
    is_over: bool,
}

impl Turns for Turn {
    fn next(&mut self, shown: &[Dialog]) -> Vec<Answer> {
        self.shown.extend_from_slice(shown);
        let followed = match self.given.take() {
            None => self.follower.first(&self.shown, &mut self.at),
            Some(answers) => answers
                .iter()
                .try_for_each(|answer| self.follower.answer(answer, &self.shown, &mut self.at)),
        };
        // A page that is wrong is judged elsewhere.
        let next = match (followed, self.follower.game()) {
            (Ok(()), Some(game)) if !self.is_over => {
                let game = Game::clone(game.game());
                self.turn(&game)
            }
            _ => Vec::new(),
        };
        self.given = Some(next.clone());
        next
    }
}

impl Turn {
    /// The next answers in a position.
    fn turn(&mut self, game: &Game) -> Vec<Answer> {
        if game.outcome().is_some() || self.played == self.white.moves {
            // Once more: after the end nothing changes.
            self.is_over = true;
            let clicks = ["e2e4d7d5", "a1", "e1g1"].map(Answer::typed);
            return match game.outcome() {
                Some(_) => clicks.into(),
                None => Vec::new(),
            };
        }
        self.played += 1;
        let mut answers = Vec::new();
        let tries = self.white.tries_in(game, &mut self.rng);
        for (from, to) in tries {
            answers.push(Answer::typed(format!("{from}{to}")));
        }
        let mv = self.choose(game);
        let think = match self.rng.usize(..4) {
            0 => self.rng.u64(..2_500),
            _ => 0,
        };
        // A square from which no move is legal, so that the tries before it do not count.
        let apart = white::apart(game);
        // (Apart from the move too: a letter follows the two squares of a move only.)
        match self.white.tries {
            0 => answers.push(Answer(Some(mv.to_string()), think)),
            _ => {
                answers.push(Answer(Some(apart.to_string()), think));
                answers.push(Answer::typed(mv.to_string()));
            }
        }
        if self.white.contract.rules.clock_seconds.is_some() {
            answers.push(Answer(Some(String::new()), 1_000));
        }
        answers
    }

    fn choose(&mut self, game: &Game) -> Move {
        let moves = game.legal_moves();
        let rules = game.profile().moves;
        let position = game.position();
        let rng = &mut self.rng;
        // Possible after few moves only.
        let crosses = |mv: &&Move| passed::crosses(position, **mv);
        if !self.white.goal.is_castling()
            && let Some(mv) = moves.iter().find(crosses)
        {
            return *mv;
        }
        match self.white.goal {
            Goal::Rare => super::random::rare(game, rng),
            Goal::Castle(side) => castling::castle(game, side, rng),
            Goal::CastleTooLate(side) => castling::come_back(game, side, rng),
            Goal::CastleThroughCheck(side) => castling::castle_through_check(game, side, rng),
            Goal::Mated => white::helps_mate(position, &moves, rules, rng),
            Goal::Beside => white::beside(position, &moves, rules, rng),
            Goal::Mate(role) => {
                let promotes = |mv: &Move| mv.promotion == Some(role);
                let mut own = game.moves().iter().step_by(2);
                let has_promoted = own.any(promotes);
                if let Some(mv) = moves.iter().find(|mv| promotes(mv) && !has_promoted) {
                    return *mv;
                }
                let pawns = position.board().pieces(Color::White, Role::Pawn);
                let mates = match has_promoted || pawns.is_empty() {
                    true => Vec::new(),
                    false => contract::mates(position, &moves, rules),
                };
                let is_wanted = |mv: &&Move| {
                    let is_other =
                        rules.promotion_choice && mv.promotion.is_some() && !promotes(mv);
                    !is_other && !mates.contains(mv)
                };
                let wanted: Vec<Move> = moves.iter().filter(is_wanted).copied().collect();
                let moves = if wanted.is_empty() { moves } else { wanted };
                white::best(game, &moves, rng)
            }
            Goal::Stalemate | Goal::Shuffle | Goal::GiveAway => self.after_captures(game),
        }
    }

    /// Captures all Black pieces, without a mate; then strives for the goal.
    fn after_captures(&mut self, game: &Game) -> Move {
        let (position, rules) = (game.position(), game.profile().moves);
        let all = game.legal_moves();
        let mates = contract::mates(position, &all, rules);
        let mut moves: Vec<Move> = all
            .iter()
            .filter(|mv| !mates.contains(mv))
            .copied()
            .collect();
        let replies = |mv: &Move| position.play_unchecked(*mv).legal_moves(rules).len();
        if self.white.goal != Goal::Stalemate {
            moves.retain(|mv| replies(mv) > 0);
        }
        if moves.is_empty() {
            return all[0];
        }
        let rng = &mut self.rng;
        if position.board().color(Color::Black).len() > 1 {
            return white::best(game, &moves, rng);
        }
        match self.white.goal {
            Goal::Stalemate => white::fewest(position, &moves, rules, rng),
            Goal::GiveAway => white::give_away(position, &moves, rules, rng),
            _ => white::quiet(game, &moves, rng),
        }
    }
}

#[cfg(test)]
mod tests;
