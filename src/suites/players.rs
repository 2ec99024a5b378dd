//! Players of White against a page with C that plays Black: they decide each move by what the page has
//! played.

use std::sync::Arc;

use fastrand::Rng;
use golfchess_parity::{Answer, Dialog, Plan, Player, Turns};
use golfchess_rules::{Color, Game, Move, Role, Square};

use super::white;
use crate::contract::{self, Contract, Follower, PlanBuilder};
use crate::suites::{ChessSuite, SuiteContext};

/// What a player tries to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Rare kinds of moves, and other moves.
    Rare,
    /// To castle to this side as soon as it can, trying it before.
    Castle(Side),
    /// To castle to this side across an attacked square.
    CastleThroughCheck(Side),
    /// To castle to this side after the king has moved and come back.
    CastleTooLate(Side),
    /// To let the page mate in one.
    Mated,
    /// To let the page choose between a mate and a stalemate, after it has lost its pieces.
    Beside,
    /// To promote a pawn to this piece, and then to mate.
    Mate(Role),
    /// To capture everything and stalemate.
    Stalemate,
    /// To capture everything and move without an aim.
    Shuffle,
    /// To capture everything and lose everything.
    GiveAway,
}

/// A side to castle to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    King,
    Queen,
}

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
    let plan = PlanBuilder::new(contract).plan(suite, format!("White wants: {}", words(goal)));
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

/// A goal in words.
fn words(goal: Goal) -> String {
    match goal {
        Goal::Rare => "rare moves".to_owned(),
        Goal::Castle(Side::King) => "castling short".to_owned(),
        Goal::Castle(Side::Queen) => "castling long".to_owned(),
        Goal::CastleThroughCheck(Side::King) => "castling short through check".to_owned(),
        Goal::CastleThroughCheck(Side::Queen) => "castling long through check".to_owned(),
        Goal::CastleTooLate(Side::King) => "castling short too late".to_owned(),
        Goal::CastleTooLate(Side::Queen) => "castling long too late".to_owned(),
        Goal::Mated => "to be mated".to_owned(),
        Goal::Beside => "a mate beside a stalemate".to_owned(),
        Goal::Mate(role) => format!("mate, and pawns promoted to {}", role.letter()),
        Goal::Stalemate => "stalemate".to_owned(),
        Goal::Shuffle => "moves without an aim".to_owned(),
        Goal::GiveAway => "bare kings".to_owned(),
    }
}

impl White {
    /// Pairs of squares that look like moves and are none, those that seldom come first.
    fn tries_in(&self, game: &Game, rng: &mut Rng) -> Vec<(Square, Square)> {
        let mut tries = white::plausible(game.position());
        rng.shuffle(&mut tries);
        let is_wanted = |(from, to): &(Square, Square)| match self.goal {
            Goal::Rare => white::is_blocked_pawn(game, *from, *to),
            // The castling that is not legal yet.
            Goal::Castle(_) | Goal::CastleThroughCheck(_) | Goal::CastleTooLate(_) => {
                white::is_castling(game, *from, *to)
            }
            _ => false,
        };
        tries.sort_by_key(|pair| !is_wanted(pair));
        tries.truncate(self.tries);
        tries
    }
}

impl Player for White {
    fn start(&self) -> Box<dyn Turns> {
        Box::new(Turn {
            white: *self,
            follower: Follower::new(&self.contract, false),
            rng: Rng::with_seed(self.seed),
            shown: Vec::new(),
            at: 0,
            given: None,
            played: 0,
            is_over: false,
        })
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
        match self.white.goal {
            Goal::Rare => super::random::rare(game, rng),
            Goal::Castle(side) => white::castle(game, side == Side::King, rng),
            Goal::CastleTooLate(side) => white::come_back(game, side == Side::King, rng),
            Goal::CastleThroughCheck(side) => {
                white::castle_through_check(game, side == Side::King, rng)
            }
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
mod tests {
    use golfchess_pages::catalog::FlagSet;
    use golfchess_parity::{Effect, Reference};

    use super::super::reduce::squares;
    use super::*;
    use crate::contract::{ClickReferee, clicks_of};

    /// A game of White against an imagined page that plays the first or a random legal move. Returns the
    /// game, and whether the reference finds no difference.
    fn game(flags: &str, goal: Goal, seed: u64, moves: usize) -> (Game, bool) {
        let contract = Contract::new(&FlagSet::new(flags)).expect("a set of rules");
        let white = White {
            contract,
            goal,
            seed,
            moves,
            tries: 4,
        };
        let mut player = white.start();
        let mut page = ClickReferee::of(&contract);
        let mut rng = Rng::with_seed(seed);
        let mut show = |page: &mut ClickReferee| {
            if page.must_choose() {
                let choices = page.choices();
                page.choose(choices[rng.usize(..choices.len())]);
            }
            Dialog::Effect(Effect::Cells, page.text(contract.show))
        };
        let mut all = vec![show(&mut page)];
        let mut answers = Vec::new();
        let mut new = all.clone();
        loop {
            let next = player.next(&new);
            if next.is_empty() {
                break;
            }
            new.clear();
            for answer in &next {
                if answer.1 > 0 {
                    let mut left = page.pass(answer.1);
                    let mut shown = show(&mut page);
                    while left > 0 {
                        left = page.pass(left);
                        shown = show(&mut page);
                    }
                    new.push(shown);
                }
                for click in clicks_of(answer.0.as_deref().unwrap_or_default()) {
                    page.click(click.square);
                    new.push(show(&mut page));
                }
            }
            all.extend(new.iter().cloned());
            answers.extend(next);
        }
        let plan = Plan::new(&contract, "test", "test", &answers);
        let shown = golfchess_parity::Transcript {
            dialogs: all,
            ..golfchess_parity::Transcript::default()
        };
        (page.game().clone(), contract.judge(&plan, &shown).is_none())
    }

    #[test]
    fn white_castles_to_the_side_that_it_wants() {
        for (side, file) in [(Side::King, 6), (Side::Queen, 2)] {
            let castled = (1..=8).filter(|seed| {
                let (game, is_right) = game("TMPDSUCAB", Goal::Castle(side), *seed, 24);
                assert!(is_right, "{side:?} {seed}");
                let mut moves = game.moves().iter().step_by(2);
                moves.any(|mv| {
                    mv.from.to_string() == "e1" && (mv.to.rank(), mv.to.file()) == (0, file)
                })
            });
            assert!(castled.count() >= 4, "{side:?}");
        }
    }

    #[test]
    fn only_a_crossed_square_forbids_castling_in_some_games_of_a_white_that_wants_it() {
        for side in [Side::King, Side::Queen] {
            let reached = (1..=8).filter(|seed| {
                let (game, is_right) = game("TMPDSUCAB", Goal::CastleThroughCheck(side), *seed, 24);
                assert!(is_right, "{side:?} {seed}");
                let mut position = *game.first_position();
                game.moves().iter().any(|mv| {
                    position = position.play_unchecked(*mv);
                    let white = position.side_to_move() == Color::White;
                    white && white::crosses_check(&position, side == Side::King)
                })
            });
            let reached = reached.count();
            assert!(reached >= 3, "{side:?} {reached}");
        }
    }

    #[test]
    fn only_a_lost_right_forbids_castling_in_some_games_of_a_white_that_comes_back() {
        use golfchess_rules::CastlingSide;
        for (side, right, free, rook) in [
            (Side::King, CastlingSide::King, "f1 g1", "h1"),
            (Side::Queen, CastlingSide::Queen, "b1 c1 d1", "a1"),
        ] {
            let is_back = |position: &golfchess_rules::Position| {
                let board = position.board();
                let rooks = board.pieces(Color::White, Role::Rook);
                let free = squares(free);
                position.side_to_move() == Color::White
                    && board.king(Color::White) == Square::from_chars('e', '1')
                    && !position.castling().has(Color::White, right)
                    && !(rooks & squares(rook)).is_empty()
                    && (board.occupied() & free).is_empty()
                    && !free
                        .into_iter()
                        .chain(board.king(Color::White))
                        .any(|at| !position.attackers(at, Color::Black).is_empty())
            };
            let reached = (1..=8).filter(|seed| {
                let (game, is_right) = game("TMPDSUCAB", Goal::CastleTooLate(side), *seed, 16);
                assert!(is_right, "{side:?} {seed}");
                let mut position = *game.first_position();
                game.moves().iter().any(|mv| {
                    position = position.play_unchecked(*mv);
                    is_back(&position)
                })
            });
            let reached = reached.count();
            assert!(reached >= 5, "{side:?} {reached}");
        }
    }

    #[test]
    fn white_promotes_to_the_piece_that_it_wants() {
        for role in Role::PROMOTIONS {
            let promoted = (1..=4).filter(|seed| {
                let (game, is_right) = game("MPSCAB", Goal::Mate(role), *seed, 80);
                assert!(is_right, "{role:?} {seed}");
                let mut moves = game.moves().iter().step_by(2);
                moves.any(|mv| mv.promotion == Some(role))
            });
            assert!(promoted.count() >= 2, "{role:?}");
        }
    }

    #[test]
    fn a_bad_capture_of_the_opponent_recommends_no_move() {
        let contract = Contract::new(&FlagSet::new("TMPDS")).expect("a set of rules");
        let mut builder = PlanBuilder::new(contract);
        // Black's queen could take a protected knight, whatever White plays; its bishop on h3 hangs.
        builder.words("e2e4 e7e5 g1f3 d8f6 a2a3 d7d6 b2b3 c8h3");
        let game = builder.game();
        let best = white::best(game, &game.legal_moves(), &mut Rng::with_seed(1));
        assert_eq!(best.to_string(), "g2h3");
    }

    #[test]
    fn white_is_mated_in_half_of_its_games_when_it_wants_to_be() {
        let mated = (1..=8).filter(|seed| {
            let (game, is_right) = game("MSCAB", Goal::Mated, *seed, 60);
            assert!(is_right, "{seed}");
            let winner = game.outcome().and_then(|outcome| outcome.winner());
            winner == Some(Color::Black)
        });
        let mated = mated.count();
        assert!(mated >= 4, "{mated}");
    }

    #[test]
    fn black_can_mate_and_stalemate_in_some_games_of_a_white_that_wants_it() {
        let reached = (1..=6).filter(|seed| {
            let (game, is_right) = game("SCAB", Goal::Beside, *seed, 160);
            assert!(is_right, "{seed}");
            let rules = game.profile().moves;
            let mut position = *game.first_position();
            game.moves().iter().any(|mv| {
                let black = position.side_to_move() == Color::Black;
                let both = black && white::mates_beside_a_stalemate(&position, rules);
                position = position.play_unchecked(*mv);
                both
            })
        });
        let reached = reached.count();
        assert!(reached >= 2, "{reached}");
    }

    #[test]
    fn a_pawn_before_a_black_piece_is_tried_first_among_rare_moves() {
        let contract = Contract::new(&FlagSet::new("SCAB")).expect("a set of rules");
        let white = |goal| White {
            contract,
            goal,
            seed: 1,
            moves: 1,
            tries: 4,
        };
        // Two people play the same position: the page of White's opponent replies by itself.
        let two = Contract::new(&FlagSet::new("S")).expect("a set of rules");
        let mut builder = PlanBuilder::new(two);
        // White's pawn on e4 stands before Black's on e5.
        builder.words("e2e3 e7e6 g1f3 e6e5 e3e4 a7a6");
        let pair = ("e4", "e5");
        let first = |goal: Goal, seed: u64| {
            let tries = white(goal).tries_in(builder.game(), &mut Rng::with_seed(seed));
            assert_eq!(tries.len(), 4);
            (tries[0].0.to_string(), tries[0].1.to_string())
        };
        let is_blocked = |(from, to): (String, String)| (&*from, &*to) == pair;
        assert!((0..20).all(|seed| is_blocked(first(Goal::Rare, seed))));
        assert!(!(0..20).all(|seed| is_blocked(first(Goal::Mated, seed))));
    }

    #[test]
    fn tries_that_look_like_moves_are_never_legal() {
        let (game, is_right) = game("MPSUCA", Goal::Rare, 3, 12);
        assert!(is_right);
        let mut position = *game.first_position();
        for mv in game.moves() {
            if position.side_to_move() == Color::White {
                let legal = position.legal_moves(game.profile().moves);
                let pairs = white::plausible(&position);
                assert!(pairs.len() > 10, "{}", pairs.len());
                for (from, to) in pairs {
                    assert!(!legal.iter().any(|mv| (mv.from, mv.to) == (from, to)));
                }
            }
            position = position.play_unchecked(*mv);
        }
    }
}
