//! Whether a step test is right: on every square, for every piece, the slow way.

use crate::codes::Codes;
use crate::expression::evaluate;

/// Refuses a step test that lets a piece go where it may not, or the other way round. Its names
/// are `p` or `step`, `s` or `side`, `t` or `target`, `r`, `piece` or `unit`.
pub fn check(step: &str, width: i64, codes: &Codes) -> Result<(), String> {
    // The target is taken first of all; here it is given.
    let takes = [
        "(target = squares[to])",
        "(target = squares[at])",
        "(t=n[o])",
    ];
    let step = takes
        .into_iter()
        .fold(step.to_owned(), |step, take| step.replacen(take, "t", 1));
    let mut checked = std::collections::HashSet::new();
    for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
        let (files, ranks) = (to / 8 - from / 8, to % 8 - from % 8);
        let difference = files * width + ranks;
        if difference == 0 || difference.abs() > 2 * width + 1 || !checked.insert(difference) {
            continue;
        }
        for piece in codes.all() {
            for side in [1, -1] {
                // A pawn whose number is its direction has one side only.
                let other = match side {
                    1 => codes.black,
                    _ => codes.black.map(|_| codes.pawn),
                };
                if other == Some(piece) {
                    continue;
                }
                for target in targets(codes) {
                    let names = |name: &str| match name {
                        "p" | "step" => Some(difference as f64),
                        "s" | "side" => Some(side as f64),
                        "t" | "target" => Some(target),
                        "r" | "piece" | "unit" => Some(piece as f64),
                        _ => None,
                    };
                    let goes = evaluate(&step, &names)? != 0.;
                    if goes != may_go(codes, piece, (files, ranks * side), target) {
                        let verb = if goes { "goes" } else { "does not go" };
                        return Err(format!(
                            "`{step}` is wrong: piece {piece} of side {side} {verb} {files} files \
                             and {ranks} ranks on, to {target}"
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}

/// What may be on a square: nothing, a piece of either side, or no square at all.
fn targets(codes: &Codes) -> impl Iterator<Item = f64> {
    let own = codes.all().map(|code| code as f64);
    let other = codes.all().map(|code| -code as f64);
    own.chain(other).chain([0., f64::NAN])
}

/// One step of a piece, in files and in ranks ahead.
fn may_go(codes: &Codes, piece: i64, (files, ahead): (i64, i64), target: f64) -> bool {
    let (files, ranks) = (files.abs(), ahead.abs());
    let straight = files + ranks == 1;
    let diagonal = files == 1 && ranks == 1;
    // An own piece, or a hole.
    if target.is_nan() || target > 0. {
        return false;
    }
    match piece {
        piece if codes.is_pawn(piece) && target == 0. => straight && ahead == 1,
        piece if codes.is_pawn(piece) => diagonal && ahead == 1,
        piece if piece == codes.knight => files * ranks == 2,
        piece if piece == codes.bishop => diagonal,
        piece if piece == codes.king || piece == codes.queen => straight || diagonal,
        _ => straight,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes() -> Codes {
        Codes::new([4, 6, 5, 1, 2, 3], None)
    }

    #[test]
    fn right_tests_are_let_through() {
        let step = "t<1&&1<<p*p%671%28&38&282/(r-6?r:(p-s)%28?0:2-!t)";
        assert_eq!(check(step, 28, &codes()), Ok(()));
        let step = "t<1&&1<<p*p%671%28&38&337/(r-2?r:(p-s)%28?0:4+!t)%89";
        let other = Codes::new([1, 2, 6, 5, 4, 3], None);
        assert_eq!(check(step, 28, &other), Ok(()));
        let step = "t<1&&1<<p*p%671%28&38&70*(r-3?r:(p-s)%28?0:6-!t)%83";
        let other = Codes::new([1, 3, 2, 5, 6, 4], Some(7));
        assert_eq!(check(step, 28, &other), Ok(()));
        let step = "t<1&&1<<p*p%724%29&38&507/(r-2?r:(p-s)%29?0:4-!t)%53";
        let other = Codes::new([1, 2, 5, 3, 4, 6], Some(7));
        assert_eq!(check(step, 29, &other), Ok(()));
    }

    #[test]
    fn a_pawn_s_number_may_be_its_direction() {
        let codes = Codes::new([7, 1, 5, 8, 6, 4], None).with_black(Some(3));
        let step = "t<1&(p&3^r?19&780/r:2-!t)>>p*p*65/81";
        assert_eq!(check(step, 20, &codes), Ok(()));
        for broken in [
            "t<1&(p&3^r?19&780/r:1+!t)>>p*p*65/81",
            "t<1&(p&1^r?19&780/r:2-!t)>>p*p*65/81",
            "t<1&(p&3^r?19&780/r:2)>>p*p*65/81",
        ] {
            assert!(check(broken, 20, &codes).is_err(), "{broken}");
        }
    }

    #[test]
    fn a_broken_constant_is_refused() {
        for broken in [
            "t<1&&1<<p*p%672%28&38&282/(r-6?r:(p-s)%28?0:2-!t)",
            "t<1&&1<<p*p%671%28&38&283/(r-6?r:(p-s)%28?0:4-!t)",
            "t<1&&1<<p*p%671%28&39&284/(r-6?r:(p-s)%28?0:2-!t)",
            "t<1&&1<<p*p%671%28&38&282/(r-6?r:(p-s)%2?0:2-!t)",
            "1<<p*p%671%28&38&282/(r-6?r:(p-s)%28?0:2-!t)",
        ] {
            assert!(check(broken, 28, &codes()).is_err(), "{broken}");
        }
    }
}
