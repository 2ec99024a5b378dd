//! The command line: what it refuses, and its texts.

use std::fs;

use golfchess_testing::Run;

use crate::folder::Folder;
use crate::planned::{PLANNED, duel, planned, refused};

#[test]
fn pages_that_cannot_play_are_refused() {
    refused(
        &Folder::new().duel(&["index_TMP_D_S"]),
        "index_TMP_D_S does not move by itself: it has no flag A",
    );
    let run = Folder::new().duel(&["index_S_A", "--against", "index_M_S_A"]);
    refused(&run, "index_S_A and index_M_S_A have different moves");
    let run = Folder::new().duel(&["index_S_A", "--against", "stockfish"]);
    refused(&run, "index_S_A does not know all moves of an engine");
    let run = Folder::new().duel(&["index_S_A", "--against", "index_S_B"]);
    refused(&run, "flag B also needs A");
    assert_eq!(Folder::new().duel(&["--sprt", "5,1"]).code, 2);
}

#[test]
fn a_duel_writes_no_file_that_it_reads() {
    let workspace = planned();
    let games = "1. e4 e5 *\n";
    fs::write(workspace.path().join("games.pgn"), games).expect("written");
    for (words, name) in [
        ("--openings games.pgn --pgn ./games.pgn", "games.pgn"),
        ("--pgn pages/index_TMP_D_S_AB.html", "index_TMP_D_S_AB.html"),
        ("--pgn templates/catalog.toml", "catalog.toml"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let run = duel(&workspace, &words);
        refused(&run, name);
        assert!(run.err.contains("--pgn would overwrite "), "{run:?}");
        assert!(run.err.contains("help: name another file"), "{run:?}");
    }
    assert_eq!(workspace.read("games.pgn"), games);
    assert_eq!(workspace.read("pages/index_TMP_D_S_AB.html"), PLANNED);
}

#[test]
fn a_negative_number_is_an_error_with_the_numbers_that_are_accepted() {
    let run = Folder::new().duel(&["--games", "-1"]);
    refused(&run, "expected a whole number from 1 on");
}

#[test]
fn the_texts_of_the_program() {
    let folder = Folder::new();
    let mut text = String::new();
    for line in [
        "--help",
        "bars --help",
        "index_TMP_D_S",
        "index_S_A --against index_M_S_A --host embedded",
        "index_TMP_S_AB --against no-such-engine",
        "--sprt 5,1",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let Run { code, out, err } = folder.duel(&words);
        text += &format!("$ cargo duel {line}\n");
        if code != 0 {
            text += &format!("[exit code {code}]\n");
        }
        text += &out;
        if !err.is_empty() {
            text += &format!("[stderr]\n{err}");
        }
        text.push('\n');
    }
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("duel", text.trim_end());
    });
}
