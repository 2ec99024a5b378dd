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
fn the_usual_effort_plays_every_case_of_the_rules_of_a_page() {
    use ChessSuite::{Clock, Draws, Rules};
    use Effort::{Deep, Usual};

    for place in 0..36 {
        let all = cases(Rules, "TMPDSU", place, Deep);
        // Each fifth character of a promotion is tried by one side, or by both.
        let of_one_side = |cases: &BTreeSet<String>| -> BTreeSet<String> {
            let exchanged = |case: &String| match case.split_once(", part ") {
                Some(_) => case.trim_end_matches(", sides exchanged").to_owned(),
                None => case.clone(),
            };
            cases.iter().map(exchanged).collect()
        };
        let usual = cases(Rules, "TMPDSU", place, Usual);
        let all_of_one_side = of_one_side(&all);
        assert_eq!(of_one_side(&usual), all_of_one_side, "place {place}");
        let clock = cases(Clock, "TU", place, Deep);
        assert_eq!(cases(Clock, "TU", place, Usual), clock, "place {place}");
        let with_special_moves = cases(Rules, "M", place, Usual);
        let promotions = all_of_one_side
            .iter()
            .filter(|case| case.starts_with("promotion with"));
        assert!(
            all.iter()
                .filter(|case| !case.starts_with("promotion with"))
                .all(|case| with_special_moves.contains(case)),
            "place {place}"
        );
        let with_choice = of_one_side(&cases(Rules, "P", place, Usual));
        for case in promotions {
            assert!(with_choice.contains(case), "place {place}: {case}");
        }
    }
    assert_eq!(
        cases(Draws, "TMPDS", 3, Usual),
        cases(Draws, "TMPDS", 3, Deep)
    );
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
        let all = of(place, Effort::Usual);
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
