//! The play page: clicks, keys and buttons.

use crate::support::tab::Visit;

/// Clicks squares of the board, two for each move.
fn play(visit: &Visit, moves: &str) {
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

    visit.click("#new");
    visit.click("#resign");
    assert_eq!(
        (state("state"), state("alert")),
        ("over".into(), "RM".into())
    );
    assert!(visit.text("#status").contains("cannot mate"));
    assert!(value(visit, "pgn").ends_with("\n\n1/2-1/2\n"));
    assert_eq!(visit.errors(), [""; 0]);
}
