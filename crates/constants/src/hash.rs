//! Short arithmetic on a step that tells apart the steps of rook, bishop and knight and all
//! others between squares.

use serde::{Deserialize, Serialize};

use crate::board::{Board, WIDTHS};
use crate::work::Work;

/// An expression over a step `p` with numbers in place of `A`, `B` and `C`. All have the same
/// value for a step and for its opposite.
struct Form {
    text: &'static str,
    value: fn(i64, [i64; 3]) -> i64,
}

macro_rules! forms {
    ($($text:literal: |$p:ident, $n:pat_param| $value:expr),* $(,)?) => {
        &[$(Form { text: $text, value: |$p, $n| $value }),*]
    };
}

/// JavaScript's quotients are fractions, but as only the whole part of the end is used (the
/// count of a shift), and a rest keeps what is behind the point, whole quotients do here.
const FORMS: &[Form] = forms![
    "A%p": |p, [a, ..]| a % p,
    "A/p/p": |p, [a, ..]| a / (p * p),
    "p*p%A": |p, [a, ..]| p * p % a,
    "p*p*A": |p, [a, ..]| p * p * a,
    "p*p/A": |p, [a, ..]| p * p / a,
    "p%A*p": |p, [a, ..]| p % a * p,
    "p**4%A": |p, [a, ..]| p.pow(4) % a,
    "p**6%A": |p, [a, ..]| p.pow(6) % a,
    "A%p%B": |p, [a, b, _]| a % p % b,
    "A%p*B": |p, [a, b, _]| a % p * b,
    "A%p/B": |p, [a, b, _]| a % p / b,
    "A/p/p%B": |p, [a, b, _]| a / (p * p) % b,
    "p*p%A%B": |p, [a, b, _]| p * p % a % b,
    "p*p*A%B": |p, [a, b, _]| p * p * a % b,
    "p*p%A*B": |p, [a, b, _]| p * p % a * b,
    "p*p%A/B": |p, [a, b, _]| p * p % a / b,
    "p*p/A%B": |p, [a, b, _]| p * p / a % b,
    "p*p*A/B": |p, [a, b, _]| p * p * a / b,
    "p%A*p%B": |p, [a, b, _]| p % a * p % b,
    "p%A*p*B": |p, [a, b, _]| p % a * p * b,
    "p%A*p/B": |p, [a, b, _]| p % a * p / b,
    "p*A%B*p": |p, [a, b, _]| p * a % b * p,
    "p%A%B*p": |p, [a, b, _]| p % a % b * p,
    "p**4%A%B": |p, [a, b, _]| p.pow(4) % a % b,
    "p**4*A%B": |p, [a, b, _]| p.pow(4) * a % b,
    "p**4%A*B": |p, [a, b, _]| p.pow(4) % a * b,
    "p**4%A/B": |p, [a, b, _]| p.pow(4) % a / b,
    "p**4*A/B": |p, [a, b, _]| p.pow(4) * a / b,
    "p**4/A%B": |p, [a, b, _]| p.pow(4) / a % b,
    "p**6%A%B": |p, [a, b, _]| p.pow(6) % a % b,
    "p**6%A/B": |p, [a, b, _]| p.pow(6) % a / b,
    "p**8%A%B": |p, [a, b, _]| p.pow(8) % a % b,
    "A%p%B%C": |p, [a, b, c]| a % p % b % c,
    "A%p*B%C": |p, [a, b, c]| a % p * b % c,
    "A%p%B*C": |p, [a, b, c]| a % p % b * c,
    "A%p%B/C": |p, [a, b, c]| a % p % b / c,
    "A%p/B%C": |p, [a, b, c]| a % p / b % c,
    "p*p%A%B%C": |p, [a, b, c]| p * p % a % b % c,
    "p*p*A%B%C": |p, [a, b, c]| p * p * a % b % c,
    "p*p*A%B/C": |p, [a, b, c]| p * p * a % b / c,
    "p*p%A*B%C": |p, [a, b, c]| p * p % a * b % c,
    "p*p%A/B%C": |p, [a, b, c]| p * p % a / b % c,
    "p*p/A%B%C": |p, [a, b, c]| p * p / a % b % c,
    "p*p%A%B*C": |p, [a, b, c]| p * p % a % b * c,
    "p*p%A%B/C": |p, [a, b, c]| p * p % a % b / c,
    "p%A*p%B%C": |p, [a, b, c]| p % a * p % b % c,
    "p%A*p%B/C": |p, [a, b, c]| p % a * p % b / c,
    "p%A*p*B%C": |p, [a, b, c]| p % a * p * b % c,
    "p*A%B*p%C": |p, [a, b, c]| p * a % b * p % c,
    "p%A%B*p%C": |p, [a, b, c]| p % a % b * p % c,
];

impl Form {
    /// How many digits are tried at most. Short forms that begin with a number have room for
    /// more, but take long, and found nothing.
    fn most_digits(&self) -> usize {
        if self.text.starts_with('A') { 5 } else { 6 }
    }
}

/// Values of a hash, one bit for each, as they count in a shift: modulo 32.
pub type Values = u32;

/// An expression that tells the steps apart: no two of its four sets have a value in common.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hash {
    pub text: String,
    pub width: i64,
    pub rook: Values,
    pub bishop: Values,
    pub knight: Values,
    pub others: Values,
}

impl Hash {
    /// How many values the steps of chess have: three where each kind has one of its own.
    pub fn count(&self) -> u32 {
        (self.rook | self.bishop | self.knight).count_ones()
    }

    /// The hash that a function is on a board, or nothing if it mistakes one step for another.
    /// More than `most` values of the steps of chess are refused: each is one more that the
    /// formula of the pieces has to know.
    fn of(board: &Board, most: u32, value: impl Fn(i64) -> i64) -> Option<[Values; 4]> {
        let bit = |step: i64| 1u32 << (value(step) & 31);
        let all = |steps: &[i64]| steps.iter().fold(0, |bits, step| bits | bit(*step));
        // The pairs first: nearly everything fails there.
        let rook = all(&board.rook);
        let bishop = all(&board.bishop);
        if rook & bishop != 0 || (rook | bishop).count_ones() >= most {
            return None;
        }
        let mut knight = 0;
        for step in board.knight {
            knight |= bit(step);
            if (rook | bishop | knight).count_ones() > most {
                return None;
            }
        }
        if (rook | bishop) & knight != 0 {
            return None;
        }
        let mut others = 0;
        for step in &board.others {
            others |= bit(*step);
            if others & (rook | bishop | knight) != 0 {
                return None;
            }
        }
        Some([rook, bishop, knight, others])
    }

    /// The hash that a function is on a board, with its text.
    #[cfg(test)]
    pub fn read(text: &str, board: &Board, value: impl Fn(i64) -> i64) -> Option<Hash> {
        let [rook, bishop, knight, others] = Hash::of(board, 5, value)?;
        Some(Hash {
            text: text.to_owned(),
            width: board.width,
            rook,
            bishop,
            knight,
            others,
        })
    }
}

/// Every hash of at most so many characters on boards of these widths. Those with four values
/// are worth it only when they are shorter.
pub fn find(work: &Work, widths: &[i64], longest: usize, far: bool) -> Result<Vec<Hash>, String> {
    let forms: Vec<(i64, &Form)> = WIDTHS
        .filter(|width| widths.contains(width))
        .flat_map(|width| FORMS.iter().map(move |form| (width, form)))
        .collect();
    let parts: Vec<_> = forms.iter().enumerate().collect();
    work.each("step hashes", &parts, |(width, form)| {
        let board = Board::new(*width);
        let board = if far { board.far() } else { board };
        let mut found = Vec::new();
        let numbers = form.text.matches(['A', 'B', 'C']).count();
        let fixed = form.text.len() - numbers;
        for digits in numbers..=longest.saturating_sub(fixed).min(form.most_digits()) {
            let most = if fixed + digits < longest { 4 } else { 3 };
            each_numbers(numbers, digits, &mut |n| {
                if let Some([rook, bishop, knight, others]) =
                    Hash::of(&board, most, |p| (form.value)(p, n))
                {
                    found.push(Hash {
                        text: spell(form.text, n),
                        width: *width,
                        rook,
                        bishop,
                        knight,
                        others,
                    });
                }
            });
        }
        found
    })
}

/// All choices of one to three numbers with so many digits together; 1 is no number of use.
fn each_numbers(count: usize, digits: usize, visit: &mut impl FnMut([i64; 3])) {
    let with = |digits: usize| 10i64.pow(digits as u32 - 1).max(2)..10i64.pow(digits as u32);
    match count {
        1 => with(digits).for_each(|a| visit([a, 0, 0])),
        2 => each_pair(digits, |a, b| visit([a, b, 0])),
        _ => {
            for first in 1..digits - 1 {
                each_pair(digits - first, |b, c| {
                    with(first).for_each(|a| visit([a, b, c]));
                });
            }
        }
    }
}

fn each_pair(digits: usize, mut visit: impl FnMut(i64, i64)) {
    let with = |digits: usize| 10i64.pow(digits as u32 - 1).max(2)..10i64.pow(digits as u32);
    for first in 1..digits {
        for a in with(first) {
            with(digits - first).for_each(|b| visit(a, b));
        }
    }
}

/// A form with its numbers.
pub fn spell(form: &str, [a, b, c]: [i64; 3]) -> String {
    form.chars()
        .map(|character| match character {
            'A' => a.to_string(),
            'B' => b.to_string(),
            'C' => c.to_string(),
            other => other.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::pairs;

    /// The form with this text.
    fn hash(text: &str, numbers: [i64; 3], width: i64) -> Option<[Values; 4]> {
        let form = FORMS.iter().find(|form| form.text == text).expect("a form");
        Hash::of(&Board::new(width), 3, |p| (form.value)(p, numbers))
    }

    #[test]
    fn a_hash_tells_every_pair_of_squares() {
        for (numbers, width) in [([671, 28, 0], 28), ([724, 29, 0], 29)] {
            let [rook, bishop, knight, _] = hash("p*p%A%B", numbers, width).expect("a hash");
            for (step, files, ranks) in pairs(width) {
                if step == 0 || step.abs() > 2 * width + 1 {
                    continue;
                }
                let value = 1 << ((step * step % numbers[0] % numbers[1]) & 31);
                assert_eq!(rook & value != 0, files + ranks == 1, "{step}");
                assert_eq!(bishop & value != 0, files == 1 && ranks == 1, "{step}");
                assert_eq!(knight & value != 0, files * ranks == 2, "{step}");
            }
        }
    }

    #[test]
    fn a_hash_that_mistakes_a_step_is_none() {
        assert_eq!(hash("p*p%A%B", [672, 28, 0], 28), None);
        assert_eq!(hash("p*p%A%B", [671, 28, 0], 29), None);
    }

    #[test]
    fn forms_are_even_and_spelt_as_they_count() {
        use crate::expression::evaluate;
        for form in FORMS {
            for step in [-57, -29, -3, -1, 1, 2, 28, 55] {
                let numbers = [671, 28, 3];
                let text = spell(form.text, numbers);
                let value = evaluate(&text, &|_| Some(step as f64)).expect("an expression");
                // Whole quotients are as good where only the whole part of the end is used.
                assert_eq!(
                    value.trunc(),
                    (form.value)(step, numbers) as f64,
                    "{text} of {step}"
                );
            }
        }
    }
}
