//! Every legal move of 129 positions, with its SAN and the resulting FEN, against the test cases of
//! [rampart](https://github.com/schnitzi/rampart) (MIT).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use golfchess_rules::{MoveRules, Position, read_san, write_san};
use serde_json::Value;

/// The number of positions in all files.
const POSITIONS: usize = 129;

/// The test cases of all files, each with the name of its file.
fn cases() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rampart");
    let files = fs::read_dir(folder).expect("the folder of test cases");
    let mut cases = Vec::new();
    for file in files {
        let path = file.expect("a file").path();
        if path.extension() != Some("json".as_ref()) {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("readable test cases");
        let file: Value = serde_json::from_str(&text).expect("valid JSON");
        let in_file = file["testCases"].as_array().expect("a list");
        cases.extend(in_file.iter().map(|case| (name.to_string(), case.clone())));
    }
    cases
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

/// The legal moves in SAN, each with the position after it.
fn legal_moves(position: &Position) -> BTreeMap<String, Position> {
    let rules = MoveRules::FIDE;
    let moves = position.legal_moves(rules).into_iter();
    let entry = |mv| {
        let san = write_san(position, mv, rules).expect("a legal move");
        let read = read_san(position, &san, rules);
        assert_eq!(read, Ok(mv), "{san} in {position}");
        (san, position.play(mv, rules).expect("a legal move"))
    };
    moves.map(entry).collect()
}

/// Whether a FEN denotes the position. Some files omit an en passant square on which no capture is
/// legal, the others write it after every double step.
fn denotes(fen: &str, position: &Position) -> bool {
    let full = position.to_string();
    let mut fields: Vec<&str> = full.split(' ').collect();
    if position.legal_en_passant().is_none() {
        fields[3] = "-";
    }
    fen == full || fen == fields.join(" ")
}

#[test]
fn legal_moves_san_and_fen_agree_with_rampart() {
    let cases = cases();
    assert_eq!(cases.len(), POSITIONS);
    for (file, case) in cases {
        let start = text(&case["start"]["fen"]);
        let position = Position::from_composed_fen(&start)
            .unwrap_or_else(|error| panic!("{file}: {start}: {error:?}"));
        let expected = case["expected"].as_array().expect("a list");
        let moves: BTreeMap<_, _> = expected
            .iter()
            .map(|entry| (text(&entry["move"]), text(&entry["fen"])))
            .collect();
        assert_eq!(
            moves.len(),
            expected.len(),
            "{file}: a move twice in {start}"
        );
        let found = legal_moves(&position);
        let sans: BTreeSet<_> = found.keys().collect();
        assert_eq!(sans, moves.keys().collect(), "{file}: {start}");
        for (san, next) in &found {
            let fen = &moves[san];
            assert!(
                denotes(fen, next),
                "{file}: {start}: {san}: {next}, not {fen}"
            );
        }
    }
}
