//! `gen verify` and `gen replay` as a user runs them.

mod plans;
mod processes;
mod replay;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::root;
use crate::support::workspace::{Run, Workspace, command as generate};
use serde_json::Value;
use tempfile::TempDir;

/// Runs a command that must end with an exit code.
fn run(command: &mut Command, code: i32) -> Run {
    let run = Run::of(command.output().expect("gen runs"));
    assert_eq!(run.code, code, "{run:?}");
    run
}

fn catalog() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("catalog")
}

/// A folder with one page that differs from the catalog's.
fn with_error(variant: &str, find: &str, replace: &str) -> TempDir {
    let page = fs::read_to_string(catalog().join(format!("{variant}.html"))).expect("a page");
    assert_eq!(page.matches(find).count(), 1, "{find} in {variant}");
    written(variant, &page.replace(find, replace))
}

fn written(variant: &str, page: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(format!("{variant}.html")), page).expect("written");
    folder
}

fn verdict(folder: Option<&TempDir>, args: &[&str], code: i32) -> Value {
    let mut command = generate(&["verify", "--format", "json"]);
    command.args(args);
    if let Some(folder) = folder {
        command.arg("--pages").arg(folder.path());
    }
    serde_json::from_str(&run(&mut command, code).out).expect("JSON")
}

fn findings(verdict: &Value) -> Vec<(String, &Value)> {
    let tallies = verdict["tallies"].as_array().expect("tallies").iter();
    tallies
        .filter(|tally| !tally["finding"].is_null())
        .map(|tally| {
            (
                tally["suite"].as_str().expect("a name").to_owned(),
                &tally["finding"],
            )
        })
        .collect()
}

#[test]
#[ignore = "slow: the same games are played in Chromium before the tests"]
fn all_pages_pass_in_the_embedded_engine() {
    let verdict = verdict(None, &["--host", "embedded", "--quick"], 0);
    let tallies = verdict["tallies"].as_array().expect("tallies");
    assert_eq!(tallies.len(), 36 * 9);
    for tally in tallies {
        assert!(tally["dialogs"].as_u64() > Some(0), "{tally}");
    }
}

#[test]
fn each_suite_finds_an_error_of_its_subject() {
    for (variant, find, replace, suite) in [
        ("index_T", "<201", "<199", "draws"),
        ("index_TMP_D_SU", "[900,900]", "[900,899]", "clock"),
        ("index_L1", ":2-!", ":1-!", "rules"),
        ("index_L1", "19&780", "18&780", "perft"),
        ("index_L1", ":2-!", ":3-!", "games"),
        ("index_L1", ":2-!", ":3-!", "random"),
        ("index_L1", "p_P", "p.P", "mirror"),
        ("index_L1", "``)+0)", "``)+1)", "input"),
        ("index_S", "B#", "W#", "dialogs"),
    ] {
        let folder = with_error(variant, find, replace);
        // Chromium, the default, plays the many sequences of perft faster.
        let (host, command) = match suite {
            "perft" => ("chrome", "gen replay"),
            _ => ("embedded", "gen replay --host embedded"),
        };
        let mut args = vec![variant, "--host", host, "--suite", suite, "--fail-fast"];
        // Only the sequences of two moves show the error of perft.
        args.extend((suite != "perft").then_some("--quick"));
        let verdict = verdict(Some(&folder), &args, 1);
        let found = findings(&verdict);
        assert_eq!(found.len(), 1, "{suite}");
        let replay = found[0].1["replay"].as_str().expect("a command");
        let pages = folder.path().display();
        let start = format!("{command} --pages {pages} {variant}");
        assert!(replay.starts_with(&start), "{replay}");
    }
}

#[test]
fn the_quick_run_finds_the_smallest_errors_of_a_rule() {
    for (variant, find, replace, suite) in [
        ("index_P", "indexOf(", "search(", "rules"),
        ("index_TMP_D", "=+e;", "=e;", "draws"),
        ("index_T", "<201", "<199", "draws"),
        ("index_MP_S", "`D!`", "`D.`", "rules"),
    ] {
        let folder = with_error(variant, find, replace);
        // The plans are those for a browser, which takes longer to start than to play them.
        let args = [
            variant,
            "--suite",
            suite,
            "--quick",
            "--fail-fast",
            "--host",
            "embedded",
        ];
        let verdict = verdict(Some(&folder), &args, 1);
        assert_eq!(findings(&verdict).len(), 1, "{variant}");
    }
}

#[test]
fn a_finding_is_shrunk_and_its_command_replays_it() {
    // No knights.
    let folder = with_error("index_P", "bBnNrR", "bB  rR");
    let args = [
        "index_P", "--host", "embedded", "--suite", "rules", "--quick",
    ];
    let verdict = verdict(Some(&folder), &args, 1);
    let finding = findings(&verdict)[0].1.clone();
    let words: Vec<&str> = finding["replay"]
        .as_str()
        .expect("a command")
        .split(' ')
        .skip(1)
        .collect();
    let replay = |words: &[&str], code| run(&mut generate(words), code).out;
    assert!(replay(&words, 1).ends_with("they differ\n"));
    assert!(replay(&words[..words.len() - 1], 0).ends_with("they are the same\n"));
    let at = words.iter().position(|word| *word == "index_P");
    let game = &words[at.expect("the variant")..];
    // Seven moves of each side, the last one with the letter.
    assert!(game.len() <= 1 + 14, "{words:?}");
    let right = [&["replay", "--host", "embedded"], game].concat();
    assert!(replay(&right, 0).ends_with("they are the same\n"));
}

#[test]
fn a_page_that_never_ends_is_a_finding_within_bounded_time() {
    let (embedded, chrome) = ("embedded", "chrome");
    for (page, hosts) in [
        ("<script>for(;;)alert()</script>", &[embedded, chrome][..]),
        // Hosts interrupt this one as they would a loop without dialogs.
        (
            "<script>for(;;)try{prompt()}catch{}</script>",
            &[embedded, chrome],
        ),
        // What ends by itself ends alike in both.
        ("<script>nothing()</script>", &[embedded]),
        ("", &[embedded]),
    ] {
        let folder = written("index_L1", page);
        for host in hosts {
            let started = Instant::now();
            let mut args = vec!["index_L1", "--host", *host, "--suite", "input", "--quick"];
            // One of them shows that shrinking ends too.
            args.extend((!page.is_empty()).then_some("--fail-fast"));
            let verdict = verdict(Some(&folder), &args, 1);
            assert_eq!(findings(&verdict).len(), 1, "{page} in {host}");
            assert!(
                started.elapsed() < Duration::from_secs(600),
                "{page} in {host}"
            );
        }
    }
}

#[test]
fn both_hosts_have_the_same_verdict() {
    let right = |host| {
        let mut args = vec!["index_TM_U", "index_S", "--quick", "--host", host];
        for suite in ["input", "clock", "random", "games", "dialogs", "mirror"] {
            args.extend(["--suite", suite]);
        }
        let mut verdict = verdict(None, &args, 0);
        for tally in verdict["tallies"].as_array_mut().expect("tallies") {
            tally["seconds"] = Value::Null;
            tally["host"] = Value::Null;
        }
        verdict["tallies"].clone()
    };
    assert_eq!(right("embedded"), right("chrome"));
    let folder = with_error("index_S", "B#", "W#");
    let wrong = |host| {
        let args = [
            "index_S", "--host", host, "--suite", "rules", "--suite", "dialogs",
        ];
        let verdict = verdict(Some(&folder), &args, 1);
        let parts = |(suite, finding): &(String, &Value)| {
            (
                suite.clone(),
                finding["difference"]["expected"].clone(),
                finding["difference"]["shown"].clone(),
            )
        };
        findings(&verdict).iter().map(parts).collect::<Vec<_>>()
    };
    assert_eq!(wrong("embedded"), wrong("chrome"));
}

#[test]
fn a_wrong_environment_is_an_error_with_advice() {
    let refused = |command: &mut Command, reason: &'static str| {
        let run = run(command, 2);
        assert!(run.out.is_empty() && run.err.contains(reason), "{run:?}");
    };
    let verify = || generate(&["verify", "index_L1", "--suite", "clock"]);
    refused(
        verify().env("CHROME", "/nowhere/chrome"),
        "install Chromium",
    );
    refused(verify().env("CHROME", "/bin/true"), "does not work");
    refused(&mut generate(&["verify", "index_Q"]), "there is no variant");
    refused(verify().args(["--pages", "/nowhere"]), "--pages");
    refused(verify().args(["--shard", "3/2"]), "K from 1 to N");
    refused(
        &mut generate(&["verify", "--suite", "chess"]),
        "there is no suite",
    );
}

#[test]
fn junit_has_a_case_for_each_suite() {
    let folder = with_error("index_S", "B#", "W#");
    let mut verify = generate(&["verify", "index_S", "--host", "embedded", "--quick"]);
    verify.args([
        "--format", "junit", "--suite", "dialogs", "--suite", "clock",
    ]);
    let text = run(verify.arg("--pages").arg(folder.path()), 1).out;
    let suites = "<testsuites name=\"gen verify\" tests=\"2\" failures=\"1\"";
    assert!(text.contains(suites), "{text}");
    assert!(
        text.contains("<failure message=\"a game to its end\">"),
        "{text}"
    );
}

#[test]
fn pages_older_than_their_fragments_are_a_finding() {
    let workspace = Workspace::chess();
    let verify = [
        "verify", "index_L1", "index_S", "--host", "embedded", "--suite", "dialogs",
    ];
    assert_eq!(workspace.generate(&verify).code, 0);
    // The pages still play chess, in more bytes.
    workspace.edit(
        "templates/start.js",
        "=*/ board = [];",
        "=*/ turn = 5, board = [];",
    );
    let found = workspace.generate(&verify);
    assert_eq!(found.code, 1, "{found:?}");
    let error = "error: 2 pages out of date: index_L1.html, index_S.html\nhelp: run `gen --all`";
    assert!(found.err.contains(error), "{found:?}");
    // Nothing is played.
    assert_eq!(found.out, "");
    let played = workspace.generate(&[&verify[..], &["--outdated"]].concat());
    assert_eq!(played.code, 1, "{played:?}");
    assert!(played.out.contains("0 findings"), "{played:?}");
    let json = workspace.generate(&[&verify[..], &["--format", "json"]].concat());
    let json: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(
        json["outdated"],
        serde_json::json!(["index_L1.html", "index_S.html"])
    );
    // As they are.
    let as_they_are = [&verify[..], &["--pages", "catalog"]].concat();
    assert_eq!(workspace.generate(&as_they_are).code, 0);
}

#[test]
fn commands_of_chess_refuse_a_catalog_of_another_kind_in_one_sentence() {
    let workspace = Workspace::with(&root().join("examples/tip/templates"));
    for (command, named) in [
        ("play tip_U", "play"),
        ("plans tip_U", "plans"),
        ("publish", "publish"),
        ("verify --suite rules", "verify --suite rules"),
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let refused = workspace.generate(&words);
        assert_eq!(refused.code, 2, "{refused:?}");
        let sentence = format!("error: gen {named} needs a catalog of chess pages");
        assert!(refused.err.starts_with(&sentence), "{refused:?}");
        assert_eq!(refused.err.lines().count(), 1, "{refused:?}");
    }
}
