//! Positions in the address (E), as a part of the suite `input`.

use super::random;
use crate::contract::PlanBuilder;
use crate::suites::games;
use crate::suites::{ChessSuite, SuiteContext};
use golfchess_parity::Plan;
use golfchess_rules::Position;

/// A position as the fields of a FEN, and what is typed there.
const CASES: &[(&str, &str)] = &[
    // Counters: the fiftieth move, with a check of the last half-move before it, and with a mate.
    ("4k3/8/8/8/8/8/8/R3K3_w_-_-_98", "a1a2 e8e7 a2a3"),
    ("4k3/8/8/8/8/8/4P3/R3K3_w_-_-_99", "e2e3 e8e7 a1a2"),
    ("7k/8/6K1/8/8/8/8/R7_w_-_-_99", "a1a8"),
    ("4k3/8/8/8/8/8/8/R3K3_w_-_-_99", "a1a2"),
    ("4k3/8/8/8/8/8/8/R3K3_w_-_-_0_77_more", "a1a2 e8e7"),
    // The first position counts for repetition.
    (
        "4k3/8/8/8/8/8/8/R3K3_w_-",
        "a1a2 e8e7 a2a1 e7e8 a1a2 e8e7 a2a1 e7e8 a1a2",
    ),
    // Its castling rights make it different.
    (
        "4k3/8/8/8/8/8/8/R3K3_w_Q",
        "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8",
    ),
    // So does an en passant capture that is legal, and no other one.
    (
        "4k1n1/8/8/8/3pP3/8/8/4K1N1_b_-_e3",
        "g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1",
    ),
    (
        "4k1n1/8/8/8/4P3/8/8/4K1N1_b_-_e3",
        "g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1 g8f6",
    ),
    ("4k3/8/8/8/3pP3/8/8/4K3_b_-_e3", "d4e3 e1e2"),
    ("4k3/8/8/3pP3/8/8/8/4K3_w_-_d6", "e5d6 e8e7"),
    ("4k3/8/8/8/3pP3/8/8/4K3_b_-_-", "d4e3 d4d3"),
    // Each right by itself.
    ("r3k2r/8/8/8/8/8/8/R3K2R_w_K", "e1c1 e1g1 e8g8 e8c8"),
    ("r3k2r/8/8/8/8/8/8/R3K2R_w_Q", "e1g1 e1c1 e8g8 e8c8"),
    ("r3k2r/8/8/8/8/8/8/R3K2R_b_k", "e8c8 e8g8 e1g1 e1c1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R_b_q", "e8g8 e8c8 e1g1 e1c1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R_w_KQkq_-_3", "a1a8 e8g8 h1h8 e8e7"),
    // A position that is over.
    ("7k/5Q2/6K1/8/8/8/8/8_b_-_-_0", ""),
    ("R6k/8/6K1/8/8/8/8/8_b_-_-_0", ""),
    ("4k3/8/8/8/8/8/8/4K3_w_-_-_0", ""),
    ("4k3/8/8/8/8/8/8/R3K3_w_-_-_100", ""),
    // Black begins; promotion of both sides.
    ("8/P6k/8/8/8/8/p6K/8_b_-", "a2a1n a7a8r a1b3"),
    ("8/P6k/8/8/8/8/p6K/8_w_-", "a7a8b a2a1 a8b7"),
];

/// Texts of which nothing may run.
const TEXTS: [&str; 14] = [
    "",
    "x",
    "<img src=x onerror=alert('INJECTED')>",
    "\"><svg onload=alert('INJECTED')>",
    "';alert('INJECTED');'",
    "`;alert('INJECTED');`",
    "${alert('INJECTED')}",
    "`+alert('INJECTED')+`",
    "</script><script>alert('INJECTED')</script>",
    "javascript:alert('INJECTED')",
    "%00%22%27%3Cimg%20src=x%20onerror=alert('INJECTED')%3E",
    "\u{1f600}\u{0}\u{feff}",
    "__proto__",
    "99999999",
];

pub(super) fn plans(context: &SuiteContext<'_>) -> Vec<Plan> {
    let of = context.by_effort(8, 1, 1);
    let mut plans: Vec<Plan> = CASES.iter().map(|case| scripted(context, *case)).collect();
    let defects = defects()
        .into_iter()
        .map(|address| defect(context, &address));
    plans.extend(context.sample(defects.collect(), of));
    let mut rng = context.rng_of_page(ChessSuite::Input as u64 + 100);
    let positions = context.sample(games::positions(), context.by_effort(40, 1, 1));
    plans.extend(positions.into_iter().map(|position| {
        let mut builder = PlanBuilder::new(context.contract);
        builder.typed(&address(&position));
        // Castling that is not legal is no move.
        for text in ["e1g1", "e1c1", "e8g8", "e8c8"].iter().take(rng.usize(..5)) {
            builder.typed(text);
        }
        random::play(&mut builder, &mut rng, 4, |_, text, _| text);
        builder.plan(
            ChessSuite::Input,
            "a position of a real game in the address",
        )
    }));
    plans
}

/// The fragment of an address with a position.
fn address(position: &Position) -> String {
    format!("#{}", position.to_string().replace(' ', "_"))
}

fn scripted(context: &SuiteContext<'_>, (fields, words): (&str, &str)) -> Plan {
    let mut builder = PlanBuilder::new(context.contract);
    builder.typed(&format!("#{fields}"));
    builder.words(words);
    builder.plan(ChessSuite::Input, format!("the address {fields}"))
}

/// The start position with one field replaced or missing, and very long ones.
fn defects() -> Vec<String> {
    let fields = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "w",
        "KQkq",
        "-",
        "0",
    ];
    let mut all = vec![
        String::new(),
        "_".repeat(100_000),
        "x".repeat(100_000),
        "9".repeat(100_000),
    ];
    for at in 0..fields.len() {
        let with = |text: &str| {
            let mut fields = fields;
            fields[at] = text;
            fields.join("_")
        };
        all.extend(TEXTS.iter().map(|text| with(text)));
        all.push(fields[..at].join("_"));
        all.push(with(&"k".repeat(100_000)));
    }
    for placement in [
        "8/8/8/8/8/8/8/8",
        "k7/8/8/8/8/8/8/8",
        "9/9",
        "/////////",
        "kkkkkkkkk",
    ] {
        all.push(format!("{placement}_w_-_-_0"));
    }
    all
}

fn defect(context: &SuiteContext<'_>, address: &str) -> Plan {
    let mut builder = PlanBuilder::new(context.contract);
    builder.typed(&format!("#{address}"));
    for text in ["e2e4", "e7e5", "zz"] {
        builder.typed(text);
    }
    let start: String = address.chars().take(60).collect();
    builder.plan(ChessSuite::Input, format!("the address {start:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use golfchess_pages::catalog::FlagSet;
    use golfchess_parity::{Answer, Dialog, Ending, Reference, Transcript};

    use crate::contract::{Contract, INJECTED};

    #[test]
    fn there_are_3000_positions_of_real_games() {
        assert!(
            games::positions().len() >= 3_000,
            "{}",
            games::positions().len()
        );
        assert!(TEXTS.iter().filter(|text| text.contains(INJECTED)).count() >= 9);
    }

    #[test]
    fn code_of_an_address_is_a_difference() {
        let contract = Contract::new(&FlagSet::new("TMPEDS")).expect("a set of rules");
        let answers = [Answer::typed("#<img>_w"), Answer::CANCEL];
        let plan = Plan::new(&contract, "input", "", &answers);
        let judge = |dialogs: &[&str], ending| {
            let dialogs = dialogs.iter().map(|text| Dialog::Alert((*text).to_owned()));
            let shown = Transcript {
                dialogs: dialogs.collect(),
                ending,
            };
            contract.judge(&plan, &shown).is_some()
        };
        assert!(!judge(&["D!"], Ending::Quiet));
        assert!(!judge(&[], Ending::Threw("an error".to_owned())));
        assert!(judge(&["D!", INJECTED], Ending::Quiet));
        assert!(judge(&[], Ending::Hung));
    }
}
