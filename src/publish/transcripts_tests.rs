use std::collections::BTreeSet;

use super::*;
use crate::suites::catalog_subjects;

const SEED: u64 = 1;

/// The text that a screen stands for.
fn text(screen: &Screen, fullwidth: bool) -> String {
    let mut lines = Vec::new();
    if let Some((white, black)) = screen.clocks.split_once(',') {
        let unit = if fullwidth { "s" } else { "" };
        let (black, offer) = match black.strip_suffix(",=") {
            Some(black) => (black, " ="),
            None => (black, ""),
        };
        lines.push(format!("W:{white}{unit} B:{black}{unit}{offer}"));
    }
    for row in screen.squares.chunks(8) {
        let glyphs: Vec<String> = row
            .iter()
            .map(|c| {
                if fullwidth {
                    char::from_u32(*c as u32 + 65_248).expect("a character")
                } else {
                    *c
                }
            })
            .map(String::from)
            .collect();
        lines.push(glyphs.join(if fullwidth { "" } else { " " }));
    }
    lines.join("\n")
}

fn whole(text: &str) -> Screen {
    let (squares, clocks) = text.split_once(':').unwrap_or((text, ""));
    Screen {
        squares: squares.chars().collect(),
        clocks: clocks.to_owned(),
    }
}

/// The dialogs that the words of a game stand for.
fn dialogs(record: &Record, words: &str) -> Vec<Dialog> {
    let mut screen = whole(&record.start);
    let read = |word: &str| {
        if let Some(code) = word.strip_prefix('!') {
            return Dialog::Alert(code.to_owned());
        }
        let (squares, clocks) = word.split_once(':').unwrap_or((word, ""));
        if !clocks.is_empty() {
            screen.clocks = clocks.to_owned();
        }
        let squares: Vec<char> = squares.chars().filter(|c| *c != '0').collect();
        for change in squares.chunks(3) {
            let file = change[0] as usize - 'a' as usize;
            let rank = '8' as usize - change[1] as usize;
            screen.squares[8 * rank + file] = change[2];
        }
        Dialog::Prompt(text(&screen, record.fullwidth))
    };
    words.split(' ').map(read).collect()
}

fn answer(typed: &Typed) -> Answer {
    match typed {
        Typed::AtOnce(text) => Answer(text.clone(), 0),
        Typed::Timed(text, think) => Answer(text.clone(), *think),
        Typed::Long(first, again, times) => {
            Answer::typed(format!("{first}{}", again.repeat(*times)))
        }
    }
}

/// The pages that the site types into, but for those that draw their first position.
fn with_dialogs() -> Vec<Subject> {
    let subjects = catalog_subjects().into_iter();
    let is_other = |subject: &Subject| subject.name["index_".len()..].contains(['C', 'X']);
    subjects.filter(|subject| !is_other(subject)).collect()
}

#[test]
fn every_game_reads_back_as_it_was_planned() {
    let subjects = with_dialogs();
    let all = transcripts(&subjects, SEED);
    for subject in &subjects {
        let record = &all.variants[&subject.name];
        let mut games = record.games.iter();
        for (at, (suite, effort)) in recorded(subject).into_iter().enumerate() {
            let context = SuiteContext {
                subject,
                effort,
                seed: SEED,
            };
            for plan in plans(suite, &context) {
                let &Recorded(suite, case, typed, words) = games.next().expect("a game");
                let case = &all.cases[case];
                let (typed, words) = (&all.answers[typed], &all.dialogs[words]);
                assert_eq!((suite, case), (at, &plan.case));
                let name = &subject.name;
                let answers: Vec<Answer> = typed.iter().map(answer).collect();
                assert!(answers == plan.answers, "the answers of {name}: {case}");
                assert_eq!(dialogs(record, words), plan.expected, "{name}: {case}");
            }
        }
        assert!(games.next().is_none());
    }
}

#[test]
fn every_suite_of_every_variant_is_there_in_less_than_half_a_megabyte() {
    let subjects = with_dialogs();
    assert_eq!(subjects.len(), 83);
    let all = transcripts(&subjects, SEED);
    for (name, record) in &all.variants {
        let suites: BTreeSet<usize> = record.games.iter().map(|game| game.0).collect();
        assert_eq!(suites.len(), all.suites.len(), "{name}");
    }
    let names: Vec<&String> = all.variants.keys().collect();
    assert_eq!(names.len(), 83, "{names:?}");
    let size = serde_json::to_string(&all).expect("JSON").len();
    assert!(size < 1 << 19, "{size}");
}

#[test]
fn a_page_that_plays_as_another_one_has_the_shortest_game_of_each_suite() {
    let subjects = with_dialogs();
    let mut packed = subjects.iter().filter(|one| one.same_as.is_some());
    let subject = packed.next().expect("a packed page");
    for (suite, effort) in recorded(subject) {
        let context = SuiteContext {
            subject,
            effort,
            seed: SEED,
        };
        let all = plans_of(suite.as_suite(), &context).into_iter();
        let lengths = all.filter(is_recorded).map(|plan| plan.expected.len());
        let [plan] = &plans(suite, &context)[..] else {
            panic!("not one game of {}", suite.name())
        };
        assert_eq!(Some(plan.expected.len()), lengths.min(), "{}", suite.name());
    }
}

#[test]
fn long_texts_are_written_as_repetitions() {
    let long = |text: String| typed(&Answer::typed(text));
    let repeated = |first: &str, again: &str, times| Typed::Long(first.into(), again.into(), times);
    assert_eq!(long("e".repeat(20_000)), repeated("", "e", 20_000));
    assert_eq!(long("e2e3".repeat(5_000)), repeated("", "e2e3", 5_000));
    let move_and_more = format!("e7e6{}", "\u{265e}".repeat(5_000));
    assert_eq!(long(move_and_more), repeated("e7e6", "\u{265e}", 5_000));
    let chaos: String = ('a'..'\u{400}').collect();
    assert_eq!(long(chaos.clone()), Typed::AtOnce(Some(chaos)));
}
