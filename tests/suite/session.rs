//! Pages that stay open while a program decides each answer.

use crate::support::needs::needs_browsers;
use golfchess_parity::host::{Kind, Session};
use golfchess_parity::{Answer, Dialog, Ending};

const PAGE: &str =
    "<script>b=[];while(a=prompt(b))a=='x'?nothing():a=='!'?alert(b):b.push(a)</script>";

/// Types texts, and returns the dialogs and the end of the page.
fn play(session: &mut dyn Session, texts: &[&str]) -> (Vec<Dialog>, Ending) {
    let answers: Vec<Answer> = texts.iter().copied().map(Answer::typed).collect();
    let shown = session.play(&answers).expect("a host");
    (shown.dialogs, shown.ending)
}

fn prompts(texts: &[&str]) -> Vec<Dialog> {
    let prompt = |text: &&str| Dialog::Prompt((*text).to_owned());
    texts.iter().map(prompt).collect()
}

fn go_on_after_each_answer(kind: Kind) {
    let mut session = kind.open_session().expect("a host");
    let session = session.as_mut();
    session.open(PAGE).expect("a host");
    let quiet = |texts: &[&str]| (prompts(texts), Ending::Quiet);
    assert_eq!(play(session, &[]), quiet(&[""]));
    assert_eq!(play(session, &["a", "b"]), quiet(&["a", "a,b"]));
    let (dialogs, ending) = play(session, &["!"]);
    assert_eq!(dialogs[0], Dialog::Alert("a,b".to_owned()));
    assert_eq!(dialogs[1..], prompts(&["a,b"]));
    assert_eq!(ending, Ending::Quiet);
    assert_eq!(play(session, &["c"]), quiet(&["a,b,c"]));
    // An empty text ends the page.
    assert_eq!(play(session, &[""]), quiet(&[]));
    session.open(PAGE).expect("a host");
    assert_eq!(play(session, &["e"]), quiet(&["", "e"]));
    // A page that waits for an answer is replaced too.
    session.open(PAGE).expect("a host");
    let (dialogs, ending) = play(session, &["x"]);
    assert_eq!(dialogs, prompts(&[""]));
    let is_reported = matches!(ending, Ending::Threw(error) if error.contains("nothing"));
    // WebDriver reports no errors of a page.
    assert!(is_reported || kind == Kind::WebKit);
    // A page without end is cut.
    session
        .open("<script>for(;;)alert()</script>")
        .expect("a host");
    let (dialogs, ending) = play(session, &["x"]);
    assert!((8..12).contains(&dialogs.len()), "{}", dialogs.len());
    let Ending::Threw(error) = ending else {
        panic!("{ending:?}")
    };
    assert!(error.contains("more dialogs than answers"), "{error}");
    session.open(PAGE).expect("a host");
    assert_eq!(play(session, &[]), quiet(&[""]));
}

#[test]
fn pages_go_on_after_each_answer_in_chromium() {
    go_on_after_each_answer(Kind::Chrome);
}

#[test]
#[ignore = "slow: needs Firefox and WebKitGTK"]
fn pages_go_on_after_each_answer_in_other_browsers() {
    if !needs_browsers(&[Kind::Firefox, Kind::WebKit]) {
        return;
    }
    go_on_after_each_answer(Kind::Firefox);
    go_on_after_each_answer(Kind::WebKit);
}

#[test]
fn pages_go_on_after_each_answer_in_the_embedded_engine() {
    go_on_after_each_answer(Kind::Embedded);
}
