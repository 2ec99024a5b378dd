//! Scripted games, each from both sides.

use std::time::Duration;

use golfchess_parity::{Effort, Plan};

use crate::contract::PlanBuilder;
use crate::contract::{Referee, Step, profile};
use crate::suites::{ChessSuite, ONE_IN_SMOKE, SuiteContext, one_in_absent};

/// First moves of White that seldom interfere with a mirrored game.
const TEMPI: [&str; 14] = [
    "h2h3", "a2a3", "b1a3", "g1h3", "b1c3", "g1f3", "h2h4", "a2a4", "g2g3", "b2b3", "c2c3", "f2f3",
    "e2e3", "d2d3",
];

/// A scripted game. Each word is a text to type. By the rules of full chess a word that ends with
/// `!` is illegal, one that ends with `?` is either, and any other is a legal move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScriptedGame {
    /// The rule that it tests.
    pub name: &'static str,
    /// White's first move in the mirrored game, in which Black plays White's part. `None` when
    /// another script tests the other side.
    pub tempo: Option<&'static str>,
    /// The words.
    pub words: &'static str,
}

/// A game with a mirrored one.
pub(super) const fn game(
    name: &'static str,
    tempo: &'static str,
    words: &'static str,
) -> ScriptedGame {
    let tempo = Some(tempo);
    ScriptedGame { name, tempo, words }
}

/// A game without a mirrored one.
pub(super) const fn one_sided(name: &'static str, words: &'static str) -> ScriptedGame {
    let tempo = None;
    ScriptedGame { name, tempo, words }
}

impl ScriptedGame {
    /// The words of the mirrored game: ranks are counted from the other end, and White starts with
    /// a spare move, the first one with which all words match their marks.
    fn mirrored(&self) -> Option<String> {
        let tempo = self.tempo?;
        let flip = |word: &str| -> String {
            let square = |at: usize, c: char| match c.to_digit(10) {
                Some(rank @ 1..=8) if at % 2 == 1 && at < 4 => {
                    char::from_digit(9 - rank, 10).unwrap_or(c)
                }
                _ => c,
            };
            // A time may follow the text.
            let (text, time) = word.split_at(word.find('@').unwrap_or(word.len()));
            let text = text.char_indices().map(|(at, c)| square(at, c));
            text.chain(time.chars()).collect()
        };
        let words: Vec<_> = self.words.split_whitespace().map(flip).collect();
        let words = words.join(" ");
        let tempi = [tempo].into_iter().chain(TEMPI.iter().copied());
        let mut games = tempi.map(|tempo| format!("{tempo} {words}"));
        let matching = games.clone().find(|game| unexpected_words(game).is_empty());
        matching.or_else(|| games.next())
    }

    /// The words from each side, with the name of the case.
    pub fn sides(&self) -> Vec<(String, String)> {
        let mut sides = vec![(self.name.to_owned(), self.words.to_owned())];
        let name = format!("{}, sides exchanged", self.name);
        sides.extend(self.mirrored().map(|words| (name, words)));
        sides
    }
}

/// A quick run plays one in this many of the games that are not essential on each page.
const ONE_IN_QUICK: usize = 6;

/// The games that detect the least errors of their rules: each page with the rule plays them in a quick run.
/// (`cargo xtask mutants --quick` shows whether they are enough.)
pub(super) const ESSENTIAL: &[&str] = &[
    "own pieces cannot be captured",
    "pawn does not capture straight ahead",
    "king and attacked squares",
    "mate by the queen",
    "stalemate of Black",
    "stalemate of White",
    "double step",
    "en passant to the left",
    "en passant too late",
    "a bishop crosses an en passant square",
    "castling short, both",
    "castling through check",
    "castling after the king has moved",
    "threefold of the first position",
    "threefold",
    "a double step without an en passant capture",
    "a double step with an en passant capture",
    "lost castling rights",
];

/// The plans of scripted games. `applies` states whether the page has the rule that they test:
/// - A page with the rule plays every game from one side, which alternates between games, pages and seeds; from
///   both if the effort is deep. With `--quick` it plays the essential games and a share of the others.
/// - A page without the rule plays a share of the games, unless the effort is deep.
pub(super) fn plans(
    context: &SuiteContext<'_>,
    suite: ChessSuite,
    games: &[ScriptedGame],
    applies: bool,
) -> Vec<Plan> {
    let plan = |(name, words): (String, String)| {
        let mut builder = PlanBuilder::new(context.contract);
        builder.words(&words);
        builder.plan(suite, name)
    };
    let one_side = |(at, game): (usize, &ScriptedGame)| {
        let mut sides = game.sides();
        let side = (at + context.start_offset()) % sides.len();
        sides.swap_remove(side)
    };
    let one_sides = || games.iter().enumerate().map(one_side).collect::<Vec<_>>();
    let both_sides = || games.iter().flat_map(ScriptedGame::sides).collect();
    let chosen: Vec<_> = match (applies, context.effort) {
        (true, Effort::Smoke) => context.sample(one_sides(), ONE_IN_SMOKE),
        (true, Effort::Quick) => {
            let is_essential = |(name, _): &(String, String)| {
                ESSENTIAL.contains(&name.trim_end_matches(", sides exchanged"))
            };
            let (mut chosen, others): (Vec<_>, Vec<_>) =
                one_sides().into_iter().partition(is_essential);
            chosen.extend(context.sample(others, ONE_IN_QUICK));
            chosen
        }
        (true, Effort::Usual) => one_sides(),
        (true, Effort::Deep) => both_sides(),
        (false, effort) => context.sample(both_sides(), one_in_absent(effort)),
    };
    chosen.into_iter().map(plan).collect()
}

/// The words whose legality differs from their marks, by all rules of movement.
pub(super) fn unexpected_words(words: &str) -> Vec<String> {
    let Ok(rules) = profile("MP") else {
        return Vec::new();
    };
    let mut unexpected = Vec::new();
    let mut game = Referee::new(rules);
    for word in words.split_whitespace() {
        let text = word.trim_end_matches(['!', '?']);
        let open = game.is_open();
        let step = game.answer(Some(text), Duration::ZERO);
        let legal = open && step != Step::Rejected;
        if !word.ends_with('?') && legal == word.ends_with('!') {
            unexpected.push(format!("{word} in {words}"));
        }
    }
    unexpected
}
