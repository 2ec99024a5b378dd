//! `gen doctor` as a user runs it, with one thing missing at a time.

use std::fs;
use std::path::Path;

use crate::support::NO_BROWSER;
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
    let workspace = Workspace::tip();
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
        ("templates", "3 flags, 6 variants; all variants build"),
        ("record", "6 pages"),
        ("browser", "and it starts"),
        ("git", "the last commit records 6 pages"),
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
}

#[test]
fn a_stale_catalog_is_a_finding() {
    let workspace = Workspace::tip();
    workspace.edit("catalog/tip_R.html", "Tip in", "Tips in");
    let (code, parts) = doctor(&workspace, &[]);
    let record = part(&parts, "record");
    assert_eq!(
        (code, &record["state"]),
        (1, &Value::from("finding")),
        "{parts:?}"
    );
    assert!(seen(record).contains("tip_R.html is out of date"));
    assert_eq!(part(&parts, "git")["state"], "absent", "outside of git");
    let advice = record["advice"].as_str().expect("an advice");
    assert!(
        advice.contains("rebuild the files with `gen --all`"),
        "{advice}"
    );
}

#[test]
fn a_browser_that_no_command_needs_by_default_may_be_absent() {
    let workspace = Workspace::tip();
    let [_, others @ ..] = NO_BROWSER;
    let (code, parts) = doctor(&workspace, &others);
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

/// A part must be missing, with what is seen of it, what to do, and the commands that need it.
fn is_missing(parts: &[Value], name: &str, seen_of_it: &str, todo: &str, stops: &[&str]) {
    let part = part(parts, name);
    assert_eq!(part["state"], "missing", "{parts:?}");
    assert!(seen(part).contains(seen_of_it), "{part}");
    let advice = part["advice"].as_str().expect("an advice");
    assert!(advice.contains(todo), "{part}");
    let list = part["stops"].as_array().expect("commands");
    for command in stops {
        assert!(list.contains(&Value::from(*command)), "{command}: {part}");
    }
}

/// Writes a script that can be run.
#[cfg(unix)]
fn write_program(folder: &Path, name: &str, text: &str) {
    use std::os::unix::fs::PermissionsExt;

    fs::create_dir_all(folder).expect("a folder");
    let program = folder.join(name);
    fs::write(&program, text).expect("written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("executable");
}

/// The PATH with one more folder.
#[cfg(unix)]
fn path_with(folder: &Path) -> String {
    let path = std::env::var("PATH").expect("a path");
    format!("{}:{path}", folder.display())
}

/// WebKitGTK needs a display; without it, its driver is not started.
#[cfg(unix)]
#[test]
fn webkit_without_its_display_is_absent() {
    let workspace = Workspace::tip();
    let folder = workspace.path().join("bin");
    write_program(
        &folder,
        "WebKitWebDriver",
        "#!/bin/sh\necho WebKitWebDriver\n",
    );
    let path = folder.to_str().expect("UTF-8");
    let driver = [("PATH", path), ("WEBKIT_DRIVER", "")];
    let state = || {
        let (_, parts) = doctor(&workspace, &driver);
        let webkit = part(&parts, "webkit");
        (webkit["state"].clone(), seen(webkit).to_owned())
    };
    let (absent, reason) = state();
    assert_eq!(absent, "absent", "{reason}");
    let missing = "the host webkit needs Xvfb, which is not installed";
    assert!(reason.contains(missing), "{reason}");
    write_program(&folder, "Xvfb", "#!/bin/sh\n");
    let (good, reason) = state();
    assert_eq!(good, "good", "{reason}");
}

#[cfg(unix)]
#[test]
fn a_missing_part_is_reported_with_the_commands_that_need_it() {
    let workspace = Workspace::tip();
    let missing = |variables: &[(&str, &str)]| {
        let (code, parts) = doctor(&workspace, variables);
        assert_eq!(code, 2, "{parts:?}");
        parts
    };
    // Browsers that start take time.
    let none = [
        ("CHROME", "/nowhere/chrome"),
        ("FIREFOX", "/nowhere/firefox"),
        ("WEBKIT_DRIVER", "/nowhere/driver"),
    ];
    let broken = none.map(|(variable, _)| (variable, "/bin/true"));
    // The driver of WebKitGTK is only asked where there is a display for it.
    let display = workspace.path().join("display");
    write_program(&display, "Xvfb", "#!/bin/sh\n");
    let path = path_with(&display);
    let parts = missing(&[&[("PATH", &*path)][..], &broken].concat());
    is_missing(&parts, "browser", "does not work", "CHROME", &["replay"]);
    for (name, stops) in [
        ("firefox", "verify --host firefox"),
        ("webkit", "replay --host webkit"),
    ] {
        is_missing(&parts, name, "does not work", "apt-get install", &[stops]);
    }
    let empty = workspace.path().join("bin");
    fs::create_dir(&empty).expect("a folder");
    let no_git = ("PATH", empty.to_str().expect("UTF-8"));
    let record = workspace.catalog().join("sizes.json");
    fs::write(&record, "{").expect("written");
    let parts = missing(&[&[no_git][..], &none].concat());
    let installs = "cargo xtask browser";
    is_missing(&parts, "browser", "no browser found", installs, &["verify"]);
    is_missing(&parts, "git", "git does not run", "install git", &["sizes"]);
    let reason = "is not a size record";
    is_missing(&parts, "record", reason, "gen record", &["check"]);
    fs::remove_file(&record).expect("removed");
    let parts = missing(&none);
    let reason = "there is no catalog/sizes.json";
    is_missing(&parts, "record", reason, "gen --all", &["verify"]);
    workspace.edit("templates/parts/group.js", "prompt(", "promt(");
    let commands = ["build", "golf", "plans", "watch"];
    let todo = "correct the spelling";
    is_missing(&missing(&none), "templates", "group.js:", todo, &commands);
    fs::remove_dir_all(workspace.path().join("templates")).expect("removed");
    let (reason, todo) = ("templates/catalog.toml", "--templates");
    is_missing(&missing(&none), "templates", reason, todo, &["--all"]);
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
    let workspace = Workspace::tip();
    let folder = workspace.path().join("bin");
    for name in ["google-chrome-stable", "chrome-headless-shell"] {
        write_program(&folder, name, SHORT_LIVED_BROWSER);
    }
    let path = path_with(&folder);
    let (_, parts) = doctor(&workspace, &[("PATH", &path), ("CHROME", "")]);
    let browser = part(&parts, "browser");
    assert!(seen(browser).contains("chrome-headless-shell"), "{browser}");
    let program = folder.join("chrome-headless-shell");
    assert_eq!(browser["path"].as_str().map(Path::new), Some(&*program));
}

#[test]
fn a_catalog_outside_of_git_is_no_good_state_of_git() {
    let workspace = Workspace::tip();
    let (code, parts) = doctor(&workspace, &[]);
    let git = part(&parts, "git");
    assert_eq!((code, &git["state"]), (0, &Value::from("absent")), "{git}");
    assert!(seen(git).contains("catalog is in no repository"), "{git}");
    workspace.git(&["init", "--quiet"]);
    let (_, parts) = doctor(&workspace, &[]);
    let git = part(&parts, "git");
    assert_eq!(git["state"], "good");
    assert!(seen(git).contains("the last commit has no record"), "{git}");
}
