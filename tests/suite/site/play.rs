//! The play page: clicks, keys and buttons.

use serde_json::Value;

use crate::support::tab::Visit;

/// Clicks squares of the board, two for each move.
pub(super) fn play(visit: &Visit, moves: &str) {
    for mv in moves.split_whitespace() {
        for square in [&mv[..2], &mv[2..4]] {
            visit.click(&format!("[data-square={square}]"));
        }
        if let Some(role) = mv.get(4..).filter(|role| !role.is_empty()) {
            visit.click(&format!("#promotion [data-role={role}]"));
        }
    }
}

fn value(visit: &Visit, id: &str) -> String {
    let value = visit.ask(&format!("document.getElementById({id:?}).value"));
    value.as_str().expect("a text").to_owned()
}

#[test]
fn a_game_is_played_to_mate_by_clicks() {
    mate_by_clicks(&Visit::start());
}

pub(super) fn mate_by_clicks(visit: &Visit) {
    visit.page("play.html").click("[data-language=en]");
    play(visit, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6");
    // A refused move changes nothing.
    let before = value(visit, "fen");
    play(visit, "h5e8");
    let state = || visit.ask("document.querySelector('#status').dataset.state");
    assert_eq!(state(), "refused");
    assert_eq!(value(visit, "fen"), before);
    play(visit, "h5f7");
    assert_eq!(state(), "over");
    assert!(visit.text("#status").contains("W#"));
    assert!(value(visit, "pgn").ends_with("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"));
    let fen = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
    assert_eq!(value(visit, "fen"), fen);
    visit.click("#undo");
    assert_eq!(value(visit, "fen"), before);
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn rare_moves_are_played_and_written_down() {
    rare_moves(&Visit::start());
}

pub(super) fn rare_moves(visit: &Visit) {
    visit.page("play.html#index_TMP");
    play(
        visit,
        "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 a4a3 e1g1 a3b2 d6e7 b2a1n e7d8r",
    );
    let moves =
        "1. e4 a6 2. e5 d5 3. exd6 a5 4. Nf3 a4 5. Be2 a3 6. O-O axb2 7. dxe7 bxa1=N 8. exd8=R+";
    let pgn = value(visit, "pgn").replace('\n', " ");
    assert!(pgn.contains(moves), "{pgn}");
    let fen = "rnbRkbnr/1pp2ppp/8/8/8/5N2/P1PPBPPP/nNBQ1RK1 b kq - 0 8";
    assert_eq!(value(visit, "fen"), fen);
    // The king takes the rook or steps aside: nothing else is offered.
    visit.click("[data-square=e8]");
    visit.until("document.querySelector('#status').innerText.includes('d8')");
    let targets =
        visit.ask("[...document.querySelectorAll('.target')].map(button => button.dataset.square)");
    assert_eq!(targets, serde_json::json!(["d8", "e7"]));
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn the_board_is_played_by_keyboard_too() {
    keyboard(&Visit::start());
}

pub(super) fn keyboard(visit: &Visit) {
    visit.page("play.html#index_L1");
    visit.ask("document.querySelector('[data-square=e2]').focus()");
    for key in ["Enter", "ArrowUp", "Enter"] {
        visit.press(key);
    }
    assert!(
        value(visit, "fen").contains("/4P3/PPPP1PPP/"),
        "{}",
        value(visit, "fen")
    );
    // Or typed, as into the page's own prompt.
    let typed = "(() => { const typed = document.getElementById('typed'); typed.value = 'D7d6';
        typed.form.requestSubmit(); })()";
    visit.ask(typed);
    assert!(value(visit, "pgn").contains("1. e3 d6"));
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn a_piece_is_dragged_to_its_target() {
    let visit = Visit::start();
    visit.window(1280, 900).page("play.html");
    let drag = |from: &str, to: &str| {
        visit.drag(
            &format!("[data-square={from}]"),
            &format!("[data-square={to}]"),
        );
    };
    drag("e2", "e4");
    // Neither an empty square nor a piece of the other side moves.
    drag("e5", "e6");
    drag("d2", "d4");
    drag("d7", "d5");
    // A piece that is dropped on another of its side stays.
    drag("f1", "g1");
    drag("e4", "d5");
    let pgn = value(&visit, "pgn");
    assert!(pgn.ends_with("\n1. e4 d5 2. exd5 *\n"), "{pgn}");
    assert_eq!(visit.ask("document.querySelector('.dragged')"), Value::Null);
    assert_eq!(visit.errors(), [""; 0]);
}

/// Opens the dialog of a promotion of a side.
pub(super) fn promotion(visit: &Visit, side: char) {
    play(visit, "a2a4 h7h5 a4a5 h5h4 a5a6 h4h3 a6b7 h3g2");
    let last = match side {
        'w' => ["b7", "a8"],
        _ => {
            play(visit, "b7a8n");
            ["g2", "h1"]
        }
    };
    for square in last {
        visit.click(&format!("[data-square={square}]"));
    }
    assert_eq!(visit.ask("document.querySelector('#promotion').open"), true);
}

#[test]
fn the_dialog_of_a_promotion_is_readable_and_has_pieces_of_its_side() {
    let visit = Visit::start();
    let style = |selector: &str, key: &str| {
        visit.ask(&format!(
            "getComputedStyle(document.querySelector({selector:?}))[{key:?}]"
        ))
    };
    for scheme in ["light", "dark"] {
        for (side, colour) in [('w', "rgb(255, 255, 255)"), ('b', "rgb(0, 0, 0)")] {
            visit.scheme(scheme).page("play.html");
            promotion(&visit, side);
            assert_eq!(style("#promotion-title", "color"), style("body", "color"));
            assert_eq!(style("#promotion-title", "textShadow"), "none");
            for role in ["q", "r", "b", "n"] {
                let piece = format!("#promotion [data-role={role}] .piece");
                assert_eq!(style(&piece, "color"), colour, "{scheme} {role}");
                assert_ne!(style(&piece, "textShadow"), "none");
                // As on the board.
                let square = style("[data-square=a1]", "backgroundColor");
                assert_eq!(style(&piece, "backgroundColor"), square);
            }
        }
    }
}

#[test]
fn the_board_stays_where_it_is_between_two_taps() {
    let visit = Visit::start();
    visit.window(390, 844).page("play.html");
    let top = || visit.ask("document.querySelector('#board').getBoundingClientRect().top");
    let before = top();
    let middle = |square: &str| visit.middle(&format!("[data-square={square}]"));
    for mv in ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6"] {
        visit.touch(middle(&mv[..2]));
        // The longest text: the squares that the page accepts.
        visit.until("document.querySelector('.target')");
        assert_eq!(top(), before);
        visit.touch(middle(&mv[2..]));
        assert_eq!(top(), before);
    }
    visit.touch(middle("h5"));
    visit.touch(middle("f7"));
    let state = visit.ask("document.querySelector('#status').dataset.state");
    assert_eq!(state, "over");
    assert!(value(&visit, "pgn").contains("4. Qxf7# 1-0"));
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn a_page_with_a_plays_its_side() {
    opponent(&Visit::start());
}

pub(super) fn opponent(visit: &Visit) {
    visit.page("home.html");
    let address = visit.ask("document.querySelector('a[href*=_AB]').href");
    visit.open(address.as_str().expect("an address"));
    visit.click("[data-language=en]");
    let moves = |count: usize| {
        visit.until(&format!(
            "document.querySelectorAll('#moves span').length == {count}"
        ));
    };
    // The page plays Black at first.
    play(visit, "e2e4");
    moves(2);
    assert_eq!(visit.text("#turn"), "White to move.");
    // Its answer is taken back with the move.
    visit.click("#undo");
    moves(0);
    visit.click("[name=page-side][value=w]");
    moves(1);
    play(visit, "a7a6");
    moves(3);
    visit.click("[name=page-side][value=wb]");
    moves(6);
    visit.click("[name=page-side][value='']");
    assert_eq!(visit.errors(), [""; 0]);
}

#[test]
fn the_board_is_the_first_thing_on_the_page() {
    let visit = Visit::start();
    for (width, height) in [(1280, 900), (1280, 800), (390, 844)] {
        visit.window(width, height).page("play.html");
        let board = visit.ask(
            "(({ top, bottom }) => [top, bottom])(
               document.querySelector('#frame').getBoundingClientRect())",
        );
        let [top, bottom]: [f64; 2] = serde_json::from_value(board).expect("a place");
        let height = f64::from(height);
        assert!(
            top < height / 3.0 && bottom <= height,
            "{top} to {bottom} at {width} x {height}"
        );
    }
}

/// The ids of the buttons and fields of the game that do something.
const ACTIVE: &str = "[...document.querySelectorAll('.table :is(button, input)[id]')]
    .filter(control => control.offsetParent && !control.disabled && !control.id.endsWith('-copy'))
    .map(control => control.id)";

/// A page that accepts one move, 1. e4, and offers, acceptances and resignation.
const ONE_MOVE: &str = r"<script>(() => {
    const start = 'rnbqkbnr pppppppp ________ ________ ________ ________ PPPPPPPP RNBQKBNR';
    const after = 'rnbqkbnr pppppppp ________ ________ ____P___ ________ PPPP_PPP RNBQKBNR';
    const rows = board => board.split(' ').map(row => [...row].join(' ')).join('\n');
    for (let moved, offer = '';;) {
        const typed = prompt(`W:900 B:900${offer}\n${rows(moved ? after : start)}`);
        if (typed === null) return alert('RM');
        if (typed == '=' && offer) return alert('DA');
        if (!moved && /^(e2e4.*)?$/.test(typed)) {
            moved = true;
            if (typed.includes('=')) offer = ' =';
        }
    }
})()</script>";

#[test]
fn buttons_type_what_a_person_would() {
    buttons(&Visit::start());
}

pub(super) fn buttons(visit: &Visit) {
    visit.page("play.html").click("[data-language=en]");
    let hidden = |id: &str| visit.ask(&format!("document.getElementById('{id}').hidden"));
    // The first page of the site has neither F nor A.
    for id in ["let-move", "claim", "offer", "resign"] {
        assert_eq!(hidden(id), true, "{id}");
    }
    let page = serde_json::to_string(ONE_MOVE).expect("JSON");
    visit.ask(&format!(
        "(golfchess.variants.push({{ name: 'one', flags: 'TMPDFSA', page: {page} }}),
          location.hash = 'one')"
    ));
    visit.until("!document.getElementById('let-move').hidden");
    visit.click("[name=page-side][value='']");
    let state = |key: &str| visit.ask(&format!("document.querySelector('#status').dataset.{key}"));
    let start = value(visit, "fen");

    // An acceptance without an offer changes nothing.
    visit.click("#claim");
    let shown = (state("state"), value(visit, "fen"));
    assert_eq!(shown, ("refused".into(), start.clone()));
    visit.click("#let-move");
    assert!(value(visit, "pgn").ends_with("\n1. e4 *\n"));
    assert_eq!(hidden("offered"), true);
    visit.click("#undo");
    assert_eq!(value(visit, "fen"), start);
    visit.click("#offer");
    play(visit, "e2e4");
    assert_eq!(hidden("offered"), false);
    visit.click("#claim");
    let shown = (state("state"), state("alert"));
    assert_eq!(shown, ("over".into(), "DA".into()));
    assert!(value(visit, "pgn").ends_with("\n1. e4 1/2-1/2\n"));
    let active = || visit.ask(ACTIVE);
    assert_eq!(active(), serde_json::json!(["undo", "flip", "new"]));

    visit.click("#new");
    let all = [
        "let-move", "claim", "offer", "resign", "flip", "new", "typed", "send",
    ];
    assert_eq!(active(), serde_json::json!(all));
    visit.click("#resign");
    assert_eq!(
        (state("state"), state("alert")),
        ("over".into(), "RM".into())
    );
    assert!(visit.text("#status").contains("cannot mate"));
    assert!(value(visit, "pgn").ends_with("\n\n1/2-1/2\n"));
    assert_eq!(visit.errors(), [""; 0]);
}
