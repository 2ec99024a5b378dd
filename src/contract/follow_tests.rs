//! Transcripts of imagined pages that choose their moves.

use golfchess_pages::catalog::FlagSet;
use golfchess_parity::{Oracle, Reference};

use super::*;
use crate::contract::PlanBuilder;

fn contract(flags: &str) -> Contract {
    Contract::new(&FlagSet::new(flags)).expect("a set of rules")
}

/// A page that plays the given moves at empty answers, and its dialogs for the answers.
fn page(flags: &str, answers: &[Answer], moves: &str, thinking: u64) -> Transcript {
    let contract = contract(flags);
    let mut referee = Referee::of(&contract);
    let mut moves = moves.split_whitespace();
    let mut dialogs = Vec::new();
    for Answer(text, think) in answers {
        if !referee.is_open() {
            break;
        }
        dialogs.push(Dialog::Prompt(referee.prompt_text(contract.show)));
        let chooses = text.as_deref() == Some("") && contract.opponent.is_some();
        let time = think + if chooses { thinking } else { 0 };
        let step = referee.answer(text.as_deref(), Duration::from_millis(time));
        if step == Step::Chooses {
            let mv = moves.next().expect("a move").parse().expect("a move");
            assert_ne!(referee.choose(mv), Step::Rejected, "{mv}");
        }
    }
    let code = referee.announcement(contract.show);
    dialogs.extend(code.map(|code| Dialog::Alert(code.to_owned())));
    Transcript {
        dialogs,
        ending: Ending::Quiet,
    }
}

fn plan(flags: &str, words: &str, pace: u64) -> Plan {
    let mut builder = PlanBuilder::new(contract(flags)).with_pace(pace);
    builder.words(words);
    builder.plan("test", words)
}

/// The difference of a page that plays `moves`; `change` changes its dialogs.
fn difference(
    flags: &str,
    words: &str,
    moves: &str,
    change: impl Fn(&mut Vec<Dialog>),
) -> Option<Difference> {
    let plan = plan(flags, words, 0);
    assert_eq!(plan.oracle, Oracle::PageChooses);
    let mut shown = page(flags, &plan.answers, moves, 0);
    change(&mut shown.dialogs);
    plan.judge(&contract(flags), &shown)
}

#[test]
fn a_legal_move_of_the_page_is_followed() {
    let same = |_: &mut Vec<Dialog>| ();
    assert_eq!(
        difference("MSA", "- e7e5 zz - -", "e2e4 g1f3 b8c6", same),
        None
    );
    assert_eq!(
        difference("TMPDSA", "-@1500 e7e5@900 -", "e2e4 g1f3", same),
        None
    );
    // The page ends the game, with and without an announcement.
    for flags in ["MSA", "MA", "TMPDFSA", "TMPDFSUA"] {
        assert_eq!(difference(flags, "f2f3 e7e5 g2g4 -", "d8h4", same), None);
    }
    // It resigns for the side to move after its own moves.
    let resigned = |dialogs: &mut Vec<Dialog>| {
        assert_eq!(dialogs.last(), Some(&Dialog::Alert("WR".to_owned())));
    };
    assert_eq!(difference("TMPDFSA", "-", "e2e4", resigned), None);
}

#[test]
fn an_illegal_move_of_the_page_is_a_difference() {
    // The page shows the board after e2e4, then one on which Black has moved twice or not at all.
    let at = |change: &dyn Fn(&mut Vec<Dialog>)| {
        difference("MSA", "- - e4d5", "e2e4 d7d5", change).map(|difference| difference.at)
    };
    assert_eq!(at(&|_| ()), None);
    assert_eq!(at(&|dialogs| dialogs[2] = dialogs[1].clone()), Some(2));
    assert_eq!(at(&|dialogs| dialogs[1] = dialogs[0].clone()), Some(1));
    let piece = |dialogs: &mut Vec<Dialog>| {
        if let Dialog::Prompt(text) = &mut dialogs[2] {
            *text = text.replacen('q', "_", 1);
        }
    };
    assert_eq!(at(&piece), Some(2));
    // An announcement that no legal move leads to, and dialogs that are missing or too many.
    assert_eq!(
        at(&|dialogs| dialogs[1] = Dialog::Alert("W#".to_owned())),
        Some(1)
    );
    assert_eq!(at(&|dialogs| dialogs.truncate(1)), Some(1));
    assert_eq!(
        at(&|dialogs| dialogs.push(Dialog::Alert("D!".to_owned()))),
        Some(4)
    );
}

#[test]
fn the_time_of_the_prompt_is_charged_exactly() {
    let cheaper = |dialogs: &mut Vec<Dialog>| {
        if let Dialog::Prompt(text) = &mut dialogs[1] {
            *text = text.replacen("W:898", "W:899", 1);
        }
    };
    let same = |_: &mut Vec<Dialog>| ();
    assert_eq!(difference("TSA", "-@2999", "e2e3", same), None);
    assert_eq!(
        difference("TSA", "-@2999", "e2e3", cheaper).map(|d| d.at),
        Some(1)
    );
}

#[test]
fn a_page_that_thinks_pays_for_it() {
    let judge = |words: &str, moves: &str, thinking: u64| {
        let plan = plan("TSAB", words, 1);
        let shown = page("TSAB", &plan.answers, moves, thinking);
        plan.judge(&contract("TSAB"), &shown)
            .map(|difference| difference.at)
    };
    assert_eq!(judge("-@1000 e7e6", "e2e3", 5_000), None);
    assert_eq!(
        judge("-@1000 e7e6", "e2e3", 0),
        Some(1),
        "no time for thinking"
    );
    // The flag falls, and the move is not played.
    assert_eq!(judge("zz@899000 -", "e2e3", 5_000), None);
    assert_eq!(judge("zz@899000 -", "e2e3", 0), Some(2));
}

#[test]
fn a_page_that_looks_ahead_must_mate() {
    let same = |_: &mut Vec<Dialog>| ();
    let words = "f2f3 e7e5 g2g4 -";
    assert_eq!(difference("SMAB", words, "d8h4", same), None);
    let missed = difference("SMAB", words, "d8g5", same).expect("a difference");
    assert_eq!(missed.at, 4);
    assert!(
        missed.expected.to_string().contains("a mate in one"),
        "{missed:?}"
    );
    assert_eq!(difference("SMA", words, "d8g5", same), None);
}

#[test]
fn plans_of_answers_know_whether_the_page_chooses() {
    let answers =
        |words: &[&str]| -> Vec<Answer> { words.iter().copied().map(Answer::typed).collect() };
    let has_choices = |flags, words: &[&str]| contract(flags).page_has_choices(&answers(words));
    assert!(has_choices("A", &["e2e3", ""]));
    assert!(!has_choices("A", &["e2e3", " "]));
    assert!(!has_choices("", &["e2e3", ""]));
    // No answer after the choice is dropped, and Cancel ends the game.
    let plan = Plan::new(&contract("A"), "test", "test", &answers(&["", "zz", ""]));
    assert_eq!(plan.answers.len(), 4);
    assert_eq!(plan.answers.last(), Some(&Answer::CANCEL));
}
