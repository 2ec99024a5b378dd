//! The client against an installed Chromium.

use std::time::Duration;

use golfchess_devtools::{Browser, Error, LaunchOptions, find_executable};
use serde_json::json;

fn launch() -> (Browser, tempfile::TempDir) {
    let executable = find_executable()
        .expect("`cargo xtask browser` installs Chromium; $CHROME names another one");
    let folder = tempfile::tempdir().expect("a folder");
    let options = LaunchOptions::new(executable, folder.path().join("profile"));
    (Browser::launch(&options).expect("a browser"), folder)
}

#[test]
fn a_tab_evaluates_reports_events_and_refuses_unknown_methods() {
    let (browser, _folder) = launch();
    let tab = browser.new_tab().expect("a tab");
    tab.call("Runtime.enable", json!({})).expect("Runtime");
    tab.open("data:text/html,<title>A</title>").expect("a page");
    let events = tab.events();
    let evaluate = |expression: &str| {
        let params = json!({ "expression": expression, "returnByValue": true });
        tab.call("Runtime.evaluate", params)
    };
    let title = evaluate("document.title").expect("a title");
    assert_eq!(title["result"]["value"], "A");
    evaluate("console.log(7)").expect("a log");
    let event = events
        .iter()
        .find(|event| event.method == "Runtime.consoleAPICalled")
        .expect("an event");
    assert_eq!(event.params["args"][0]["value"], 7);
    let refused = tab.call("Page.nothing", json!({}));
    assert!(matches!(refused, Err(Error::Refused { .. })), "{refused:?}");
    tab.close().expect("closed");
}

#[test]
fn the_end_of_the_browser_ends_its_tabs() {
    let (browser, _folder) = launch();
    let tab = browser.new_tab().expect("a tab");
    let events = tab.events();
    drop(browser);
    assert!(matches!(
        tab.call("Runtime.enable", json!({})),
        Err(Error::Closed)
    ));
    assert!(events.recv_timeout(Duration::from_secs(10)).is_err());
}

#[test]
fn a_program_that_is_no_browser_is_an_error_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = LaunchOptions::new("/bin/ls".into(), folder.path().join("profile"));
    let error = Browser::launch(&options).err().expect("an error");
    assert!(matches!(error, Error::NoPort { .. }), "{error}");
}
