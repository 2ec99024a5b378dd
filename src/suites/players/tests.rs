use golfchess_pages::catalog::FlagSet;
use golfchess_parity::{Effect, Reference};
use golfchess_rules::{CastlingSide, MoveRules, Position};

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

/// In how many games for a goal some position is reached.
fn reached(goal: Goal, moves: usize, is_wanted: impl Fn(&Position) -> bool) -> usize {
    let games = (1..=8).filter(|seed| {
        let (game, is_right) = game("TMPDSUCAB", goal, *seed, moves);
        assert!(is_right, "{goal:?} {seed}");
        let mut position = *game.first_position();
        game.moves().iter().any(|mv| {
            position = position.play_unchecked(*mv);
            is_wanted(&position)
        })
    });
    games.count()
}

#[test]
fn white_castles_to_the_side_that_it_wants() {
    for (side, file) in [(CastlingSide::King, 6), (CastlingSide::Queen, 2)] {
        let castled = (1..=8).filter(|seed| {
            let (game, is_right) = game("TMPDSUCAB", Goal::Castle(side), *seed, 24);
            assert!(is_right, "{side:?} {seed}");
            let mut moves = game.moves().iter().step_by(2);
            moves.any(|mv| mv.from.to_string() == "e1" && (mv.to.rank(), mv.to.file()) == (0, file))
        });
        assert!(castled.count() >= 4, "{side:?}");
    }
}

#[test]
fn white_crosses_a_passed_square_unless_it_wants_to_castle() {
    let mut builder = PlanBuilder::new(Contract::new(&FlagSet::new("TMPDS")).expect("rules"));
    builder.words("d2d3 a7a6 c1f4 d7d5");
    let contract = Contract::new(&FlagSet::new("TMPDSUCAB")).expect("a set of rules");
    let chosen = |goal| {
        let white = White {
            contract,
            goal,
            seed: 1,
            moves: 1,
            tries: 0,
        };
        white.turn().choose(builder.game()).to_string()
    };
    for goal in [
        Goal::Rare,
        Goal::Mated,
        Goal::Beside,
        Goal::Mate(Role::Queen),
        Goal::Stalemate,
        Goal::Shuffle,
        Goal::GiveAway,
    ] {
        assert_eq!(chosen(goal), "f4c7", "{goal:?}");
    }
    assert_ne!(chosen(Goal::Castle(CastlingSide::Queen)), "f4c7");
}

#[test]
fn only_a_crossed_square_forbids_castling_in_some_games_of_a_white_that_wants_it() {
    for side in CastlingSide::ALL {
        let count = reached(Goal::CastleThroughCheck(side), 24, |position| {
            position.side_to_move() == Color::White && castling::crosses_check(position, side)
        });
        assert!(count >= 3, "{side:?} {count}");
    }
}

#[test]
fn only_a_lost_right_forbids_castling_in_some_games_of_a_white_that_comes_back() {
    for (side, fields) in [(CastlingSide::King, "K"), (CastlingSide::Queen, "Q")] {
        // With the right, castling would be legal.
        let is_back = |position: &Position| {
            let has_right = position.castling().has(Color::White, side);
            let fen = position.to_string();
            let mut words: Vec<&str> = fen.split(' ').collect();
            words[2] = fields;
            let with_right = words.join(" ").parse::<Position>();
            let castles = |position: &Position| {
                let moves = position.legal_moves(MoveRules::FIDE);
                moves
                    .iter()
                    .any(|mv| position.castling_side(*mv) == Some(side))
            };
            let is_white = position.side_to_move() == Color::White;
            is_white && !has_right && with_right.is_ok_and(|position| castles(&position))
        };
        let count = reached(Goal::CastleTooLate(side), 16, is_back);
        assert!(count >= 5, "{side:?} {count}");
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
