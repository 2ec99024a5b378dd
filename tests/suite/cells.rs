//! Games with the mouse on pages that are no chess pages: two cells in each of two columns.

use crate::support::needs::needs_browsers;
use golfchess_parity::host::{Host, Kind};
use golfchess_parity::{
    Answer, Cells, Dialog, Effect, Ending, Mode, Oracle, Plan, Press, Reading, Transcript,
};

/// Four cells that count their events, and a text that counts seconds. The cells stand in another order
/// in the document than on the screen.
fn page(event: &str) -> String {
    let cell = |left: u32, top: u32, name: &str| {
        format!(
            "<b {event}=text(this) style='position:absolute;left:{left}px;top:{top}px;\
             width:40px;height:40px;background:#{left}0'>{name}</b>"
        )
    };
    let cells = [(99, 99, "d"), (11, 11, "a"), (11, 99, "b"), (99, 11, "c")];
    let cells: String = cells
        .iter()
        .map(|(left, top, name)| cell(*left, *top, name))
        .collect();
    format!(
        "<body><i>0</i>{cells}<script>text=cell=>cell.innerText+='!';\
         setInterval(()=>document.querySelector('i').innerText++,1e3)</script>"
    )
}

fn plan(mode: Mode, presses: &[(u64, usize, u64)]) -> Plan {
    let presses = presses.iter();
    Plan {
        suite: "cells",
        case: String::new(),
        answers: presses.clone().map(|press| Answer(None, press.0)).collect(),
        expected: Vec::new(),
        mode,
        oracle: Oracle::Reference,
        pace: 0,
        stage: None,
        cells: Some(Cells {
            rows: 2,
            look: true,
            presses: presses
                .map(|&(_, cell, hold)| vec![Press { cell, hold }])
                .collect(),
        }),
        player: None,
    }
}

fn run(host: &mut dyn Host, page: &str, plan: &Plan) -> Transcript {
    let mut shown = host.run(page, &[plan]).expect("a browser");
    shown.remove(0)
}

/// The text outside of the cells, and those of the cells, of each reading.
fn texts(shown: &Transcript) -> Vec<String> {
    let readings = shown.dialogs.iter().map(|dialog| match dialog {
        Dialog::Effect(Effect::Cells, text) => {
            let reading: Reading = serde_json::from_str(text).expect("a reading");
            assert!(reading.grid, "{text}");
            format!("{} {}", reading.outside, reading.cells.join(" "))
        }
        other => other.to_string(),
    });
    readings.collect()
}

#[test]
fn cells_are_pressed_and_read_column_by_column() {
    let mut host = Kind::Chrome.open().expect("a browser");
    for event in ["onclick", "onmouseup", "onpointerdown"] {
        let plan = plan(Mode::Fresh, &[(0, 1, 0), (999, 2, 0), (1, 2, 0)]);
        let shown = run(host.as_mut(), &page(event), &plan);
        assert_eq!(
            texts(&shown),
            [
                "0 a b c d",
                "0 a b! c d",
                "0 a b! c d",
                "0 a b! c! d",
                "1 a b! c! d",
                "1 a b! c!! d"
            ],
            "{event}"
        );
        let Some(Dialog::Effect(_, text)) = shown.dialogs.first() else {
            panic!("{shown:?}");
        };
        let reading: Reading = serde_json::from_str(text).expect("a reading");
        let look = reading.look.expect("colours");
        assert_eq!(reading.on, event);
        assert_eq!(look.colours[0], "rgb(17, 17, 0)");
        assert_eq!(look.least, Some([40.0, 40.0]));
    }
}

#[test]
fn the_colour_of_a_cell_is_the_one_that_is_seen() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let page = "<body style=background:#00f><p style=background:#f008><b onclick=1>a</b>\
                <p><b onclick=1 style=background:#0f0>b</b>";
    let shown = run(host.as_mut(), page, &plan(Mode::Fresh, &[]));
    let Some(Dialog::Effect(_, text)) = shown.dialogs.first() else {
        panic!("{shown:?}");
    };
    let reading: Reading = serde_json::from_str(text).expect("a reading");
    let look = reading.look.expect("colours");
    assert_eq!(look.colours, ["rgb(136, 0, 119)", "rgb(0, 255, 0)"]);
}

#[test]
fn the_size_of_a_cell_is_the_one_on_the_screen() {
    sizes_in(Kind::Chrome);
}

#[test]
#[ignore = "slow: needs Firefox and WebKitGTK"]
fn the_size_of_a_cell_is_the_one_on_the_screen_in_other_browsers() {
    if !needs_browsers(&[Kind::Firefox, Kind::WebKit]) {
        return;
    }
    sizes_in(Kind::Firefox);
    sizes_in(Kind::WebKit);
}

/// A page enlarges a cell, and presses reach it in a window that cannot show it whole.
fn sizes_in(kind: Kind) {
    let mut host = kind.open().expect("a browser");
    let zoomed = "<div style=zoom:2><b onclick=innerText+='!' style='display:block;zoom:4;\
                  width:20px;height:10px'>a</b>";
    let far = "<b onclick=innerText+='?' style='position:absolute;top:600px;left:400px'>b</b>";
    let mut one = plan(Mode::Fresh, &[]);
    one.cells.as_mut().expect("cells").rows = 1;
    let shown = run(host.as_mut(), zoomed, &one);
    let Some(Dialog::Effect(_, text)) = shown.dialogs.first() else {
        panic!("{shown:?}");
    };
    let reading: Reading = serde_json::from_str(text).expect("a reading");
    assert_eq!(
        reading.look.expect("colours").least,
        Some([160.0, 80.0]),
        "{kind}"
    );
    let real = plan(Mode::RealDialogs, &[(0, 0, 0), (0, 1, 0)]);
    let real = run(host.as_mut(), &format!("{zoomed}{far}"), &real);
    assert_eq!(texts(&real), [" a b", " a! b", " a! b?"], "{kind}");
}

#[test]
fn a_press_over_a_redraw_is_no_click_but_ends_with_the_button_up() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let redrawn = |event: &str| {
        format!(
            "<body><script>n=0;draw=()=>document.body.innerHTML=`<h1 {event}=n++>${{n}}</h1>`;\
             setInterval(draw,1e3);draw()</script>"
        )
    };
    for (event, counted) in [("onclick", "0"), ("onmouseup", "1")] {
        let mut plan = plan(Mode::Fresh, &[(900, 0, 120), (1_000, 0, 0)]);
        let cells = plan.cells.as_mut().expect("cells");
        cells.rows = 1;
        let shown = run(host.as_mut(), &redrawn(event), &plan);
        // The second press comes after the last reading of a redraw.
        assert_eq!(texts(&shown)[3].trim(), counted, "{event}");
    }
}

#[test]
fn errors_dialogs_and_pages_that_hang_are_seen() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let page = |script: &str| format!("<body><b onclick={script}>a</b>");
    let mut plan = plan(Mode::Fresh, &[(0, 0, 0)]);
    plan.cells.as_mut().expect("cells").rows = 1;
    let thrown = run(host.as_mut(), &page("throw/**/RangeError(1)"), &plan);
    assert_eq!(texts(&thrown)[1], "error: RangeError: 1");
    let dialog = run(host.as_mut(), &page("alert(2)"), &plan);
    assert_eq!(texts(&dialog)[1], "alert: 2");
    let hung = run(host.as_mut(), &page("for(;;);"), &plan);
    assert_eq!(hung.ending, Ending::Hung);
    assert_eq!(texts(&hung), [" a"]);
}

#[test]
fn the_browsers_own_mouse_presses_cells_of_a_page_from_disk() {
    let mut host = Kind::Chrome.open().expect("a browser");
    let plan = plan(Mode::RealDialogs, &[(0, 3, 0), (1_100, 0, 200)]);
    let shown = run(host.as_mut(), &page("onclick"), &plan);
    let texts = texts(&shown);
    let cells: Vec<&str> = texts
        .iter()
        .filter_map(|text| text.split_once(' '))
        .map(|all| all.1)
        .collect();
    assert_eq!(cells, ["a b c d", "a b c d!", "a b c d!", "a! b c d!"]);
    let seconds = |text: &str| {
        text.split(' ')
            .next()
            .and_then(|word| word.parse::<u64>().ok())
    };
    assert!(seconds(&texts[2]) > seconds(&texts[0]), "{texts:?}");
}

#[test]
fn the_embedded_engine_says_what_it_lacks() {
    let mut host = Kind::Embedded.open().expect("an engine");
    let plan = plan(Mode::Fresh, &[(0, 0, 0)]);
    let error = host
        .run(&page("onclick"), &[&plan])
        .expect_err("no document");
    assert_eq!(
        error.to_string(),
        "the host embedded has no document for the mouse, which the page uses"
    );
}
