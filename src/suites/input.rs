//! The `input` suite: text that is not a move, and unusual forms of moves.

use golfchess_parity::Plan;

use super::clicks;
use super::random;
use crate::contract::PlanBuilder;
#[cfg(test)]
use crate::contract::read_typed;
use crate::suites::{ChessSuite, SuiteContext};

/// Texts that are not a move in any position.
pub(super) const INVALID: [&str; 99] = [
    "",
    " ",
    "  ",
    "\t",
    "\n",
    "e",
    "e2",
    "e2e",
    "e2-",
    "e2 e4",
    "d2 d3",
    " e2e4",
    "\te2e4",
    "\ne2e4",
    "e2-e4",
    "e2xe4",
    "e2\u{a0}e4",
    "e9e4",
    "e0e4",
    "i2i4",
    "a9a1",
    "a0a1",
    "i2",
    "a9",
    "z2e4",
    "h9h8",
    "`2`3",
    "@2@3",
    "I2I3",
    "+2e4",
    "-2e4",
    "e+e4",
    "0x12",
    "0b11",
    "1e99",
    "9999",
    "0000",
    "4040",
    "5254",
    "1234",
    "-1-1",
    "+1+1",
    "e-2e",
    "e.e4",
    "....",
    "----",
    "____",
    "////",
    "\\\\\\\\",
    "null",
    "undefined",
    "NaN",
    "Infinity",
    "true",
    "false",
    "[object Object]",
    "__proto__",
    "constructor",
    "toString",
    "valueOf",
    "length",
    "prototype",
    "hasOwnProperty",
    "O-O",
    "O-O-O",
    "0-0",
    "0-0-0",
    "Nf3",
    "Ke2",
    "exd5",
    "e4",
    "e8=Q",
    "resign",
    "draw",
    "quit",
    "\u{265e}",
    "\u{2659}e4",
    "\u{1f600}",
    "\u{1f600}\u{1f600}",
    "\u{ff45}\u{ff12}\u{ff45}\u{ff14}",
    "\u{1d41e}2e4",
    "\u{0435}2\u{0435}4",
    "e\u{0662}e\u{0664}",
    "e\u{00b2}e\u{2074}",
    "\u{202e}4e2e",
    "\u{200b}e2e4",
    "\u{feff}e2e4",
    "e\u{301}2e4",
    "\u{5d0}2\u{5d0}4",
    "\u{4e00}\u{4e8c}",
    "${1}",
    "'\"`",
    "]]]]",
    "}{",
    "<svg>",
    "</script>",
    "%s%n",
    "\\u0065",
    "a1a1",
];

pub(crate) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    if context.contract.show.board {
        return clicks::plans(context);
    }
    let mut plans = vec![
        invalid(context),
        misread(context),
        mutations(context),
        spellings(context),
    ];
    plans.extend(context.sample(vec![long(context)], context.by_effort(4, 4, 1)));
    plans.extend(cancels(context));
    plans
}

/// Invalid texts between moves.
fn invalid(context: &SuiteContext<'_>) -> Plan {
    let mut builder = PlanBuilder::new(context.contract);
    builder.words("e2e3 e7e6");
    for text in context.sample(INVALID.to_vec(), context.by_effort(12, 1, 1)) {
        // The suite `opponent` lets the page move.
        if !(text.is_empty() && builder.has_opponent()) {
            builder.typed(text);
        }
    }
    builder.words("d2d3 d7d6");
    builder.plan(ChessSuite::Input, "invalid texts")
}

/// Characters that `parseInt`, `Number`, a regular expression or an index may read as another, or skip.
const SPECIAL: &str = " \t\n\u{a0}\u{202f}+-.,_09xniI()[]*?\\^$|\u{b2}";

/// Characters that may be read as this one of a square: those with the same low bits, the same digit
/// modulo 17, and those of other scripts. (A letter in the other case is right.)
fn aliases(c: char) -> Vec<char> {
    let code = u32::from(c);
    let low_bits = [0x10, 0x40, 0x50, 0x60, 0x80, 0x100].map(|bits| code ^ bits);
    let others = match c.is_ascii_digit() {
        true => [code ^ 0x20, code + 17, code + 0xfee0, code + 0x630],
        false => [code ^ 0x30, code + 17, code + 0xfee0, code + 0x1_d3b9],
    };
    let codes = low_bits.into_iter().chain(others);
    codes.filter_map(char::from_u32).collect()
}

/// The first moves of both sides.
const FIRST: [&str; 2] = ["d2d3", "e7e6"];

/// Texts with one of the four characters of a move replaced by one that may be misread: each of these
/// characters at each place, in turn.
fn misread_texts(mv: &str) -> Vec<String> {
    let kinds: Vec<Vec<char>> = mv
        .chars()
        .map(|c| aliases(c).into_iter().chain(SPECIAL.chars()).collect())
        .collect();
    let replaced = |kind: usize, at: usize| {
        let replace = |(place, c)| if place == at { kinds[at][kind] } else { c };
        mv.chars().enumerate().map(replace).collect()
    };
    (0..kinds[0].len())
        .flat_map(|kind| (0..4).map(move |at| (kind, (kind + at) % 4)))
        .map(|(kind, at)| replaced(kind, at))
        .collect()
}

/// Characters that may be misread, half of them by each side.
fn misread(context: &SuiteContext<'_>) -> Plan {
    let mut builder = PlanBuilder::new(context.contract);
    for (turn, mv) in FIRST.into_iter().enumerate() {
        let texts = context.sample(misread_texts(mv), context.by_effort(4, 4, 1));
        for text in texts.iter().skip(turn).step_by(FIRST.len()) {
            builder.typed(text);
        }
        builder.typed(mv);
    }
    builder.plan(ChessSuite::Input, "characters that may be misread")
}

/// Legal moves with one character changed.
fn mutations(context: &SuiteContext<'_>) -> Plan {
    let mut rng = context.rng_of_page(ChessSuite::Input as u64);
    let mut builder = PlanBuilder::new(context.contract);
    random::opening(&mut builder, &mut rng, 6);
    for _ in 0..context.by_effort(4, 16, 2_000) {
        if builder.is_open() {
            let text = random::invalid(&builder, &mut rng);
            builder.typed(&text);
        }
    }
    builder.plan(ChessSuite::Input, "moves with one character changed")
}

/// Upper and lower case, and characters after a move.
fn spellings(context: &SuiteContext<'_>) -> Plan {
    let mut builder = PlanBuilder::new(context.contract);
    for text in [
        "E2E3",
        "e7E6",
        "D2d3q",
        "d7d6 and more",
        "b1c3\n",
        "B8C6\u{1f600}",
        "g1F3__proto__",
        "g8f6n",
        "a2a3\u{0}",
        "A7A6NaN",
        "h2h3h4",
        "H7H6 h7h5",
        "c3b5=",
        "c6B4+",
        "b5C3#",
        "b4c6!?",
    ] {
        builder.typed(text);
    }
    builder.plan(ChessSuite::Input, "case and trailing characters")
}

/// Very long texts, illegal and legal.
fn long(context: &SuiteContext<'_>) -> Plan {
    let mut builder = PlanBuilder::new(context.contract);
    builder.typed(&"e".repeat(20_000));
    builder.typed(&"e2e3".repeat(5_000));
    builder.typed(&" ".repeat(20_000));
    builder.typed(&format!("e7e6{}", "\u{265e}".repeat(5_000)));
    builder.plan(ChessSuite::Input, "very long texts")
}

/// Cancel at several stages: no dialog may follow.
fn cancels(context: &SuiteContext<'_>) -> Vec<Plan> {
    let stages = [
        "",
        "e2e3",
        "e2e3 e7e6",
        "zz",
        "e2e3 zz",
        "f2f3 e7e6 g2g3 a7a6 g3g4",
    ];
    let stages = context.sample(stages.to_vec(), context.by_effort(3, 3, 1));
    let plan = |stage: &str| {
        let mut builder = PlanBuilder::new(context.contract);
        builder.words(stage);
        builder.plan(ChessSuite::Input, format!("Cancel after {stage:?}"))
    };
    let mut plans: Vec<Plan> = stages.into_iter().map(plan).collect();
    // Cancel takes precedence over a fallen flag, except with F.
    let mut late = PlanBuilder::new(context.contract);
    late.answer(None, 2_000_000);
    plans.push(late.plan(ChessSuite::Input, "Cancel after a long time"));
    plans
}

#[cfg(test)]
mod tests {
    use super::*;
    use golfchess_rules::{MoveRules, Position};

    #[test]
    fn invalid_texts_are_not_moves() {
        let start = Position::start();
        for text in INVALID {
            assert_eq!(read_typed(&start, text, MoveRules::FIDE), None, "{text:?}");
        }
        let mut position = start;
        for mv in FIRST {
            for text in misread_texts(mv) {
                assert_eq!(
                    read_typed(&position, &text, MoveRules::FIDE),
                    None,
                    "{text:?}"
                );
            }
            let mv = read_typed(&position, mv, MoveRules::FIDE).expect("a move");
            position = position.play_unchecked(mv);
        }
        let all: std::collections::HashSet<_> = INVALID.iter().collect();
        assert!(all.len() >= 90);
        assert_eq!(all.len(), INVALID.len());
    }
}
