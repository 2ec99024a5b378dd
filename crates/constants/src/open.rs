//! Tests with the pawn's case beside the formula, `(r-3|(p-s)%4?F:2-!t)`: the formula is for the
//! other pieces only, and a pawn's steps ahead have bits of their own.

use crate::codes::{Codes, Kind};
use crate::formula::place;
use crate::frame::{BISHOP, Frame, KNIGHT, NONE, ROOK};
use crate::pawn::Classes;

/// The numbers of White's and Black's pawns: their steps ahead modulo a power of two.
const DIRECTED: [(i64, [i64; 2]); 2] = [(4, [1, 3]), (8, [1, 7])];

/// The greatest number of a piece.
const MOST: i64 = 8;

/// The least characters of a pawn's case.
pub const LEAST: usize = "(p&3^r?:!t)".len();

/// The shortest bits of a pawn's steps ahead: a rook's where `t` is empty, else a bishop's.
pub fn ahead(frame: &Frame) -> Option<String> {
    let is = |empty: u32, taken: u32| frame.class(empty) == ROOK && frame.class(taken) == BISHOP;
    if is(1, 0) {
        return Some("!t".to_owned());
    }
    let around = (1..1000).find_map(|number: u32| match number {
        _ if is(number - 1, number) => Some(format!("{number}-!t")),
        _ if is(number + 1, number) => Some(format!("{number}+!t")),
        _ => None,
    });
    let of = |class| (1..1000).find(|number| frame.class(*number) == class);
    let apart = of(BISHOP).zip(of(ROOK));
    let apart = apart.map(|(bishop, rook)| format!("t?{bishop}:{rook}"));
    around.into_iter().chain(apart).min_by_key(String::len)
}

/// The condition for all steps but a pawn's ahead, with `F` in place of the formula. A pawn's
/// other steps take the formula of its number if that has none of the bits.
pub fn condition(classes: &Classes, pawn: i64, modulus: &str) -> String {
    match classes[place(pawn)] {
        NONE => format!("r-{pawn}|(p-s)%{modulus}?F:"),
        _ => format!("r-{pawn}?F:(p-s)%{modulus}?0:"),
    }
}

/// All numbers with pawns whose number is their direction, and the condition.
pub fn directed(kind: &Kind) -> Vec<(i64, Codes)> {
    let mut all = Vec::new();
    // En passant and double steps need the side.
    if kind.moves {
        return all;
    }
    for (modulus, [white, black]) in DIRECTED {
        let free: Vec<i64> = (2..=MOST).filter(|code| *code != black).collect();
        choose(&free, &mut Vec::new(), &mut |numbers| {
            let [king, knight, rook, bishop, queen] = *numbers else {
                return;
            };
            // Steps of a knight, of no other piece but pawns, have the other even rests.
            if knight >= modulus || knight % 4 != 2 {
                let numbers = [king, white, knight, rook, bishop, queen];
                all.push((modulus, Codes::new(numbers, None).with_black(Some(black))));
            }
        });
    }
    all
}

/// The condition of directed pawns.
pub fn directed_condition(modulus: i64) -> String {
    format!("p&{}^r?F:", modulus - 1)
}

/// A run's side where it is passed and tested, or the test for a run on the board itself.
pub fn side(codes: &Codes) -> &'static str {
    match codes.black {
        None => "s,s-v,-v,v",
        Some(_) => "n!=b",
    }
}

/// True for all pieces but pawns.
pub fn no_pawn(codes: &Codes) -> String {
    match codes.black {
        None => format!("r-{}", codes.pawn),
        Some(black) if codes.all().all(|code| codes.is_pawn(code) || code > black) => {
            format!("r>{black}")
        }
        Some(black) => format!("p&{black}^r"),
    }
}

/// Whether the formula has the bits of each piece, and none for pawns.
pub fn fits(codes: &Codes, classes: &Classes) -> bool {
    let is = |code: i64, class| classes[place(code)] == class;
    is(codes.pawn, NONE)
        && codes.black.is_none_or(|black| is(black, NONE))
        && is(codes.king, ROOK | BISHOP)
        && is(codes.queen, ROOK | BISHOP)
        && is(codes.rook, ROOK)
        && is(codes.bishop, BISHOP)
        && is(codes.knight, KNIGHT)
}

fn choose(free: &[i64], chosen: &mut Vec<i64>, visit: &mut impl FnMut(&[i64])) {
    if chosen.len() == 5 {
        return visit(chosen);
    }
    for number in free {
        if !chosen.contains(number) {
            chosen.push(*number);
            choose(free, chosen, visit);
            chosen.pop();
        }
    }
}
