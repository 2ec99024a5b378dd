//! The `opponent` suite, for pages with A: the page against itself, its moves between typed ones, its
//! clock, and with B mates in one.

use fastrand::Rng;
use golfchess_parity::{Effort, Plan};
use golfchess_rules::{Bitboard, Move, Role};

use super::arbiter::script;
use super::input::INVALID;
use super::players::{self, Goal};
use super::reduce::{reduced, squares};
use super::stalemates;
use crate::contract::{self, Opponent, PlanBuilder};
use crate::suites::{ChessSuite, SuiteContext};

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let mut rng = context.rng_of_page(ChessSuite::Opponent as u64);
    if context.contract.page_is_black() {
        return as_black(context, &mut rng);
    }
    let mut plans = alone(context, &mut rng);
    plans.extend(mixed(context, &mut rng));
    plans.extend(clock(context));
    if looks_ahead(context) {
        plans.extend(mates(context, &mut rng));
        plans.extend(stalemates::plans(context, &mut rng));
    }
    plans
}

/// Games against a page that plays Black only.
fn as_black(context: &SuiteContext<'_>, rng: &mut Rng) -> Vec<Plan> {
    let rare = context.by_effort((1, 20), (4, 60), (200, MOST));
    let (mated, beside) = match looks_ahead(context) {
        true => context.by_effort((2, 1), (12, 8), (160, 200)),
        false => (0, 0),
    };
    let mut goals = vec![(Goal::Rare, rare.1); rare.0];
    goals.extend(vec![(Goal::Mated, MOST_BEFORE_MATE); mated]);
    goals.extend(vec![(Goal::Beside, MOST); beside]);
    let plan = |(goal, moves)| {
        let tries = usize::from(goal == Goal::Rare);
        let limits = (moves, tries);
        players::plan(context, ChessSuite::Opponent, goal, rng.u64(..), limits)
    };
    goals.into_iter().map(plan).collect()
}

fn looks_ahead(context: &SuiteContext<'_>) -> bool {
    context.contract.opponent == Some(Opponent::LooksAhead)
}

/// The most moves of a page against itself in one game.
const MOST: usize = 200;

/// The most random moves before them.
const OPENING: usize = 16;

/// The pieces that are left, by their start squares, where a page that looks ahead plays against
/// itself. It thinks for a shorter time there, and the game comes to its end.
const ENDGAMES: [Bitboard; 2] = [squares("d1 a2 h7 a8"), squares("a1 b1 b2 c8 g7 h8")];

/// Games of the page against itself, each from another opening. A page that looks ahead plays one in
/// three with all pieces, the others with few.
fn alone(context: &SuiteContext<'_>, rng: &mut Rng) -> Vec<Plan> {
    // A page that looks ahead thinks for some milliseconds, another one for none.
    let (games, moves) = match looks_ahead(context) {
        true => context.by_effort((1, 8), (3, MOST), (600, MOST)),
        false => context.by_effort((2, 60), (6, MOST), (300, MOST)),
    };
    let game = |game: usize| {
        let mut builder = PlanBuilder::new(context.contract);
        if looks_ahead(context) && !game.is_multiple_of(3) {
            let kept = ENDGAMES[game % ENDGAMES.len()];
            let rng = Rng::with_seed(rng.u64(..));
            builder = reduced(context.contract, kept, Bitboard::EMPTY, rng);
        }
        // The first thinking time selects the random numbers of the page. It costs no second.
        let mut think = game as u64 % 1_000;
        for _ in 0..rng.usize(..=OPENING) {
            let moves = builder.game().legal_moves();
            if !moves.is_empty() {
                let mv = moves[rng.usize(..moves.len())].to_string();
                builder.answer(Some(&mv), std::mem::take(&mut think));
            }
        }
        for _ in 0..moves {
            if builder.is_open() {
                builder.answer(Some(""), std::mem::take(&mut think));
            }
        }
        builder.plan(
            ChessSuite::Opponent,
            format!("the page against itself {}", game + 1),
        )
    };
    (0..games).map(game).collect()
}

/// Moves that are often legal; the reference decides for each position.
pub(super) const OFTEN: &str = "e2e4 e7e5 d2d4 d7d5 g1f3 b8c6 b1c3 g8f6 e2e3 e7e6 d2d3 d7d6 c2c4 c7c5 c2c3 c7c6 \
    f1c4 f8c5 f1b5 f8b4 c1g5 c8g4 c1e3 c8e6 e1g1 e8g8 e1c1 e8c8 a2a3 a7a6 h2h3 h7h6 g2g3 g7g6 b2b3 \
    b7b6 f1e2 f8e7 f1g2 f8g7 d1d2 d8d7 d1e2 d8e7 e4e5 e5e4 d4d5 d5d4 e4d5 e5d4 d4e5 d5e4 f3e5 f6e4 \
    a1b1 a8b8 f1e1 f8e8 g1h1 g8h8 e1e2 e8e7 e1d1 e8d8 e1f1 e8f8 a3a4 a6a5 h3h4 h6h5";

/// Empty answers between typed moves, rubbish, and Cancel.
fn mixed(context: &SuiteContext<'_>, rng: &mut Rng) -> Vec<Plan> {
    let games = match looks_ahead(context) {
        true => context.by_effort(1, 4, 200),
        false => context.by_effort(2, 6, 300),
    };
    let often: Vec<&str> = OFTEN.split_whitespace().collect();
    let arbiter = context.contract.arbiter;
    let game = |game: usize| {
        let mut builder = PlanBuilder::new(context.contract);
        let mut think = game as u64 % 1_000;
        for _ in 0..rng.usize(4..80) {
            let mut text = match rng.usize(..8) {
                0..3 => "",
                3 => INVALID[rng.usize(..INVALID.len())],
                _ => often[rng.usize(..often.len())],
            }
            .to_owned();
            if arbiter && rng.usize(..8) == 0 {
                text.push('=');
            }
            if builder.is_open() {
                builder.answer(Some(&text), think);
            }
            think = if rng.usize(..4) == 0 {
                rng.u64(..9_000)
            } else {
                0
            };
        }
        builder.plan(
            ChessSuite::Opponent,
            format!("the page between typed moves {}", game + 1),
        )
    };
    (0..games).map(game).collect()
}

/// Empty answers with thinking times, in words of a script.
const TIMED: [(&str, &str); 8] = [
    (
        "time before the page moves",
        "-@999 -@1000 -@1999 -@2000 -@59999 zz@1500 -@1500 -",
    ),
    ("White's flag before the page moves", "-@900000"),
    ("Black's flag before the page moves", "e2e3 -@900000"),
    (
        "White's flag after its own moves",
        "-@450000 - -@449999 - - zz@999 -@1000",
    ),
    (
        "the page moves in the last second of White",
        "zz@899000 -@999 e7e6 -@1000",
    ),
    (
        "the page moves in the last second of Black",
        "e2e3 zz@899999 -@999 - -@1000",
    ),
    ("no time for Black's move", "- zz@899000 -@1001"),
    (
        "typed moves after the page's",
        "-@3000 e7e6@4000 -@5000 d7d6@6000 e7e5@7000 d7d5 -",
    ),
];

/// The same for a page that looks ahead, while a clock runs.
const WORKING: [(&str, &str); 5] = [
    ("White thinks", "-@1000 e7e6 - zz@2500 -"),
    ("Black thinks", "e2e3 - d2d3@500 -@1999 a2a3 -"),
    ("White's flag falls while it thinks", "zz@899000 -"),
    ("Black's flag falls while it thinks", "e2e3 zz@899999 -"),
    ("the page thinks for both sides", "- - - - - - - -"),
];

/// The milliseconds of each step of the work of a page that thinks: hundreds of steps are a move.
const PACES: [u64; 2] = [20, 100];

fn clock(context: &SuiteContext<'_>) -> Vec<Plan> {
    let contract = context.contract;
    let plan = |(name, words): (&str, &str), pace: u64| {
        let mut builder = PlanBuilder::new(contract).with_pace(pace);
        script(&mut builder, words);
        builder.plan(ChessSuite::Opponent, name)
    };
    let clocks = contract.rules.clock_seconds.is_some();
    // Without clocks every case tests the same: thinking time has no effect.
    let timed = context.sample(TIMED.to_vec(), if clocks { 1 } else { 8 });
    let mut plans: Vec<Plan> = timed.into_iter().map(|game| plan(game, 0)).collect();
    if clocks && looks_ahead(context) {
        for (at, pace) in PACES.into_iter().enumerate() {
            let games = match context.effort {
                Effort::Smoke | Effort::Quick => vec![WORKING[2 + at]],
                Effort::Usual | Effort::Deep => WORKING.to_vec(),
            };
            plans.extend(games.into_iter().map(|game| plan(game, pace)));
        }
    }
    plans
}

/// The most moves before a mate in one.
const MOST_BEFORE_MATE: usize = 60;

/// Moves to a position in which only castling mates.
const CASTLING_MATE: &str = "d2d4 e7e6 g1f3 f7f5 b1c3 g8f6 c1g5 f8e7 g5f6 e7f6 a2a3 b8c6 a3a4 c6a5 h2h3 \
    a5c4 e2e4 f5e4 c3e4 b7b6 f3e5 e8g8 f1d3 c8b7 d1h5 d8e7 h5h7 g8h7 e4f6 h7h6 e5g4 h6g5 h3h4 g5f4 g2g3 \
    f4f3 d3e2 f3g2 h1h2 g2g1";

/// Moves to a position in which only promotion to a queen or a rook mates.
const PROMOTION_MATE: &str = "a2a4 b7b6 g2g3 c8b7 a4a5 d8c8 a1a2 b7c6 a5b6 c6a4 b6b7 g7g5";

/// Positions with a mate in one, reached by typed moves; the page must play a mate.
fn mates(context: &SuiteContext<'_>, rng: &mut Rng) -> Vec<Plan> {
    // Four pages of the catalog look ahead: together they play more than 200 positions.
    let wanted = context.by_effort(5, 55, 1_000);
    let mut plans = Vec::new();
    if context.contract.rules.moves.special_moves {
        for (name, moves) in [
            ("a mate by castling", CASTLING_MATE),
            ("a mate by promotion", PROMOTION_MATE),
        ] {
            let mut builder = PlanBuilder::new(context.contract);
            builder.words(moves);
            builder.typed("");
            plans.push(builder.plan(ChessSuite::Opponent, name));
        }
    }
    while plans.len() < wanted {
        let mut builder = PlanBuilder::new(context.contract);
        for _ in 0..MOST_BEFORE_MATE {
            let moves = builder.game().legal_moves();
            if plans.len() == wanted || moves.is_empty() {
                break;
            }
            let game = builder.game();
            let mating = contract::mates(game.position(), &moves, game.profile().moves);
            let full = |mv: &&Move| mv.promotion.is_none_or(|role| role == Role::Queen);
            if let Some(mate) = mating.iter().find(full) {
                let mut builder = builder.clone();
                builder.typed("");
                plans.push(builder.plan(ChessSuite::Opponent, format!("a mate in one by {mate}")));
            }
            // The game goes on without the mate.
            let others: Vec<&Move> = moves.iter().filter(|mv| !mating.contains(mv)).collect();
            if others.is_empty() {
                break;
            }
            builder.typed(&others[rng.usize(..others.len())].to_string());
        }
    }
    plans
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use golfchess_pages::catalog::FlagSet;
    use golfchess_parity::{Answer, Oracle, Subject};

    use super::*;
    use crate::contract::Contract;
    use crate::suites::{context, opponents, subject};

    fn plans_of(subject: &Subject, effort: Effort) -> Vec<Plan> {
        plans(&context(subject, effort, 1))
    }

    #[test]
    fn each_game_lets_the_page_move() {
        for flags in ["A", "TMPDSA", "TMPDFSUA", "SAB", "TMPDSAB"] {
            let none = String::new;
            let subject = subject("page", 0, &FlagSet::new(flags), none(), none());
            let plans = plans_of(&subject.expect("a set of rules"), Effort::Usual);
            assert!(plans.len() >= 12, "{flags}: {}", plans.len());
            let followed = |plan: &&Plan| plan.oracle == Oracle::PageChooses;
            let followed = plans.iter().filter(followed).count();
            assert!(followed * 10 >= plans.len() * 9, "{flags}: {followed}");
        }
    }

    #[test]
    fn most_games_of_a_page_that_looks_ahead_begin_with_few_pieces() {
        for flags in ["SAB", "TMPDSAB", "TMPDFSAB"] {
            let none = String::new;
            let subject = subject("page", 0, &FlagSet::new(flags), none(), none());
            let plans = plans_of(&subject.expect("a set of rules"), Effort::Usual);
            let alone = plans.iter().filter(|plan| plan.case.contains("itself"));
            let typed = |plan: &Plan| {
                let is_typed = |answer: &&Answer| answer.0.as_deref() != Some("");
                plan.answers.iter().take_while(is_typed).count()
            };
            // More moves are typed than the longest opening has only if pieces are captured first.
            let few: Vec<bool> = alone.map(|plan| typed(plan) > OPENING).collect();
            assert_eq!(few, [false, true, true], "{flags}");
        }
    }

    /// The positions with a mate in one that are typed on a page.
    fn mates_in_one(plans: Vec<Plan>) -> HashSet<Vec<Answer>> {
        let plans = plans.into_iter();
        let mates = plans.filter(|plan| plan.case.starts_with("a mate in one"));
        mates.map(|plan| plan.answers).collect()
    }

    /// Two hundred take long to find: on one page, and on all of them together with the usual effort.
    #[test]
    fn at_least_two_hundred_positions_have_a_mate_in_one() {
        positions_have_a_mate(|place| place == 0);
    }

    #[test]
    #[ignore = "slow: one page has two hundred with the deep effort"]
    fn at_least_two_hundred_positions_on_each_page_have_a_mate_in_one() {
        positions_have_a_mate(|_| true);
    }

    /// `is_deep` tells by the place of a page whether all its positions are searched.
    fn positions_have_a_mate(is_deep: impl Fn(usize) -> bool) {
        let mut all = HashSet::new();
        for (place, subject) in opponents(true).enumerate() {
            all.extend(mates_in_one(plans_of(&subject, Effort::Usual)));
            if is_deep(place) {
                let context = context(&subject, Effort::Deep, 1);
                let count = mates_in_one(mates(&context, &mut Rng::with_seed(1))).len();
                assert!(count >= 200, "{}: {count}", subject.name);
            }
        }
        assert!(all.len() >= 200, "{}", all.len());
        for subject in opponents(false) {
            assert!(mates_in_one(plans_of(&subject, Effort::Usual)).is_empty());
        }
    }

    #[test]
    fn only_the_special_move_of_a_case_mates() {
        let contract = Contract::new(&FlagSet::new("TMPDSAB")).expect("a set of rules");
        let mates = |moves: &str| {
            let mut builder = PlanBuilder::new(contract);
            builder.words(moves);
            let (game, legal) = (builder.game(), builder.game().legal_moves());
            let mates = contract::mates(game.position(), &legal, game.profile().moves);
            let mut mates: Vec<String> = mates.iter().map(Move::to_string).collect();
            mates.sort();
            mates.join(" ")
        };
        assert_eq!(mates(CASTLING_MATE), "e1c1");
        assert_eq!(mates(PROMOTION_MATE), "b7c8q b7c8r");
    }
}
