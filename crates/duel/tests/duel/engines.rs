//! Duels against engines.

use std::fs;
use std::process::Stdio;

use golfchess_testing::Run;
use golfchess_testing::process::{interrupt, wait_until};
use serde_json::Value;

use crate::folder::Folder;
use crate::planned::{duel, planned, refused};

/// An engine that loses to the plan, or says something else.
fn engine(workspace: &Folder, reply: &str) -> String {
    let text = format!(
        "#!/bin/sh
while read -r line; do
    set -- $line
    case $1 in
        uci) echo 'id name fake'; echo 'option name Skill Level type spin default 1'; echo uciok ;;
        setoption) echo \"$line\" >> options ;;
        ucinewgame) echo new >> started ;;
        isready) echo readyok ;;
        position) ply=$(($# - 3)) ;;
        go)
            set -- f2f3 e7e5 g2g4 b8c6 - g8f6
            shift $ply
            echo 'info depth 1 score cp 0'
            echo bestmove {reply} ;;
        quit) exit ;;
    esac
done
"
    );
    fs::write(workspace.path().join("engine.sh"), text).expect("written");
    "sh engine.sh".to_owned()
}

#[test]
fn a_page_plays_an_engine_with_both_colours() {
    let workspace = planned();
    let engine = engine(&workspace, "$1");
    let arguments = [
        "--against",
        &engine,
        "--uci-option",
        "Skill Level=0",
        "--pgn",
        "games.pgn",
    ];
    let text = duel(&workspace, &arguments).good();
    assert!(
        text.starts_with("index_TMP_D_S_AB against sh: 2 games, seed 1\n"),
        "{text}"
    );
    assert!(
        text.contains(" 2      0       0  100.0 %              +∞  -291 to +∞\n"),
        "{text}"
    );
    assert!(
        text.contains("\n sh                    5 "),
        "five timed moves: {text}"
    );
    let sent = workspace.read("options");
    assert!(
        sent.lines()
            .all(|line| line == "setoption name Skill Level value 0"),
        "{sent}"
    );
    let pgn = workspace.read("games.pgn");
    for part in [
        "[White \"index_TMP_D_S_AB\"]\n[Black \"sh\"]\n[Result \"1-0\"]\n[Termination \"checkmate\"]\n",
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n",
        "[Round \"2\"]\n[White \"sh\"]\n[Black \"index_TMP_D_S_AB\"]\n[Result \"0-1\"]\n",
        "1. f3 e5 2. g4 Qh4# 0-1\n",
    ] {
        assert!(pgn.contains(part), "{part}: {pgn}");
    }
}

#[test]
fn a_sequential_test_ends_a_duel() {
    let workspace = planned();
    let engine = engine(&workspace, "$1");
    let arguments = [
        "--against",
        &engine,
        "--sprt",
        "0,200",
        "--games",
        "500",
        "--format",
        "json",
    ];
    let json: Value = serde_json::from_str(&duel(&workspace, &arguments).good()).expect("JSON");
    assert_eq!(json["sprt"]["accepts_elo1"], true);
    let games = json["games"].as_u64().expect("games");
    assert!(games < 60 && json["wins"] == games, "{json}");
    assert_eq!(json["elo"]["difference"], Value::Null);
}

#[test]
fn engines_that_do_not_work_are_errors() {
    let workspace = planned();
    let run = duel(&workspace, &["--against", "no-such-engine --flag"]);
    refused(&run, "cannot start the engine `no-such-engine`");
    assert!(
        run.err
            .contains("help: install it (Debian: apt-get install stockfish)")
    );
    let good = engine(&workspace, "$1");
    let run = duel(&workspace, &["--against", &good, "--uci-option", "Level=3"]);
    refused(&run, "the engine sh has no option `Level`");
    assert!(
        run.err.contains("help: its options are Skill Level\n"),
        "{run:?}"
    );
    let run = duel(&workspace, &["--against", &good, "--uci-option", "Level"]);
    refused(&run, "the option `Level` of the engine has no value");
    refused(
        &duel(&workspace, &["--against", "true"]),
        "the engine true ended ",
    );
    let bad = engine(&workspace, "e1e5");
    refused(
        &duel(&workspace, &["--against", &bad]),
        "the engine sh plays `e1e5`, which is not legal after `position startpos moves",
    );
}

#[test]
fn a_duel_that_is_stopped_says_its_score_and_writes_its_games() {
    let workspace = planned();
    let engine = engine(&workspace, "$1");
    let temporary = workspace.path().join("temporary");
    fs::create_dir(&temporary).expect("a folder");
    let words = "--host embedded --pages pages --plies 0 --games 10000 --jobs 1 --pgn games.pgn";
    let words: Vec<&str> = words.split(' ').chain(["--against", &engine]).collect();
    let mut program = workspace.program(&words);
    program.env("TMPDIR", &temporary);
    program.stdout(Stdio::piped()).stderr(Stdio::piped());
    let program = program.spawn().expect("the program runs");
    wait_until("six games have started", || {
        // The engine starts twice, and again with each game.
        let started = fs::read_to_string(workspace.path().join("started"));
        started.is_ok_and(|text| text.lines().count() > 5)
    });
    interrupt(&program);
    let run = Run::of(program.wait_with_output().expect("it ends"));
    assert_eq!(run.code, 130, "{run:?}");
    let score = "index_TMP_D_S_AB against sh: ";
    assert!(run.out.starts_with(score), "{run:?}");
    assert!(!run.out.contains(": 0 games"), "{run:?}");
    let end = "written: games.pgn; no process and no temporary file is left";
    assert!(run.err.contains(end), "{run:?}");
    assert!(workspace.read("games.pgn").starts_with('['));
    let left = fs::read_dir(&temporary).expect("a folder").count();
    assert_eq!(left, 0, "{run:?}");
}
