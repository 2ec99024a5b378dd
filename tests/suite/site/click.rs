//! Pages with a board of their own: the mouse, a finger, and what the site says beside the frame.

use serde_json::{Value, json};

use crate::support::tab::Visit;
use crate::support::{flags_of, page, pages};

/// Where the site shows a square of the page in its frame: in the row and the column of White's view.
fn place(visit: &Visit, square: &str) -> [f64; 2] {
    let (file, rank) = (square.as_bytes()[0] - b'a', b'8' - square.as_bytes()[1]);
    let place = visit.ask(&format!(
        "(() => {{
           const frame = document.querySelector('#frame iframe'), at = frame.getBoundingClientRect();
           const scale = at.width / frame.width;
           const squares = [...frame.contentDocument.querySelectorAll('[onclick], [onmouseup]')]
             .map(square => square.getBoundingClientRect())
             .map(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])
             .sort((one, other) => one[0] - other[0]);
           const file = squares.slice(8 * {file}, 8 * {file} + 8).sort((one, other) => one[1] - other[1]);
           return [at.x + scale * file[{rank}][0], at.y + scale * file[{rank}][1]];
         }})()"
    ));
    serde_json::from_value(place).expect("a place")
}

/// Clicks squares with the mouse, as long as it is there.
fn click(visit: &Visit, squares: &str) {
    for square in squares.split_whitespace() {
        visit.mouse(place(visit, square));
    }
}

/// Waits until a game on a page begins.
fn begin(visit: &Visit, address: &str) {
    visit.page(address).click("[data-language=en]");
    ready(visit);
}

fn ready(visit: &Visit) {
    visit.until(
        "document.querySelector('#turn').innerText && !document.querySelector('#frame').inert",
    );
}

fn moves(visit: &Visit) -> Value {
    visit.ask("[...document.querySelectorAll('#moves span')].map(move => move.textContent)")
}

fn state(visit: &Visit) -> Value {
    visit.ask("document.querySelector('#status').dataset.state")
}

fn says(visit: &Visit, text: &str) {
    let said = visit.text("#status");
    assert_eq!(said, text);
}

#[test]
fn the_site_says_what_happens_on_the_page() {
    let visit = Visit::start();
    visit.window(1280, 900);
    begin(&visit, "click.html#index_TMP_D_SUC");
    says(
        &visit,
        "White to move. Two people play here: click a piece, then its target.",
    );
    click(&visit, "e2 e5");
    says(&visit, "White to move. Illegal: e2e5.");
    assert_eq!(state(&visit), "refused");
    click(&visit, "d7");
    says(
        &visit,
        "White to move. There is no piece of the side to move on d7.",
    );
    click(&visit, "e2 e4");
    says(&visit, "Black to move. Played: e4.");
    click(&visit, "f7 f6 d1 h5");
    says(&visit, "Check! Black to move. Played: Qh5+.");
    // What is illegal because of the check is not met with silence.
    click(&visit, "e7 e5");
    says(
        &visit,
        "Check! Black to move. Illegal: e7e5 leaves Black’s king in check.",
    );
    assert_eq!(moves(&visit), json!(["e4", "f6", "Qh5+"]));

    // A move is taken back, to the turn of the side that made it.
    visit.click("#undo");
    ready(&visit);
    says(&visit, "White to move. Taken back: Qh5+.");
    assert_eq!(moves(&visit), json!(["e4", "f6"]));
    visit.click("#undo");
    ready(&visit);
    // The turned board has h1 where a8 was.
    visit.click("#flip");
    click(&visit, "b1 b3");
    says(&visit, "Black to move. Illegal: g8g6.");
    // Here are g7 and g5, f1 and c4, b7 and b6.
    click(&visit, "b2 b4 c8 f5");
    assert_eq!(moves(&visit), json!(["e4", "g5", "Bc4"]));
    visit.click("#flip");
    click(&visit, "f7 f6 d1 h5");
    assert_eq!(moves(&visit), json!(["e4", "g5", "Bc4", "f6", "Qh5#"]));
    says(
        &visit,
        "The page announces W#: checkmate, White has won. Played: Qh5#.",
    );
    // The end offers a new game, and takes back the last move.
    let shown = |id: &str| {
        visit.ask(&format!(
            "document.getElementById('{id}').offsetParent !== null"
        ))
    };
    assert_eq!(
        (state(&visit), shown("again")),
        ("over".into(), true.into())
    );
    visit.click("#undo");
    ready(&visit);
    assert_eq!(
        (state(&visit), shown("again")),
        ("open".into(), false.into())
    );
    click(&visit, "d1 h5");
    assert_eq!(state(&visit), "over");
    visit.click("#again");
    ready(&visit);
    assert_eq!((state(&visit), moves(&visit)), ("open".into(), json!([])));
    assert_eq!(shown("again"), false);
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn clicks_on_a_pawn_say_what_it_becomes() {
    let visit = Visit::start();
    visit.window(1280, 900);
    begin(&visit, "click.html#index_MP_SUC");
    click(&visit, "a2 a4 h7 h5 a4 a5 h5 h4 a5 a6 h4 h3 a6 b7 h3 g2 b7");
    says(
        &visit,
        "White to move. b7 becomes a queen. Click it again: a bishop.",
    );
    click(&visit, "b7 b7 b7");
    says(
        &visit,
        "White to move. b7 becomes a knight. Click it again: a queen.",
    );
    click(&visit, "a8 g2 h1");
    let last = moves(&visit).as_array().expect("moves")[8..].to_vec();
    assert_eq!(last, [json!("bxa8=N"), json!("gxh1=Q")]);
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn a_page_that_plays_at_once_is_followed() {
    answered_at_once(&Visit::start());
}

/// A page without T answers within the click, so that two moves come at once.
pub(super) fn answered_at_once(visit: &Visit) {
    begin(visit, "click.html#index_SC_AB");
    says(
        visit,
        "White to move. You have White: click a piece, then its target.",
    );
    // (Events of a script: this is done in other browsers too.)
    let press = |at: u32| {
        visit.ask(&format!(
            "document.querySelector('#frame iframe').contentDocument
               .querySelectorAll('[onclick]')[{at}].click()"
        ));
    };
    // File by file from rank 8: e2 and e3.
    press(38);
    press(37);
    let played = moves(visit);
    assert_eq!(
        (played.as_array().expect("moves").len(), &played[0]),
        (2, &json!("e3"))
    );
    assert!(visit.text("#status").contains("The page played: "));
    visit.click("#undo");
    ready(visit);
    assert_eq!(moves(visit), json!([]));
    says(visit, "White to move. Taken back: e3.");
}

#[test]
fn a_lost_game_on_time_ends_without_a_click() {
    let visit = Visit::start();
    visit.window(1280, 900);
    let usual = page("index_TMP_D_SUC");
    let short = usual.replace("[901,900]", "[3,900]");
    assert_ne!(short, usual);
    begin(&visit, "click.html");
    visit.ask(&format!(
        "(golfchess.variants.push({{ name: 'short', flags: 'TMPDSUC', page: {} }}),
          location.hash = 'short')",
        json!(short)
    ));
    visit.until("document.querySelector('#frame iframe').title == 'short'");
    ready(&visit);
    // The clock waits for the first click.
    click(&visit, "e2");
    visit.until("document.querySelector('#status').dataset.state == 'over'");
    says(
        &visit,
        "The page announces B#: White’s time is up, Black has won.",
    );
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn the_first_screen_of_home_is_a_board_that_plays() {
    let visit = Visit::start();
    for (width, height) in [(1280, 900), (390, 844)] {
        visit.window(width, height);
        begin(&visit, "home.html");
        let frame = visit.ask(
            "(({ left, right, bottom }) => left >= 0 && right <= innerWidth && bottom <= innerHeight)(
               document.querySelector('#frame').getBoundingClientRect())",
        );
        assert_eq!(frame, true, "{width} x {height}");
        let squares = ["e2", "e4"];
        for square in squares {
            match width {
                390 => visit.touch(place(&visit, square)),
                _ => visit.mouse(place(&visit, square)),
            }
        }
        visit.until("document.querySelectorAll('#moves span').length == 2");
        // The answer of the page goes with the move.
        visit.click("#undo");
        ready(&visit);
        assert_eq!(moves(&visit), json!([]));
    }
    let shown = visit.ask("document.querySelector('#frame iframe').title");
    assert_eq!(shown, "index_TMP_D_SUC_AB");
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn every_page_that_one_clicks_is_offered() {
    let visit = Visit::start();
    visit.window(1280, 900);
    begin(&visit, "click.html");
    let offered =
        visit.ask("[...document.querySelectorAll('#variant option')].map(one => one.value).sort()");
    let boards = pages().into_iter().map(|(name, _)| name);
    let boards =
        boards.filter(|name| flags_of(name).contains('C') && !flags_of(name).contains('Z'));
    let boards: Vec<String> = boards.collect();
    assert_eq!(offered, json!(boards));
    for name in boards {
        visit.ask(&format!(
            "(() => {{ const select = document.getElementById('variant'); select.value = '{name}';
               select.dispatchEvent(new Event('change')); }})()"
        ));
        visit.until(&format!(
            "document.querySelector('#frame iframe').title == '{name}'"
        ));
        ready(&visit);
        click(&visit, "e2 e3");
        assert_eq!(moves(&visit)[0], "e3", "{name}");
    }
    assert_eq!(visit.errors(), [""; 0]);
}
