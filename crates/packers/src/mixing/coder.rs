//! Arithmetic coding with digits of any base.
//!
//! The state of the decoder is a range `r` and the place `x` of the code in it. A bit that is 1 with
//! probability `p` is 1 if `x` is in the first `p` of the range.

use super::model::{Model, Parameters};

/// The range is at least this after new digits. The decoder spells it `1e7`.
const LEAST: u32 = 10_000_000;

/// The part of a range in which a bit is 1, as the decoder computes it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the product is less than the range"
)]
fn split(range: u32, probability: f64) -> u32 {
    (f64::from(range) * probability) as u32
}

/// Writes bits as digits.
pub struct Encoder {
    base: u32,
    range: u32,
    /// The lower end of the range, a number with the most significant digit first.
    low: Vec<u8>,
}

impl Encoder {
    pub fn new(base: u8) -> Self {
        Self {
            base: base.into(),
            range: 1,
            low: Vec::new(),
        }
    }

    /// Writes a bit that is 1 with this probability.
    pub fn write(&mut self, bit: bool, probability: f64) {
        while self.range < LEAST {
            self.range *= self.base;
            self.low.push(0);
        }
        let part = split(self.range, probability);
        if bit {
            self.range = part;
        } else {
            self.range -= part;
            self.add(part);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a digit")]
    fn add(&mut self, mut rest: u32) {
        for digit in self.low.iter_mut().rev() {
            if rest == 0 {
                return;
            }
            rest += u32::from(*digit);
            *digit = (rest % self.base) as u8;
            rest /= self.base;
        }
    }

    /// The digits of a number in the last range.
    pub fn finish(self) -> Vec<u8> {
        self.low
    }
}

/// The text of some digits, computed as the decoder does.
pub fn decode(digits: &[u8], base: u8, parameters: &Parameters, length: usize) -> Vec<u8> {
    let base = u32::from(base);
    let mut model = Model::new(parameters);
    let mut digits = digits.iter();
    let (mut range, mut place) = (1, 0);
    let mut text = Vec::with_capacity(length);
    for _ in 0..length {
        let mut byte = 0;
        for _ in 0..7 {
            let probability = model.predict();
            while range < LEAST {
                range *= base;
                place = place * base + digits.next().map_or(0, |&digit| u32::from(digit));
            }
            let part = split(range, probability);
            let bit = place < part;
            if bit {
                range = part;
            } else {
                place -= part;
                range -= part;
            }
            model.update(bit);
            byte = byte << 1 | u8::from(bit);
        }
        text.push(byte);
    }
    text
}
