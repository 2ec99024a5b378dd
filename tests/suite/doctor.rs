//! `gen doctor` as a user runs it, with one thing missing at a time.

use std::fs;
use std::path::Path;

use crate::support::workspace::{Run, Workspace};
use serde_json::Value;

/// The exit code and the diagnosis of each part.
fn doctor(workspace: &Workspace, variables: &[(&str, &str)]) -> (i32, Vec<Value>) {
    let mut command = workspace.command(&["doctor", "--format", "json"]);
    command.envs(variables.iter().copied());
    let run = Run::of(command.output().expect("gen runs"));
    assert_eq!(run.err, "", "{run:?}");
    (run.code, serde_json::from_str(&run.out).expect("JSON"))
}

fn part<'p>(parts: &'p [Value], name: &str) -> &'p Value {
    let found = parts.iter().find(|part| part["part"] == name);
    found.unwrap_or_else(|| panic!("{name} in {parts:?}"))
}

fn seen(part: &Value) -> &str {
    part["seen"].as_str().expect("a text")
}

#[test]
fn every_part_of_a_complete_project_is_good() {
    let workspace = Workspace::chess();
    workspace.git(&["init", "--quiet"]);
    workspace.git(&["add", "."]);
    workspace.git(&["commit", "--quiet", "-m", "all"]);
    let (code, parts) = doctor(&workspace, &[]);
    assert_eq!(code, 0, "{parts:?}");
    let names: Vec<_> = parts.iter().map(|part| part["part"].clone()).collect();
    assert_eq!(
        names,
        [
            "tool",
            "templates",
            "record",
            "browser",
            "firefox",
            "webkit",
            "git"
        ]
    );
    for one in &parts {
        let other_browser = ["firefox", "webkit"].contains(&one["part"].as_str().unwrap_or(""));
        let state = one["state"].as_str().expect("a state");
        assert!(
            state == "good" || other_browser && state == "absent",
            "{one}"
        );
    }
    for (name, expected) in [
        ("tool", concat!("gen ", env!("CARGO_PKG_VERSION"))),
        ("templates", "9 flags, 36 variants; all variants build"),
        ("record", "36 pages"),
        ("browser", "and it starts"),
        ("git", "the last commit records 36 pages"),
    ] {
        assert!(
            seen(part(&parts, name)).contains(expected),
            "{name}: {parts:?}"
        );
    }
    for one in &parts {
        let is_browser =
            ["browser", "firefox", "webkit"].contains(&one["part"].as_str().expect("a name"));
        match one["path"].as_str() {
            Some(path) => assert!(is_browser && fs::exists(path).expect("looked up"), "{one}"),
            None => assert!(!is_browser || one["state"] == "absent", "{one}"),
        }
    }
    let table = workspace.generate(&["doctor"]).good();
    let advice = parts
        .iter()
        .filter(|part| part["state"] == "absent")
        .count();
    assert_eq!(table.lines().count(), 8 + 2 * advice, "{table}");
}

#[test]
fn a_stale_catalog_is_a_finding() {
    let workspace = Workspace::chess();
    workspace.edit("catalog/index_TM.html", "prompt", "Prompt");
    let (code, parts) = doctor(&workspace, &[]);
    let record = part(&parts, "record");
    assert_eq!(
        (code, &record["state"]),
        (1, &Value::from("finding")),
        "{parts:?}"
    );
    assert!(seen(record).contains("index_TM.html is out of date"));
    assert_eq!(part(&parts, "git")["state"], "good", "outside of git");
    let table = workspace.generate(&["doctor"]);
    assert_eq!(table.code, 1);
    assert!(
        table.out.contains("rebuild the files with `gen --all`"),
        "{}",
        table.out
    );
}

#[test]
fn a_browser_that_no_command_needs_by_default_may_be_absent() {
    let workspace = Workspace::tip();
    let none = [
        ("FIREFOX", "/nowhere/firefox"),
        ("WEBKIT_DRIVER", "/nowhere/driver"),
    ];
    let (code, parts) = doctor(&workspace, &none);
    assert_eq!(code, 0, "{parts:?}");
    for (name, program, package) in [
        ("firefox", "firefox", "apt-get install firefox-esr"),
        (
            "webkit",
            "WebKitWebDriver",
            "apt-get install webkit2gtk-driver xvfb",
        ),
    ] {
        let part = part(&parts, name);
        assert_eq!(part["state"], "absent", "{part}");
        assert!(
            seen(part).contains(&format!("needs {program}, which is not installed")),
            "{part}"
        );
        let advice = part["advice"].as_str().expect("an advice");
        for todo in ["cargo xtask browser --all", package, "macOS", "Windows"] {
            assert!(advice.contains(todo), "{part}");
        }
    }
}

#[test]
fn a_missing_part_is_reported_with_the_commands_that_need_it() {
    let missing =
        |workspace: &Workspace, variables: &[(&str, &str)], name, expected, todo, stops: &str| {
            let (code, parts) = doctor(workspace, variables);
            let part = part(&parts, name);
            assert_eq!(
                (code, &part["state"]),
                (2, &Value::from("missing")),
                "{parts:?}"
            );
            assert!(seen(part).contains(expected), "{part}");
            let advice = part["advice"].as_str().expect("an advice");
            assert!(advice.contains(todo), "{part}");
            let list = part["stops"].as_array().expect("commands");
            assert!(list.contains(&Value::from(stops)), "{part}");
        };
    let workspace = Workspace::chess();
    // Browsers that start take time.
    let none = &[
        ("CHROME", "/nowhere/chrome"),
        ("FIREFOX", "/nowhere/firefox"),
        ("WEBKIT_DRIVER", "/nowhere/driver"),
    ];
    missing(
        &workspace,
        none,
        "browser",
        "no browser found",
        "cargo xtask browser",
        "verify",
    );
    let other = &[("CHROME", "/bin/true"), none[1], none[2]];
    missing(
        &workspace,
        other,
        "browser",
        "does not work",
        "CHROME",
        "replay",
    );
    let other = &[
        none[0],
        ("FIREFOX", "/bin/true"),
        ("WEBKIT_DRIVER", "/bin/true"),
    ];
    for (name, stops) in [
        ("firefox", "verify --host firefox"),
        ("webkit", "replay --host webkit"),
    ] {
        missing(
            &workspace,
            other,
            name,
            "does not work",
            "apt-get install",
            stops,
        );
    }
    let empty = workspace.path().join("bin");
    fs::create_dir(&empty).expect("a folder");
    let no_git = [
        ("PATH", empty.to_str().expect("UTF-8")),
        none[0],
        none[1],
        none[2],
    ];
    missing(
        &workspace,
        &no_git,
        "git",
        "git does not run",
        "install git",
        "sizes",
    );
    let record = workspace.catalog().join("sizes.json");
    fs::write(&record, "{").expect("written");
    missing(
        &workspace,
        none,
        "record",
        "is not a size record",
        "gen record",
        "check",
    );
    fs::remove_file(&record).expect("removed");
    missing(
        &workspace,
        none,
        "record",
        "there is no catalog/sizes.json",
        "gen --all",
        "verify",
    );
    workspace.edit("templates/answer.js", "prompt(", "promt(");
    missing(
        &workspace,
        none,
        "templates",
        "answer.js:",
        "correct the spelling",
        "build",
    );
    for command in ["golf", "plans", "watch"] {
        missing(
            &workspace,
            none,
            "templates",
            "answer.js:",
            "correct the spelling",
            command,
        );
    }
    fs::remove_dir_all(workspace.path().join("templates")).expect("removed");
    missing(
        &workspace,
        none,
        "templates",
        "templates/catalog.toml",
        "--templates",
        "--all",
    );
    let table = workspace.generate(&["doctor"]);
    assert_eq!(table.code, 2);
    assert!(
        table
            .out
            .contains("commands that need it: gen --all, gen build"),
        "{}",
        table.out
    );
}

/// A browser that prints its version and the address of its connection, and ends.
#[cfg(unix)]
const SHORT_LIVED_BROWSER: &str = r#"#!/bin/sh
echo Chromium
echo "DevTools listening on ws://127.0.0.1:9/devtools/browser/none" >&2
"#;

#[cfg(unix)]
#[test]
fn a_browser_without_windows_comes_first() {
    use std::os::unix::fs::PermissionsExt;

    let workspace = Workspace::tip();
    let folder = workspace.path().join("bin");
    fs::create_dir(&folder).expect("a folder");
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", folder.display());
    for name in ["google-chrome-stable", "chrome-headless-shell"] {
        let program = folder.join(name);
        fs::write(&program, SHORT_LIVED_BROWSER).expect("written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("executable");
    }
    let (_, parts) = doctor(&workspace, &[("PATH", &path), ("CHROME", "")]);
    let browser = part(&parts, "browser");
    assert!(seen(browser).contains("chrome-headless-shell"), "{browser}");
    let program = folder.join("chrome-headless-shell");
    assert_eq!(browser["path"].as_str().map(Path::new), Some(&*program));
}
