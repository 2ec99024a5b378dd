//! `gen watch` after a fault: each is found, and pages that cannot be played are named.

use std::fs;

use super::Watch;
use crate::support::NO_BROWSER;
use crate::support::workspace::{Workspace, files};

/// Castling leaves the king beside its square, on every page with M.
const BROKEN_CASTLING: (&str, &str, &str) = (
    "templates/castling.js",
    "at + step, at - step",
    "at + step, at - step - step",
);

#[test]
fn a_finding_comes_with_a_command_that_shows_it() {
    let command = finding_after_a_change(&[]);
    // Chromium is the default.
    assert!(!command.contains("--host"), "{command}");
}

#[test]
fn without_a_browser_the_pages_are_played_in_the_embedded_engine() {
    let command = finding_after_a_change(&NO_BROWSER);
    assert!(command.contains(" --host embedded "), "{command}");
}

#[test]
fn pages_that_need_a_document_are_played_after_the_others() {
    let workspace = Workspace::pages(&["index_TMP", "index_MP_SC"]);
    let watch = Watch::start(&workspace, "");
    let (file, from, to) = BROKEN_CASTLING;
    workspace.edit(file, from, to);
    let reported = watch.until("gen replay ");
    assert!(reported.contains("FAIL: index_TMP ("), "{reported}");
    assert!(reported.contains("index_TMP fails rules in "), "{reported}");
    let rest = watch.until("gate: ");
    assert!(rest.contains("index_MP_SC"), "{rest}");
    assert!(!rest.contains("not played"), "{rest}");
    watch.end();
}

#[test]
fn a_page_that_cannot_be_played_is_named_and_the_others_are_played() {
    let workspace = Workspace::pages(&["index_TMP", "index_MP_SC"]);
    let watch = Watch::start_with(&NO_BROWSER, &workspace, "");
    let (file, from, to) = BROKEN_CASTLING;
    workspace.edit(file, from, to);
    let page = "not played: index_MP_SC: no browser found";
    let reported = watch.until(page) + &watch.until("gate: ");
    let failed = "index_TMP fails rules in embedded: castling";
    assert!(reported.contains(failed), "{reported}");
    let suites = "not played: suites clock, draws: no browser found";
    assert!(
        !reported.contains(suites),
        "a page with a finding plays no more: {reported}"
    );
    watch.end();
}

/// One fault in each of ten fragments, most of them from `xtask/mutants.toml`.
const FAULTS: [(&str, &str, &str); 10] = [
    (
        "castling",
        "at + step, at - step",
        "at + step, at - step - step",
    ),
    ("copy", "next[crossed] = next[to] =", "next[to] ="),
    ("step", "\"]) < 1\"", "\"]) < \" ~ (9 if M else 1)"),
    ("slide", "> -target", "> !!target"),
    (
        "captured",
        "unit - /*= code.pawn =*/ | target ? home",
        "unit - /*= code.pawn =*/ | target | step != side ? home",
    ),
    ("promotion", "/*= others =*/ | to % /*= rank =*/", "1"),
    (
        "start",
        "/*= front =*/, /*= first =*/, 0,",
        "/*= front =*/, 0, /*= first =*/,",
    ),
    (
        "result",
        "make() ? 'D!' : /*= lost =*/",
        "make() ? 'D!' : !/*= lost =*/",
    ),
    ("draw", "~ \"_\" ~", "~ \".\" ~"),
    (
        "typed",
        "typed.slice/*= \"?.\" if runs == 1 and M else \"\" =*/(0, 4)",
        "(typed + '').slice(0, 4).replace(/[A-H]/, '-')",
    ),
];

#[test]
fn one_fault_in_each_of_ten_fragments_is_found_without_a_browser() {
    // A page that has the rules of all of them.
    let workspace = Workspace::pages(&["index_TMP_D_SU"]);
    let watch = Watch::start_with(&NO_BROWSER, &workspace, "");
    let mut missed = Vec::new();
    let file = |fragment: &str| format!("templates/{fragment}.js");
    for (fragment, from, to) in FAULTS {
        let before = workspace.read(&file(fragment));
        workspace.edit(&file(fragment), from, to);
        // The fragment of the fault before, which is good again, may stand in the same line.
        watch.until(&format!("{fragment}.js"));
        let reported = watch.until("gate: ");
        if !reported.contains("gen replay --host embedded ") {
            missed.push((fragment, reported));
        }
        // The next fault follows at once: nobody waits for the play of the good page.
        workspace.write(&file(fragment), &before);
    }
    watch.end();
    assert!(missed.is_empty(), "{missed:?}");
}

/// Breaks a fragment while a watch runs, and runs the command that it shows. Returns the command.
fn finding_after_a_change(variables: &[(&str, &str)]) -> String {
    let workspace = Workspace::few();
    let watch = Watch::start_with(variables, &workspace, "--templates ./templates");
    workspace.edit(
        "templates/result.js",
        "make() ? 'D!' : /*= lost",
        "make() ? 'D?' : /*= lost",
    );
    let reported = watch.until("gen replay ");
    let (_, failed) = reported.split_once("FAIL: ").expect("a failure");
    let (failed, whole) = failed.split_once(" (").expect("pages");
    // The others show no result.
    assert!(failed.contains("index_TMP_D_S"), "{reported}");
    let (before, _) = whole.split_once(" fails ").expect("a finding");
    let failed = before.lines().last().expect("a page");
    let command = reported.lines().last().expect("a command").trim();
    assert!(command.contains(&format!(" {failed} ")), "{reported}");
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let shown = workspace.generate(&words);
    assert_eq!(shown.code, 1, "{command}: {shown:?}");
    assert!(shown.out.ends_with("they differ\n"), "{shown:?}");
    // The page that fails goes with the watch.
    let place = words
        .iter()
        .position(|word| *word == "--pages")
        .expect("a folder")
        + 1;
    let file = format!("{failed}.html");
    let written = files(words[place].as_ref());
    assert!(written.iter().any(|(name, _)| *name == file), "{file}");
    // Another failing change does not replace this page.
    workspace.edit("templates/result.js", "make() ? 'D?'", "make() ? 'D='");
    watch.until(" rebuilt in ");
    watch.until("gen replay ");
    assert_eq!(workspace.generate(&words).out, shown.out);
    watch.end();
    assert!(!fs::exists(words[place]).expect("looked up"));
    command.to_owned()
}
