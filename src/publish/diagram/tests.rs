use std::collections::BTreeSet;
use std::path::Path;

use golfchess_rules::{MoveRules, is_dead};

use super::*;
use crate::contract::result_code;

fn plan(name: &str) -> &'static Plan {
    PLANS.iter().find(|plan| plan.name == name).expect("a plan")
}

fn marks(name: &str) -> Marks {
    let plan = plan(name);
    let game = plan.game();
    Marks::of(game.position(), &plan.squares(), game.profile().moves)
}

fn reached(name: &str) -> String {
    let names = marks(name).targets.into_iter().map(|(square, target)| {
        let capture = if target.capture { "x" } else { "" };
        format!("{capture}{square}{}", target.promotions)
    });
    names.collect::<Vec<_>>().join(" ")
}

fn squares(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(" ")
}

/// The middles of the circles of a class, as squares.
fn circles(svg: &str, class: &str) -> BTreeSet<Square> {
    let pattern = format!("<circle class=\"{class}\" cx=\"");
    let read = |part: &str| {
        let (x, rest) = part.split_once("\" cy=\"").expect("cy");
        let (y, _) = rest.split_once('"').expect("an end");
        let number = |text: &str| text.parse::<u16>().expect("a number") / 40;
        let (file, row) = (number(x) as u8, number(y) as u8);
        Square::at(file, 7 - row).expect("a square")
    };
    svg.split(&pattern).skip(1).map(read).collect()
}

#[test]
fn the_marks_drawn_are_exactly_the_legal_moves() {
    for plan in &PLANS {
        let (game, svg) = (plan.game(), plan.draw());
        let of = plan.squares();
        let moves = game.position().legal_moves(game.profile().moves);
        let legal: BTreeSet<Square> = moves
            .iter()
            .filter(|mv| of.contains(&mv.from))
            .map(|mv| mv.to)
            .collect();
        let (steps, captures) = (circles(&svg, "step"), circles(&svg, "ring"));
        assert!(steps.is_disjoint(&captures), "{}", plan.name);
        let drawn: BTreeSet<Square> = steps.union(&captures).copied().collect();
        assert_eq!(drawn, legal, "{}", plan.name);
        let edges = circles(&svg, "ring-edge");
        assert_eq!(edges, captures, "{}", plan.name);
    }
}

#[test]
fn each_diagram_shows_what_it_is_for() {
    for (name, expected) in [
        ("king", "e3 xf3 f4 e5 f5"),
        (
            "queen",
            "b1 e1 c2 e2 d3 e3 f3 a4 b4 c4 d4 f4 g4 h4 d5 e5 f5 xc6 e6 g6 e7 h7 e8",
        ),
        ("rook", "d1 d2 d3 c4 e4 f4 g4 h4 d5 xd6"),
        ("bishop", "g1 f2 c3 e3 c5 e5 xb6 f6 g7 h8"),
        ("knight", "c2 b3 f3 b5 xf5 c6 e6"),
        ("pawn_step", "e4"),
        ("pawn_double", "e3 e4"),
        ("pawn_capture", "xc5 xe5"),
        ("en_passant", "xd6 e6"),
        ("promotion", "a8QRBN xb8QRBN"),
        ("castling_short", "d1 f1 g1"),
        ("castling_long", "c1 d1 f1"),
        ("castling_refused", "c1 d1"),
        ("pinned", "e2 e4 e5 e6 e7 xe8"),
    ] {
        assert_eq!(reached(name), expected, "{name}");
    }
    assert_eq!(squares(&marks("king").refused), "d3 d4 d5");
    assert_eq!(squares(&marks("en_passant").taken), "d5");
    assert_eq!(squares(&marks("castling_refused").refused), "f1 f2");
    let rook = |name: &str| {
        let [(from, to)] = marks(name).rooks[..] else {
            panic!("{name}: one rook");
        };
        format!("{from}{to}")
    };
    let rooks = ["castling_short", "castling_long", "castling_refused"].map(rook);
    assert_eq!(rooks, ["h1f1", "a1d1", "a1d1"]);
}

#[test]
fn the_ends_are_ends() {
    let end = |name: &str| {
        let plan = plan(name);
        let game = plan.game();
        assert_eq!(
            game.moves().len(),
            plan.line.split_whitespace().count(),
            "every move of the line is played"
        );
        let outcome = game.outcome().expect("an end");
        format!("{} {}", result_code(outcome), outcome.reason())
    };
    assert_eq!(end("checkmate"), "W# checkmate");
    assert_eq!(end("checkmate_single"), "B# checkmate");
    assert_eq!(end("stalemate"), "D! stalemate");
    assert!(is_dead(plan("dead").game().position().board()));

    // The line of single steps ends the same way on the pages with double steps.
    let mut game = Referee::new(profile("TMPD").expect("flags"));
    for typed in SINGLE_STEPS_MATE.split(' ') {
        game.answer(Some(typed), Duration::ZERO);
    }
    assert_eq!(game.outcome().map(result_code), Some("B#"));
    let single: MoveRules = profile("").expect("flags").moves;
    let first = SCHOLARS_MATE[..4].parse().expect("a move");
    assert!(!Position::start().is_legal(first, single));
}

#[test]
fn the_prompts_are_those_of_a_page() {
    let all = all();
    let (ascii, wide) = (&all["screen_ascii"], &all["screen_fullwidth"]);
    assert!(
        ascii.starts_with("W:893 B:895\nr n b q k b n r\n"),
        "{ascii}"
    );
    assert!(
        wide.starts_with("W:893s B:895s\nｒｎｂｑｋｂｎｒ\n"),
        "{wide}"
    );
    assert_eq!((ascii.lines().count(), wide.lines().count()), (9, 9));
}

#[test]
fn the_manual_uses_every_name_and_no_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = root.join("templates/site/manual.html");
    let page = std::fs::read_to_string(page).expect("the manual");
    let named = |text: &str, mark: &str| -> BTreeSet<String> {
        let end = |part: &str| {
            let length = part.find(|c: char| !c.is_ascii_lowercase() && c != '_');
            part[..length.unwrap_or(part.len())].to_owned()
        };
        text.split(mark).skip(1).map(end).collect()
    };
    let mut used = named(&page, "diagrams.");
    used.extend(named(&page, "figure(\""));
    used.extend(
        named(&page, "key(\"")
            .iter()
            .map(|key| format!("key_{key}")),
    );
    let there: BTreeSet<String> = all().into_keys().collect();
    assert_eq!(used, there);
}

#[test]
fn every_id_is_there_once_and_is_what_the_labels_say() {
    let page: String = all().into_values().collect();
    let values = |attribute: &str| -> Vec<String> {
        let start = format!(" {attribute}=\"");
        let value = |part: &str| part.split('"').next().unwrap_or_default().to_owned();
        page.split(&start).skip(1).map(value).collect()
    };
    let ids = values("id");
    let unique: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(
        (unique.len(), ids.len()),
        (ids.len(), 2 * (PLANS.len() + 1))
    );
    let labels = [values("aria-labelledby"), values("aria-describedby")].concat();
    assert_eq!(unique, labels.iter().collect());
    assert_eq!(
        page.matches("<svg ").count(),
        page.matches("</svg>").count()
    );
    assert!(!page.contains(" style="));
}
