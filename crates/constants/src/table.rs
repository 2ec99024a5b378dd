//! What every choice of numbers costs outside the step test.

use crate::codes::{self, Codes, Kind};
use crate::slide::Slides;

/// The greatest number of a piece: where a board is written, 9 more must be no false value, and
/// two digits are dear.
const MOST: i64 = 8;

/// No choice.
const NEVER: u8 = u8::MAX;

/// The costs of all choices of one kind, at the place that their digits spell.
pub struct Table {
    castling: bool,
    costs: Vec<u8>,
    least: usize,
}

impl Table {
    pub fn new(kind: Kind, slides: &Slides) -> Table {
        let pieces = if kind.moves { 7 } else { 6 };
        let mut table = Table {
            castling: kind.moves,
            costs: vec![NEVER; 10usize.pow(pieces)],
            least: usize::from(NEVER),
        };
        // Only the numbers' order and what they are counts; each choice is seen once.
        permutations(pieces as usize, &mut Vec::new(), &mut |numbers| {
            let pieces = std::array::from_fn(|at| numbers[at]);
            let codes = Codes::new(pieces, numbers.get(6).copied());
            if let Some(items) = codes::items(&kind, &codes, slides, "") {
                let cost: usize = items.iter().map(|(_, text)| text.len()).sum();
                let place = table.place(&codes);
                table.costs[place] = u8::try_from(cost).unwrap_or(NEVER);
                table.least = table.least.min(cost);
            }
        });
        table
    }

    /// The least that any choice costs.
    pub fn least(&self) -> usize {
        self.least
    }

    /// What a choice costs, if no two numbers are the same and they serve.
    pub fn cost(&self, codes: &Codes) -> Option<usize> {
        let cost = self.costs[self.place(codes)];
        (cost != NEVER).then_some(usize::from(cost))
    }

    pub fn each(&self, mut visit: impl FnMut(&Codes, usize)) {
        let pieces = if self.castling { 7 } else { 6 };
        for (place, cost) in self.costs.iter().enumerate() {
            if *cost != NEVER {
                let digit = |at: u32| (place / 10usize.pow(pieces - 1 - at) % 10) as i64;
                let numbers = std::array::from_fn(|at| digit(at as u32));
                let codes = Codes::new(numbers, self.castling.then(|| digit(6)));
                visit(&codes, usize::from(*cost));
            }
        }
    }

    fn place(&self, codes: &Codes) -> usize {
        let steppers = [codes.king, codes.pawn, codes.knight];
        let sliders = [codes.rook, codes.bishop, codes.queen];
        let digits = steppers.into_iter().chain(sliders).chain(codes.castling);
        digits.fold(0, |place, digit| place * 10 + digit as usize)
    }
}

fn permutations(count: usize, chosen: &mut Vec<i64>, visit: &mut impl FnMut(&[i64])) {
    if chosen.len() == count {
        return visit(chosen);
    }
    for number in 1..=MOST {
        if !chosen.contains(&number) {
            chosen.push(number);
            permutations(count, chosen, visit);
            chosen.pop();
        }
    }
}
