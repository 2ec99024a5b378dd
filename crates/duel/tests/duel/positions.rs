//! Moves in positions of games, and the blunders among them.

use std::fs;

use serde_json::Value;

use crate::planned::{PLANNED, planned, refused};

#[test]
fn a_page_moves_in_positions_of_games_and_its_blunders_are_counted() {
    let workspace = planned();
    fs::write(workspace.path().join("games.pgn"), "1. e4 g6 2. d3 *\n").expect("written");
    let moves = |count: &str, format: &str| {
        let words = format!(
            "--host embedded --pages pages --quiet --openings games.pgn --positions {count} \
             --format {format}"
        );
        let words: Vec<&str> = words.split_whitespace().collect();
        workspace.duel(&words)
    };
    // The page plays e2e4, e7e5, and in the third position d1h5, where a pawn takes the queen.
    let text = moves("3", "table").good();
    assert!(
        text.starts_with("index_TMP_D_S_AB: 3 positions, 1 blunder, 33.3 %, seed 1, judge 2\n"),
        "{text}"
    );
    let fen = "rnbqkbnr/pppppp1p/6p1/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let row = format!(" d1h5     a2a3        9  {fen}\n");
    assert!(text.contains(&row), "{text}");
    assert!(text.contains("ms per move"), "{text}");
    let json: Value = serde_json::from_str(&moves("3", "json").good()).expect("JSON");
    assert_eq!(
        (&json["positions"], &json["blunders"]),
        (&3.into(), &1.into())
    );
    assert_eq!(json["times"]["moves"], 3);
    assert_eq!(json["list"][0]["position"], fen);
    refused(
        &moves("4", "table"),
        "the games have 3 positions in which this page can move",
    );
    let run = workspace.duel(&["--positions", "3", "--games", "2"]);
    assert_eq!(run.code, 2, "{run:?}");
}

#[test]
fn a_judge_of_three_half_moves_sees_what_the_page_wins_back() {
    let workspace = planned();
    let page = PLANNED.replace("'d8h4', 'f1c4'", "'g8f6', 'f1c4'");
    let write = |name: &str, text: &str| {
        fs::write(workspace.path().join(name), text).expect("written");
    };
    write("pages/index_TMP_D_S_AB.html", &page);
    write("games.pgn", "1. e4 e5 2. Nf3 Nc6 *\n");
    let run = |words: &str| {
        let words = format!("--host embedded --pages pages --quiet {words}");
        let words: Vec<&str> = words.split_whitespace().collect();
        workspace.duel(&words)
    };
    let positions = "--positions 4 --openings games.pgn --format json";
    // Petrov's Defence: White's knight takes a pawn, and Black's knight takes one.
    for (judge, played) in [(2, vec!["g8f6"]), (3, vec![])] {
        let json = run(&format!("{positions} --judge {judge}")).good();
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["judge"], judge);
        let list = json["list"].as_array().expect("a list");
        let blunders: Vec<&Value> = list.iter().map(|entry| &entry["played"]).collect();
        assert_eq!(blunders, played, "{json}");
    }
    refused(&run(&format!("{positions} --judge 5")), "5 is not in 2..=4");
    refused(&run("--judge 3"), "--positions <N>");
}
