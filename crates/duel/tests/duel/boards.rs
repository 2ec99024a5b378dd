//! Pages with a board that one clicks.

use std::fs;

use serde_json::Value;

use crate::folder::Folder;
use crate::planned::refused;

#[test]
fn a_page_with_a_board_plays_black_in_all_games_and_the_same_from_the_same_seed() {
    let workspace = Folder::new();
    let play = |words: &str| {
        let words = format!("--host chrome --games 2 --longest 6 --quiet --pgn games.pgn {words}");
        let words: Vec<&str> = words.split_whitespace().collect();
        workspace.duel(&words).good();
        workspace.read("games.pgn")
    };
    // The first has clocks: it replies at the next second.
    for page in ["index_TMP_D_SUC_AB", "index_SC_AB"] {
        let games = play(&format!("{page} --plies 4"));
        assert_eq!(games.matches(&format!("[Black \"{page}\"]")).count(), 2);
        assert_eq!(games, play(&format!("{page} --plies 4")));
        let moves: Vec<&str> = games
            .lines()
            .filter(|line| line.starts_with("1. "))
            .collect();
        assert!(moves.len() == 2 && moves[0] != moves[1], "{games}");
    }
    let other = play("index_SC_AB --against index_S_A");
    assert_eq!(other.matches("[White \"index_S_A\"]").count(), 2, "{other}");
    let other = play("index_S_A --against index_SC_AB");
    assert_eq!(other.matches("[White \"index_S_A\"]").count(), 2, "{other}");
}

#[test]
fn a_page_with_a_board_moves_in_positions_of_its_own_games() {
    let words = "index_SC_AB --positions 4 --quiet --format json";
    let words: Vec<&str> = words.split(' ').collect();
    let json: Value = serde_json::from_str(&Folder::new().duel(&words).good()).expect("JSON");
    assert_eq!(json["positions"], 4);
    assert_eq!(json["times"]["moves"], 4);
}

#[test]
fn a_page_with_a_board_that_does_not_reply_is_an_error_with_its_game() {
    let workspace = Folder::new();
    let pages = workspace.path().join("pages");
    fs::create_dir(&pages).expect("a folder");
    // A board of empty squares that never changes.
    let squares = "<table><script>for(i=64;i--;)document.write(`${i%8==7?'<tr>':''}<td onclick=1>_`)</script>";
    let page = format!("{squares}<style onload=1>");
    fs::write(pages.join("index_SC_AB.html"), page).expect("written");
    let words = "index_SC_AB --pages pages --plies 0 --games 2 --jobs 1 --quiet";
    let words: Vec<&str> = words.split(' ').collect();
    let run = workspace.duel(&words);
    refused(
        &run,
        "index_SC_AB: no legal move leads to the board that the page shows:\n_ _ _ _",
    );
    assert!(
        run.err.contains("gen replay --pages pages index_SC_AB "),
        "{run:?}"
    );
    assert!(run.err.contains(" @1000"), "{run:?}");
    let run = Folder::new().duel(&["index_SC_AB", "--against", "index_SUC_AB"]);
    refused(&run, "index_SC_AB and index_SUC_AB both play Black only");
    let run = Folder::new().duel(&["index_SC_AB", "--host", "embedded"]);
    refused(&run, "the embedded engine has no document");
}
