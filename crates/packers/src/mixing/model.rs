//! The model, with exactly the numbers of the decoder.

use serde::Serialize;

/// What a model is tuned to, as whole numbers that the decoder spells with few characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Parameters {
    /// The contexts. The digits of a number are the characters that it consists of: 1 is the last one,
    /// 9 the ninth to last; 0 stands for the letters since the last character that is none.
    pub contexts: Vec<u32>,
    /// What is added to both counts, in hundredths.
    pub prior: u32,
    /// The part of its count that a bit keeps when it comes, in hundredths.
    pub keep: u32,
    /// The part of its count that a bit keeps when the other one comes, in hundredths.
    pub decay: u32,
    /// The rate of learning, in millionths.
    pub rate: u32,
    /// The weight that all contexts have before anything is learned, in thousandths.
    pub weight: u32,
}

impl Parameters {
    /// The numbers on which the counters depend.
    pub fn counters(&self) -> [u32; 3] {
        [self.prior, self.keep, self.decay]
    }

    /// Whether a context looks at letters.
    pub fn has_word(&self) -> bool {
        self.contexts.iter().any(|&context| looks_at_word(context))
    }
}

/// Whether a context looks at letters.
pub fn looks_at_word(context: u32) -> bool {
    context.to_string().contains('0')
}

/// `Math.log` is multiplied by this before it is cut to an integer.
pub const SCALE: f64 = 32.0;

/// Probabilities are odd multiples of its inverse.
const PROBABILITIES: f64 = 1e5;

/// The factor and the modulus of the hash of a context, and the length of the table of numbers.
pub const FACTOR: i64 = 997;
pub const MODULUS: i64 = 30_000_000;
pub const TABLE: usize = 40_000_000;

/// The place of the first counter. Before it are the weights.
pub const COUNTERS: usize = 5000;

/// A result of `Math.log` or `Math.exp` may differ by one or two in its last bit, between engines. Cut
/// to an integer, it is the same if it is not so close to an integer.
const DOUBT: f64 = 1e-9;

/// The state of the decoder.
pub struct Model<'m> {
    parameters: &'m Parameters,
    /// The weights and counters.
    numbers: Vec<f32>,
    /// The characters so far.
    text: Vec<i64>,
    /// The last of them with a bit above its seven, at first 0.
    last: i64,
    /// The hashes of the contexts of the next character.
    hashes: Vec<i64>,
    /// The hash of the letters before it.
    word: i64,
    /// The bits of the character so far, below a bit that is set.
    partial: usize,
    /// The probability that the next bit is 1.
    probability: f64,
    /// For each context its logit, and the places of the counter and of the weights.
    used: Vec<(f64, usize, [usize; 2])>,
    is_safe: bool,
}

impl<'m> Model<'m> {
    pub fn new(parameters: &'m Parameters) -> Self {
        let mut model = Self {
            parameters,
            numbers: vec![0.0; TABLE],
            text: Vec::new(),
            last: 0,
            hashes: Vec::new(),
            word: 0,
            partial: 1,
            probability: 0.0,
            used: Vec::new(),
            is_safe: true,
        };
        model.start();
        model
    }

    /// Whether all engines compute the same predictions.
    pub const fn is_safe(&self) -> bool {
        self.is_safe
    }

    /// Computes the contexts of the next character.
    fn start(&mut self) {
        self.partial = 1;
        self.word = match is_letter(self.last) {
            true => hash(self.word + self.last),
            false => 0,
        };
        let contexts = self.parameters.contexts.iter();
        let hashes = contexts.map(|context| {
            let digits = context.to_string();
            let places = digits.bytes().map(|digit| usize::from(digit - b'0'));
            let mut state = None;
            for place in places {
                let value = match place {
                    0 => Some(self.word),
                    _ => self.text.len().checked_sub(place).map(|at| self.text[at]),
                };
                // A text and a number are added as texts.
                let sum = match (state, value) {
                    (_, None) => 0,
                    (None, Some(value)) => format!("{digits}{value}").parse().unwrap_or(0),
                    (Some(state), Some(value)) => state + value,
                };
                state = Some(hash(sum));
            }
            state.unwrap_or(0)
        });
        self.hashes = hashes.collect();
    }

    /// The probability that the next bit is 1.
    pub fn predict(&mut self) -> f64 {
        let prior = f64::from(self.parameters.prior) / 100.0;
        let weight = f64::from(self.parameters.weight) / 1000.0;
        let last = index(self.last);
        let mut sum = 0.0;
        self.used.clear();
        for (at, &hash) in self.hashes.iter().enumerate() {
            let counter = index(hash) + 2 * self.partial + COUNTERS;
            let weights = [at + 16 * self.partial, at + 16 * last];
            let count = |bit: usize| f64::from(self.numbers[counter + bit]) + prior;
            let odds = count(1) / count(0);
            let exact = odds.ln() * SCALE;
            // The logarithm of 1 is exactly 0.
            self.is_safe &= exact.abs() < 0.5 || !is_close(exact);
            let logit = exact.trunc();
            let [first, second] = weights.map(|place| f64::from(self.numbers[place]));
            sum += logit * (first + second + weight);
            self.used.push((logit, counter, weights));
        }
        let exact = PROBABILITIES / (1.0 + (-sum).exp());
        self.is_safe &= sum == 0.0 || exact < 0.5 || !is_close(exact);
        self.probability = odd(exact) / PROBABILITIES;
        self.probability
    }

    /// Learns the bit that has been predicted.
    #[expect(clippy::cast_possible_truncation, reason = "as a Float32Array rounds")]
    pub fn update(&mut self, bit: bool) {
        let error = f64::from(u8::from(bit)) - self.probability;
        let step = error * (f64::from(self.parameters.rate) / 1e6);
        let [keep, decay] =
            [self.parameters.keep, self.parameters.decay].map(|part| f64::from(part) / 100.0);
        for &(logit, counter, weights) in &self.used {
            let change = logit * step;
            for place in weights {
                let number = &mut self.numbers[place];
                *number = (f64::from(*number) + change) as f32;
            }
            let count = &mut self.numbers[counter + usize::from(bit)];
            *count = (f64::from(*count) * keep + 1.0) as f32;
            let other = &mut self.numbers[counter + usize::from(!bit)];
            *other = (f64::from(*other) * decay) as f32;
        }
        self.partial = 2 * self.partial + usize::from(bit);
        if self.partial >= 128 {
            self.last = i64::try_from(self.partial).unwrap_or(0);
            self.text.push(self.last - 128);
            self.start();
        }
    }
}

/// Whether a character, with the bit above its seven, counts as a letter: `@` to `Z`, and `` ` `` to `z`.
pub const fn is_letter(character: i64) -> bool {
    character > 191 && character % 32 < 27
}

const fn hash(sum: i64) -> i64 {
    sum * FACTOR % MODULUS
}

fn index(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

/// The number without its fraction, and with its lowest bit set.
#[expect(clippy::cast_possible_truncation, reason = "less than 1e5")]
fn odd(number: f64) -> f64 {
    f64::from(number as i32 | 1)
}

/// Whether an engine could cut a number to another integer.
fn is_close(number: f64) -> bool {
    (number - number.round()).abs() < DOUBT
}
