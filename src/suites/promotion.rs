//! Promotion: the choice of the piece, and every other fifth character.

use golfchess_parity::{Effort, Plan};

use super::ChessSuite;
use super::{ONE_IN_SMOKE, SuiteContext};
use crate::contract::PlanBuilder;

/// The fifth characters `1` and `2` are placeholders for White's and Black's choice.
const CHOICE: &str = "a2a3 h7h6 a3a4 h6h5 a4a5 b7b6 a5b6 h5h4 b6a7 h4h3 a7a8! a7b81 h3g2 b8b6? b8a6? b8d6? h2h3? g2h12 a2a3? h1g2? h1h2? h1g3? h1e4?";

/// The texts that are typed after the squares of White's and Black's promotion.
pub(super) type Choice = (&'static str, &'static str);

/// All choices. The first two choose each piece once.
const CHOICES: [Choice; 7] = [
    ("R", "b"),
    ("qn", "nq"),
    ("r", "R"),
    ("b", "n"),
    ("B", "r"),
    ("n", "N"),
    ("N", "B"),
];

/// How many of the choices `--quick` plays: the first ones choose each piece once.
const QUICK_CHOICES: usize = 2;

/// A game in which all pawns promote, found by a beam search. `=` is a placeholder for what follows
/// the squares.
const ALL_PROMOTE: &str = "\
    e2e4 f7f5 e4e5 b7b5 d2d4 a7a5 g2g4 a5a4 c2c4 f5f4 c4c5 g7g5 d4d5 a4a3 c5c6 f4f3 d5d6 \
    h7h5 b2b4 a8a5 b4a5 c8b7 c6b7 h5h4 g1e2 f3e2 c1b2 a3b2 a2a4 h8h5 g4h5 c7c5 a5a6 g5g4 \
    a6a7 b5b4 h5h6 c5c4 a4a5 b2a1= h6h7 h4h3 f2f4 g4g3 a7b8= c4c3 e5e6 c3c2 a5a6 b4b3 a6a7 \
    g3g2 f4f5 b3b2 a7a8= c2c1= f5f6 c1c7 d6c7 g2h1= h7g8= d7d5 g8g2 h3g2 c7c8= d5d4 b8d6 \
    e7d6 h2h4 d6d5 e6e7 d4d3 b1c3 d5d4 h4h5 d4c3 b7b8= b2b1= h5h6 c3c2 h6h7 g2g1= h7h8= g1g7 \
    f6g7 e2d1= e1f2 c2c1= c8c1 d3d2 g7g8= d2c1= e7f8=";

/// The same without double steps.
const ALL_PROMOTE_BY_STEPS: &str = "\
    e2e3 e7e6 a2a3 a7a6 b2b3 f7f6 c2c3 a6a5 f2f3 d7d6 b3b4 a5a4 e3e4 g7g6 g2g3 h7h6 d2d3 \
    h6h5 g3g4 f6f5 g4g5 f5f4 h2h3 e6e5 c3c4 b7b6 c4c5 b6b5 h3h4 d6d5 c5c6 c8f5 e4f5 h8h6 \
    g5h6 a8a5 b4a5 b5b4 a5a6 b4b3 a6a7 b3b2 a7b8= g6g5 f5f6 d5d4 h6h7 g5g4 h7g8= b2c1= b8b6 \
    c7b6 b1c3 d4c3 g8b3 a4b3 a3a4 e5e4 a4a5 e4e3 a5a6 b6b5 a6a7 e3e2 c6c7 g4g3 a7a8= b3b2 \
    c7c8= b2b1= d3d4 b1e4 f3e4 g3g2 c8g4 h5g4 h4h5 g4g3 h5h6 b5b4 h6h7 g2h1= d4d5 g3g2 e4e5 \
    b4b3 h7h8= b3b2 e5e6 b2b1= e6e7 f4f3 h8h1 g2h1= d5d6 e2f1= e1f1 f3f2 e7f8= e8f8 d6d7 \
    c3c2 f6f7 f2g1= f1e2 d8e8 f7e8= f8g7 d7d8= c2d1=";

/// The number of pawns of both sides.
const PAWNS: usize = 16;

/// The fifth characters of the first game, besides a long text: those that a page is most likely to take for a
/// letter of another piece, such as the signs of regular expressions. Nothing, a fullwidth letter and half of
/// a surrogate pair are among them.
const UNUSUAL: [&str; PAWNS - 1] = [
    "",
    " ",
    "\t",
    "\n",
    "\u{a0}",
    "\u{ff4e}",
    "\u{1f600}",
    ".",
    "^",
    "$",
    "|",
    "?",
    "(",
    "[",
    "\\",
];

/// What makes a queen: every printable character of ASCII but the letters of the other pieces, and
/// the unusual texts, which come first.
fn queens() -> Vec<String> {
    let printable = (' '..='~').filter(|c| !"RBNrbn".contains(*c));
    let printable = printable.map(String::from);
    let unusual = UNUSUAL.map(str::to_owned).into_iter();
    unusual
        .chain(["x".repeat(5_000)])
        .chain(printable.filter(|text| !UNUSUAL.contains(&text.as_str())))
        .collect()
}

pub(super) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let has_choice = context.contract.rules.moves.promotion_choice;
    let choices = match (has_choice, context.effort) {
        (true, Effort::Smoke | Effort::Quick) => CHOICES[..QUICK_CHOICES].to_vec(),
        (true, _) => CHOICES.to_vec(),
        (false, Effort::Deep) => CHOICES.to_vec(),
        (false, Effort::Smoke) => context.sample(CHOICES.to_vec(), ONE_IN_SMOKE * CHOICES.len()),
        // A page without the choice promotes too: one game on each.
        (false, _) => context.sample(CHOICES.to_vec(), CHOICES.len()),
    };
    let choices = choices.into_iter().map(|choice| choose(context, choice));
    if context.contract.show.board {
        return choices
            .chain([promote_all(context, (0, &counts(), false))])
            .collect();
    }
    let queens = queens();
    let games: Vec<_> = queens.chunks(PAWNS).enumerate().collect();
    // Each text once by White and once by Black.
    let sides = |(at, texts)| [false, true].map(|exchanged| (at, texts, exchanged));
    let one_side = |(at, texts)| (at, texts, (at + context.start_offset()) % 2 == 1);
    let (first, others) = games.split_at(1);
    let games: Vec<_> = match (has_choice, context.effort) {
        (_, Effort::Deep) => games.into_iter().flat_map(sides).collect(),
        (true, Effort::Usual) => {
            let both = first.iter().copied().flat_map(sides);
            both.chain(others.iter().copied().map(one_side)).collect()
        }
        // The unusual texts, and others on the next page.
        (true, Effort::Quick) => {
            let others = context.sample(others.to_vec(), others.len());
            first.iter().copied().chain(others).map(one_side).collect()
        }
        // Without the choice, each fifth character tests the same.
        (_, Effort::Smoke) | (false, _) => Vec::new(),
    };
    let games = games.into_iter().map(|game| promote_all(context, game));
    choices.chain(games).collect()
}

/// How often the square of each pawn is clicked on a board: from once to eight times by each side.
fn counts() -> Vec<String> {
    let side = (1..=PAWNS / 2).map(|count| count.to_string());
    side.clone().chain(side).collect()
}

/// The text of a promotion: the squares and what follows them; on a board the first one as often as the
/// number says.
fn text_of(context: &SuiteContext<'_>, squares: &str, text: &str) -> String {
    match text.parse().ok().filter(|_| context.contract.show.board) {
        Some(count) => format!("{}{}", squares[..2].repeat(count), &squares[2..]),
        None => format!("{squares}{text}"),
    }
}

/// A game with one promotion of each side.
fn choose(context: &SuiteContext<'_>, choice: Choice) -> Plan {
    let mut builder = PlanBuilder::new(context.contract);
    promote(&mut builder, choice);
    let (white, black) = choice;
    let case = format!("promotion with {white:?} and {black:?}");
    builder.plan(ChessSuite::Rules, case)
}

/// Types the moves to a promotion of each side, from any first rank, and moves after them.
pub(super) fn promote(builder: &mut PlanBuilder, (white, black): Choice) {
    for word in CHOICE.split_whitespace() {
        let word = word.trim_end_matches(['!', '?']);
        match word.split_at_checked(4) {
            Some((squares, "1")) => builder.typed(&format!("{squares}{white}")),
            Some((squares, "2")) => builder.typed(&format!("{squares}{black}")),
            _ => builder.typed(word),
        };
    }
}

/// Fifth characters that are signs of regular expressions: `(` is an error in one.
pub(super) const SIGNS: Choice = (".", "(");

/// The choices, those of White's knight first: on a board it takes most clicks.
pub(super) fn knights_first() -> [Choice; CHOICES.len()] {
    let mut choices = CHOICES;
    choices.sort_by_key(|(white, _)| !white.eq_ignore_ascii_case("n"));
    choices
}

/// A game in which all pawns promote with texts, the second half of them by White if exchanged.
fn promote_all(context: &SuiteContext<'_>, game: (usize, &[String], bool)) -> Plan {
    let (at, texts, exchanged) = game;
    let (mut white, mut black) = texts.split_at(PAWNS / 2);
    let case = format!("promotion with each fifth character, part {}", at + 1);
    let case = match exchanged {
        true => {
            (white, black) = (black, white);
            format!("{case}, sides exchanged")
        }
        false => case,
    };
    let (mut white, mut black) = (white.iter(), black.iter());
    let words = match context.contract.rules.moves.special_moves {
        true => ALL_PROMOTE,
        false => ALL_PROMOTE_BY_STEPS,
    };
    let mut builder = PlanBuilder::new(context.contract);
    for (ply, word) in words.split_whitespace().enumerate() {
        let texts = if ply % 2 == 0 { &mut white } else { &mut black };
        match word.strip_suffix('=') {
            Some(squares) => {
                let text = texts.next().map_or("", String::as_str);
                builder.typed(&text_of(context, squares, text))
            }
            None => builder.typed(word),
        };
    }
    builder.plan(ChessSuite::Rules, case)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use golfchess_parity::Answer;
    use golfchess_rules::Role;

    use super::*;
    use crate::contract::Step;
    use crate::suites::{catalog_subjects, context};

    #[test]
    fn the_first_choices_name_each_promotion_piece() {
        let typed = CHOICES[..QUICK_CHOICES]
            .iter()
            .flat_map(|(white, black)| [white, black]);
        let mut pieces: Vec<_> = typed.filter_map(|text| text.chars().next()).collect();
        pieces.iter_mut().for_each(|c| c.make_ascii_uppercase());
        pieces.sort_unstable();
        assert_eq!(pieces, ['B', 'N', 'Q', 'R']);
    }

    /// To which pieces each side promotes with each text in the games of a page.
    fn promotions(context: &SuiteContext<'_>) -> BTreeMap<(usize, String), BTreeSet<Role>> {
        let mut promotions: BTreeMap<_, BTreeSet<Role>> = BTreeMap::new();
        for plan in plans(context) {
            let mut builder = PlanBuilder::new(context.contract);
            for Answer(text, think) in &plan.answers {
                let side = builder.game().moves().len() % 2;
                let step = builder.answer(text.as_deref(), *think);
                if let (Step::Played(mv), Some(text)) = (step, text)
                    && let Some(role) = mv.promotion
                {
                    let roles = promotions.entry((side, text[4..].to_owned())).or_default();
                    roles.insert(role);
                }
            }
        }
        promotions
    }

    #[test]
    fn each_fifth_character_promotes_on_each_page_with_the_choice() {
        let mut pages = 0;
        let mut played = BTreeMap::<String, usize>::new();
        for subject in catalog_subjects() {
            let [quick, usual] =
                [Effort::Quick, Effort::Usual].map(|effort| context(&subject, effort, 1));
            if usual.contract.show.board || usual.contract.draws_start() {
                continue;
            }
            if !usual.contract.rules.moves.promotion_choice {
                // It promotes to a queen all the same.
                let sides = promotions(&quick).into_keys().map(|(side, _)| side);
                assert_eq!(sides.collect::<BTreeSet<_>>().len(), 2, "{}", subject.name);
                continue;
            }
            pages += 1;
            let name = &subject.name;
            let [quick, usual] = [quick, usual].map(|context| promotions(&context));
            let queen = BTreeSet::from([Role::Queen]);
            // A page that plays as another one does plays the quick games only.
            let is_same = subject.same_as.is_some();
            for (at, text) in queens().into_iter().enumerate() {
                let by = |games: &BTreeMap<_, _>| {
                    let sides = [0, 1].into_iter();
                    let sides =
                        sides.filter(|side| games.get(&(*side, text.clone())) == Some(&queen));
                    sides.count()
                };
                let is_unusual = at < PAWNS;
                assert!(by(&quick) >= usize::from(is_unusual), "{name}: {text}");
                assert!(by(&usual) > usize::from(is_unusual), "{name}: {text}");
                *played.entry(text.clone()).or_default() += usize::from(by(&quick) > 0 && !is_same);
            }
            for (letter, role) in [('r', Role::Rook), ('b', Role::Bishop), ('n', Role::Knight)] {
                for letter in [letter, letter.to_ascii_uppercase()] {
                    let has = |side| usual.get(&(side, letter.to_string()));
                    assert!(
                        [0, 1]
                            .iter()
                            .all(|side| has(*side) == Some(&BTreeSet::from([role]))),
                        "{name}: {letter}"
                    );
                }
            }
        }
        assert_eq!(pages, 53);
        // In a quick run of all pages.
        for (text, pages) in played {
            assert!(pages >= 2, "{text}: {pages}");
        }
        assert_eq!(queens().len() % PAWNS, 0);
    }
}
