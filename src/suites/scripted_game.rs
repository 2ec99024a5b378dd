//! Scripted games, and the same with the sides changed.

use std::time::Duration;

use crate::contract::PlanBuilder;
use crate::contract::{Referee, Step, profile};
use crate::suites::{ChessSuite, SuiteContext};
use golfchess_parity::Plan;

/// Moves that seldom matter.
const TEMPI: [&str; 14] = [
    "h2h3", "a2a3", "b1a3", "g1h3", "b1c3", "g1f3", "h2h4", "a2a4", "g2g3", "b2b3", "c2c3", "f2f3",
    "e2e3", "d2d3",
];

/// A scripted game. A word is a text to type: as it is a legal move of full chess, with `!` at its
/// end none, with `?` either.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScriptedGame {
    /// What it is about.
    pub name: &'static str,
    /// White's first move in the game with the sides changed, in which Black then plays White's
    /// part: a move that does not matter there. None where a game of its own tells the other side.
    pub tempo: Option<&'static str>,
    /// The words.
    pub words: &'static str,
}

/// A shorthand.
pub(super) const fn game(
    name: &'static str,
    tempo: &'static str,
    words: &'static str,
) -> ScriptedGame {
    let tempo = Some(tempo);
    ScriptedGame { name, tempo, words }
}

/// A game of one side only.
pub(super) const fn one_sided(name: &'static str, words: &'static str) -> ScriptedGame {
    let tempo = None;
    ScriptedGame { name, tempo, words }
}

impl ScriptedGame {
    /// The words with the sides changed: every rank is counted from the other end. White begins
    /// with a move that does not matter, the first of several after which all words keep what
    /// their marks say.
    fn mirrored(&self) -> Option<String> {
        let tempo = self.tempo?;
        let flip = |word: &str| -> String {
            let square = |at: usize, c: char| match c.to_digit(10) {
                Some(rank @ 1..=8) if at % 2 == 1 && at < 4 => {
                    char::from_digit(9 - rank, 10).unwrap_or(c)
                }
                _ => c,
            };
            word.char_indices().map(|(at, c)| square(at, c)).collect()
        };
        let words: Vec<_> = self.words.split_whitespace().map(flip).collect();
        let words = words.join(" ");
        let tempi = [tempo].into_iter().chain(TEMPI.iter().copied());
        let mut games = tempi.map(|tempo| format!("{tempo} {words}"));
        let fits = games.clone().find(|game| unexpected_words(game).is_empty());
        fits.or_else(|| games.next())
    }

    /// Its words from each side that it tells, each with a name.
    pub fn sides(&self) -> Vec<(String, String)> {
        let mut sides = vec![(self.name.to_owned(), self.words.to_owned())];
        let name = format!("{}, sides changed", self.name);
        sides.extend(self.mirrored().map(|words| (name, words)));
        sides
    }
}

/// The plans of one in `of` games, each from both sides.
pub(super) fn plans(
    context: &SuiteContext<'_>,
    suite: ChessSuite,
    games: &[ScriptedGame],
    of: usize,
) -> Vec<Plan> {
    let plan = |(name, words): (String, String)| {
        let mut builder = PlanBuilder::new(context.subject.reference);
        builder.words(&words);
        builder.plan(suite, name)
    };
    let sides = games.iter().flat_map(ScriptedGame::sides).collect();
    context.share(sides, of).into_iter().map(plan).collect()
}

/// Words that are not what their marks say, in a game by all the rules but the draws.
pub(super) fn unexpected_words(words: &str) -> Vec<String> {
    let Ok(rules) = profile("MP") else {
        return Vec::new();
    };
    let mut unexpected_words = Vec::new();
    let mut game = Referee::new(rules);
    for word in words.split_whitespace() {
        let text = word.trim_end_matches(['!', '?']);
        let open = game.is_open();
        let step = game.answer(Some(text), Duration::ZERO);
        let legal = open && step != Step::Rejected;
        if !word.ends_with('?') && legal == word.ends_with('!') {
            unexpected_words.push(format!("{word} in {words}"));
        }
    }
    unexpected_words
}
