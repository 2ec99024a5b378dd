//! Pages whose script is an `onload` handler, played many times in one document.

use golfchess_parity::host::Kind;
use golfchess_parity::{Answer, Dialog, Mode, Oracle, Plan};

use crate::support::chromium::Chromium;
use crate::support::root;
use crate::support::workspace::files;

/// Replaces a handler by a function whose variables are not looked up in the element.
const SCOPE: &str = include_str!("../../crates/parity/src/host/scope.js");

fn plan(mode: Mode) -> Plan {
    Plan {
        suite: "handlers",
        case: String::new(),
        answers: Vec::new(),
        expected: Vec::new(),
        mode,
        oracle: Oracle::Reference,
        pace: 0,
        stage: None,
        cells: None,
        player: None,
    }
}

#[test]
fn a_handler_shows_the_same_each_time() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let plans = [Mode::Fresh, Mode::Shared, Mode::Shared, Mode::Shared].map(plan);
    for (script, shown) in [
        ("n=1;alert(n)", "1"),
        // Properties of the document and of the element.
        ("alert(typeof URL)", "string"),
        ("alert(typeof closest)", "function"),
        ("alert(eval(`typeof U`+`RL`))", "string"),
        (r"alert(typeof \u0055RL)", "string"),
        // Properties that the script gives them for some time.
        ("this.n=1;alert(typeof n);delete this.n", "number"),
        (
            "event.target.n=1;alert(typeof n);delete event.target.n",
            "number",
        ),
        (
            "arguments[0].target.n=1;alert(typeof n);delete arguments[0].target.n",
            "number",
        ),
        ("document.n=1;alert(typeof n);delete document.n", "number"),
        // The name of the handler.
        ("(function f(){alert(f.caller.name)})()", "onload"),
        ("alert(/onl/.test(Error().stack))", "true"),
    ] {
        let page = format!("<svg onload='{script}'>");
        let games = host.run(&page, &plans.each_ref()).expect("a host");
        let games: Vec<_> = games.into_iter().map(|game| game.dialogs).collect();
        assert_eq!(
            games,
            vec![vec![Dialog::Alert(shown.to_owned())]; 4],
            "{script}"
        );
    }
}

#[test]
fn only_later_games_of_a_document_replace_the_handler() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let plans = [Mode::Fresh, Mode::Shared, Mode::Shared, Mode::Fresh].map(plan);
    // The words of these properties would keep the handler.
    let page =
        "<svg onload='alert(self[`docu`+`ment`][`query`+`Selector`](`svg`)[`onl`+`oad`].name)'>";
    let games = host.run(page, &plans.each_ref()).expect("a host");
    let games: Vec<_> = games.into_iter().map(|game| game.dialogs).collect();
    let expected = ["onload", "onload", "anonymous", "onload"];
    assert_eq!(
        games,
        expected.map(|name| vec![Dialog::Alert(name.to_owned())])
    );
}

#[test]
fn a_name_that_a_later_game_makes_is_found() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let plans = ["", "", "1", ""].map(|answer| Plan {
        answers: vec![Answer::typed(answer)],
        ..plan(Mode::Shared)
    });
    let page = "<svg onload='prompt()&&(self[`docu`+`ment`].n=1);alert(typeof n)'>";
    let games = host.run(page, &plans.each_ref()).expect("a host");
    let alerts: Vec<_> = games.iter().map(|game| game.dialogs[1].clone()).collect();
    let expected = ["undefined", "undefined", "number"].map(|text| Dialog::Alert(text.to_owned()));
    assert_eq!(alerts[..3], expected);
    // The document of the third game is used again: a difference counts in a fresh one only.
    assert_eq!(alerts[3], Dialog::Alert("number".to_owned()));
}

#[test]
fn a_handler_that_hangs_in_a_used_document_is_played_in_a_new_one() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let plans = [Mode::Shared; 3].map(plan);
    let page = "<svg onload='for(;self.n;);n=1;alert(n)'>";
    let games = host.run(page, &plans.each_ref()).expect("a host");
    let games: Vec<_> = games.into_iter().map(|game| game.dialogs).collect();
    assert_eq!(games, vec![vec![Dialog::Alert("1".to_owned())]; 3]);
}

#[test]
fn all_handlers_of_the_catalog_are_replaced() {
    let chromium = Chromium::launch();
    let pages = files(&root().join("catalog")).into_iter();
    let (names, pages): (Vec<String>, Vec<String>) = pages
        .filter(|(name, _)| name.ends_with(".html"))
        .map(|(name, page)| (name, String::from_utf8(page).expect("a page")))
        .unzip();
    let script = format!(
        "JSON.stringify({}.map(page => {{
           const parsed = new DOMParser().parseFromString(page, 'text/html').querySelector('[onload]');
           const element = document.createElementNS(parsed.namespaceURI, parsed.localName);
           element.setAttribute('onload', parsed.getAttribute('onload'));
           const handler = element.onload;
           const isReplaced = !!({SCOPE})(element, Function);
           return isReplaced && element.onload != handler;
         }}))",
        serde_json::to_string(&pages).expect("JSON")
    );
    let value = chromium.tab.evaluate(&script, false).expect("a value");
    let replaced: Vec<bool> =
        serde_json::from_str(value.value.expect("a text").as_str().expect("a text")).expect("JSON");
    assert_eq!(replaced.len(), pages.len());
    let others = names.iter().zip(replaced).filter(|(_, is)| !is);
    let others: Vec<&String> = others.map(|(name, _)| name).collect();
    // A page with a board finds `body` in the scope of the handler; a packed page calls `eval` there, one with
    // E reads the address.
    let scoped: Vec<&String> = names.iter().filter(|name| needs_scope(name)).collect();
    assert_eq!(others, scoped);
}

/// Whether the file is that of a page with the flag C, E or Z.
fn needs_scope(file: &str) -> bool {
    let letters = file.trim_start_matches("index").trim_end_matches(".html");
    letters.contains(['C', 'E', 'Z'])
}
