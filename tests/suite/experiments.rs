//! Rejected ideas are kept: they build, have the sizes that are listed, and name what no longer fits.

use std::collections::BTreeMap;
use std::fs;

use golfchess::suites::{ChessSuite, subject};
use golfchess_pages::catalog::FlagSet;
use golfchess_parity::host::Kind;
use golfchess_parity::{Effort, Options, Shard, verify};

use crate::support::workspace::{Workspace, files, generate};
use crate::support::{flags_of, page, root};
use serde_json::Value;

/// The experiments of the project, as `gen sizes --experiments` tells them.
fn experiments() -> Vec<Value> {
    let text = generate(&["sizes", "--experiments", "--format", "json"]).good();
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn all_build_and_pass_a_smoke_test_unless_they_differ_on_purpose() {
    // Some are rejected because they are slow.
    let third = Shard { part: 1, of: 3 };
    play_all(
        Effort::Smoke,
        third,
        &[ChessSuite::Rules, ChessSuite::Random],
    );
}

#[test]
#[ignore = "slow: the smoke test plays a part of these cases"]
fn all_play_every_rule_unless_they_differ_on_purpose() {
    use ChessSuite::{Draws, Input, Perft, Random, Rules};
    let suites = [Rules, Draws, Random, Perft, Input];
    play_all(Effort::Quick, Shard::default(), &suites);
}

/// Builds the experiments and plays those that must behave like the page.
fn play_all(effort: Effort, shard: Shard, suites: &[ChessSuite]) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a path");
    let text = generate(&["sizes", "--experiments", "--out", out, "--format", "json"]).good();
    let listed: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    assert_eq!(files(folder.path()).len(), listed.len());
    let mut subjects = Vec::new();
    for experiment in listed {
        let text = |key: &str| experiment[key].as_str().unwrap_or_default();
        let (name, variant) = (text("name"), text("variant"));
        let file = folder.path().join(name).join(format!("{variant}.html"));
        let built = fs::read_to_string(file).expect("a page");
        assert!(built.is_ascii(), "{name}");
        assert_eq!(experiment["sizes"]["bytes"], built.len(), "{name}");
        let more = built.len() as i64 - page(variant).len() as i64;
        assert_eq!(experiment["more_bytes"], more, "{name}");
        if text("differs").is_empty() {
            let flags = FlagSet::new(&flags_of(variant));
            let name = format!("{variant}, {name}");
            let subject = subject(&name, subjects.len(), &flags, built, String::new());
            subjects.push(subject.expect("a set of rules"));
        }
    }
    let suites = suites.iter().map(|suite| suite.as_suite()).collect();
    let options = Options {
        fail_fast: true,
        shard,
        ..Options::new(suites, effort, Kind::Chrome)
    };
    let verdict = verify(&subjects, &options, &|_| ()).expect("a browser");
    assert!(
        verdict
            .pages()
            .all(|tallies| tallies.iter().any(|tally| tally.dialogs > 0))
    );
    let found: Vec<_> = verdict.findings().collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn pages_are_weighed_as_the_catalog_is() {
    let listed: BTreeMap<String, Value> = experiments()
        .into_iter()
        .map(|experiment| (experiment["variant"].to_string(), experiment))
        .collect();
    let text = generate(&["sizes", "--format", "json"]).good();
    let sizes: Value = serde_json::from_str(&text).expect("JSON");
    let collections = sizes["collections"].as_array().expect("collections");
    let pages = collections.iter().flat_map(|one| one["pages"].as_array());
    for entry in pages.flatten() {
        if let Some(experiment) = listed.get(&entry["name"].to_string()) {
            for key in ["bytes", "gzip", "brotli"] {
                assert_eq!(experiment["present"][key], entry[key], "{}", entry["name"]);
            }
        }
    }
    assert!(!listed.is_empty());
}

#[test]
fn a_patch_that_no_longer_fits_is_told_with_its_place() {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    let entry = "[[experiment]]\nname = 'bow'\ntitle = 't'\nvariant = 'hello_L'\nwhy = 'w'\n";
    let run = |rest: &str| {
        let folder = workspace.path().join("experiments");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("experiments.toml"), format!("{entry}{rest}")).expect("written");
        workspace.generate(&["sizes", "--experiments"])
    };
    let patch = |find: &str, replace: &str| {
        let text = "[[experiment.patch]]\nfile = 'greet.js'\n";
        format!("{text}find = \"{find}\"\nreplace = \"{replace}\"")
    };
    let good = run(&patch("'Hello'", "'Good day'")).good();
    assert!(good.contains("bow") && good.contains("+3"), "{good}");
    for (rest, said) in [
        (
            patch("'Bye'", ""),
            "experiment `bow`: its text occurs 0 times in greet.js",
        ),
        (
            patch("'Hello'", "'Hello'"),
            "the very page that it is compared with",
        ),
        (
            patch("greeting = 'Hello'", "greeting = = 'Hello'"),
            "templates/greet.js:2",
        ),
        (
            patch("'Hello'", "'Hello").replace("greet.js", "grete.js"),
            "templates/grete.js",
        ),
        (
            format!(
                "leave_out = ['no such']\n{}",
                patch("'Hello'", "'Good day'")
            ),
            "no choice has the spelling `no such`",
        ),
        (
            "page = 'none.html'".to_owned(),
            "cannot read experiments/none.html",
        ),
        ("page = 1".to_owned(), "experiments/experiments.toml: "),
        (
            String::new(),
            "exactly one of page and [[experiment.patch]]",
        ),
    ] {
        let run = run(&rest);
        assert_eq!(run.code, 2, "{rest}: {run:?}");
        assert!(run.err.contains(said), "{said}: {run:?}");
    }
    // All that do not fit are reported at once.
    let first = patch("'Bye'", "");
    let second = patch("'Adieu'", "").replace("greet.js", "parts/name.js");
    let run = run(&format!(
        "{first}\n{}{second}",
        entry.replace("bow", "wave")
    ));
    for said in [
        "error: experiment `bow`: its text occurs 0 times in greet.js",
        "error: experiment `wave`: its text occurs 0 times in parts/name.js",
    ] {
        assert!(run.err.contains(said), "{said}: {run:?}");
    }
    fs::remove_dir_all(workspace.path().join("experiments")).expect("removed");
    let run = workspace.generate(&["sizes", "--experiments"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("cannot read experiments/experiments.toml"),
        "{run:?}"
    );
}
