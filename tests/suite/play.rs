//! Compares each page of the catalog with an independent chess library, without a browser: random
//! games with invalid texts between, and scripted games to every result.

use std::collections::BTreeMap;

use crate::support::host::{difference, run};
use crate::support::plan::{Answer, Plan};
use crate::support::{classic, flags_of, page};
use fastrand::Rng;
use rayon::prelude::*;

/// Variants by the flags they must have and must not have.
fn variants(with: &str, without: &str) -> Vec<(String, String)> {
    let fits = |flags: &str| {
        with.chars().all(|flag| flags.contains(flag))
            && !without.chars().any(|flag| flags.contains(flag))
    };
    classic()
        .into_iter()
        .filter(|(name, _)| fits(&flags_of(name)))
        .collect()
}

/// Plays a script on two matching pages that announce results: the one with the
/// fewest rules and the one with the most. The referee must find this result and
/// these numbers of castlings, en passant captures and promotions.
fn script(with: &str, without: &str, moves: &str, end: Option<(&str, &str)>, kinds: [u32; 3]) {
    let mut fitting = variants(&format!("{with}S"), &format!("{without}U"));
    assert!(
        !fitting.is_empty(),
        "no variant has {with} without {without}"
    );
    fitting.sort_by_key(|(name, _)| flags_of(name).len());
    let (least, most) = (0, fitting.len() - 1);
    let played = if least == most {
        vec![least]
    } else {
        vec![least, most]
    };
    played.into_par_iter().for_each(|at| {
        let (name, page) = &fitting[at];
        let plan = Plan::moves(&flags_of(name), moves);
        assert_eq!(plan.referee.end(), end, "{name}: {moves}");
        let count = |kind| plan.referee.played.get(kind).copied().unwrap_or(0);
        let played = ["castling", "en passant", "promotion"].map(count);
        assert_eq!(played, kinds, "{name}: {moves}");
        if let Some(difference) = difference(page, &plan) {
            panic!("{name}: {difference}");
        }
    });
}

#[test]
fn random_games_of_a_third_of_the_variants_follow_the_rules() {
    random_games(3);
}

#[test]
#[ignore = "slow: a third of the variants play these games in another test"]
fn random_games_of_each_variant_follow_the_rules() {
    random_games(1);
}

/// Plays random games of one in `of` variants.
fn random_games(of: usize) {
    // More games on request: GOLFCHESS_GAMES=100 cargo xtask test --test suite play::
    let games = std::env::var("GOLFCHESS_GAMES").map_or(1, |text| text.parse().expect("a number"));
    let catalog = classic();
    assert_eq!(catalog.len(), 36);
    let jobs: Vec<_> = (0..games)
        .flat_map(|seed| {
            let pages = catalog.iter().enumerate().skip(seed as usize % of);
            pages.step_by(of).map(move |(at, page)| (seed, at, page))
        })
        .collect();
    jobs.par_iter().for_each(|(seed, at, (name, page))| {
        let mut rng = Rng::with_seed(seed * 100 + *at as u64);
        let plan = Plan::random(&flags_of(name), &mut rng, 110);
        if let Some(difference) = difference(page, &plan) {
            panic!("{name}, game {seed}: {difference}");
        }
    });
}

#[test]
fn random_plans_contain_every_rule_and_every_result() {
    let mut met = BTreeMap::<String, u32>::new();
    for seed in 0..60 {
        let plan = Plan::random("TMPDS", &mut Rng::with_seed(seed), 400);
        *met.entry(
            plan.referee
                .end()
                .map_or("none", |(_, reason)| reason)
                .into(),
        )
        .or_default() += 1;
        for (kind, count) in plan.referee.played {
            *met.entry(kind.into()).or_default() += count;
        }
    }
    for thing in [
        "checkmate",
        "threefold",
        "dead position",
        "flag",
        "castling",
        "en passant",
        "promotion",
        "underpromotion",
    ] {
        assert!(
            met.get(thing).is_some_and(|&count| count > 0),
            "no {thing} in {met:?}"
        );
    }
}

#[test]
fn checkmate_ends_the_game_for_both_sides() {
    let white = "e2e3 a7a6 f1c4 b7b6 d1f3 c7c6 f3f7";
    script("", "", white, Some(("W#", "checkmate")), [0; 3]);
    let black = "a2a3 e7e6 b2b3 f8c5 c2c3 d8f6 h2h3 f6f2";
    script("", "", black, Some(("B#", "checkmate")), [0; 3]);
}

#[test]
fn stalemate_is_a_draw() {
    let moves = "e2e3 a7a6 d1h5 a6a5 h2h3 a8a6 h5a5 h7h6 h3h4 h6h5 b2b3 a6h6 a5c7 f7f6 c7d7 e8f7 \
                 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6";
    script("", "", moves, Some(("D!", "stalemate")), [0; 3]);
}

#[test]
fn a_move_may_not_leave_the_own_king_attacked() {
    // The pawn on d7 is pinned by the queen; the king may not step beside her.
    let moves = "e2e3 e7e6 d1g4 f8b4 g4g7 a7a6 d2d3 b4d2 d2d4 e1e2 e1d2 g7f8 e8f8 h2h3";
    script("", "", moves, None, [0; 3]);
}

#[test]
fn double_steps_castling_and_en_passant_are_absent_without_m() {
    let moves = "e2e4 e2e3 e7e5 e7e6 g1f3 g8f6 f1e2 f8e7 e1g1 h2h3 e8g8 h7h6 h3h5 h3h4";
    script("", "M", moves, None, [0; 3]);
}

#[test]
fn both_sides_castle_to_both_sides() {
    let short = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8 f1e1 f8e8";
    script("M", "", short, None, [2, 0, 0]);
    let long = "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8 d1e1 d8e8";
    script("M", "", long, None, [2, 0, 0]);
    // Only the crossed b1 is attacked: that does not matter.
    let attacked = "c2c4 d7d6 b1c3 c8f5 d2d4 b8d7 c1e3 g8f6 d1a4 e7e6 e1c1";
    script("M", "", attacked, None, [1, 0, 0]);
}

#[test]
fn castling_out_of_through_and_into_check_is_rejected() {
    let through = "e2e4 b7b6 g2g3 c8a6 f1h3 g7g6 g1f3 f8g7 e1g1 d2d3 g8f6 e1g1";
    script("M", "", through, None, [1, 0, 0]);
    let out_of = "e2e4 e7e5 g1f3 a7a6 f1e2 b7b6 d2d3 f8b4 e1g1 c2c3 b4a5 e1g1";
    script("M", "", out_of, None, [1, 0, 0]);
    let into = "e2e4 e7e5 f2f4 f8c5 g1f3 a7a6 f1e2 b7b6 e1g1 d2d4 c5d6 e1g1";
    script("M", "", into, None, [1, 0, 0]);
    let between = "e2e4 e7e5 e1g1 g1f3 b8c6 e1g1 f1c4 d7d6 e1g1 c8e6 e8c8 d2d3 d8d7 c1e3 e8c8";
    script("M", "", between, None, [2, 0, 0]);
}

#[test]
fn lost_castling_rights_do_not_return() {
    let returned = "h2h4 a7a5 h1h3 a8a6 h3h1 a6a8 g1f3 b7b6 g2g3 c7c6 f1h3 d7d6 e1g1 e1f1 d8d7";
    script("M", "", returned, None, [0; 3]);
    let king = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1e2 e8e7 e2e1 e7e8 e1g1 d2d3 e8g8 d7d6";
    script("M", "", king, None, [0; 3]);
    let captured = "e2e4 b7b6 g1f3 c8b7 f1c4 b7e4 b2b3 e4f3 a2a3 f3g2 a3a4 g2h1 e1g1 e1e2";
    script("M", "", captured, None, [0; 3]);
    // Another rook on h1 brings no right with it.
    let other = "e2e4 b7b6 g1f3 c8b7 f1c4 b7e4 a2a4 e4f3 a1a3 f3g2 h2h4 g2h1 a3h3 h1c6 h3h1 a7a6 \
                 e1g1 e1f1 d7d6";
    script("M", "", other, None, [0; 3]);
}

#[test]
fn en_passant_is_legal_only_at_once() {
    script(
        "M",
        "",
        "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 d6c7",
        None,
        [0, 1, 0],
    );
    script(
        "M",
        "",
        "a2a3 e7e5 a3a4 e5e4 d2d4 e4d3 b2b3",
        None,
        [0, 1, 0],
    );
    let late = "e2e4 a7a6 e4e5 d7d5 b2b3 b7b6 e5d6 e5e6";
    script("M", "", late, None, [0; 3]);
    let single = "e2e4 d7d6 e4e5 a7a6 b2b3 d6d5 e5d6 b3b4";
    script("M", "", single, None, [0; 3]);
    // On the a-file and the h-file, where indices meet their ends.
    script("M", "", "b2b4 h7h6 b4b5 a7a5 b5a6", None, [0, 1, 0]);
    script("M", "", "a2a3 g7g5 a3a4 g5g4 h2h4 g4h3", None, [0, 1, 0]);
}

#[test]
fn a_pinned_pawn_may_not_capture_en_passant() {
    // Along the file: the queen on e7 would attack the king.
    let file = "e2e4 e7e5 f2f4 e5f4 e4e5 d8e7 b2b3 d7d5 e5d6 a2a3";
    script("M", "", file, None, [0; 3]);
    // Along the rank: both pawns would leave the fifth.
    let rank = "g2g4 a7a5 g4g5 a5a4 e2e3 a8a5 e1e2 b8c6 e2f3 c6b8 f3g4 b8c6 g4h5 f7f5 g5f6 h5h4";
    script("M", "", rank, None, [0; 3]);
}

#[test]
fn the_promotion_piece_is_chosen_or_a_queen() {
    let way = "a2a3 b7b6 a3a4 b6b5 a4b5 a7a6 b5a6 c8b7 a6b7 g8f6";
    for letter in [
        "q", "Q", "r", "R", "b", "B", "n", "N", "", "k", "p", "1", "\u{ff4e}", "=n",
    ] {
        // What then moves from a8 shows which piece it is.
        let moves = format!("{way} b7a8{letter} f6g8");
        script("P", "DM", &moves, None, [0, 0, 1]);
    }
    for letter in ["", "n", "R"] {
        let moves = format!("{way} b7a8{letter} f6g8 a8b6 a8b8");
        script("", "P", &moves, None, [0, 0, 1]);
        script("TP", "", &moves, None, [0, 0, 1]);
    }
    // The other way and the other side.
    let black = "a2a3 h7h6 b2b3 h6h5 c2c3 h5h4 d2d3 h4h3 e2e3 h3g2 f2f3 g2h1";
    for letter in ["", "n", "B"] {
        script("P", "", &format!("{black}{letter} f3f4"), None, [0, 0, 1]);
    }
}

#[test]
fn fifty_moves_without_capture_or_pawn_move_are_a_draw() {
    let fifty = Some(("D!", "fifty moves"));
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    script("T", "D", &shuffle.repeat(25), fifty, [0; 3]);
    // After 99 half-moves a pawn's move begins the count anew.
    let ninety_nine = shuffle.repeat(24) + "g1f3 g8f6 f3g1 ";
    script("TM", "DP", &format!("{ninety_nine}h7h6"), None, [0; 3]);
    let again = format!("{ninety_nine}h7h6 {}", "g1f3 f6g8 f3g1 g8f6 ".repeat(25));
    script("T", "DMP", &again, fifty, [0; 3]);
    script("", "TMP", &shuffle.repeat(26), None, [0; 3]);
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let threefold = Some(("D!", "threefold"));
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    script("D", "", &shuffle.repeat(2), threefold, [0; 3]);
    script("MP", "D", &shuffle.repeat(3), None, [0; 3]);
    // A double step that no pawn can capture makes no difference.
    let black = "g8f6 g1f3 f6g8 f3g1 ";
    let plain = format!("e2e4 {}", black.repeat(2));
    script("D", "", &plain, threefold, [0; 3]);
    // One that can be captured does: the position counts from the next time on.
    let passing = format!("a2a3 d7d5 a3a4 d5d4 e2e4 {}", black.repeat(2));
    script("D", "", &passing, None, [0; 3]);
    script("D", "", &format!("{passing}{black}"), threefold, [0; 3]);
    // Nor does one whose capture is pinned.
    let pinned = "e2e4 e7e5 f2f4 e5f4 e4e5 d8e7 b2b3 d7d5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    script("D", "", pinned, threefold, [0; 3]);
    // Lost rights to castle do.
    let rights = "a2a4 a7a5 a1a2 b8c6 a2a1 c6b8 a1a2 b8c6 a2a1 c6b8";
    script("D", "", rights, None, [0; 3]);
    script("D", "", &format!("{rights} a1a2 b8c6"), threefold, [0; 3]);
}

/// Seeds of random games that end in a dead position.
const DEAD: [u64; 4] = [22, 107, 164, 245];

#[test]
fn a_dead_position_is_a_draw() {
    let page = page("index_TMP_D_S");
    let dead = DEAD.map(|seed| Plan::random("TMPDS", &mut Rng::with_seed(seed), 500));
    dead.par_iter().for_each(|plan| {
        assert_eq!(plan.referee.end(), Some(("D!", "dead position")));
        if let Some(difference) = difference(&page, plan) {
            panic!("{difference}");
        }
    });
}

fn timed(script: &[(&str, i64)]) -> Vec<Answer> {
    script
        .iter()
        .map(|&(text, think)| (Some(text.to_owned()), think))
        .collect()
}

#[test]
fn each_prompt_costs_its_whole_seconds() {
    for (name, page) in variants("T", "MP") {
        let plan = Plan::scripted(
            &flags_of(&name),
            &timed(&[
                ("e2e3", 999),
                ("e7e6", 1_000),
                ("rubbish", 59_999),
                ("", 1_001),
                ("d2d3", 0),
                ("d7d6", 120_000),
            ]),
        );
        assert_eq!(difference(&page, &plan), None, "{name}");
    }
}

#[test]
fn the_flag_falls_when_less_than_a_second_is_left() {
    for (name, page) in variants("TS", "U") {
        let flags = flags_of(&name);
        for (script, end) in [
            (vec![("e2e3", 899_999)], None),
            (vec![("e2e3", 900_000)], Some(("B#", "flag"))),
            (vec![("e2e3", 0), ("e7e6", 900_000)], Some(("W#", "flag"))),
            (
                vec![("rubbish", 500_000), ("", 400_000)],
                Some(("B#", "flag")),
            ),
            // What was typed is not played, be it mate.
            (
                vec![
                    ("e2e3", 0),
                    ("a7a6", 0),
                    ("f1c4", 0),
                    ("b7b6", 0),
                    ("d1f3", 0),
                    ("c7c6", 0),
                    ("f3f7", 900_000),
                ],
                Some(("B#", "flag")),
            ),
        ] {
            let plan = Plan::scripted(&flags, &timed(&script));
            assert_eq!(plan.referee.end(), end, "{name}");
            assert_eq!(difference(&page, &plan), None, "{name}");
        }
    }
}

#[test]
fn cancel_ends_a_page_without_a_dialog_at_every_turn() {
    for (name, page) in classic() {
        for turns in [0, 1, 4] {
            let moves: Vec<_> = "e2e3 e7e6 d2d3 d7d6".split(' ').take(turns).collect();
            let plan = Plan::moves(&flags_of(&name), &moves.join(" "));
            assert_eq!(plan.dialogs.len(), turns + 1);
            assert_eq!(difference(&page, &plan), None, "{name}");
        }
    }
}

#[test]
fn a_changed_page_is_detected() {
    let whole = page("index_TMP_D_S");
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    for (from, to, moves) in [
        ("??", "&&0||", shuffle.as_str()),
        ("W:", "W: ", ""),
        ("W#", "w#", "e2e3 a7a6 f1c4 b7b6 d1f3 c7c6 f3f7"),
        (
            "rRbBnN",
            "nNrRbB",
            "a2a3 b7b6 a3a4 b6b5 a4b5 a7a6 b5a6 c8b7 a6b7 g8f6 b7a8n",
        ),
    ] {
        assert_eq!(whole.matches(from).count(), 1, "{from}");
        let broken = whole.replace(from, to);
        let plan = Plan::moves("TMPDS", moves);
        assert_eq!(difference(&whole, &plan), None);
        assert!(
            difference(&broken, &plan).is_some(),
            "{from} to {to} is not seen"
        );
    }
}

#[test]
fn a_page_that_throws_is_detected() {
    let (dialogs, error) = run("<svg onload=\"prompt('hello');nothing()\">", &[(None, 0)]);
    assert_eq!(dialogs.len(), 1);
    assert!(error.expect("an error").contains("nothing"));
}
