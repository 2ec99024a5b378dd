//! The commands that a finding names, and `gen replay`.

use std::fs;

use super::{generate, run};
use crate::support::workspace::Workspace;

#[test]
fn a_replay_line_carries_the_folders_and_the_host() {
    let workspace = Workspace::chess();
    fs::rename(
        workspace.path().join("templates"),
        workspace.path().join("parts"),
    )
    .expect("moved");
    fs::rename(workspace.catalog(), workspace.path().join("built")).expect("moved");
    workspace.edit("built/index_S.html", "B#", "W#");
    let folders = ["--templates", "parts", "--catalog", "built"];
    let verify = [
        "verify",
        "index_S",
        "--host",
        "embedded",
        "--suite",
        "dialogs",
        "--outdated",
    ];
    let found = workspace.generate(&[&verify[..], &folders].concat());
    assert_eq!(found.code, 1, "{found:?}");
    let lines = found.out.lines().map(str::trim);
    let line = lines
        .into_iter()
        .find(|line| line.starts_with("gen replay"));
    let line = line.expect("a command");
    let options = "gen replay --host embedded --catalog built --templates parts index_S ";
    assert!(line.starts_with(options), "{line}");
    let words: Vec<&str> = line.split(' ').skip(1).collect();
    let replayed = workspace.generate(&words);
    assert!(replayed.out.ends_with("they differ\n"), "{replayed:?}");
    let plans = [&["plans", "index_S", "--suite", "dialogs"], &folders[..]].concat();
    let plans = workspace.generate(&plans).good();
    let start = "gen replay --catalog built --templates parts index_S ";
    assert!(plans.lines().all(|line| line.starts_with(start)), "{plans}");
}

#[test]
fn a_think_time_that_is_not_a_number_is_a_warning() {
    let replay = |word| {
        let mut command = generate(&["replay", "index_L1", "--host", "embedded", word]);
        run(&mut command, 0).err
    };
    let warning = replay("e2e3@abc");
    assert!(
        warning.starts_with("warning: `e2e3@abc` is typed as text"),
        "{warning}"
    );
    assert!(warning.contains("`e2e3@abc@0` for this text"), "{warning}");
    for word in ["e2e3@abc@0", "e2e3@900", "e2e3"] {
        assert_eq!(replay(word), "");
    }
}

#[test]
fn a_reference_that_follows_the_page_is_listed_beside_it() {
    let workspace = Workspace::empty();
    let folder = workspace.path().display().to_string();
    let page = include_str!("../../../catalog/index_S_A.html");
    let replay = |page: String, code| {
        fs::write(workspace.path().join("index_S_A.html"), page).expect("written");
        let words = ["index_S_A", "", "e7e6", "--host", "embedded", "--pages"];
        let mut command = generate(&[&["replay"], &words[..], &[folder.as_str()]].concat());
        run(&mut command, code).out
    };
    let same = replay(page.to_owned(), 0);
    assert!(!same.contains("(nothing)"), "{same}");
    assert!(same.ends_with("they are the same\n"), "{same}");

    // The page rejects every typed move: the third prompt differs.
    let other = replay(page.replace("parseInt(", "-parseInt("), 1);
    assert!(!other.contains("(nothing)"), "{other}");
    let (_, third) = other.split_once("> e7e6\n").expect("an answer");
    assert!(
        third.contains("p p p p _ p p p | p p p p p p p p"),
        "{third}"
    );
}
