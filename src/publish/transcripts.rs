//! Recorded games of the reference, which the site lets a visitor's own browser play again.
//!
//! Most of a game is the board as it was: an expected dialog is written as what has changed since
//! the prompt before. `script/test_helper_judge.js` reads it back.

use std::collections::BTreeMap;

use indexmap::IndexSet;
use serde::Serialize;

use golfchess_parity::{Answer, Dialog, Effort, Oracle, Plan, Subject, SuiteContext, plans_of};

use crate::contract::Contract;
use crate::contract::narrow;
use crate::suites::ChessSuite;

/// What is recorded of each suite. The sequences and pairs of squares are too many to be carried
/// whole; cases are recorded from one side. The suites `mirror` and `dialogs` need the readable page
/// or a window; the games of `arbiter` and `opponent` are too long for a page that carries all.
const SUITES: [(ChessSuite, Effort); 7] = [
    (ChessSuite::Rules, Effort::Quick),
    (ChessSuite::Perft, Effort::Quick),
    (ChessSuite::Input, Effort::Usual),
    (ChessSuite::Draws, Effort::Quick),
    (ChessSuite::Clock, Effort::Usual),
    (ChessSuite::Games, Effort::Usual),
    (ChessSuite::Random, Effort::Usual),
];

/// What is recorded of a page. With A it plays typed moves as the page without it does, so a sample is
/// enough.
fn recorded(subject: &Subject) -> [(ChessSuite, Effort); 7] {
    let contract = subject.reference_as::<Contract>();
    let has_opponent = contract.is_some_and(|contract| contract.opponent.is_some());
    SUITES.map(|(suite, effort)| match suite {
        _ if !has_opponent => (suite, effort),
        ChessSuite::Rules => (suite, Effort::Smoke),
        _ => (suite, effort.min(Effort::Quick)),
    })
}

/// Whether a game is recorded. The site cannot follow the choices of a page. Each part of a case is a long
/// game; the first one stands for the others.
fn is_recorded(plan: &Plan) -> bool {
    let part = plan.case.split_once(", part ");
    let has_address = plan.answers.first().and_then(Answer::address).is_some();
    !has_address && plan.oracle == Oracle::Reference && part.is_none_or(|(_, part)| part == "1")
}

/// The recorded games of a suite: the shortest one for a page that plays as another one does.
fn plans(suite: ChessSuite, context: &SuiteContext<'_>) -> Vec<Plan> {
    let plans = plans_of(suite.as_suite(), context).into_iter();
    let plans = plans.filter(is_recorded);
    match context.subject.same_as {
        Some(_) => plans
            .min_by_key(|plan| plan.expected.len())
            .into_iter()
            .collect(),
        None => plans.collect(),
    }
}

/// A text is worth writing as a repetition from this many bytes on.
const LONG: usize = 400;

/// The recorded games of all variants.
#[derive(Debug, Serialize)]
pub(super) struct Transcripts {
    suites: Vec<&'static str>,
    /// The names of the cases. (Variants have many games in common, so each part of a game is there once.)
    cases: IndexSet<String>,
    /// The typed answers of games.
    answers: IndexSet<Vec<Typed>>,
    /// The dialogs of games, one word each.
    dialogs: IndexSet<String>,
    variants: BTreeMap<String, Record>,
}

/// Those of one variant.
#[derive(Debug, Serialize)]
struct Record {
    /// Whether squares are fullwidth and clocks have their unit.
    fullwidth: bool,
    /// The first screen of every game: 64 squares from a8 to h1, and the clocks.
    start: String,
    games: Vec<Recorded>,
}

/// One game: the numbers of its suite, its case, its answers and its dialogs.
#[derive(Debug, Serialize)]
struct Recorded(usize, usize, usize, usize);

/// An answer to a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
enum Typed {
    /// The text, or Cancel.
    AtOnce(Option<String>),
    /// The same after some milliseconds.
    Timed(Option<String>, u64),
    /// A text, and what follows it many times.
    Long(String, String, usize),
}

/// Records the reference's games for these pages.
pub(super) fn transcripts(subjects: &[Subject], seed: u64) -> Transcripts {
    let mut all = Transcripts {
        suites: SUITES.iter().map(|(suite, _)| suite.name()).collect(),
        cases: IndexSet::new(),
        answers: IndexSet::new(),
        dialogs: IndexSet::new(),
        variants: BTreeMap::new(),
    };
    // Pages with X draw their first position.
    let draws = |subject: &&Subject| {
        let contract = subject.reference_as::<Contract>();
        contract.is_some_and(Contract::draws_start)
    };
    for subject in subjects.iter().filter(|subject| !draws(subject)) {
        let record = all.record(subject, seed);
        all.variants.insert(subject.name.clone(), record);
    }
    all
}

impl Transcripts {
    /// Records the games of one page.
    fn record(&mut self, subject: &Subject, seed: u64) -> Record {
        let contract = subject.reference_as::<Contract>();
        let mut start = Screen::default();
        let mut games = Vec::new();
        for (suite, (which, effort)) in recorded(subject).into_iter().enumerate() {
            let context = SuiteContext {
                subject,
                effort,
                seed,
            };
            for plan in plans(which, &context) {
                if let Some(Dialog::Prompt(text)) = plan.expected.first() {
                    start = Screen::read(text);
                }
                let typed = plan.answers.iter().map(typed).collect();
                let words = words(&plan, &start);
                games.push(Recorded(
                    suite,
                    self.cases.insert_full(plan.case).0,
                    self.answers.insert_full(typed).0,
                    self.dialogs.insert_full(words).0,
                ));
            }
        }
        Record {
            fullwidth: contract.is_some_and(|contract| contract.show.fullwidth),
            start: start.whole(),
            games,
        }
    }
}

fn typed(Answer(text, think): &Answer) -> Typed {
    let long = text.as_deref().filter(|text| text.len() >= LONG);
    match long.and_then(repetition) {
        Some((first, again, times)) if *think == 0 => Typed::Long(first, again, times),
        _ if *think == 0 => Typed::AtOnce(text.clone()),
        _ => Typed::Timed(text.clone(), *think),
    }
}

/// A text as four characters or none, and up to four more that are repeated to its end.
fn repetition(text: &str) -> Option<(String, String, usize)> {
    let chars: Vec<char> = text.chars().collect();
    let ways = [0, 4].into_iter().flat_map(|skip| [(skip, 1), (skip, 4)]);
    ways.filter(|(skip, _)| *skip < chars.len())
        .find_map(|(skip, unit)| {
            let (first, rest) = chars.split_at(skip);
            let again = rest.get(..unit)?;
            let whole = rest.len() % unit == 0 && rest.chunks(unit).all(|chunk| chunk == again);
            whole.then(|| {
                let times = rest.len() / unit;
                (first.iter().collect(), again.iter().collect(), times)
            })
        })
}

/// The expected dialogs of a plan, each against the prompt before it.
fn words(plan: &Plan, start: &Screen) -> String {
    let mut last = start.clone();
    let word = |dialog: &Dialog| match dialog {
        Dialog::Prompt(text) => {
            let next = Screen::read(text);
            let word = next.since(&last);
            last = next;
            word
        }
        other => format!("!{}", other.parts().1),
    };
    let words: Vec<String> = plan.expected.iter().map(word).collect();
    words.join(" ")
}

/// What a prompt shows, without the way in which it shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Screen {
    squares: Vec<char>,
    /// White's seconds and Black's, with a comma between them, and `,=` where an offer stands.
    clocks: String,
}

impl Screen {
    /// From the text of the reference.
    fn read(text: &str) -> Self {
        let mut screen = Self::default();
        for line in text.split('\n') {
            if line.starts_with("W:") {
                let is_kept = |c: &char| c.is_ascii_digit() || *c == '=';
                let figures = line
                    .split(' ')
                    .map(|clock| clock.chars().filter(is_kept).collect::<String>());
                screen.clocks = figures.collect::<Vec<_>>().join(",");
            } else {
                let squares = line.chars().filter(|c| *c != ' ').map(narrow);
                screen.squares.extend(squares);
            }
        }
        screen
    }

    /// All of it.
    fn whole(&self) -> String {
        let squares: String = self.squares.iter().collect();
        if self.clocks.is_empty() {
            squares
        } else {
            format!("{squares}:{}", self.clocks)
        }
    }

    /// What is new in it: the changed squares, each with what stands there now, and the clocks
    /// when they have changed; `0` for nothing.
    fn since(&self, last: &Self) -> String {
        let mut word = String::new();
        let both = self.squares.iter().zip(&last.squares).enumerate();
        for (at, (now, _)) in both.filter(|(_, (now, before))| now != before) {
            word.extend([file(at), rank(at), *now]);
        }
        if self.clocks != last.clocks {
            word.push(':');
            word.push_str(&self.clocks);
        }
        if word.is_empty() { "0".into() } else { word }
    }
}

fn file(at: usize) -> char {
    char::from(b'a' + (at % 8) as u8)
}

fn rank(at: usize) -> char {
    char::from(b'8' - (at / 8) as u8)
}

#[cfg(test)]
#[path = "transcripts_tests.rs"]
mod tests;
