//! Tests of the games that judge candidates.

use super::*;
use crate::mirror::{Mirror, ReadablePageModel, Scenarios};
use crate::scenario::Scenario;

/// More time than any game takes.
const LONG: Duration = Duration::from_secs(600);

fn games(readable: &str, scenario: Option<&str>) -> Games {
    let scenarios = scenario.map(|text| Scenario::parse(text, "one.toml".as_ref()));
    let reference = ReadablePageModel {
        scenarios: scenarios
            .into_iter()
            .map(|one| one.expect(readable))
            .collect(),
        ..ReadablePageModel::default()
    };
    let subject = Subject::of(reference, "", readable);
    let suite: &dyn Suite = match scenario {
        Some(_) => &Scenarios,
        None => &Mirror,
    };
    let suites = [(suite, Effort::Quick)];
    Games::new(&subject, "", 1, &[], Kind::Embedded, &suites, LONG).expect("games")
}

fn failed(games: &Games, page: &str) -> Option<String> {
    let stop = AtomicBool::new(false);
    let failed = games.first_failure(page, &games.order(), &stop);
    failed.expect("a host").map(|at| {
        games.reject(at);
        games.games[at].plan.case.clone()
    })
}

#[test]
fn the_readable_page_is_the_oracle_and_the_game_that_rejected_a_page_comes_first() {
    let games = games(
        "<script>a = prompt(1); if (a == 2.5) alert(a)</script>",
        None,
    );
    assert_eq!(games.games.len(), 1 + 14 + 5);
    assert!(games.outputs() > games.games.len());
    let same = "<script>b=prompt(1),b==2.5&&alert(b)</script>";
    assert_eq!(failed(&games, same), None);
    let first = "\"2.5\" at 12 dialogs";
    assert_eq!(
        failed(&games, "<script>prompt(1)</script>").as_deref(),
        Some(first)
    );
    assert_eq!(games.games[games.order()[0]].plan.case, first);
    for wrong in ["for(;;);", "document.title=1"] {
        let page = format!("<script>{wrong}</script>");
        assert_eq!(failed(&games, &page).as_deref(), Some(first), "{wrong}");
    }
}

#[test]
fn a_scenario_without_what_is_shown_compares_with_the_readable_page() {
    let readable = "<script>alert(prompt(1))</script>";
    let wrong = "<script>alert(0+prompt(1))</script>";
    let unrecorded = games(readable, Some("answers = [\"a\"]"));
    assert_eq!(unrecorded.outputs(), 2);
    assert_eq!(failed(&unrecorded, readable), None);
    assert_eq!(failed(&unrecorded, wrong).as_deref(), Some("one"));
    let recorded = "answers = [\"a\"]\nshown = [\"prompt: 1\", \"alert: 0a\"]";
    let recorded = games(readable, Some(recorded));
    assert_eq!(failed(&recorded, readable).as_deref(), Some("one"));
    assert_eq!(failed(&recorded, wrong), None);
}

#[test]
fn a_game_on_which_the_readable_page_hangs_is_left_out() {
    let readable = "<script>alert(1);while(prompt(2)=='3');for(a=prompt(4);a=='3';);</script>";
    let games = games(readable, None);
    assert!(games.games.len() >= 14);
    assert_eq!(failed(&games, readable), None);
}
