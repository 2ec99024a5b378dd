//! Short arithmetic that makes a mask of steps from a piece's number.

/// An expression over `X` with numbers in place of `A` and `B`.
struct Form {
    text: &'static str,
    value: fn(f64, f64, f64) -> f64,
}

macro_rules! forms {
    ($($text:literal: |$x:ident, $a:pat_param, $b:pat_param| $value:expr),* $(,)?) => {
        &[$(Form { text: $text, value: |$x, $a, $b| $value }),*]
    };
}

/// `X` may be text, which `+` would not add.
const FORMS: &[Form] = forms![
    "X": |x, _, _| x,
    "~X": |x, _, _| -1. - x,
    "A*X": |x, a, _| a * x,
    "A/X": |x, a, _| a / x,
    "A%X": |x, a, _| a % x,
    "A-X": |x, a, _| a - x,
    "A>>X": |x, a, _| f64::from(whole(a) as i32 >> (whole(x) & 31)),
    "A<<X": |x, a, _| f64::from((whole(a) << (whole(x) & 31)) as i32),
    "A**X": |x, a, _| a.powf(x),
    "X**A": |x, a, _| x.powf(a),
    "X%A": |x, a, _| x % a,
    "X/A": |x, a, _| x / a,
    "A*X%B": |x, a, b| a * x % b,
    "A/X%B": |x, a, b| a / x % b,
    "A%X*B": |x, a, b| a % x * b,
    "A%X%B": |x, a, b| a % x % b,
    "A%X-B": |x, a, b| a % x - b,
    "A%X+B": |x, a, b| a % x + b,
    "A/X-B": |x, a, b| a / x - b,
    "A/X+B": |x, a, b| a / x + b,
    "A*X-B": |x, a, b| a * x - b,
    "A*X+B": |x, a, b| a * x + b,
    "A-X*B": |x, a, b| a - x * b,
    "A-X%B": |x, a, b| a - x % b,
    "A-B/X": |x, a, b| a - b / x,
    "A-B%X": |x, a, b| a - b % x,
    "A+B%X": |x, a, b| a + b % x,
    "A>>X*B": |x, a, b| f64::from(whole(a) as i32 >> (whole(x * b) & 31)),
    "A>>X%B": |x, a, b| f64::from(whole(a) as i32 >> (whole(x % b) & 31)),
    "A>>B%X": |x, a, b| f64::from(whole(a) as i32 >> (whole(b % x) & 31)),
    "A<<X*B": |x, a, b| f64::from((whole(a) << (whole(x * b) & 31)) as i32),
    "A<<X%B": |x, a, b| f64::from((whole(a) << (whole(x % b) & 31)) as i32),
    "A<<B%X": |x, a, b| f64::from((whole(a) << (whole(b % x) & 31)) as i32),
    "A<<B/X": |x, a, b| f64::from((whole(a) << (whole(b / x) & 31)) as i32),
    "A>>B/X": |x, a, b| f64::from(whole(a) as i32 >> (whole(b / x) & 31)),
    "A**X%B": |x, a, b| a.powf(x) % b,
    "X**A%B": |x, a, b| x.powf(a) % b,
    "A%X**B": |x, a, b| a % x.powf(b),
    "A/X**B": |x, a, b| a / x.powf(b),
    "A/B**X": |x, a, b| a / b.powf(x),
    "A%B**X": |x, a, b| a % b.powf(x),
    "A*X**B": |x, a, b| a * x.powf(b),
    "X%A*B": |x, a, b| x % a * b,
    "X/A%B": |x, a, b| x / a % b,
];

/// Forms whose operators bind less than a shift: they serve only beside the pawn's case.
const LOOSE: &[Form] = forms![
    "A&B/X": |x, a, b| bits(whole(a) & whole(b / x)),
    "A&B%X": |x, a, b| bits(whole(a) & whole(b % x)),
    "A&B*X": |x, a, b| bits(whole(a) & whole(b * x)),
    "A&B-X": |x, a, b| bits(whole(a) & whole(b - x)),
    "A^B/X": |x, a, b| bits(whole(a) ^ whole(b / x)),
    "A^B%X": |x, a, b| bits(whole(a) ^ whole(b % x)),
    "A^B*X": |x, a, b| bits(whole(a) ^ whole(b * x)),
];

/// The arguments at which a formula is looked at: numbers of pieces, 0, and the two below it,
/// which a pawn's case may use.
pub const ARGUMENTS: std::ops::RangeInclusive<i64> = -2..=9;

/// The values of a formula at all arguments, as the bits of an integer.
pub type Values = [u32; 12];

/// The place of an argument among the values.
pub const fn place(argument: i64) -> usize {
    (argument + 2) as usize
}

/// A number as `&` and the shifts take it.
pub fn whole(number: f64) -> u32 {
    if number.is_finite() {
        (number.trunc() % 4_294_967_296.) as i64 as u32
    } else {
        0
    }
}

/// The number that an operator on bits makes.
fn bits(whole: u32) -> f64 {
    f64::from(whole as i32)
}

/// A formula with its numbers.
#[derive(Clone, Copy)]
pub struct Formula {
    form: &'static Form,
    a: u32,
    b: u32,
}

impl Formula {
    pub fn values(&self) -> Values {
        let mut values = [0; 12];
        for argument in ARGUMENTS {
            let value = (self.form.value)(argument as f64, f64::from(self.a), f64::from(self.b));
            // What is no exact integer any more may differ between browsers.
            values[place(argument)] = whole(if value.abs() < 2f64.powi(53) {
                value
            } else {
                0.
            });
        }
        values
    }

    /// With an argument in parentheses.
    pub fn spell(&self, argument: &str) -> String {
        let text = self.form.text.chars().map(|character| match character {
            'A' => self.a.to_string(),
            'B' => self.b.to_string(),
            'X' => argument.to_owned(),
            other => other.to_string(),
        });
        text.collect()
    }
}

/// A set of formulas of one length, small enough to be one piece of work.
pub struct Family {
    form: &'static Form,
    first: std::ops::Range<u32>,
    second: std::ops::Range<u32>,
    pub length: usize,
    /// Whether it may stand inside the arithmetic of a frame.
    pub is_tight: bool,
}

impl Family {
    /// How many formulas there are in the family.
    pub fn count(&self) -> u64 {
        self.first.len() as u64 * self.second.len() as u64
    }

    pub fn each(&self, mut visit: impl FnMut(Formula)) {
        for a in self.first.clone() {
            for b in self.second.clone() {
                let form = self.form;
                visit(Formula { form, a, b });
            }
        }
    }
}

/// The formulas of one form with numbers of two ranges.
#[cfg(test)]
pub fn family(text: &str, first: std::ops::Range<u32>, second: std::ops::Range<u32>) -> Family {
    let length = text.len() - 1 + (first.start.to_string() + &second.start.to_string()).len();
    Family {
        form: FORMS
            .iter()
            .chain(LOOSE)
            .find(|form| form.text == text)
            .expect("a form"),
        first,
        second,
        length,
        is_tight: false,
    }
}

/// All formulas with numbers of at most so many digits together, the shortest first.
pub fn families(most: u32) -> Vec<Family> {
    let with = |digits: u32| 10u32.pow(digits - 1)..10u32.pow(digits);
    let mut families = Vec::new();
    let tight = FORMS.iter().map(|form| (form, true));
    for (form, is_tight) in tight.chain(LOOSE.iter().map(|form| (form, false))) {
        let numbers = form.text.matches(['A', 'B']).count();
        let fixed = form.text.len() + 1 - numbers;
        let mut add = |first, second, digits: u32| {
            let length = fixed + digits as usize;
            families.push(Family {
                form,
                first,
                second,
                length,
                is_tight,
            });
        };
        match numbers {
            0 => add(0..1, 0..1, 0),
            1 => (1..=most).for_each(|digits| add(with(digits), 0..1, digits)),
            _ => {
                for first in 1..most {
                    (1..=most - first).for_each(|second| {
                        add(with(first), with(second), first + second);
                    });
                }
            }
        }
    }
    families.sort_by_key(|family| family.length);
    families
}
