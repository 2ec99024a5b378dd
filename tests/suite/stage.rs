//! What hosts record of pages on a stage, and what they do to them: events, frames and time.

use golfchess_parity::host::Kind;
use golfchess_parity::{Answer, Ending};

use crate::support::needs::needs_browsers;
use crate::support::staged::{lines, play};

/// A page, the steps, and what must be shown.
type Case = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const CASES: [Case; 9] = [
    (
        "<title>old</title>text<script>document.title='new';confirm('a')||alert(prompt('b','c'))</script>",
        &[],
        &[
            "confirm: a",
            "prompt: b [c]",
            "alert: d",
            "title: new",
            "text: text",
        ],
    ),
    (
        "<SVG onload=\"console.error(x=1,{a:2});nothing()\">",
        &["wait 1"],
        &[
            "console: error 1 {\"a\":2}",
            "error: ReferenceError: nothing is not defined",
            "step: wait 1",
        ],
    ),
    (
        "<button>a</button><button>b</button><script>onclick=e=>e.target.remove()</script>",
        &["click @1", "click @1", "click button"],
        &[
            "text: ab",
            "step: click @1",
            "text: a",
            "step: click @1",
            "text: ",
            "step: click button",
            "error: no element matches button",
        ],
    ),
    (
        "<script>onkeydown=onkeyup=onkeypress=e=>console.log(e.type,e.key,e.code,e.keyCode)</script>",
        &["key ArrowUp", "down a", "up Space"],
        &[
            "step: key ArrowUp",
            "console: log keydown ArrowUp ArrowUp 38",
            "console: log keyup ArrowUp ArrowUp 38",
            "step: down a",
            "console: log keydown a KeyA 65",
            "console: log keypress a KeyA 97",
            "step: up Space",
            "console: log keyup   Space 32",
        ],
    ),
    (
        "<input id=i><input type=checkbox id=c><script>i.oninput=e=>document.title+=i.value</script>",
        &["click #i", "type ab", "click #c"],
        &[
            "text: []\n[ ]",
            "step: click #i",
            "step: type ab",
            "title: aab",
            "text: [ab]\n[ ]",
            "step: click #c",
            "text: [ab]\n[x]",
        ],
    ),
    (
        "<script>onmousemove=e=>console.log(e.clientX,e.clientY);onpointerdown=e=>alert(e.clientX)</script>",
        &["move 30 40", "click 7 8"],
        &[
            "step: move 30 40",
            "console: log 30 40",
            "step: click 7 8",
            "alert: 7",
        ],
    ),
    (
        "<script>n=0;d=t=>{n++<2?requestAnimationFrame(d):Promise.reject(Error('e'))};d();\
         setTimeout(()=>document.body.append(performance.now()),99)</script>",
        &["frames 3", "wait 60"],
        &[
            "step: frames 3",
            "error: Error: e",
            "step: wait 60",
            "text: 99",
        ],
    ),
    (
        "<script>(async()=>{await 0;document.body.append('a');await 0;console.log('b')})()</script>",
        &["wait 1"],
        &["console: log b", "text: a", "step: wait 1"],
    ),
    (
        "<body onload=\"document.body.innerHTML='<p>x<p>y &amp;lt;b>'\">",
        &[],
        &["text: x\ny <b>"],
    ),
];

fn cases_in(kind: Kind) {
    let mut host = kind.open().expect("a host");
    let answers = [Answer::CANCEL, Answer::typed("d")];
    for (page, steps, expected) in CASES {
        let shown = play(host.as_mut(), page, &answers, steps);
        assert_eq!(shown.ending, Ending::Quiet, "{page}");
        assert_eq!(lines(&shown), expected, "{kind}: {page}");
    }
}

#[test]
fn chromium_records_all_that_a_page_shows_and_does_all_steps() {
    cases_in(Kind::Chrome);
}

#[test]
#[ignore = "slow: needs Firefox and WebKitGTK"]
fn other_browsers_record_the_same() {
    if !needs_browsers(&[Kind::Firefox, Kind::WebKit]) {
        return;
    }
    cases_in(Kind::Firefox);
    cases_in(Kind::WebKit);
}

#[test]
fn a_canvas_is_recorded_when_its_pixels_change_and_hanging_pages_end() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let page = |colour: &str| {
        format!(
            "<canvas id=c width=40 height=30></canvas><script>x=c.getContext('2d');\
             onkeydown=e=>{{x.fillStyle='{colour}';x.fillRect(0,0,5,e.key*1)}}</script>"
        )
    };
    let steps = ["key 0", "key 3", "key 3", "key 4"];
    let shown = lines(&play(host.as_mut(), &page("#123"), &[], &steps));
    let canvas: Vec<&String> = shown
        .iter()
        .filter(|line| line.starts_with("canvas"))
        .collect();
    assert_eq!(canvas.len(), 3, "{shown:?}");
    assert!(canvas.iter().all(|line| line.starts_with("canvas: 40x30 ")));
    assert_ne!(canvas[1], canvas[2]);
    assert_eq!(shown.len(), 3 + steps.len());
    let again = lines(&play(host.as_mut(), &page("#112233"), &[], &steps));
    assert_eq!(again, shown, "the same colour");
    let other = lines(&play(host.as_mut(), &page("#124"), &[], &steps));
    assert_ne!(other, shown);
    assert_eq!(
        other[..2],
        shown[..2],
        "nothing is drawn before the second step"
    );

    let endless = "<script>alert(1);onkeydown=()=>{for(;;);}</script>";
    let hung = play(host.as_mut(), endless, &[], &["key a", "key b"]);
    assert_eq!(hung.ending, Ending::Hung);
    assert_eq!(lines(&hung), ["alert: 1", "step: key a"]);
    let after = play(host.as_mut(), "<script>alert(2)</script>", &[], &[]);
    assert_eq!(lines(&after), ["alert: 2"]);
}
