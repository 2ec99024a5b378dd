//! Tests of each clause of the contract "With C".

use golfchess_pages::catalog::FlagSet;
use golfchess_rules::Outcome;

use super::*;

fn contract(flags: &str) -> Contract {
    Contract::new(&FlagSet::new(flags)).expect("a set of rules")
}

/// A game after clicks, and the step of the last one.
fn clicked(flags: &str, words: &str) -> (ClickReferee, Step) {
    let mut referee = ClickReferee::of(&contract(flags));
    let step = click(&mut referee, words);
    (referee, step)
}

fn click(referee: &mut ClickReferee, words: &str) -> Step {
    let clicks = words.split_whitespace().flat_map(clicks_of);
    let last = clicks.map(|click| referee.click(click.square)).last();
    last.expect("a click")
}

fn piece(referee: &ClickReferee, square: &str) -> Option<char> {
    let square = square.parse().expect("a square");
    let piece = referee.position().board().piece_at(square);
    piece.map(|piece| piece.letter())
}

fn status(referee: &ClickReferee, flags: &str) -> String {
    let text = referee.text(contract(flags).show);
    text.lines().next().expect("a line").to_owned()
}

#[test]
fn a_click_tries_to_move_from_the_square_of_the_click_before_it() {
    let (referee, step) = clicked("C", "e2 e3");
    assert!(matches!(step, Step::Played(_)));
    assert_eq!(piece(&referee, "e3"), Some('P'));
    // Another piece is selected; a square in between is the start of the next try.
    let (referee, step) = clicked("C", "e2 d2 d3");
    assert!(matches!(step, Step::Played(_)));
    assert_eq!(
        (piece(&referee, "e2"), piece(&referee, "d3")),
        (Some('P'), Some('P'))
    );
    let (_, step) = clicked("C", "e2 a5 e3");
    assert_eq!(step, Step::Rejected);
    // The target of a move is the start of the next try: here of the other side, which has no piece there.
    let (_, step) = clicked("MSC", "e2 e4 e5");
    assert_eq!(step, Step::Rejected);
    // A target that is no legal move may be a start.
    let (_, step) = clicked("C", "a1 b1 c3");
    assert!(matches!(step, Step::Played(_)));
}

#[test]
fn castling_is_the_kings_own_move() {
    let opening = "e2e3 e7e6 g1f3 g8f6 f1e2 f8e7";
    let (_, step) = clicked("MPSC", &format!("{opening} e1h1"));
    assert_eq!(step, Step::Rejected);
    let (referee, _) = clicked("MPSC", &format!("{opening} e1g1"));
    assert_eq!(
        (piece(&referee, "g1"), piece(&referee, "f1")),
        (Some('K'), Some('R'))
    );
}

#[test]
fn clicks_in_a_row_on_a_pawn_choose_its_promotion() {
    let opening = "a2a3 h7h6 a3a4 h6h5 a4a5 b7b6 a5b6 h5h4 b6a7 h4h3";
    let pieces = ['Q', 'B', 'R', 'N', 'Q', 'B'];
    for (times, expected) in (1..).zip(pieces) {
        let presses = format!("{}b8", "a7".repeat(times));
        let (referee, _) = clicked("PSC", &format!("{opening} {presses}"));
        assert_eq!(piece(&referee, "b8"), Some(expected), "{times}");
        // Without P always a queen.
        let (referee, _) = clicked("SC", &format!("{opening} {presses}"));
        assert_eq!(piece(&referee, "b8"), Some('Q'), "{times}");
        // Only clicks directly before the target count.
        let (referee, _) = clicked("PSC", &format!("{opening} a7a7 c3 {presses}"));
        assert_eq!(piece(&referee, "b8"), Some(expected), "{times}");
    }
    for (text, expected) in [
        ("a7b8", 'Q'),
        ("a7b8b", 'B'),
        ("a7b8r", 'R'),
        ("a7b8N", 'N'),
    ] {
        let (referee, _) = clicked("PSC", &format!("{opening} {text}"));
        assert_eq!(piece(&referee, "b8"), Some(expected), "{text}");
    }
}

#[test]
fn each_second_from_loading_on_is_charged_to_the_side_to_move() {
    let flags = "TMPDSC";
    let mut referee = ClickReferee::of(&contract(flags));
    referee.pass(999);
    assert_eq!(status(&referee, flags), "W,900,900");
    click(&mut referee, "e2 e4");
    // The second began with White, and ends with Black.
    referee.pass(1);
    assert_eq!(status(&referee, flags), "B,900,899");
    referee.pass(3_400);
    assert_eq!(status(&referee, flags), "B,900,896");
    click(&mut referee, "e7 e5");
    referee.pass(600);
    assert_eq!(status(&referee, flags), "W,899,896");
    // Without T there are no seconds.
    let mut untimed = ClickReferee::of(&contract("MPSC"));
    assert_eq!(untimed.pass(5_000_000), 0);
    assert_eq!(status(&untimed, "MPSC"), "W");
}

#[test]
fn a_side_without_a_second_has_lost() {
    let mut referee = ClickReferee::of(&contract("TSC"));
    referee.pass(899_999);
    assert_eq!(status(&referee, "TSC"), "W,1,900");
    referee.pass(1);
    assert_eq!(status(&referee, "TSC"), "B#,0,900");
    let mut silent = ClickReferee::of(&contract("TC"));
    click(&mut silent, "e2 e3");
    silent.pass(900_000);
    assert_eq!(status(&silent, "TC"), "B,900,0");
}

#[test]
fn neither_clicks_nor_time_change_anything_after_the_end() {
    let mate = "f2f3 e7e6 g2g3 a7a6 g3g4 d8h4";
    for flags in ["SC", "TMPDSUC", "UC", "TC"] {
        let (mut referee, step) = clicked(flags, mate);
        assert!(matches!(step, Step::Ended(_)), "{flags}");
        let show = contract(flags).show;
        let text = referee.text(show);
        assert!(!text.contains("mark"), "the mark may move");
        click(&mut referee, "a2 a3 e1 f2");
        referee.pass(10_000);
        assert_eq!(referee.text(show), text, "{flags}");
    }
}

#[test]
fn the_square_of_the_last_click_is_marked() {
    let mark = |flags: &str, words: &str| {
        let (referee, _) = clicked(flags, words);
        let text = referee.text(contract(flags).show);
        text.lines().last().expect("a line").to_owned()
    };
    assert_eq!(mark("UC", "e2"), "mark e2");
    assert_eq!(mark("UC", "e2 e3"), "mark e3");
    assert_eq!(mark("MPSUC", "e2 e4 e7 a1"), "mark a1");
    assert_eq!(mark("C", "e2"), "R N B Q K B N R");
}

#[test]
fn without_clocks_the_page_replies_within_the_click() {
    let (mut referee, step) = clicked("SUCA", "e2 e3");
    assert_eq!(step, Step::Chooses);
    assert!(referee.must_choose());
    let reply: Move = "e7e6".parse().expect("a move");
    assert_eq!(referee.choose(reply), Step::Played(reply));
    let text = referee.text(contract("SUCA").show);
    assert!(
        text.starts_with("W\n") && text.ends_with("mark e6"),
        "{text}"
    );
    assert!(!referee.must_choose());
    // The page's move counts as clicks on its squares.
    assert_eq!(click(&mut referee, "e4"), Step::Rejected);
    assert_eq!(click(&mut referee, "e3 e4"), Step::Chooses);
}

#[test]
fn with_clocks_the_page_replies_at_the_next_second() {
    let flags = "TMPDSUCA";
    let (mut referee, step) = clicked(flags, "e2 e4");
    assert!(matches!(step, Step::Played(_)));
    referee.pass(999);
    // Until then clicks change only the mark, clicks of Black's moves too.
    assert_eq!(click(&mut referee, "e7 e5"), Step::Rejected);
    assert_eq!(click(&mut referee, "d2 d4"), Step::Rejected);
    assert!(!referee.must_choose());
    assert_eq!(referee.pass(3_001), 3_000);
    assert!(referee.must_choose());
    assert_eq!(status(&referee, flags), "B,900,899");
    referee.choose("e7e5".parse().expect("a move"));
    assert_eq!(referee.pass(3_000), 0);
    assert_eq!(status(&referee, flags), "W,897,899");
}

#[test]
fn the_page_does_not_move_in_a_second_that_it_does_not_have() {
    let (mut referee, _) = clicked("TSCAB", "e2 e3");
    referee.referee.charge(Duration::from_secs(899));
    referee.pass(SECOND);
    assert!(!referee.must_choose());
    assert_eq!(
        referee.outcome().and_then(Outcome::winner),
        Some(Color::White)
    );
    assert_eq!(status(&referee, "TSCAB"), "W#,900,0");
}

#[test]
fn a_text_stands_for_clicks_on_its_squares() {
    let clicks = |text: &str| -> Vec<String> {
        let clicks = clicks_of(text).into_iter();
        clicks
            .map(|click| format!("{}@{}", click.square, click.hold))
            .collect()
    };
    assert_eq!(clicks("e2E4"), ["e2@0", "e4@0"]);
    assert_eq!(clicks("e2~e4~d5"), ["e2@120", "e4@120", "d5@0"]);
    assert_eq!(clicks("a7b8r"), ["a7@0", "a7@0", "a7@0", "b8@0"]);
    for text in ["", "zz", "i2", "a9", "~", "n"] {
        assert!(clicks_of(text).is_empty(), "{text:?}");
    }
}
