//! The argument of the formula: a piece's number, or a pawn's case.

use crate::formula::place;
use crate::frame::{BISHOP, Class, NONE, ROOK};

/// What a formula passes at each argument; see [`place`].
pub type Classes = [Class; 12];

/// The least characters that an argument takes, without the number that identifies
/// the steps of a pawn.
pub const LEAST: usize = "r-1|(p-s)%?r:!t".len();

/// The shortest argument: the piece, but for a pawn's step ahead the number of a rook where the
/// target is empty, and of a bishop where it is not. For all other steps of a pawn it is a
/// number that passes none, if possible the pawn's own.
pub fn argument(classes: &Classes, pawn: i64, modulus: &str, marks: bool) -> Option<String> {
    let ahead = ahead(classes, marks)?;
    if classes[place(pawn)] == NONE {
        return Some(format!("r-{pawn}|(p-s)%{modulus}?r:{ahead}"));
    }
    let none = (0..10).find(|number| classes[place(*number)] == NONE)?;
    Some(format!("r-{pawn}?r:(p-s)%{modulus}?{none}:{ahead}"))
}

/// A number that is a rook's when `t` is empty and else a bishop's. With marks of en passant,
/// which are true and yet 0, only `!t` tells them.
fn ahead(classes: &Classes, marks: bool) -> Option<String> {
    let is = |empty: i64, taken: i64| {
        let class = |at: i64| (-2..10).contains(&at).then(|| classes[place(at)]);
        class(empty) == Some(ROOK) && class(taken) == Some(BISHOP)
    };
    if is(1, 0) {
        return Some("!t".to_owned());
    }
    if is(-1, 0) {
        return Some("-!t".to_owned());
    }
    if is(-2, -1) {
        return Some("~!t".to_owned());
    }
    if !marks && is(0, 1) {
        return Some("t<0".to_owned());
    }
    for number in 1..10 {
        if is(number - 1, number) {
            return Some(format!("{number}-!t"));
        }
        if is(number + 1, number) {
            return Some(format!("{number}+!t"));
        }
        if is(number, 0) {
            return Some(format!("{number}*!t"));
        }
    }
    let first = |wanted: Class| (0..10).find(|number| classes[place(*number)] == wanted);
    Some(format!("t?{}:{}", first(BISHOP)?, first(ROOK)?))
}
