//! Browsers and folders that `gen verify` starts and removes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use golfchess_parity::host::{self, Kind};

use super::{catalog, generate, run, with_error};
use crate::support::process::{
    browsers_at_work, group, groups_in, interrupt, lead_group, wait_until,
};

/// A browser that takes four seconds to start and then exits. It prints its version after one more
/// second each time, so that one is about to start while another one starts.
#[cfg(target_os = "linux")]
const SLOW_BROWSER: &str = r#"#!/bin/sh
if [ "$1" != --version ]; then
  mkdir -p "$0.starting"
  sleep 4
  echo "DevTools listening on ws://127.0.0.1:9/devtools/browser/none" >&2
  exec sleep 1
fi
count=0
until mkdir "$0.$count" 2> /dev/null; do count=$((count + 1)); done
sleep $count
echo Chromium
"#;

/// A browser whose first start fails.
#[cfg(target_os = "linux")]
const FAILING_BROWSER: &str = r#"#!/bin/sh
if [ "$1" != --version ] && mkdir "$0.failed" 2> /dev/null; then exit 1; fi
exec "$BROWSER" "$@"
"#;

/// A script that starts a browser and waits for its end, as the command of a distribution may be.
#[cfg(target_os = "linux")]
const SCRIPT: &str = r#"#!/bin/sh
"$BROWSER" "$@"
"#;

#[test]
fn no_browser_and_no_folder_is_left() {
    let folder = with_error("index_S", "B#", "W#");
    let scratch = tempfile::tempdir().expect("a folder");
    for (pages, code) in [(catalog(), 0), (folder.path().to_owned(), 1)] {
        let mut verify = generate(&["verify", "index_S", "--suite", "dialogs"]);
        verify.arg("--pages").arg(pages);
        lead_group(verify.env("TMPDIR", scratch.path()));
        let mut verify = verify.stdout(Stdio::null()).spawn().expect("gen runs");
        let mut groups = BTreeSet::new();
        let status = loop {
            groups.extend(groups_in(scratch.path()));
            if let Some(status) = verify.try_wait().expect("gen ends") {
                break status;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(status.code(), Some(code));
        let are_known = cfg!(target_os = "linux");
        assert!(
            !are_known || groups.len() > 1,
            "gen and a browser: {groups:?}"
        );
        are_empty(&groups);
        let left: Vec<_> = fs::read_dir(scratch.path()).expect("the folder").collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_nothing() {
    let browser = host::installed(Kind::Chrome).expect("a browser").path;
    let folder = tempfile::tempdir().expect("a folder");
    let script = program(folder.path(), SCRIPT);
    for program in [&browser, &script] {
        let scratch = tempfile::tempdir().expect("a folder");
        let mut verify = generate(&["verify", "index_L1", "--suite", "perft"]);
        verify.env("BROWSER", &browser).env("CHROME", program);
        // No program helps to end them.
        verify.env("PATH", "");
        lead_group(verify.env("TMPDIR", scratch.path()));
        let mut verify = verify.stderr(Stdio::null()).spawn().expect("gen runs");
        browsers_at_work(scratch.path());
        let groups = groups_in(scratch.path());
        interrupt(&verify);
        let status = verify.wait().expect("gen ends");
        assert_eq!(status.code(), Some(130));
        are_empty(&groups);
        let left: Vec<_> = fs::read_dir(scratch.path()).expect("the folder").collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

/// Waits until no process of some groups runs.
fn are_empty(groups: &BTreeSet<u32>) {
    let is_empty = |leader: &u32| group(*leader).is_empty();
    wait_until("no browser is left", || groups.iter().all(is_empty));
}

/// Writes a program in the place of a browser.
#[cfg(target_os = "linux")]
fn program(folder: &Path, text: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;

    let program = folder.join("browser");
    fs::write(&program, text).expect("written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("executable");
    program
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_while_browsers_start_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let browser = program(folder.path(), SLOW_BROWSER);
    let scratch = tempfile::tempdir().expect("a folder");
    let left = || -> Vec<_> { fs::read_dir(scratch.path()).expect("a folder").collect() };
    let mut verify = generate(&["verify", "index_L1", "--suite", "perft"]);
    verify.env("TMPDIR", scratch.path()).env("CHROME", &browser);
    let mut verify = verify.stderr(Stdio::null()).spawn().expect("gen runs");
    let starting = folder.path().join("browser.starting");
    wait_until("a browser starts", || starting.exists());
    assert!(!left().is_empty());
    interrupt(&verify);
    let status = verify.wait().expect("gen ends");
    assert_eq!(status.code(), Some(130));
    assert!(left().is_empty(), "{:?}", left());
}

#[cfg(target_os = "linux")]
#[test]
fn a_browser_that_does_not_start_is_started_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let browser = program(folder.path(), FAILING_BROWSER);
    let installed = host::installed(Kind::Chrome).expect("a browser");
    let mut replay = generate(&["replay", "index_L1", "e2e3"]);
    replay
        .env("BROWSER", installed.path)
        .env("CHROME", &browser);
    run(&mut replay, 0);
    assert!(folder.path().join("browser.failed").exists());
}
