//! A search on one step hash finds right choices.

use super::*;
use crate::check::check;
use crate::codes::KINDS;
use crate::hash::Hash;
use crate::{formula, frame};

#[test]
fn what_is_found_is_right_and_no_longer_than_what_was_known() {
    let hash = Hash {
        text: "p*p%671%28".to_owned(),
        width: 28,
        rook: 1 << 1,
        bishop: 1 << 2,
        knight: 1 << 5,
        others: [0, 4, 8, 9, 10, 11, 13, 16, 17, 20, 21, 22, 24, 25, 26]
            .into_iter()
            .fold(0, |all, value| all | 1 << value),
    };
    let frames = frame::find(&[hash]);
    let slides = Slides::new();
    let search = Search::new(KINDS[0], &frames, &slides, 123, Shape::Closed);
    let work = Work::open(None, "").expect("no file");
    let shard = "1/1".parse().expect("a shard");
    let found = search
        .run(&work, &formula::families(3), shard)
        .expect("no file");
    let best = found.first().expect("a choice");
    assert!(best.cost() <= 116, "{best:?}");
    for choice in &found {
        assert_eq!(check(choice.item("step"), 28, &choice.codes), Ok(()));
    }
}

#[test]
fn a_formula_with_the_pawn_beside_it_is_found() {
    let board = Board::new(20);
    let hash = Hash::read("p*p*65/81", &board, |step| step * step * 65 / 81);
    let hash = hash.expect("it distinguishes the steps");
    let frames = frame::find(&[hash]);
    let slides = Slides::new();
    let search = Search::new(KINDS[0], &frames, &slides, 113, Shape::Open);
    let work = Work::open(None, "").expect("no file");
    let shard = "1/1".parse().expect("a shard");
    let found = search
        .run(&work, &[formula::family("A&B/X", 10..100, 700..800)], shard)
        .expect("no file");
    let best = found.first().expect("a choice");
    assert!(best.codes.black.is_some(), "{best:?}");
    for choice in &found {
        assert_eq!(check(choice.item("step"), 20, &choice.codes), Ok(()));
    }
}
