//! Duels against random moves and other pages.

use std::fs;

use crate::folder::Folder;
use crate::planned::{duel, planned, refused};

#[test]
fn a_page_that_moves_against_the_rules_is_an_error_with_its_game() {
    let workspace = planned();
    // After another opening the moves of the plan are not legal.
    fs::write(workspace.path().join("one.pgn"), "1. a3 a6 *\n").expect("written");
    let run = duel(&workspace, &["--openings", "one.pgn", "--plies", "1"]);
    refused(
        &run,
        "index_TMP_D_S_AB: no legal move leads to the board that the page shows:",
    );
    assert!(
        run.err.contains("gen replay --host embedded --pages pages"),
        "{run:?}"
    );
    let run = duel(&workspace, &["--openings", "one.pgn", "--plies", "3"]);
    refused(&run, "one.pgn has no game with an opening of 3 half-moves");
    refused(
        &duel(&workspace, &["--openings", "no.pgn"]),
        "cannot read the openings in no.pgn",
    );
}

#[test]
fn a_page_that_fails_is_an_error_with_the_reason() {
    let workspace = planned();
    // White can mate, so a page that ends quietly may have done so.
    fs::write(workspace.path().join("mate.pgn"), "1. e4 f6 2. a3 g5 *\n").expect("written");
    for (script, reason) in [
        ("", "the page ended the game, but the game goes on"),
        ("for(let i=5;i--;)prompt('');nothing()", "the page threw "),
        (
            "for(let i=5;i--;)prompt('');for(;;);",
            "the page did not answer in time",
        ),
    ] {
        let page = format!("<script>{script}</script>");
        fs::write(workspace.path().join("pages/index_TMP_D_S_AB.html"), page).expect("written");
        let run = duel(&workspace, &["--openings", "mate.pgn", "--plies", "4"]);
        refused(&run, reason);
    }
}

#[test]
fn a_page_plays_random_moves_and_another_page_the_same_from_the_same_seed() {
    let workspace = Folder::new();
    let play_in = |host: &str, against: &str, seed: &str| {
        let words = format!(
            "index_S_A --host {host} --games 2 --plies 4 --longest 12 --quiet \
             --against {against} --seed {seed} --pgn games.pgn"
        );
        let words: Vec<&str> = words.split_whitespace().collect();
        let text = workspace.duel(&words).good();
        assert!(text.contains(": 2 games, seed "), "{text}");
        workspace.read("games.pgn")
    };
    let play = |against: &str, seed: &str| play_in("embedded", against, seed);
    let games = play("random", "1");
    // The browser keeps the page open; the engine plays again from the start.
    assert_eq!(games, play_in("chrome", "random", "1"));
    assert_ne!(games, play("random", "2"));
    assert_eq!(games.matches("[Event ").count(), 2);
    let itself = play("index_S_A", "1");
    assert_eq!(itself.matches("index_S_A").count(), 4, "{itself}");
}
