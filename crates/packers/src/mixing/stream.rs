//! What one context contributes to the predictions, without the hashes of the decoder: the search needs
//! it for many contexts, and combines them at will.

use std::collections::HashMap;

use super::model::{Parameters, SCALE, is_letter};

/// For each character the number of its context.
pub fn contexts(text: &[u8], context: u32) -> Vec<u32> {
    let places = context.to_string();
    let places = places.bytes().map(|digit| usize::from(digit - b'0'));
    let places: Vec<usize> = places.collect();
    let (mut contexts, mut words) = (Numbers::default(), Numbers::default());
    // The number of the letters before a character, 0 for none.
    let mut word = 0_u32;
    (0..text.len())
        .map(|at| {
            let before = at.checked_sub(1).map(|before| text[before]);
            let letter = before.filter(|before| is_letter(i64::from(*before) + 128));
            word = letter.map_or(0, |letter| {
                1 + words.of(u64::from(word) << 8 | u64::from(letter))
            });
            // (Six characters, or three and the letters, have their bits.)
            let key =
                places
                    .iter()
                    .fold(0_u64, |key, &place| match (place, at.checked_sub(place)) {
                        (0, _) => key << 32 | u64::from(word),
                        (_, Some(at)) => key << 8 | u64::from(text[at]),
                        (_, None) => key << 8 | 0xff,
                    });
            contexts.of(key)
        })
        .collect()
}

/// Keys with numbers, from 0 in the order in which they come.
#[derive(Default)]
struct Numbers(HashMap<u64, u32>);

impl Numbers {
    fn of(&mut self, key: u64) -> u32 {
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        *self.0.entry(key).or_insert(next)
    }
}

/// The logits of a context for all bits of a text.
#[expect(clippy::cast_possible_truncation, reason = "as the decoder")]
pub fn logits(text: &[u8], contexts: &[u32], parameters: &Parameters) -> Vec<f32> {
    let [prior, keep, decay] = [parameters.prior, parameters.keep, parameters.decay]
        .map(|part| f64::from(part) as f32 / 100.0);
    let count = contexts.iter().max().map_or(0, |most| *most as usize + 1);
    let mut counters = vec![[0.0f32; 2]; 128 * count];
    let mut logits = Vec::with_capacity(7 * text.len());
    for (byte, &context) in text.iter().zip(contexts) {
        let mut partial = 1;
        for at in (0..7).rev() {
            let bit = usize::from(byte >> at & 1);
            let counter = &mut counters[128 * context as usize + partial];
            let odds = (counter[1] + prior) / (counter[0] + prior);
            logits.push((odds.ln() * SCALE as f32).trunc());
            counter[bit] = counter[bit] * keep + 1.0;
            counter[1 - bit] *= decay;
            partial = 2 * partial + bit;
        }
    }
    logits
}

/// The bits that a text takes, with the logits of some contexts.
pub fn cost(text: &[u8], logits: &[&[f32]], parameters: &Parameters) -> f64 {
    const LANES: usize = 16;
    let mut weights = vec![[0.0f32; LANES]; 256];
    let start = parameters.weight as f32 / 1000.0;
    let rate = parameters.rate as f32 / 1e6;
    let (mut last, mut place, mut bits) = (0, 0, 0.0);
    // Logarithms of products: few of them.
    let mut product = 1.0f64;
    for byte in text {
        let mut partial = 1;
        for at in (0..7).rev() {
            let mut inputs = [0.0f32; LANES];
            for (input, stream) in inputs.iter_mut().zip(logits) {
                *input = stream[place];
            }
            let mut terms = [0.0f32; LANES];
            for lane in 0..LANES {
                let weight = weights[partial][lane] + weights[last][lane] + start;
                terms[lane] = inputs[lane] * weight;
            }
            // As a tree: the additions of a level do not wait for each other.
            for half in [8, 4, 2, 1] {
                for lane in 0..half {
                    terms[lane] += terms[lane + half];
                }
            }
            let sum = terms[0];
            let probability = (1.0 / (1.0 + (-sum).exp())).clamp(1e-5, 1.0 - 1e-5);
            let bit = byte >> at & 1;
            let error = f32::from(bit) - probability;
            product *= f64::from(1.0 - error.abs());
            if product < 1e-200 {
                bits -= product.log2();
                product = 1.0;
            }
            let step = error * rate;
            for lane in 0..LANES {
                let change = inputs[lane] * step;
                weights[partial][lane] += change;
                weights[last][lane] += change;
            }
            partial = 2 * partial + usize::from(bit);
            place += 1;
        }
        last = partial;
    }
    bits - product.log2()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a context consists of, as text.
    fn described(text: &[u8], context: u32, at: usize) -> Vec<String> {
        let before = text[..at].iter().rev();
        let letters = before.take_while(|byte| is_letter(i64::from(**byte) + 128));
        let word = letters.map(|byte| char::from(*byte)).collect::<String>();
        let places = context.to_string();
        let places = places.bytes().map(|digit| usize::from(digit - b'0'));
        let parts = places.map(|place| match (place, at.checked_sub(place)) {
            (0, _) => word.clone(),
            (_, Some(at)) => char::from(text[at]).to_string(),
            (_, None) => "none".to_owned(),
        });
        parts.collect()
    }

    #[test]
    fn equal_contexts_have_the_number_of_the_first_one() {
        let text = b"for(let one=1;one<10;one++)tone(one,stone);var a=one;a1(a)";
        for context in [0, 1, 10, 12, 120, 24, 345, 1234, 123_456] {
            let mut seen: Vec<Vec<String>> = Vec::new();
            for (at, number) in contexts(text, context).into_iter().enumerate() {
                let own = described(text, context, at);
                let first = seen.iter().position(|other| *other == own);
                let expected = first.unwrap_or(seen.len());
                if first.is_none() {
                    seen.push(own);
                }
                assert_eq!(number as usize, expected, "{context} at {at}");
            }
        }
    }
}
