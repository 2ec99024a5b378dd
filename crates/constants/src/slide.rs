//! Whether a piece slides on: the shortest test for a set of numbers.

use crate::codes::Codes;
use crate::formula::whole;

/// An expression over a piece `r`, and its value for each number of a piece from 1.
struct Test {
    text: String,
    values: [f64; 9],
    /// Whether it may stand beside `<` without parentheses.
    is_tight: bool,
}

/// The tests, the shortest first.
pub struct Slides {
    tests: Vec<Test>,
}

impl Slides {
    pub fn new() -> Slides {
        let mut tests = Vec::new();
        let mut add = |text: String, is_tight: bool, value: &dyn Fn(f64) -> f64| {
            let values = std::array::from_fn(|at| value(at as f64 + 1.));
            tests.push(Test {
                text,
                values,
                is_tight,
            });
        };
        let truth = |is: bool| f64::from(u8::from(is));
        add("r".to_owned(), true, &|r| r);
        add("-r".to_owned(), true, &|r| -r);
        add("~r".to_owned(), true, &|r| -1. - r);
        for a in 1..1000 {
            let x = f64::from(a);
            add(format!("{a}%r"), true, &|r| x % r);
            add(format!("{a}/r"), true, &|r| x / r);
            if a < 100 {
                let bits = a as u32;
                add(format!("{a}>>r"), true, &|r| f64::from(bits >> whole(r)));
            }
            if a > 9 {
                continue;
            }
            add(format!("r-{a}"), true, &|r| r - x);
            add(format!("{a}-r"), true, &|r| x - r);
            add(format!("r%{a}"), true, &|r| r % x);
            add(format!("-r%{a}"), true, &|r| -r % x);
            add(format!("~r%{a}"), true, &|r| (-1. - r) % x);
            add(format!("r/{a}"), true, &|r| r / x);
            add(format!("r<{a}"), false, &|r| truth(r < x));
            add(format!("r>{a}"), false, &|r| truth(r > x));
        }
        for a in 1..100 {
            for b in 1..10 {
                let (x, y) = (f64::from(a), f64::from(b));
                add(format!("{a}%r-{b}"), true, &|r| x % r - y);
                add(format!("{b}-{a}%r"), true, &|r| y - x % r);
                add(format!("{a}%r%{b}"), true, &|r| x % r % y);
                add(format!("{a}/r-{b}"), true, &|r| x / r - y);
                add(format!("{b}-{a}/r"), true, &|r| y - x / r);
                add(format!("r*{a}%{b}"), true, &|r| r * x % y);
                add(format!("r*{b}%{a}"), true, &|r| r * y % x);
                add(format!("r%{a}-{b}"), true, &|r| r % x - y);
                add(format!("r%{a}%{b}"), true, &|r| r % x % y);
                add(format!("{b}-r%{a}"), true, &|r| y - r % x);
                add(format!("r/{a}-{b}"), true, &|r| r / x - y);
                add(format!("{a}%r<{b}"), false, &|r| truth(x % r < y));
                add(format!("{a}%r>{b}"), false, &|r| truth(x % r > y));
                add(format!("r%{a}<{b}"), false, &|r| truth(r % x < y));
                add(format!("r%{a}>{b}"), false, &|r| truth(r % x > y));
            }
        }
        tests.sort_by_key(|test| test.text.len());
        Slides { tests }
    }

    /// The shortest test for pieces with these numbers.
    pub fn shortest(&self, codes: &Codes) -> Option<String> {
        if codes.castling.is_some() {
            self.with_double_step(codes)
        } else {
            self.simple(codes)
        }
    }

    /// Over empty squares only, which `!t` is 1 for; the others' `t` is minus a number.
    fn simple(&self, codes: &Codes) -> Option<String> {
        let masked = |test: &&Test| {
            let odd = |code: i64| whole(test.values[code as usize - 1]) & 1 == 1;
            codes.sliders().all(odd) && !codes.others().any(odd)
        };
        // That a piece slides on through a king does no harm: the king is taken already.
        let least = codes.all().filter(|code| *code != codes.king).min()?;
        let compared = |test: &&Test| {
            let at = |code: i64| test.values[code as usize - 1];
            test.is_tight
                && codes
                    .sliders()
                    .all(|code| at(code) < 0. && at(code) >= -least as f64)
                && !codes.others().any(|code| at(code) < 0.)
        };
        let masked = self
            .tests
            .iter()
            .find(masked)
            .map(|test| format!("!t&{}", test.text));
        let compared = self
            .tests
            .iter()
            .find(compared)
            .map(|test| format!("t>{}", test.text));
        [masked, compared]
            .into_iter()
            .flatten()
            .min_by_key(String::len)
    }

    /// As before, and a pawn only on the step from its own second rank: three squares back is a
    /// hole then, or five ahead is a square, and nowhere else.
    fn with_double_step(&self, codes: &Codes) -> Option<String> {
        let behind = |test: &&Test| {
            let at = |code: i64| test.values[code as usize - 1];
            let never = |code: i64| at(code).is_nan() || at(code) <= 0.;
            // 0 or 1 is less than the value: always, never, or 0 only.
            test.is_tight
                && at(codes.pawn) > 0.
                && at(codes.pawn) <= 1.
                && never(codes.king)
                && never(codes.knight)
                && codes.sliders().all(|code| at(code) > 1.)
        };
        let ahead = |test: &&Test| {
            let at = |code: i64| test.values[code as usize - 1];
            let never = |code: i64| at(code).is_nan() || at(code) >= 1.;
            test.is_tight
                && (0. ..1.).contains(&at(codes.pawn))
                && never(codes.king)
                && never(codes.knight)
                && codes.sliders().all(|code| at(code) < 0.)
        };
        let tests = || self.tests.iter();
        let behind = tests().find(behind);
        let behind = behind.map(|test| format!("n[o-3*s]<9<{}>-t", test.text));
        let ahead = tests().find(ahead);
        let ahead = ahead.map(|test| format!("n[o+5*s]<9>{}>-t", test.text));
        [behind, ahead]
            .into_iter()
            .flatten()
            .min_by_key(String::len)
    }
}
