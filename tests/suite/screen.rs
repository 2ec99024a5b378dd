//! Games of a script in a browser that stops it at the first unexpected dialog.

use golfchess_parity::Answer;
use golfchess_parity::host::{Host, Kind, LoggedGame};

const SCRIPT: &str = "for(n=0;a=prompt(n++);)alert(a)";

/// Plays `a` and Cancel, then `b` and Cancel. Returns the first other log.
fn other_log(host: &mut dyn Host, script: &str) -> Option<(usize, Vec<String>)> {
    let log = |text: &str| ["?0", text, "?1"].map(str::to_owned);
    let logs = [log("!a"), log("!b")];
    let answers = ["a", "b"].map(|text| [Answer::typed(text), Answer::CANCEL]);
    let games: Vec<LoggedGame<'_>> = answers
        .iter()
        .zip(&logs)
        .map(|(answers, log)| LoggedGame {
            answers,
            pace: 0,
            log,
        })
        .collect();
    host.first_difference(script, &games).expect("a host")
}

#[test]
fn a_script_is_stopped_at_the_first_unexpected_dialog() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let host = host.as_mut();
    assert_eq!(other_log(host, SCRIPT), None);
    let found =
        |index, log: &[&str]| Some((index, log.iter().map(|&one| one.to_owned()).collect()));
    let wrong = SCRIPT.replace("alert(a)", "alert(a=='b'?'c':a)");
    assert_eq!(other_log(host, &wrong), found(1, &["?0", "!c"]));
    assert_eq!(other_log(host, "prompt(0)"), found(0, &["?0"]));
    let caught = "for(n=4;n--;)try{prompt(0)}catch{}";
    assert_eq!(other_log(host, caught), found(0, &["?0"; 4]));
    assert_eq!(other_log(host, "for("), None, "not a script");
    // Global variables last from one game to the next, and no longer.
    let counted = SCRIPT.replace("n=0", "n=globalThis.m??0");
    assert_eq!(
        other_log(host, &(counted.clone() + ";m=1")),
        found(1, &["?1"])
    );
    assert_eq!(other_log(host, &counted), None);
}

#[test]
fn a_script_that_does_not_end_is_left_to_others() {
    let mut host = Kind::Chrome.open().expect("a browser");
    for endless in ["for(;;);", "for(;;)try{prompt(0)}catch{}"] {
        assert_eq!(other_log(host.as_mut(), endless), None, "{endless}");
    }
    let wrong = other_log(host.as_mut(), "prompt()");
    assert_eq!(wrong, Some((0, vec!["?".to_owned()])));
    // This engine counts steps instead.
    let mut engine = Kind::Embedded.open().expect("an engine");
    assert_eq!(other_log(engine.as_mut(), "prompt()"), None);
}
