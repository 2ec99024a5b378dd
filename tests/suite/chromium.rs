//! Committed pages in a real browser, opened from disk, with its own dialogs.

use crate::support::browser::OpenPage;
use crate::support::plan::Plan;
use crate::support::referee::Dialog;
use crate::support::{flags_of, root};

/// Plays moves to the end (or to Cancel) and compares every dialog.
fn play(name: &str, moves: &str) {
    let plan = Plan::moves(&flags_of(name), moves);
    let page = OpenPage::open(&root().join("catalog").join(format!("{name}.html")));
    let mut answers = plan.answers.iter();
    for expected in &plan.dialogs {
        let shown = without_time(page.dialog());
        assert_eq!(shown, without_time(expected.clone()), "{name}");
        match expected {
            Dialog::Prompt(_) => {
                let (text, _) = answers.next().expect("an answer for each prompt");
                page.answer(text.as_deref());
            }
            Dialog::Alert(_) => page.answer(Some("")),
        }
    }
    assert!(page.is_silent(), "{name} goes on after its end");
}

/// Real time passes here, so the clocks' seconds are not compared.
fn without_time(dialog: Dialog) -> Dialog {
    match dialog {
        Dialog::Prompt(text) if text.starts_with("W:") => {
            let digits = |c: char| !c.is_ascii_digit();
            let (clocks, board) = text.split_once('\n').expect("a board");
            let clocks: String = clocks.chars().filter(|&c| digits(c)).collect();
            Dialog::Prompt(format!("{clocks}\n{board}"))
        }
        other => other,
    }
}

#[test]
fn the_largest_page_announces_mate_from_disk() {
    play(
        "index_TMP_D_SU",
        "rubbish e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7",
    );
}

#[test]
fn the_smallest_page_ends_with_mate_or_cancel_from_disk() {
    play("index_L1", "e2e4 e2e3 a7a6 f1c4 b7b6 d1f3 c7c6 f3f7");
    play("index_L1", "e2e3");
}
