//! Browsers and folders that `gen verify` starts and removes.

use std::fs;
use std::process::Stdio;

use super::{catalog, generate, run, with_error};
use crate::support::process::{browsers_at_work, group, interrupt, lead_group, wait_until};

/// A browser that takes four seconds to start and then exits. It prints its version after one more
/// second each time, so that one is about to start while another one starts.
#[cfg(target_os = "linux")]
const SLOW_BROWSER: &str = r#"#!/bin/sh
if [ "$1" != --version ]; then
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

#[test]
fn no_browser_and_no_folder_is_left() {
    let folder = with_error("index_S", "B#", "W#");
    let scratch = tempfile::tempdir().expect("a folder");
    for (pages, code) in [(catalog(), 0), (folder.path().to_owned(), 1)] {
        let mut verify = generate(&["verify", "index_S", "--suite", "dialogs"]);
        verify.arg("--pages").arg(pages);
        lead_group(verify.env("TMPDIR", scratch.path()));
        let mut verify = verify.stdout(Stdio::null()).spawn().expect("gen runs");
        let status = verify.wait().expect("gen ends");
        assert_eq!(status.code(), Some(code));
        wait_until("no browser is left", || group(verify.id()).is_empty());
        let left: Vec<_> = fs::read_dir(scratch.path()).expect("the folder").collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_nothing() {
    let scratch = tempfile::tempdir().expect("a folder");
    let mut verify = generate(&["verify", "index_L1", "--suite", "perft"]);
    lead_group(verify.env("TMPDIR", scratch.path()));
    let mut verify = verify.stderr(Stdio::null()).spawn().expect("gen runs");
    browsers_at_work(&verify);
    interrupt(&verify);
    let status = verify.wait().expect("gen ends");
    assert_eq!(status.code(), Some(130));
    wait_until("no browser is left", || group(verify.id()).is_empty());
    let left: Vec<_> = fs::read_dir(scratch.path()).expect("the folder").collect();
    assert!(left.is_empty(), "{left:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_while_browsers_start_leaves_nothing() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a folder");
    let browser = folder.path().join("browser");
    fs::write(&browser, SLOW_BROWSER).expect("written");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("executable");
    let scratch = tempfile::tempdir().expect("a folder");
    let left = || -> Vec<_> { fs::read_dir(scratch.path()).expect("a folder").collect() };
    let mut verify = generate(&["verify", "index_L1", "--suite", "perft"]);
    verify.env("TMPDIR", scratch.path()).env("CHROME", &browser);
    let mut verify = verify.stderr(Stdio::null()).spawn().expect("gen runs");
    wait_until("a browser starts", || !left().is_empty());
    interrupt(&verify);
    let status = verify.wait().expect("gen ends");
    assert_eq!(status.code(), Some(130));
    assert!(left().is_empty(), "{:?}", left());
}

#[cfg(target_os = "linux")]
#[test]
fn a_browser_that_does_not_start_is_started_again() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a folder");
    let browser = folder.path().join("browser");
    fs::write(&browser, FAILING_BROWSER).expect("written");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("executable");
    let installed = golfchess_parity::host::browser::installed().expect("a browser");
    let mut replay = generate(&["replay", "index_L1", "e2e3"]);
    replay
        .env("BROWSER", installed.path)
        .env("CHROME", &browser);
    run(&mut replay, 0);
    assert!(folder.path().join("browser.failed").exists());
}
