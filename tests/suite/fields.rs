//! What keys and the steps `set` and `clear` do in fields, in lists and on buttons of a page.

use golfchess_parity::Ending;
use golfchess_parity::host::Kind;

use crate::support::needs::needs_browsers;
use crate::support::staged::{lines, play};

/// The body of a page, the steps, and what the fields show after them and which events came.
type Case = (&'static str, &'static str, &'static str);

/// Shows the events of fields in the title.
const SCRIPT: &str = "<script>log=[];for(n of ['input','change','submit','click'])\
    addEventListener(n,e=>{log.push(e.type[0]+(e.target.id||''));document.title=log.join(' ')},true)</script>";

const CASES: [Case; 21] = [
    (
        "<input id=a value=old>",
        "click #a;set new text",
        "[new text] ca ia ca",
    ),
    ("<input id=a value=old>", "click #a;clear", "[] ca ia ca"),
    (
        "<input id=a value=old>",
        "click #a;clear;type 1 2",
        "[1 2] ca ia ca ia ia ia ca",
    ),
    (
        "<input id=a value=old readonly>",
        "click #a;set b;key c;key Backspace",
        "[old] ca",
    ),
    (
        "<input id=a>",
        "click #a;type abc;key Backspace;key d;key Enter",
        "[abd] ca ia ia ia ca ia ia ca",
    ),
    (
        "<input id=a value=abc>",
        "click #a;key Home;key Delete;key x;key ArrowRight;key y",
        "[xbyc] ca ia ia ia",
    ),
    (
        "<input id=a maxlength=2>",
        "click #a;type abc",
        "[ab] ca ia ia ca",
    ),
    (
        "<input id=a type=number>",
        "click #a;type -5;key ArrowUp",
        "[-4] ca ia ia ca ia ca",
    ),
    (
        "<input id=a type=range min=0 max=9 value=5>",
        "key Tab;key ArrowLeft;set 7",
        "[7] ia ca ia ca",
    ),
    (
        "<textarea id=a>x</textarea>",
        "click #a;key Enter;key y;key Home;key z",
        "[x zy] ca ia ia ia",
    ),
    (
        "<select id=a><option>b<option>c<option>d</select>",
        "click #a;key ArrowDown;set d",
        "[d] ca ia ca ia ca",
    ),
    (
        "<input id=a><input id=b>",
        "click #a;key c;key Tab;key d;click #a",
        "[c] [d] ca ia ca ib cb ca",
    ),
    (
        "<input id=a><p id=p>b</p>",
        "click #a;key c;click #p;key d",
        "[c] ca ia ca cp",
    ),
    (
        "<input id=a type=checkbox><button id=b>x</button>",
        "click #b;key Space;key Enter;click #a;key Space",
        "[ ] cb cb cb ca ia ca ca ia ca",
    ),
    (
        "<form id=f><input id=a></form>",
        "click #a;key 7;key Enter",
        "[7] ca ia ca sf",
    ),
    (
        "<form id=f><input id=a><input id=b><button id=c>d</button></form>",
        "click #a;key Enter",
        "[] [] ca cc sf",
    ),
    (
        "<input id=a onkeydown='event.preventDefault()'>",
        "click #a;key b;key Backspace;type c",
        "[] ca",
    ),
    (
        "<input id=a onkeypress='return event.key!=`b`'>",
        "click #a;key b;key c",
        "[c] ca ia",
    ),
    (
        "<input id=a>",
        "click #a;key Shift+B;key Control+c;key Alt+d;key Meta+e;key Shift++",
        "[B+] ca ia ia",
    ),
    (
        "<input id=a onfocus=this.select() value=old>",
        "click #a;key b",
        "[b] ca ia",
    ),
    (
        "<p id=a contenteditable>b</p>",
        "click #a;type c",
        "bc ca ia",
    ),
];

fn cases_in(kind: Kind) {
    let mut host = kind.open().expect("a host");
    let mut wrong = String::new();
    for (body, steps, expected) in CASES {
        let page = format!("{body}{SCRIPT}");
        let steps: Vec<&str> = steps.split(';').collect();
        let shown = play(host.as_mut(), &page, &[], &steps);
        assert_eq!(shown.ending, Ending::Quiet, "{page}");
        let lines = lines(&shown);
        let last = |kind: &str| {
            let found = lines.iter().rev().find_map(|line| line.strip_prefix(kind));
            found
                .unwrap_or_default()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        let text = last("text: ");
        // Browsers list the options of lists in the text.
        let fields = text.find('[').map_or(&text[..], |at| &text[at..]);
        let result = format!("{fields} {}", last("title: "));
        if result.trim() != expected || lines.iter().any(|line| line.starts_with("error")) {
            wrong += &format!("{body}\n  {result}\n  {expected}\n  {lines:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{kind}:\n{wrong}");
}

#[test]
fn keys_have_their_effects_in_fields_and_fields_are_set_in_chromium() {
    cases_in(Kind::Chrome);
}

#[test]
#[ignore = "slow: needs Firefox and WebKitGTK"]
fn keys_have_the_same_effects_in_other_browsers() {
    if !needs_browsers(&[Kind::Firefox, Kind::WebKit]) {
        return;
    }
    cases_in(Kind::Firefox);
    cases_in(Kind::WebKit);
}

#[test]
fn a_text_without_a_field_is_an_error_of_the_game() {
    let mut host = Kind::Chrome.open().expect("a host");
    let page = "<select id=a><option>b</select>";
    let shown = play(host.as_mut(), page, &[], &["set c", "click #a", "set c"]);
    let errors: Vec<String> = lines(&shown)
        .into_iter()
        .filter(|line| line.starts_with("error"))
        .collect();
    assert_eq!(
        errors,
        [
            "error: no field has the focus",
            "error: the list has no option c"
        ]
    );
}
