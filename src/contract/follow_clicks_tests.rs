//! Transcripts of imagined pages with C that choose their moves.

use golfchess_pages::catalog::FlagSet;
use golfchess_parity::{Oracle, Reference};

use super::*;
use crate::contract::{PlanBuilder, Step};

fn contract(flags: &str) -> Contract {
    Contract::new(&FlagSet::new(flags)).expect("a set of rules")
}

/// What a page shows that plays the given moves as Black.
fn page(flags: &str, plan: &Plan, moves: &str) -> Transcript {
    let contract = contract(flags);
    let mut game = ClickReferee::of(&contract);
    let mut moves = moves.split(' ');
    let mut dialogs = Vec::new();
    let mut show = |game: &mut ClickReferee, left: u64| {
        if game.must_choose() {
            let mv = moves.next().expect("a move").parse().expect("a move");
            assert_ne!(game.choose(mv), Step::Rejected);
            game.pass(left);
        }
        dialogs.push(Dialog::Effect(Effect::Cells, game.text(contract.show)));
    };
    show(&mut game, 0);
    for answer in &plan.answers {
        if answer.1 > 0 {
            let left = game.pass(answer.1);
            show(&mut game, left);
        }
        for click in clicks_of(answer.0.as_deref().unwrap_or_default()) {
            game.click(click.square);
            show(&mut game, 0);
        }
    }
    Transcript {
        dialogs,
        ending: Ending::Quiet,
    }
}

fn plan(flags: &str, words: &str) -> Plan {
    let mut builder = PlanBuilder::new(contract(flags));
    builder.words(words);
    builder.plan("test", words)
}

/// The difference of a page that plays `moves`; `change` changes what it shows.
fn difference(
    flags: &str,
    words: &str,
    moves: &str,
    change: impl Fn(&mut Vec<Dialog>),
) -> Option<Difference> {
    let plan = plan(flags, words);
    assert_eq!(plan.oracle, Oracle::PageChooses);
    let mut shown = page(flags, &plan, moves);
    change(&mut shown.dialogs);
    contract(flags).judge(&plan, &shown)
}

fn replace(dialog: &mut Dialog, from: &str, to: &str) {
    let Dialog::Effect(Effect::Cells, text) = dialog else {
        panic!("{dialog:?}");
    };
    assert!(text.contains(from), "{text}");
    *text = text.replacen(from, to, 1);
}

#[test]
fn any_legal_move_of_the_page_is_followed() {
    for (moves, flags) in [
        ("e7e6 d7d6", "SUCA"),
        ("b8c6 c6b8", "CA"),
        ("a7a6 a6a5", "MPSC AB"),
    ] {
        let flags = flags.replace(' ', "");
        assert_eq!(
            difference(&flags, "e2e3 d2d3 a1", moves, |_| ()),
            None,
            "{flags}"
        );
    }
    let timed = "@900 e2e4 @50 @150 d2d4@2500 a1@1000";
    assert_eq!(difference("TMPDSUCA", timed, "e7e5 d7d5", |_| ()), None);
}

#[test]
fn an_illegal_move_and_a_wrong_clock_of_the_page_are_found() {
    let at = |flags: &str, words: &str, moves: &str, at: usize, from: &str, to: &str| {
        let found = difference(flags, words, moves, |shown| {
            replace(&mut shown[at], from, to)
        });
        assert_eq!(
            found.map(|difference| difference.at),
            Some(at),
            "{from} {to}"
        );
    };
    at("SUCA", "e2e3", "e7e6", 2, "W\n", "B\n");
    at("SUCA", "e2e3", "e7e6", 2, "mark e6", "mark e3");
    at(
        "SUCA",
        "e2e3",
        "e7e6",
        2,
        "p p p p _ p p p",
        "p p p p p p p p",
    );
    at("TSCA", "e2e3 @1000", "e7e6", 3, "W,900,899", "W,900,900");
    at("TSCA", "e2e3 @1000", "e7e6", 3, "W,900,899", "B,900,899");
    // It must not move at once.
    at("TSCA", "e2e3 @999 @1", "e7e6", 3, "B,900,900", "W,900,900");
    let silent = difference("SCA", "e2e3", "e7e6", |shown| {
        shown.pop();
    });
    assert_eq!(silent.map(|difference| difference.at), Some(2));
}

#[test]
fn a_page_that_looks_ahead_must_mate() {
    let words = "f2f3 g2g4";
    assert_eq!(difference("MSCA", words, "e7e6 a7a6", |_| ()), None);
    let missed = difference("MSCAB", words, "e7e6 a7a6", |_| ());
    assert_eq!(missed.map(|difference| difference.at), Some(4));
    assert_eq!(difference("MSCAB", words, "e7e6 d8h4", |_| ()), None);
}

#[test]
fn the_move_of_the_page_may_count_as_clicks_or_not() {
    // Both a page that plays f3 to g5 and one that does not are right; no third way is.
    let flags = "SCA";
    let words = "g1f3 g5";
    let plan = plan(flags, words);
    let shown = page(flags, &plan, "e7e6");
    assert_eq!(contract(flags).judge(&plan, &shown), None);
    let mut game = ClickReferee::of(&contract(flags));
    for square in ["g1", "f3"] {
        game.click(square.parse().expect("a square"));
    }
    let [_, mut remains] = game.chosen("e7e6".parse().expect("a move"));
    assert_eq!(
        remains.click("g5".parse().expect("a square")),
        Step::Chooses
    );
}

#[test]
fn real_seconds_are_those_that_the_clocks_show() {
    let flags = "TMPDSC";
    let plan = plan_of_real(flags, "e2e4 e7e5 @2500");
    let status = [
        "W,900,900",
        "W,899,900",
        "B,899,900",
        "B,899,899",
        "W,898,899",
        "W,896,899",
    ];
    let judge = |status: &[&str], times: &[u64]| {
        let mut shown = page(flags, &plan, "");
        for ((dialog, status), time) in shown.dialogs.iter_mut().zip(status).zip(times) {
            let Dialog::Effect(_, text) = dialog else {
                unreachable!()
            };
            let (_, rows) = text.split_once('\n').expect("a status");
            *text = format!("{status}\n{rows}\nafter {time} ms");
        }
        contract(flags)
            .judge(&plan, &shown)
            .map(|difference| difference.at)
    };
    let times = [100, 1_200, 1_500, 2_100, 3_300, 5_900];
    assert_eq!(judge(&status, &times), None);
    // A second goes to the wrong side, comes back, or does not pass.
    let mut wrong = status;
    wrong[1] = "W,900,899";
    assert_eq!(judge(&wrong, &times), Some(1));
    wrong = status;
    wrong[4] = "W,899,899";
    assert_eq!(
        judge(&wrong, &[100, 1_200, 1_500, 2_100, 9_300, 9_900]),
        Some(4)
    );
    assert_eq!(
        judge(&status, &[100, 1_200, 1_500, 2_100, 3_300, 9_900]),
        Some(5)
    );
}

/// A plan in which time is real.
fn plan_of_real(flags: &str, words: &str) -> Plan {
    Plan {
        oracle: Oracle::PageChooses,
        ..plan(flags, words).with_mode(Mode::RealDialogs)
    }
}

#[test]
fn games_that_continue_in_the_same_way_are_followed_once() {
    let flags = "SCA";
    let mut moves = Vec::new();
    let mut words = Vec::new();
    for _ in 0..12 {
        words.extend(["g1f3", "f3g1"]);
        moves.extend(["g8f6", "f6g8"]);
    }
    let plan = plan(flags, &words.join(" "));
    let shown = page(flags, &plan, &moves.join(" "));
    let mut follower = Follower::new(&contract(flags), false);
    let mut at = 0;
    follower.first(&shown.dialogs, &mut at).expect("the start");
    for answer in &plan.answers {
        let followed = follower.answer(answer, &shown.dialogs, &mut at);
        followed.expect("a legal move");
        assert!(follower.games.len() <= 2, "{}", follower.games.len());
    }
}

/// The clock before the click has less time than the board after it.
#[test]
fn an_increment_is_followed_where_time_is_real() {
    let flags = "TMPIDSC";
    let mut plan = plan(flags, "e2e4 e7e5");
    plan.mode = Mode::RealDialogs;
    let contract = contract(flags);
    let mut shown = page(flags, &plan, "");
    assert_eq!(judge(&contract, &plan, &shown), None);
    let last = shown.dialogs.last_mut().expect("a board");
    replace(last, ",910,910", ",910,911");
    assert!(judge(&contract, &plan, &shown).is_some());
}
