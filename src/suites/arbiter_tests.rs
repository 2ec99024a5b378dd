use std::collections::BTreeSet;

use golfchess_pages::catalog::FlagSet;

use super::*;
use crate::contract::Contract;
use crate::suites::scripted_game::unexpected_words;
use crate::suites::{context, subject};

/// Random games depend on the seed, so they are tried with several.
const SEEDS: std::ops::Range<u64> = 1..7;

fn with_plans<T>(effort: Effort, test: impl Fn(&SuiteContext<'_>) -> T) -> T {
    with_seed(effort, 1, test)
}

fn with_seed<T>(effort: Effort, seed: u64, test: impl Fn(&SuiteContext<'_>) -> T) -> T {
    on_page(0, effort, seed, test)
}

/// The page has a place among all pages.
fn on_page<T>(place: usize, effort: Effort, seed: u64, test: impl Fn(&SuiteContext<'_>) -> T) -> T {
    let none = String::new;
    let flags = FlagSet::new("TMPDFS");
    let subject = subject("page", place, &flags, none(), none()).expect("a set of rules");
    test(&context(&subject, effort, seed))
}

#[test]
fn scripted_cases_end_as_intended_from_both_sides() {
    let contract = Contract::new(&FlagSet::new("TMPDFS")).expect("a set of rules");
    for case in TALKS.iter().chain(REPETITIONS) {
        for Side {
            name,
            words,
            end: code,
        } in case.sides()
        {
            assert_eq!(unexpected_words(&words), [""; 0], "{name}");
            let mut builder = PlanBuilder::new(contract);
            script(&mut builder, &words);
            let plan = builder.plan(ChessSuite::Arbiter, name.as_str());
            assert_eq!(end(&plan), Some(code.as_str()), "{name}: {words}");
            // No word is typed after the end of the game.
            let typed = words.split_whitespace().count();
            assert!(plan.answers.len() >= typed, "{name}: {words}");
        }
    }
}

#[test]
fn long_cases_end_as_intended() {
    for seed in SEEDS {
        with_seed(Effort::Deep, seed, |context| {
            for case in QUIET.iter().flatten() {
                let plan = quiet_game(context, case);
                assert_eq!(end(&plan), Some(case.end), "{} ({seed})", case.name);
                assert!(plan.answers.len() > case.quiet, "{}", case.name);
            }
        });
    }
}

#[test]
fn each_balance_is_reached() {
    with_plans(Effort::Deep, |context| {
        for (name, balance) in MATERIAL.iter().flat_map(|balance| balance.sides()) {
            for seed in SEEDS {
                let builder = reached(context, balance, &mut Rng::with_seed(seed));
                let left = builder.game().position().board().occupied().len();
                assert_eq!(left, balance.kept.len() + 2, "{name} ({seed})");
            }
        }
        let plans = material(context);
        let names: BTreeSet<&str> = plans.iter().map(|plan| plan.case.as_str()).collect();
        assert_eq!(names.len(), plans.len(), "a case twice");
        let ends: BTreeSet<String> = plans
            .iter()
            .filter_map(|plan| Some(end(plan)?.to_owned()))
            .collect();
        let ends: Vec<&str> = ends.iter().map(String::as_str).collect();
        assert_eq!(ends, ["BR", "BT", "RM", "TM", "WR", "WT"]);
    });
}

#[test]
fn pages_share_the_ways_to_lose() {
    let names = |effort, place| -> BTreeSet<String> {
        on_page(place, effort, 1, |context| {
            let plans = material(context).into_iter();
            plans.map(|plan| plan.case).collect()
        })
    };
    let all = names(Effort::Deep, 0);
    for (effort, places) in [(Effort::Quick, 8 * QUICK_BALANCES), (Effort::Usual, 2)] {
        let played: BTreeSet<String> = (0..places).flat_map(|place| names(effort, place)).collect();
        assert_eq!(played, all, "{effort:?}");
    }
}

#[test]
fn dead_positions_end_the_game_whatever_is_claimed() {
    with_plans(Effort::Deep, |context| {
        let plans = dead(context);
        assert_eq!(plans.len(), 2 * DEAD.len());
        for plan in plans {
            assert_eq!(end(&plan), Some("DP"), "{}", plan.case);
            let marks = plan.answers.iter().filter(|answer| {
                let text = answer.0.as_deref();
                text.is_some_and(|text| text.contains('='))
            });
            assert_eq!(marks.count(), 1, "{}", plan.case);
        }
    });
}

#[test]
fn every_result_is_reached_at_each_effort() {
    const ALL: [&str; 15] = [
        "3R", "50", "5R", "75", "B#", "BR", "BT", "DA", "DP", "RM", "SM", "TM", "W#", "WR", "WT",
    ];
    for effort in [Effort::Usual, Effort::Deep] {
        with_plans(effort, |context| {
            let plans = plans(context);
            let ends: BTreeSet<&str> = plans.iter().filter_map(end).collect();
            let missing: Vec<_> = ALL.iter().filter(|code| !ends.contains(*code)).collect();
            assert!(missing.is_empty(), "{effort:?}: {missing:?}");
        });
    }
}
