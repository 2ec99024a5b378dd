//! Tests of which cases the suites play.

use std::collections::BTreeSet;

use super::*;

/// The cases of a suite for a page with these flags, at a place of the catalog.
fn cases(suite: ChessSuite, flags: &str, place: usize, effort: Effort) -> BTreeSet<String> {
    let flags = FlagSet::new(flags);
    let subject = subject("page", place, &flags, String::new(), String::new());
    let subject = subject.expect("a set of rules");
    let plans = suite.plans(&context(&subject, effort, 1)).into_iter();
    plans.map(|plan| plan.case).collect()
}

#[test]
fn two_pages_with_the_usual_effort_play_every_case_of_their_rules() {
    use ChessSuite::{Clock, Draws, Rules};
    use Effort::{Deep, Usual};

    // Each fifth character of a promotion is tried by one side, or by both.
    let of_one_side = |cases: &BTreeSet<String>| -> BTreeSet<String> {
        let exchanged = |case: &String| match case.split_once(", part ") {
            Some(_) => case.trim_end_matches(", sides exchanged").to_owned(),
            None => case.clone(),
        };
        cases.iter().map(exchanged).collect()
    };
    let two = |suite, flags, place| {
        let mut cases_of_two = cases(suite, flags, place, Usual);
        cases_of_two.extend(cases(suite, flags, place + 1, Usual));
        of_one_side(&cases_of_two)
    };
    let base = |case: &String| case.trim_end_matches(", sides exchanged").to_owned();
    for place in 0..36 {
        let all = cases(Rules, "TMPDSU", place, Deep);
        let all_of_one_side = of_one_side(&all);
        assert_eq!(
            two(Rules, "TMPDSU", place),
            all_of_one_side,
            "place {place}"
        );
        let one: BTreeSet<String> = cases(Rules, "TMPDSU", place, Usual)
            .iter()
            .map(base)
            .collect();
        assert_eq!(one, all.iter().map(base).collect(), "place {place}");
        let clock = cases(Clock, "TU", place, Deep);
        assert_eq!(cases(Clock, "TU", place, Usual), clock, "place {place}");
        let with_special_moves = two(Rules, "M", place);
        let (promotions, others): (Vec<_>, Vec<_>) = all_of_one_side
            .iter()
            .partition(|case| case.starts_with("promotion with"));
        for case in others {
            assert!(with_special_moves.contains(case), "place {place}: {case}");
        }
        let with_choice = two(Rules, "P", place);
        for case in promotions {
            assert!(with_choice.contains(case), "place {place}: {case}");
        }
    }
    assert_eq!(two(Draws, "TMPDWS", 3), cases(Draws, "TMPDWS", 3, Deep));
}

#[test]
fn six_pages_play_each_case_from_one_side_with_the_quick_effort() {
    let base = |case: &String| case.trim_end_matches(", sides exchanged").to_owned();
    let without_promotion = |cases: &BTreeSet<String>| -> BTreeSet<String> {
        let cases = cases.iter().map(base);
        cases
            .filter(|case| !case.starts_with("promotion with"))
            .collect()
    };
    for place in [0, 1, 17] {
        let of = |place, effort| cases(ChessSuite::Rules, "TMPDSU", place, effort);
        let all = of(place, Effort::Deep);
        let mut together = BTreeSet::new();
        for place in place..place + 6 {
            let quick = of(place, Effort::Quick);
            assert!(
                quick.len() * 3 < all.len(),
                "{} of {}",
                quick.len(),
                all.len()
            );
            let sides = without_promotion(&quick);
            let essential = [
                "castling through check",
                "en passant too late",
                "double step",
            ];
            for case in essential {
                assert!(sides.contains(case), "{case}");
            }
            together.extend(sides);
        }
        assert_eq!(together, without_promotion(&all));
    }
}

#[test]
fn pages_with_a_board_play_every_case_together_with_the_quick_effort() {
    let together = |suite, flags, places, effort| -> BTreeSet<String> {
        let of = |place| cases(suite, flags, place, effort);
        (0..places).flat_map(of).collect()
    };
    let all = together(ChessSuite::Clock, "TMPDSUC", 1, Effort::Usual);
    assert_eq!(
        together(ChessSuite::Clock, "TMPDSUC", 6, Effort::Quick),
        all
    );
    for place in 0..6 {
        let quick = cases(ChessSuite::Clock, "TMPDSUC", place, Effort::Quick);
        let flags = quick.iter().filter(|case| case.ends_with("'s flag"));
        assert_eq!(flags.count(), 1, "{quick:?}");
    }
    // Castling through check and too late are tried to one side.
    let mut all = together(ChessSuite::Rules, "TMPDSUCA", 1, Effort::Usual);
    all.retain(|case| !case.contains("long through") && !case.contains("long too"));
    assert_eq!(
        together(ChessSuite::Rules, "TMPDSUCA", 3, Effort::Quick),
        all
    );
}

#[test]
fn each_page_that_plays_black_plays_a_case_of_the_rules_in_a_smoke_test_and_together_all() {
    for flags in ["SCA", "TMPDSUCA"] {
        let mut together = BTreeSet::new();
        for place in 0..12 {
            let smoke = cases(ChessSuite::Rules, flags, place, Effort::Smoke);
            let quick = cases(ChessSuite::Rules, flags, place, Effort::Quick);
            assert!(!smoke.is_empty() && smoke.is_subset(&quick), "{smoke:?}");
            assert!(smoke.len() < quick.len(), "{smoke:?}");
            together.extend(smoke);
        }
        let place = |place| cases(ChessSuite::Rules, flags, place, Effort::Quick);
        let all: BTreeSet<String> = (0..12).flat_map(place).collect();
        assert_eq!(together, all);
    }
}

#[test]
fn each_essential_case_is_played_on_a_page_with_the_quick_effort() {
    let mut played = BTreeSet::new();
    for suite in [ChessSuite::Rules, ChessSuite::Draws] {
        let cases = cases(suite, "TMPDS", 0, Effort::Quick).into_iter();
        played.extend(cases.map(|case| case.trim_end_matches(", sides exchanged").to_owned()));
    }
    for name in super::scripted_game::ESSENTIAL {
        assert!(played.contains(*name), "{name}");
    }
}
